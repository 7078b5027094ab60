/** Registers a person: an account, a session, and a code sent to their email. */
import type { BodyOf } from "#contract/endpoint.ts";
import type { register as registerCall } from "#contract/auth.ts";
import type { Tx } from "../../platform/db.ts";
import type { Caller } from "../../platform/http/policy.ts";
import { createUser } from "../accounts/index.ts";
import { rememberDevice } from "./devices.ts";
import { sendEmailCode } from "./email-codes.ts";
import { inHashingQueue } from "./hashing.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { startSession } from "./sessions.ts";

export type Registration = BodyOf<typeof registerCall>;

/** Slow, so on no connection of the database. Refuses auth.password_weak, auth.busy. */
export async function hashNewPassword(form: Registration): Promise<string> {
  const mailName = form.email.split("@")[0] ?? "";
  checkPassword(form.password, [mailName, form.username ?? "", form.first_name, form.last_name]);
  return inHashingQueue(() => hashPassword(form.password));
}

/** Refuses what createUser refuses. Returns the tokens of the session and of the browser. */
export async function register(
  tx: Tx,
  { form, passwordHash, caller }: { form: Registration; passwordHash: string; caller: Caller },
): Promise<{ userId: bigint; token: string; device: string }> {
  const userId = await createUser(tx, {
    email: form.email,
    passwordHash,
    username: form.username,
    firstName: form.first_name,
    lastName: form.last_name,
    birthDate: form.birth_date,
    countryIso: form.country_iso,
    locale: form.locale,
    timezone: form.timezone,
    referralCode: form.referral_code,
  });
  await sendEmailCode(tx, { userId, caller });
  const token = await startSession(tx, { userId, caller });
  const device = await rememberDevice(tx, { userId, caller });

  tx.emit({ type: "account.registered", subject: String(userId), payload: {} });
  return { userId, token, device };
}
