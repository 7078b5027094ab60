/** Registers a person: an account, a session, and a code sent to their email. */
import { sourceOf } from "#contract/people/sources.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { register as registerCall } from "#contract/people/sign-in/auth.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Caller, Preparing } from "../../platform/http/policy.ts";
import { preselected } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { createUser } from "../accounts/index.ts";
import { acceptAtRegistration } from "../policies/index.ts";
import { askVerifier, inPasswordQueue } from "./ask-verifier.ts";
import { countForm, formsFrom, mailsFrom } from "./attempts/attempts.ts";
import { needWork } from "./attempts/puzzles.ts";
import { rememberDevice } from "./sessions/devices.ts";
import { sendEmailCode } from "./codes/email-codes.ts";
import { checkPassword, leastLetters } from "./passwords/password.ts";
import { startSession } from "./sessions/sessions.ts";

export type Registration = BodyOf<typeof registerCall>;

/**
 * Slow, so on no connection of the database. The account that is made with this reference has the password: a crash
 * before that leaves a password without an account. Refuses auth.puzzle_required, auth.password_weak, auth.busy.
 */
export async function prepareCredential(
  { db, verifier }: Preparing,
  form: Registration,
  caller: Caller,
): Promise<string> {
  const tried = [mailsFrom(caller.ip), formsFrom(caller.ip)].map((subject) => ({ subject, minutes: 60 }));
  const least = await db.tx(async (tx) => {
    await needWork(tx, { purpose: "register", caller, tried });
    await countForm(tx, caller.ip);
    return leastLetters(tx);
  });
  const mailName = form.email.split("@")[0] ?? "";
  const own = [mailName, form.username ?? ""];
  checkPassword({ password: form.password, own, least });
  return inPasswordQueue(() => askVerifier(() => verifier.prepareCredential(form.password)));
}

type Registering = {
  readonly form: Registration;
  readonly credential: string;
  readonly caller: Caller;
  /** Countries that they seem to come from, until they say. */
  readonly from: readonly string[];
  /** With the account that was made, before anybody is in it; whether its email needs no code. */
  readonly before?: (tx: Tx, userId: bigint) => Promise<{ readonly isConfirmed: boolean }>;
};

const nothingBefore = async () => ({ isConfirmed: false });

/** Refuses what createUser refuses. Returns the tokens of the session and of the browser. */
export async function register(
  tx: Tx,
  { form, credential, caller, from, before = nothingBefore }: Registering,
): Promise<{ userId: bigint; token: string; device: string }> {
  const userId = await createUser(tx, {
    email: form.email,
    credential,
    username: form.username,
    countryIso: await likeliest(tx, from),
    locale: form.locale,
    timezone: form.timezone,
  });
  await acceptAtRegistration(tx, userId);
  const { isConfirmed } = await before(tx, userId);
  if (!isConfirmed) await sendEmailCode(tx, { userId, caller });
  const token = await startSession(tx, { userId, caller, isStrong: false });
  const device = await rememberDevice(tx, { userId, caller });

  const source = sourceOf(form.source_id);
  tx.emit({
    type: "account.registered",
    subject: String(userId),
    payload: {
      ...(form.referral_code ? { referralCode: form.referral_code } : {}),
      ...(source ? { source } : {}),
    },
  });
  return { userId, token, device };
}

async function likeliest(tx: Tx, from: readonly string[]): Promise<string> {
  const settings = await readSettings(tx, ["catalog.disabled_countries"]);
  return preselected(from, settings["catalog.disabled_countries"]) ?? "YY";
}
