/** The SQL of callbacks. */
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export async function keepMessage(
  tx: Tx,
  { provider, digest, sealed }: { provider: string; digest: Buffer; sealed: Buffer },
): Promise<"kept" | "repeated" | "full"> {
  const rows = await tx.rows<{ outcome: "kept" | "repeated" | "full" }>`
    select outcome
    from keep_provider_message(${provider}, ${digest}, ${sealed}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

type WaitingMessage = { id: bigint; digest: Buffer; sealed: Buffer };

export async function waitingMessages(tx: ReadTx, provider: string, most: number): Promise<WaitingMessage[]> {
  return tx.rows<WaitingMessage>`
    select id, digest, sealed
    from provider_messages
    where provider = ${provider} and handled_at is null
    order by id
    limit ${most}`;
}

export async function endMessage(
  tx: Tx,
  {
    id,
    found,
    messageId,
    externalRef,
    providerRef,
  }: { id: bigint; found: string; messageId?: string; externalRef?: string; providerRef?: string | undefined },
): Promise<string | undefined> {
  const [row] = await tx.rows<{ outcome: string }>`
    select outcome
    from end_provider_message(${id}, ${found}, ${messageId ?? ""}, ${externalRef ?? null}::uuid, ${providerRef ?? null}, ${tx.now})`;
  return row?.outcome;
}

/** Messages of any provider that wait to be read. */
export const hasMessages: Fragment = sql`exists (select from provider_messages where handled_at is null)`;
