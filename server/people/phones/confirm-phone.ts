/** Confirms a user's telephone number by a code of six digits: ten minutes, five tries, one number an account. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { sendPhoneCode as sendPhoneCodeCall } from "#contract/people/phones.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Caller, Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { networkOf } from "../../platform/words/networks.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { findUserById } from "../accounts/index.ts";
import { refuseSharedAccount } from "../auth/index.ts";
import { codeMark, numberMark, sealCode, sealNumber } from "./marks.ts";
import { readNumber } from "./phone-number.ts";
import { askPhoneCode, removePhone, tryPhoneCode, wantsNoTexts } from "./rows.ts";

type Asking = { readonly viewer: Pick<Viewer, "userId" | "externalId">; readonly caller: Caller };

/**
 * Sends a code to the number. Only a user who shows that code learns whether another account has the number. Refuses what
 * readNumber refuses, phone.texts_off, phone.consent, phone.exists, phone.off, phone.limit and phone.attempts with the
 * countdown, account.country_closed, auth.shared_account.
 */
export async function sendPhoneCode(
  tx: Tx,
  { viewer: { userId, externalId }, caller }: Asking,
  { phone, call, country_iso: chosen, isCitizenshipConsentAccepted: hasConsent }: BodyOf<typeof sendPhoneCodeCall>,
): Promise<void> {
  if (!hasConsent) throw fieldRefusal("phone.consent", "isCitizenshipConsentAccepted");
  await refuseSharedAccount(tx, userId);
  const channel = call ? "call" : "sms";
  if (!call && (await wantsNoTexts(tx, userId))) throw new Refusal("phone.texts_off");
  const homeCountry = chosen ?? (await findUserById(tx, userId))?.country_iso ?? "";
  const read = readNumber({ text: phone, channel, homeCountry });
  const { "catalog.disabled_countries": closed } = await readSettings(tx, ["catalog.disabled_countries"]);
  if (closed.includes(read.country)) throw fieldRefusal("account.country_closed", "phone");
  const code = ids.digits(6);
  const outcome = await askPhoneCode(tx, {
    ...read,
    userId,
    channel,
    numberSealed: sealNumber(read.number, externalId),
    numberIndex: numberMark(read.number),
    codeMark: codeMark(code, externalId),
    codeSealed: sealCode(code, externalId),
    network: networkOf(caller.ip),
  });
  const refusal = refusalOf(outcome, tx.now, { isAsking: true });
  if (refusal) throw refusal;
}

/** Refuses phone.code_wrong with the tries left, phone.code_expired, phone.attempts with the countdown, phone.taken. The wrong try stays counted: the refusal is returned. */
export async function tryCode(
  tx: Tx,
  { viewer: { userId, externalId }, caller }: Asking,
  phoneCode: string,
): Promise<Refusal | undefined> {
  await noteCaller(tx, caller);
  return refusalOf(await tryPhoneCode(tx, { userId, codeMark: codeMark(phoneCode, externalId) }), tx.now);
}

/** Refuses phone.none, phone.factor and auth.shared_account. */
export async function resetPhone(tx: Tx, { viewer: { userId }, caller }: Asking): Promise<void> {
  await refuseSharedAccount(tx, userId);
  await noteCaller(tx, caller);
  const outcome = await removePhone(tx, userId);
  if (outcome !== "done") throw new Refusal(outcome === "factor" ? "phone.factor" : "phone.none");
}

/** What the database answers as ours: "limit:2026-11-23T12:00:00Z". */
function refusalOf(outcome: string, now: Date, { isAsking = false } = {}): Refusal | undefined {
  const [word = "", ...rest] = outcome.split(":");
  const detail = rest.join(":");
  const countdown = () => ({ countdown: Math.max(1, Math.ceil((Date.parse(detail) - now.getTime()) / 1000)) });
  if (word === "limit") return fieldRefusal("phone.limit", "phone", countdown());
  if (word === "blocked") return new Refusal("phone.attempts", countdown());
  if (word === "wrong") return fieldRefusal("phone.code_wrong", "phoneCode", { triesLeft: Number(detail) });
  if (word === "confirmed" && isAsking) return new Refusal("phone.exists");
  if (word === "expired") return fieldRefusal("phone.code_expired", "phoneCode");
  if (word === "taken") return fieldRefusal("phone.taken", "phoneCode");
  return word === "off" ? new Refusal("phone.off") : undefined;
}
