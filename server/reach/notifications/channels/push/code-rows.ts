/** The SQL of codes that the signer hands over for browsers and phones. A worker's. */
import type { About } from "../../../../people/phones/index.ts";
import { type Tx, type Fragment, sql } from "../../../../platform/postgres/db.ts";
import type { PushTarget } from "../../../../platform/outside/providers/push-service.ts";

export type PushCode = PushTarget & {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly code: string;
  readonly about: About;
  /** The row of its delivery status. */
  readonly sent_code_id: bigint;
};

/** One for each place that a code goes to. They are gone with the transaction. */
export function takePushCodes(tx: Tx, most: number): Promise<PushCode[]> {
  return tx.rows<PushCode>`
    select id, user_id, code, about, endpoint, p256dh, auth, sent_code_id
    from take_push_codes(${most})`;
}

export const pushCodesWait: Fragment = sql`exists (select from codes_to_send where channel = 'push')`;
