/**
 * The factors of users, and how they change: adding or removing one requires a proof with an existing factor, and the password
 * suffices only where there is none, or where the existing one is lost.
 */
import { MOST_PASSKEYS } from "#contract/people/sign-in/two-factor.ts";
import { CODE_CHANNELS, type CodeChannelName, type FactorAct, type Shown } from "#contract/people/sign-in/proofs.ts";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import type { Factors } from "../../platform/outside/signer/known-factors.ts";
import type { Answered, FactorChange, FactorOutcome } from "../../platform/outside/signer/signer.ts";
import { enrolledKey, isAsserted, type Site } from "./assertion.ts";
import { checkCode, type CodePurpose, confirmAuthenticator, startAuthenticator } from "./authenticators.ts";
import {
  deleteAuthenticator,
  deletePasskey,
  findAuthenticator,
  insertPasskey,
  lockFactors,
  passkeysById,
  passkeysOf,
  usersWithFactor,
} from "./factor-rows.ts";
import { holdEnds, holdSendOuts, usersAfterLoss } from "../proofs/holds.ts";
import { checkPassword } from "../passwords/passwords.ts";
import { countCodes, deleteCodes, hasRole, usesOf, writeOptions } from "./recovery-code-rows.ts";
import { makeCodes, makeFirstCodes, tryRecoveryCode } from "./recovery-codes.ts";
import {
  beginChannel,
  type ChannelRow,
  channelsOf,
  confirmChannel,
  hasReceiver,
  textsStopped,
  removeChannel,
  usersWithChannel,
} from "./sent-code-rows.ts";
import {
  checkSentCode,
  emailReplaces,
  FIRST_CODE_MINUTES,
  ofNewDevice,
  send,
  sendToNewDevice,
  trySentCode,
} from "./sent-codes.ts";
import {
  beginDevice,
  confirmDevice,
  findChosen,
  receiversOf,
  takesFirstCode,
  waitingDevice,
} from "./code-device-rows.ts";
import { deleteQuestions, findQuestions, keepQuestions } from "./question-rows.ts";
import { hashAnswers } from "./questions.ts";
import { spendingOf } from "../proofs/spending.ts";

const ON = 1;

export function listFactors(db: Db, { userId: id }: { userId: string }): Promise<Factors> {
  const userId = BigInt(id);
  return db.read(async (tx) => {
    await tx.readClock();
    const [authenticator, passkeys] = [await findAuthenticator(tx, userId), await passkeysOf(tx, userId)];
    const isAfterLoss = (await usersAfterLoss(tx, [userId])).has(userId);
    const [channels, stopped] = [await channelsOf(tx, userId), await textsStopped(tx, userId)];
    const [uses, codes] = [await usesOf(tx, userId), await countCodes(tx, userId)];
    const email = (await emailReplaces(tx, { userId }))
      ? ({ state: ON, addedAt: null } as const)
      : stateOf(channels, "email");
    const hasFactor = passkeys.length > 0 || Boolean(authenticator?.confirmed_at);
    return {
      heldUntil: (await holdEnds(tx, [userId])).get(userId)?.toISOString() ?? null,
      limit:
        hasFactor && !isAfterLoss && uses.release.state === ON && uses.sendout.state === ON
          ? null
          : await spendingOf(tx, userId),
      authenticator: authenticator?.confirmed_at ? { addedAt: authenticator.confirmed_at.toISOString() } : null,
      passkeys: passkeys.map(({ id, name, made_at }) => ({ id, name, addedAt: made_at.toISOString() })),
      channels: {
        sms: stateOf(channels, "sms"),
        email,
        push: stateOf(channels, "push"),
        telegram: stateOf(channels, "telegram"),
      },
      takesTelegram: await hasReceiver(tx, { userId, channel: "telegram" }),
      uses,
      noTexts: stopped === "texts_off",
      takesTexts: stopped === null,
      recoveryCodesLeft: codes.made === 0 ? null : codes.left,
      questions: (await findQuestions(tx, userId))?.questions ?? [],
      receivers: (await receiversOf(tx, userId)).map((row) => ({
        id: row.endpoint_hash,
        userAgent: row.user_agent,
        sessionId: String(row.session_id),
        since: row.made_at.toISOString(),
        getsCodes: row.gets_codes,
      })),
    };
  });
}

function stateOf(channels: readonly ChannelRow[], name: CodeChannelName): Factors["channels"]["sms"] {
  const found = channels.find(({ channel }) => channel === name);
  if (!found) return { state: 0, addedAt: null };
  const { confirmed_at: confirmedAt, removed_at: removedAt } = found;
  if (removedAt) return { state: 2, addedAt: null };
  return { state: confirmedAt ? 1 : 3, addedAt: confirmedAt?.toISOString() ?? null };
}

/** Refuses signer.busy and signer.throttled. */
export async function changeFactors(db: Db, site: Site, change: FactorChange): Promise<FactorOutcome> {
  const userId = BigInt(change.userId);
  if (change.act === "confirm_authenticator") {
    const confirmed = await confirmAuthenticator(db, { userId, code: change.code, from: change.from });
    if (!confirmed) return { outcome: "none" };
    return confirmed.isRight ? { outcome: "done", ...codesOf(confirmed.recoveryCodes) } : { outcome: "wrong" };
  }
  if (change.act === "confirm_channel") return orNothing(confirmFirst(db, change));
  // It takes away what is lost, and adds nothing.
  if ("recoveryCode" in change.shown)
    return change.act === "remove"
      ? removeByRecoveryCode(db, site, { change, code: change.shown.recoveryCode })
      : { outcome: "wrong" };
  const isRight = await isShown(db, site, {
    userId,
    shown: change.shown,
    wanted: wantedBy(change),
    from: change.from,
  });
  if (!isRight) return { outcome: "wrong" };
  // Slow, and so on no connection of the database.
  const answersHash =
    change.act === "set_questions" && change.chosen.length > 0
      ? await hashAnswers(change.chosen.map(({ answer }) => answer))
      : undefined;
  const changing = db.tx(async (tx): Promise<FactorOutcome> => {
    await noteCaller(tx, change.from);
    await lockFactors(tx, userId);
    // A lost factor is removed with the password, and then nothing leaves for days. The password adds nothing beside it, and a
    // person with the mailbox or the number cannot remove it.
    const isByPassword = change.act === "remove" && "password" in change.shown;
    if (!isByPassword && (await hasBetter(tx, userId, change.shown))) return { outcome: "factor" };
    if (change.act === "set_questions") return writeQuestions(tx, { userId, chosen: change.chosen, answersHash });
    return apply(tx, site, change);
  });
  return orNothing(changing);
}

/** What undoes a transaction in which nothing was done. */
class NothingDone extends Error {
  readonly outcome: FactorOutcome;
  constructor(outcome: FactorOutcome) {
    super("nothing was done");
    this.outcome = outcome;
  }
}

type Removal = Extract<ShownChange, { readonly act: "remove" }>;
type ByRecoveryCode = { readonly change: Removal; readonly code: string };

/** The code is spent together with the removal, and kept if there is nothing to remove. */
function removeByRecoveryCode(db: Db, site: Site, { change, code }: ByRecoveryCode): Promise<FactorOutcome> {
  const userId = BigInt(change.userId);
  const trying = db.tx(async (tx): Promise<FactorOutcome> => {
    await noteCaller(tx, change.from);
    await lockFactors(tx, userId);
    if (!(await tryRecoveryCode(tx, { userId, code }))) return { outcome: "wrong" };
    const outcome = await apply(tx, site, change);
    if (outcome.outcome !== "done") throw new NothingDone(outcome);
    return outcome;
  });
  return orNothing(trying);
}

function orNothing(trying: Promise<FactorOutcome>): Promise<FactorOutcome> {
  return trying.catch((error: unknown) => {
    if (error instanceof NothingDone) return error.outcome;
    throw error;
  });
}

/** Than what was shown: an app or a passkey, and for a password codes that are sent as well. */
async function hasBetter(tx: Tx, userId: bigint, shown: Shown): Promise<boolean> {
  if (!isWeak(shown)) return false;
  if ((await usersWithFactor(tx, [userId])).has(userId)) return true;
  return "password" in shown && (await usersWithChannel(tx, [userId])).has(userId);
}

const codesOf = (recoveryCodes: readonly string[] | undefined) => (recoveryCodes ? { recoveryCodes } : {});
export const isWeak = (shown: Shown): boolean => "password" in shown || "sentCode" in shown;

type First = Extract<FactorChange, { readonly act: "confirm_channel" }>;

/** The code that came there counts the channel in. Refuses signer.throttled. */
function confirmFirst(db: Db, { userId: id, channel, code, from, sessionId }: First): Promise<FactorOutcome> {
  const userId = BigInt(id);
  return db.tx(async (tx) => {
    await noteCaller(tx, from);
    await lockFactors(tx, userId);
    const waiting = channel === "push" ? await waitingDevice(tx, { userId, minutes: FIRST_CODE_MINUTES }) : undefined;
    // Must be typed in the session that chose: a person with the chosen browser and another session of the account cannot
    // confirm it alone.
    if (waiting && waiting.begunBy !== (sessionId ?? null)) return { outcome: "none" };
    const deviceId = waiting?.deviceId;
    const isWaiting = channel === "push" ? deviceId !== undefined : await isChannelWaiting(tx, { userId, channel });
    if (!isWaiting || !(await mayReceive(tx, { userId, channel, deviceId }))) return { outcome: "none" };
    if ((await usersWithFactor(tx, [userId])).has(userId)) return { outcome: "factor" };
    const wanted = deviceId === undefined ? ({ kind: "add_factor", id: channel } as const) : ofNewDevice(deviceId);
    if (!(await trySentCode(tx, { userId, channel, code, wanted, from }))) return { outcome: "wrong" };
    if (deviceId !== undefined && !(await confirmDevice(tx, { userId, deviceId })))
      throw new NothingDone({ outcome: "none" });
    await confirmChannel(tx, { userId, channel });
    await holdSendOuts(tx, { userId, reason: "new_factor" });
    return { outcome: "done", ...codesOf(await makeFirstCodes(tx, userId)) };
  });
}

type Waited = { readonly userId: bigint; readonly channel: CodeChannelName };

async function isChannelWaiting(tx: Tx, { userId, channel }: Waited): Promise<boolean> {
  const beganAfter = tx.now.getTime() - FIRST_CODE_MINUTES * 60_000;
  return (await channelsOf(tx, userId)).some(
    (one) =>
      one.channel === channel &&
      one.confirmed_at === null &&
      one.removed_at === null &&
      one.begun_at.getTime() > beganAfter,
  );
}

function mayReceive(tx: Tx, { userId, channel, deviceId }: Waited & { deviceId: bigint | undefined }) {
  return deviceId === undefined
    ? hasReceiver(tx, { userId, channel })
    : takesFirstCode(tx, { userId, deviceId, sessionId: undefined });
}

type ShownChange = Exclude<FactorChange, { readonly act: "confirm_authenticator" | "confirm_channel" }>;

function wantedBy(change: ShownChange): FactorAct {
  if (change.act === "remove") return { kind: "remove_factor", id: change.factor };
  if (change.act === "make_recovery_codes") return { kind: "add_factor", id: "recovery_codes" };
  if (change.act === "set_options") return { kind: "remove_factor", id: "options" };
  if (change.act === "set_questions")
    return { kind: change.chosen.length > 0 ? "add_factor" : "remove_factor", id: "questions" };
  if (change.act === "start_channel") return { kind: "add_factor", id: change.channel };
  return { kind: "add_factor", id: change.act === "add_passkey" ? "passkey" : "authenticator" };
}

type Asked = {
  readonly userId: bigint;
  readonly shown: Shown;
  readonly wanted: FactorAct;
  readonly from: CalledFrom | undefined;
};

/** A password and a code are counted when they are wrong. */
export async function isShown(db: Db, site: Site, { userId, shown, wanted, from }: Asked): Promise<boolean> {
  // It is spent in the same transaction as its act, not here.
  if ("recoveryCode" in shown) return false;
  const purpose: CodePurpose = wanted.kind === "sign_in" ? "second_step" : "code";
  if ("code" in shown) return checkCode(db, { userId, code: shown.code, purpose, from });
  if ("sentCode" in shown) {
    const { channel, sentCode: code } = shown;
    return checkSentCode(db, { userId, channel, code, wanted, from });
  }
  if ("password" in shown)
    return checkPassword(db, { userId: userId.toString(), password: shown.password, purpose: "prove", from });
  return db.read(async (tx) => {
    const key = (await passkeysById(tx, [shown.passkey.credential_id])).get(shown.passkey.credential_id);
    if (key?.user_id !== userId) return false;
    const now = await tx.readClock();
    return isAsserted(site, { assertion: shown.passkey, publicKey: key.public_key, wanted, now });
  });
}

async function apply(
  tx: Tx,
  site: Site,
  change: Exclude<ShownChange, { readonly act: "set_questions" }>,
): Promise<FactorOutcome> {
  const userId = BigInt(change.userId);
  if (change.act === "start_authenticator") {
    const secret = await startAuthenticator(tx, userId);
    return secret === undefined ? { outcome: "exists" } : { outcome: "done", secret };
  }
  if (change.act === "start_channel")
    return startChannel(tx, {
      userId,
      channel: change.channel,
      sessionId: change.sessionId,
      device: change.device,
      isByCall: change.isByCall,
    });
  if (change.act === "make_recovery_codes" || change.act === "set_options") return settle(tx, userId, change);
  if (change.act === "remove") {
    const isGone = await remove(tx, userId, change.factor);
    if (isGone && isAsLost(change)) await holdSendOuts(tx, { userId, reason: "factor_lost" });
    // They replace factors that do not exist any more; the next factor brings new ones.
    if (isGone && !(await hasAny(tx, userId))) {
      await deleteCodes(tx, userId);
      await deleteQuestions(tx, userId);
    }
    return { outcome: isGone ? "done" : "none" };
  }
  const publicKey = await enrolledKey(site, { passkey: change.passkey, now: tx.now });
  if (!publicKey) return { outcome: "unusable" };
  if ((await passkeysOf(tx, userId)).length >= MOST_PASSKEYS) return { outcome: "full" };
  const row = { id: change.passkey.credential_id, user_id: userId, public_key: publicKey, name: change.name };
  if (!(await insertPasskey(tx, row))) return { outcome: "exists" };
  await holdSendOuts(tx, { userId, reason: "new_factor" });
  return { outcome: "done", ...codesOf(await makeFirstCodes(tx, userId)) };
}

type Questions = {
  readonly userId: bigint;
  readonly chosen: readonly Answered[];
  readonly answersHash: string | undefined;
};

/** Requires a factor: 'none' without one. */
async function writeQuestions(tx: Tx, { userId, chosen, answersHash }: Questions): Promise<FactorOutcome> {
  if (!(await hasAny(tx, userId))) return { outcome: "none" };
  if (answersHash === undefined) await deleteQuestions(tx, userId);
  else await keepQuestions(tx, { userId, questions: chosen.map(({ question }) => question), answersHash });
  return { outcome: "done" };
}

type Settling = Extract<FactorChange, { readonly act: "make_recovery_codes" | "set_options" }>;

/** Recovery codes and options; 'none' without a factor. */
async function settle(tx: Tx, userId: bigint, change: Settling): Promise<FactorOutcome> {
  if (!(await hasAny(tx, userId))) return { outcome: "none" };
  if (change.act === "make_recovery_codes") return { outcome: "done", recoveryCodes: await makeCodes(tx, userId) };
  const { login, release, sendout } = change.options;
  if (!(login && release && sendout) && (await hasRole(tx, userId))) return { outcome: "staff" };
  await writeOptions(tx, userId, change.options);
  return { outcome: "done" };
}

async function hasAny(tx: Tx, userId: bigint): Promise<boolean> {
  return (await usersWithFactor(tx, [userId])).has(userId) || (await usersWithChannel(tx, [userId])).has(userId);
}

async function remove(tx: Tx, userId: bigint, factor: string): Promise<boolean> {
  if (factor === "authenticator") return deleteAuthenticator(tx, userId);
  const channel = CODE_CHANNELS.find((name) => name === factor);
  if (channel) return removeChannel(tx, { userId, channel });
  return deletePasskey(tx, { id: factor, userId });
}

/** By the password, or by a code that was sent, where what goes is not just that. */
function isAsLost({ factor, shown }: Removal): boolean {
  if ("recoveryCode" in shown) return true;
  return isWeak(shown) && !("sentCode" in shown && shown.channel === factor);
}

type Starting = {
  readonly userId: bigint;
  readonly channel: CodeChannelName;
  readonly sessionId: string | undefined;
  readonly device: string | undefined;
  readonly isByCall?: boolean | undefined;
};

async function startChannel(
  tx: Tx,
  { userId, channel, sessionId, device, isByCall }: Starting,
): Promise<FactorOutcome> {
  if (channel === "push") return startDevice(tx, { userId, sessionId, device });
  if (!(await hasReceiver(tx, { userId, channel, sessionId }))) return { outcome: "none" };
  const by = channel === "sms" && isByCall ? "call" : channel;
  const stopped = by === "sms" ? await textsStopped(tx, userId) : null;
  if (stopped) return { outcome: stopped };
  if (!(await beginChannel(tx, { userId, channel }))) return { outcome: "exists" };
  const sent = await send(tx, { userId, by, wanted: { kind: "add_factor", id: channel }, sessionId });
  if (sent.outcome === "wait") return sent;
  return { outcome: sent.outcome === "sent" ? "done" : "none" };
}

/** One browser, on its own: with the first the channel is on, and each later one is added beside it. */
async function startDevice(tx: Tx, { userId, sessionId, device }: Omit<Starting, "channel">): Promise<FactorOutcome> {
  const deviceId = await findChosen(tx, { userId, device, sessionId });
  if (typeof deviceId === "string") return { outcome: deviceId };
  await beginDevice(tx, { userId, deviceId, sessionId });
  await beginChannel(tx, { userId, channel: "push" });
  const sent = await sendToNewDevice(tx, { userId, deviceId, sessionId });
  // Or a code that went to the one before would be out, and another browser waits.
  if (sent.outcome === "wait") throw new NothingDone(sent);
  if (sent.outcome !== "sent") throw new NothingDone({ outcome: "none" });
  return { outcome: "done" };
}
