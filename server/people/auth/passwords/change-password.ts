/** A signed-in user sets another password: with the old one, and with a factor if they have one. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { changePassword as changePasswordCall } from "#contract/people/sign-in/passwords.ts";
import { shownFactorOf } from "#contract/people/sign-in/proofs.ts";
import { calledFrom } from "../../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Caller, Preparing, Viewer } from "../../../platform/http/policy.ts";
import { askVerifier } from "../ask-verifier.ts";
import { forgetStrangers } from "../attempts/attempts.ts";
import { rememberDevice } from "../sessions/devices.ts";
import { checkNewPassword, refusalOf } from "./new-password.ts";
import { exchangeSessionToken } from "../sessions/sessions.ts";
import { countingGuesses } from "../second-step/two-factor.ts";

type Asked = BodyOf<typeof changePasswordCall>;

/**
 * Every other session of theirs has ended when this returns, and every proof and code that waited. Slow, so on no
 * connection of the database. Refuses auth.password_weak, what was wrong or missing, auth.throttled and auth.busy.
 */
export async function changePassword(
  preparing: Preparing,
  { viewer, caller }: { viewer: Viewer; caller: Caller },
  { password, new_password: newPassword, ...fields }: Asked,
): Promise<void> {
  const { userId, sessionId } = viewer;
  const user = await preparing.db.read((tx) => checkNewPassword(tx, { userId, password: newPassword }));
  const factor = shownFactorOf(fields);
  const change = {
    userId: String(userId),
    sessionId: String(sessionId),
    oldPassword: password,
    newPassword,
    factor,
    from: calledFrom(caller),
  };
  const outcome = await countingGuesses(preparing, viewer, {
    shown: { password },
    work: () => askVerifier(() => preparing.verifier.changePassword(change)),
    right: "done",
    wrong: ["wrong_password", "wrong_factor", "gone"],
  });
  const refusal = refusalOf(outcome, { password, factor });
  if (refusal) throw refusal;
  await preparing.db.tx((tx) => forgetStrangers(tx, user));
}

/** The session goes on under another token, in a browser that is known again. */
export async function goOn(
  tx: Tx,
  { viewer, caller }: { viewer: Viewer; caller: Caller },
): Promise<{ token: string | undefined; device: string }> {
  const device = await rememberDevice(tx, { userId: viewer.userId, caller });
  return { token: await exchangeSessionToken(tx, viewer), device };
}
