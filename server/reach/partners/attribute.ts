/** By whom a user came: the code of a registration, or one that is entered soon after. */
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { findReferral } from "../../people/accounts/index.ts";
import { attribute } from "./rows.ts";

/** After registrations with a code. One that belongs to no user is kept as refused. */
export async function attributeRegistered(tx: Tx, events: readonly StoredEvent<"account.registered">[]): Promise<[]> {
  for (const { subject, payload } of events) {
    const code = payload.referralCode;
    if (code === undefined) continue;
    await attribute(tx, { userId: BigInt(subject), code, source: "registration", at: tx.now });
  }
  return [];
}

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "partner.code_unknown",
  look_alike: "partner.code_look_alike",
  own: "partner.code_own",
  younger: "partner.code_younger",
};

/** Refuses partner.code_*: a code is entered once, while the account is young and nobody was found for it. */
export async function enterCode(tx: Tx, { userId, code }: { userId: bigint; code: string }): Promise<void> {
  const outcome = await attribute(tx, { userId, code, source: "hand", at: await tx.readClock() });
  if (outcome === "attributed") return;
  if (outcome === "late" || outcome === "fixed") throw new Refusal(`partner.code_${outcome}`);
  throw fieldRefusal(REFUSES[outcome] ?? "partner.code_unknown", "code");
}

export async function checkCode(tx: ReadTx, code: string) {
  return { state: await findReferral(tx, code) };
}
