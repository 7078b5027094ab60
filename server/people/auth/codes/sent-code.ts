/** The delivery status of a code that a user waits for, as its carrier reports it. */
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { getSentCode, sendTextCode } from "#contract/people/sign-in/two-factor.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { CodeAsked } from "../../../platform/outside/signer/signer.ts";
import { findSentCode, type SentCodeRow } from "./sent-code-rows.ts";

/** Between one and the next of a person. */
export const AGAIN_AFTER_SEC = 60;

/** Of a known user, for one thing: other pending codes are not included. */
export async function viewSentCode(
  tx: ReadTx,
  asked: { readonly userId: bigint; readonly kind: CodeAsked["for"]["kind"]; readonly id: string },
): Promise<ReplyOf<typeof getSentCode>> {
  const row = await findSentCode(tx, asked);
  if (!row) return { ...channelsOf(), waitSec: 0, delivery: null, errorCode: null };
  const { sent_by: by, delivery, error_code: errorCode, made_at: madeAt, is_spent: isSpent } = row;
  const leftMs = madeAt.getTime() + AGAIN_AFTER_SEC * 1000 - tx.now.getTime();
  const mayAsk = isSpent || hasFailed(delivery) || leftMs <= 0;
  return { ...channelsOf({ by, delivery }), waitSec: mayAsk ? 0 : Math.ceil(leftMs / 1000), delivery, errorCode };
}

const hasFailed = (delivery: SentCodeRow["delivery"]): boolean => delivery === "failed" || delivery === "dropped";

const NOT_SENT = { sent: false, error: false };

/** A code that is on its way is sent, as far as anybody knows. */
export function channelsOf(
  code?: Readonly<{ by: CodeAsked["by"]; delivery: SentCodeRow["delivery"] }>,
): Omit<ReplyOf<typeof sendTextCode>, "waitSec"> {
  const none = { sms: NOT_SENT, call: NOT_SENT, push: NOT_SENT, email: NOT_SENT, telegram: NOT_SENT };
  if (!code) return none;
  const isLost = hasFailed(code.delivery);
  return { ...none, [code.by]: { sent: !isLost, error: isLost } };
}
