/** How far a user is with their telephone number. */
import type { PhoneView } from "#contract/people/phones.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { openNumber } from "./marks.ts";
import { findPhone, hasCarrier, type LastMessage, lastMessage, type PhoneRow, wantsNoTexts } from "./rows.ts";

/** Between one code and the next to the same person. */
const AGAIN_AFTER_MS = 60_000;

export async function viewPhone(
  tx: ReadTx,
  { userId, externalId }: { userId: bigint; externalId: string },
): Promise<PhoneView> {
  const phone = await findPhone(tx, userId);
  const message = await lastMessage(tx, userId);
  const now = tx.now.getTime();
  const blockedMs = Math.max(0, (phone?.blocked_until?.getTime() ?? 0) - now);
  const againMs = message ? Math.max(0, message.made_at.getTime() + AGAIN_AFTER_MS - now) : 0;
  const isPending = Boolean(phone?.number_sealed && !phone.confirmed_at);
  return {
    isOffered: await hasCarrier(tx),
    noTexts: await wantsNoTexts(tx, userId),
    state: phone?.confirmed_at ? "confirmed" : isPending ? "code_sent" : "unset",
    number: phone?.number_sealed ? openNumber(phone.number_sealed, externalId) : null,
    code: phone?.calling_code ?? null,
    ...deliveryOf(isPending ? message : undefined),
    triesLeft: triesOf(phone, now),
    codeExpiresAt: isCodeOut(phone, now) ? (phone?.code_expires_at?.toISOString() ?? null) : null,
    isAttemptsExceeded: blockedMs > 0,
    countdown: Math.ceil(Math.max(blockedMs, phone?.confirmed_at ? 0 : againMs) / 1000),
  };
}

/** For readers who may know that there is a number, and not which. */
export async function isPhoneConfirmed(tx: ReadTx, userId: bigint): Promise<boolean> {
  const phone = await findPhone(tx, userId);
  return Boolean(phone?.confirmed_at);
}

/** As +2348012345678, for who needs the number itself. */
export async function confirmedNumber(
  tx: ReadTx,
  { userId, externalId }: { userId: bigint; externalId: string },
): Promise<string | undefined> {
  const phone = await findPhone(tx, userId);
  return phone?.confirmed_at && phone.number_sealed ? openNumber(phone.number_sealed, externalId) : undefined;
}

function deliveryOf(message: LastMessage | undefined): Pick<PhoneView, "channel" | "delivery" | "errorCode"> {
  if (!message) return { channel: null, delivery: null, errorCode: null };
  const { channel, state, error_code: errorCode } = message;
  return { channel, delivery: state === "waiting" || state === "failed" ? state : "sent", errorCode };
}

function triesOf(phone: PhoneRow | undefined, now: number): number {
  return isCodeOut(phone, now) ? (phone?.tries_left ?? 0) : 0;
}

const isCodeOut = (phone: PhoneRow | undefined, now: number): boolean => (phone?.code_expires_at?.getTime() ?? 0) > now;
