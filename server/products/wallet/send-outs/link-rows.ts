/** The SQL of send-outs that wait, and of the links in their emails. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { PaymentStatus } from "#contract/products/wallet/wallet.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type WaitingRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly user_id: bigint;
  readonly currency: CryptoCode;
  readonly destination: string;
  readonly units: bigint;
  readonly due_at: Date;
};

/** Those that wait and have no link yet, oldest first. */
export async function waitingWithoutEmail(tx: ReadTx): Promise<WaitingRow[]> {
  return tx.rows<WaitingRow>`
    select send_out.id, send_out.hash, send_out.user_id, send_out.currency, send_out.destination, send_out.units, send_out.due_at
    from send_outs send_out
    where send_out.status = 'pending' and send_out.due_at > ${tx.now}
      and not exists (select from send_out_links link where link.send_out_id = send_out.id)
    order by send_out.id
    limit 50`;
}

/** False when it has one. */
export async function insertLink(
  tx: Tx,
  { sendOutId, tokenHash }: { sendOutId: bigint; tokenHash: string },
): Promise<boolean> {
  const rows = await tx.rows<{ send_out_id: bigint }>`
    insert into send_out_links (send_out_id, token_hash, made_at)
    values (${sendOutId}, ${tokenHash}, ${tx.now})
    on conflict (send_out_id) do nothing
    returning send_out_id`;
  return rows.length > 0;
}

export type LinkedRow = WaitingRow & { readonly status: PaymentStatus };

export async function findLinked(tx: ReadTx, tokenHash: string): Promise<LinkedRow | undefined> {
  const [row] = await tx.rows<LinkedRow>`
    select send_out.id, send_out.hash, send_out.user_id, send_out.currency, send_out.destination, send_out.units,
           send_out.due_at, send_out.status
    from send_out_links link
    join send_outs send_out on send_out.id = link.send_out_id
    where link.token_hash = ${tokenHash}`;
  return row;
}

/** `canceled`, `unknown` or `under_way`. */
export async function cancelLinked(tx: Tx, tokenHash: string): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from cancel_linked_send_outs(${[tokenHash]}::text[], ${tx.now})`;
  return onlyRow(rows).outcome;
}
