/** The SQL of codes that the signer has sent, for the users who wait for them. */
import type { SentCode } from "#contract/people/sent-by.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { CodeAsked } from "../../../platform/outside/signer/signer.ts";

export type SentCodeRow = {
  readonly sent_by: CodeAsked["by"];
  readonly delivery: NonNullable<SentCode["delivery"]>;
  readonly error_code: number | null;
  readonly made_at: Date;
  readonly is_spent: boolean;
};

/** The newest code of a user for just this, while it is valid. */
export async function findSentCode(
  tx: ReadTx,
  { userId, kind, id }: { readonly userId: bigint; readonly kind: CodeAsked["for"]["kind"]; readonly id: string },
): Promise<SentCodeRow | undefined> {
  const [row] = await tx.rows<SentCodeRow>`
    select sent_by, delivery, error_code, made_at, is_spent
    from sent_code_of(${userId}, ${`${kind}:${id}`})`;
  return row;
}
