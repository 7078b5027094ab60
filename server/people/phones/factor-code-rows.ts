/** The SQL of codes that the signer hands over. A worker's. */
import type { Namespaces } from "#i18n/namespaces.ts";
import type { ShownQuote } from "#contract/people/sign-in/proofs.ts";
import { type Tx, type Fragment, sql } from "../../platform/postgres/db.ts";
import type { CodeChannel } from "../../platform/outside/providers/code-carrier.ts";

export type About = { readonly kind: keyof Namespaces["codes"]["about"]; readonly id: string } & ShownQuote;

export type FactorCode = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly channel: CodeChannel | "email";
  readonly code: string;
  readonly about: About;
  /** The row of its delivery status. */
  readonly sent_code_id: bigint;
};

/** They are gone with the transaction that carries them on. */
export function takeFactorCodes(tx: Tx, most: number): Promise<FactorCode[]> {
  return tx.rows<FactorCode>`
    select id, user_id, channel, code, about, sent_code_id
    from take_factor_codes(${most})`;
}

type FactorText = {
  readonly userId: bigint;
  readonly channel: CodeChannel;
  readonly codeSealed: Uint8Array;
  readonly sentCode: bigint;
  readonly about: string;
};

/** False without a confirmed number, and beyond the limits of a day. */
export async function writeFactorText(
  tx: Tx,
  { userId, channel, codeSealed, about, sentCode }: FactorText,
): Promise<boolean> {
  const [row] = await tx.rows<{ is_written: boolean }>`
    select write_factor_text(${userId}, ${channel}, ${codeSealed}, ${about}, ${sentCode}) as is_written`;
  return row?.is_written ?? false;
}

/** dropped: not sent. Once delivered, a code stays delivered, whatever is reported later. */
export async function noteSentCode(tx: Tx, id: bigint, delivery: "sent" | "failed" | "dropped"): Promise<void> {
  await tx.rows`select note_sent_code(${id}, ${delivery}, null)`;
}

export const factorCodesWait: Fragment = sql`exists (select from codes_to_send where channel not in ('push', 'telegram'))`;
