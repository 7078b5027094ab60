/**
 * Codes by text and email: made here, each for one thing, compared here, and sent by a worker. Weaker than an app: a person
 * with the mailbox or the number has the codes.
 */
import {
  CODE_KINDS,
  type CodeChannelName,
  type FactorAct,
  NEW_DEVICE,
  type ProofFor,
  type ShownQuote,
} from "#contract/people/sign-in/proofs.ts";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db, ReadTx, Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { type CodeAsked, type CodeOutcome, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { blindIndex } from "../../platform/sealed.ts";
import { takesFirstCode, waitingDevice } from "./code-device-rows.ts";
import { type CodePurpose, MOST_WRONG } from "./authenticators.ts";
import { countFailures, insertFailure } from "../passwords/credential-rows.ts";
import { lockFactors, usersWithFactor } from "./factor-rows.ts";
import { quotesOf } from "../proofs/shown-quotes.ts";
import * as rows from "./sent-code-rows.ts";

const CODE_MINUTES = 10;
/** The first code of a channel or browser is shown soon; after that the user begins anew. */
export const FIRST_CODE_MINUTES = 15;
const TRIES = 5;
const MOST_A_DAY = 30;
/** Separate from the others: a person with only the password can request these. */
const MOST_SIGN_INS_A_DAY = 15;

type Wanted = ProofFor | FactorAct;

/** A code for one thing is a code for nothing else. */
const subjectOf = ({ kind, id }: Wanted) => `${kind}:${id}`;
const markOf = (userId: bigint, subject: string, code: string) =>
  blindIndex(`${userId}\n${subject}\n${code}`, "sent_codes");

/** For users with this channel on. Decisions of staff require more than such a code. */
export function sendCode(db: Db, asked: CodeAsked): Promise<CodeOutcome> {
  const userId = BigInt(asked.userId);
  const channel = channelOf(asked.by);
  const isSigningIn = asked.for.kind === "sign_in";
  if (asked.for.kind === "add_factor" && asked.for.id === NEW_DEVICE) return sendFirstAgain(db, asked);
  // A code that comes elsewhere says nothing of a browser that waits for its own.
  if (asked.for.id.startsWith(`${NEW_DEVICE}:`)) return Promise.resolve({ outcome: "none" });
  if (!isSigningIn && !CODE_KINDS.some((kind) => kind === asked.for.kind))
    return Promise.resolve({ outcome: "factor" });
  return db.tx(async (tx) => {
    await lockFactors(tx, userId);
    if (isSigningIn && (await usersWithFactor(tx, [userId])).has(userId)) return { outcome: "factor" };
    const isOn = isSigningIn
      ? (await channelsAtSignIn(tx, userId, asked.for)).includes(channel)
      : (await isOnFor(tx, { userId, channel, wanted: asked.for })) ||
        (channel === "email" && (await emailReplaces(tx, { userId, wanted: asked.for })));
    if (!isOn || !(await isThere(tx, userId, asked.for))) return { outcome: "none" };
    const outcome = await send(tx, { userId, by: asked.by, wanted: asked.for, sessionId: asked.sessionId });
    if (outcome.outcome === "sent" && asked.for.kind === "send_out")
      await rows.prolongQuote(tx, { userId, hash: asked.for.id, minutes: CODE_MINUTES });
    return outcome;
  });
}

/** To the browser that waits for its first code, and to no other. */
function sendFirstAgain(db: Db, asked: CodeAsked): Promise<CodeOutcome> {
  const userId = BigInt(asked.userId);
  return db.tx(async (tx) => {
    await lockFactors(tx, userId);
    const waiting = await waitingDevice(tx, { userId, minutes: FIRST_CODE_MINUTES });
    if (asked.by !== "push" || waiting === undefined) return { outcome: "none" };
    return sendToNewDevice(tx, { userId, deviceId: waiting.deviceId, sessionId: asked.sessionId });
  });
}

type ToNewDevice = { readonly userId: bigint; readonly deviceId: bigint; readonly sessionId: string | undefined };

/** Within a transaction that has locked the user's factors. A code for one browser confirms no other. */
export async function sendToNewDevice(tx: Tx, { userId, deviceId, sessionId }: ToNewDevice): Promise<CodeOutcome> {
  if (!(await takesFirstCode(tx, { userId, deviceId, sessionId }))) return { outcome: "none" };
  return make(tx, { userId, by: "push", wanted: ofNewDevice(deviceId), sessionId, deviceId });
}

export const ofNewDevice = (deviceId: bigint) => ({ kind: "add_factor", id: `${NEW_DEVICE}:${deviceId}` }) as const;

async function isOnFor(
  tx: Tx,
  { userId, channel, wanted }: { userId: bigint; channel: CodeChannelName; wanted: Wanted },
) {
  const known = (await rows.channelsOf(tx, userId)).find((one) => one.channel === channel);
  const isAdding = wanted.kind === "add_factor" && wanted.id === channel;
  return known !== undefined && known.removed_at === null && (known.confirmed_at !== null || isAdding);
}

/**
 * Whether email replaces push and Telegram: a browser that takes pushes is signed out one day, a chat is unlinked, and a user with
 * nothing else turned on must not be locked out then. With `wanted` also where the newest code for it did not get to Telegram.
 */
export async function emailReplaces(
  tx: ReadTx,
  { userId, wanted }: { readonly userId: bigint; readonly wanted?: Wanted },
): Promise<boolean> {
  const on = (await rows.channelsOf(tx, userId)).filter((one) => one.confirmed_at && !one.removed_at);
  if (on.length === 0 || on.some(({ channel }) => channel !== "push" && channel !== "telegram")) return false;
  const isLost = wanted !== undefined && (await rows.isTelegramLost(tx, { userId, subject: subjectOf(wanted) }));
  if (!isLost) for (const { channel } of on) if (await rows.hasReceiver(tx, { userId, channel })) return false;
  return rows.hasReceiver(tx, { userId, channel: "email" });
}

/** Those that a code can go to. */
export async function channelsAtSignIn(tx: ReadTx, userId: bigint, wanted?: Wanted): Promise<CodeChannelName[]> {
  const on = (await rows.channelsOf(tx, userId)).filter((one) => one.confirmed_at && !one.removed_at);
  const open: CodeChannelName[] = [];
  for (const { channel } of on) if (await rows.hasReceiver(tx, { userId, channel })) open.push(channel);
  return (await emailReplaces(tx, { userId, ...(wanted ? { wanted } : {}) })) ? [...open, "email"] : open;
}

/** A message names only what exists: a transfer of theirs that can be read, a trade by its hash. */
async function isThere(tx: Tx, userId: bigint, wanted: Wanted): Promise<boolean> {
  if (wanted.kind === "send_out") return rows.hasQuote(tx, { userId, hash: wanted.id });
  if (wanted.kind === "release" || wanted.kind === "cancel") return /^[A-Za-z0-9]{6,40}$/.test(wanted.id);
  return true;
}

type Sending = {
  readonly userId: bigint;
  readonly by: CodeAsked["by"];
  readonly wanted: Wanted;
  /** The requesting user, if signed in. */
  readonly sessionId: string | undefined;
};

/** A call says what a text would. */
const channelOf = (by: CodeAsked["by"]): CodeChannelName => (by === "call" ? "sms" : by);

/** Within a transaction that has locked the user's factors. */
export async function send(tx: Tx, { userId, by, wanted, sessionId }: Sending): Promise<CodeOutcome> {
  const channel = channelOf(by);
  if (!(await rows.hasReceiver(tx, { userId, channel, sessionId }))) return { outcome: "none" };
  const stopped = by === "sms" ? await rows.textsStopped(tx, userId) : null;
  if (stopped) return { outcome: stopped };
  return make(tx, { userId, by, wanted, sessionId, deviceId: undefined });
}

type Making = Sending & { readonly deviceId: bigint | undefined };

async function make(tx: Tx, { userId, by, wanted, sessionId, deviceId }: Making): Promise<CodeOutcome> {
  const channel = channelOf(by);
  const isSigningIn = wanted.kind === "sign_in";
  const until = await rows.nextCodeAt(tx, {
    userId,
    isSigningIn,
    mostADay: isSigningIn ? MOST_SIGN_INS_A_DAY : MOST_A_DAY,
  });
  if (until) return { outcome: "wait", waitSec: Math.ceil((until.getTime() - tx.now.getTime()) / 1000) };
  const code = ids.digits(6);
  const subject = subjectOf(wanted);
  const mark = markOf(userId, subject, code);
  const sentCode = await rows.insertSentCode(tx, {
    userId,
    channel,
    by,
    subject,
    mark,
    tries: TRIES,
    minutes: CODE_MINUTES,
  });
  await rows.handOver(tx, {
    userId,
    sentCode,
    channel: by,
    sessionId,
    deviceId,
    code,
    about: { kind: wanted.kind, id: wanted.id, ...(await shownOf(tx, wanted)) },
  });
  return { outcome: "sent" };
}

/** The message names what leaves, so its reader sees what the code is for. */
async function shownOf(tx: Tx, { kind, id }: Wanted): Promise<ShownQuote> {
  const ask = (wanted: string) => (kind === wanted ? [id] : []);
  const asked = { sendOuts: ask("send_out"), conversions: ask("convert"), orders: ask("order") };
  return (await quotesOf(tx, asked)).get(`${kind}:${id}`) ?? {};
}

type Shown = {
  readonly userId: bigint;
  readonly channel: CodeChannelName;
  readonly code: string;
  readonly wanted: Wanted;
  readonly from: CalledFrom | undefined;
};

/** Whether this is the code that was sent for just this; it counts once. Refuses signer.throttled. */
export function checkSentCode(db: Db, shown: Shown): Promise<boolean> {
  return db.tx(async (tx) => {
    await noteCaller(tx, shown.from);
    await lockFactors(tx, shown.userId);
    return trySentCode(tx, shown);
  });
}

/** The same within a transaction that has locked the user's factors. */
export async function trySentCode(tx: Tx, { userId, channel, code, wanted }: Shown): Promise<boolean> {
  const purpose: CodePurpose = wanted.kind === "sign_in" ? "second_step" : "code";
  const guessed = { userId, purpose };
  if ((await countFailures(tx, guessed, MOST_WRONG[purpose])) >= MOST_WRONG[purpose])
    throw new SignerRefusal("signer.throttled", "too many wrong codes within a day");
  const subject = subjectOf(wanted);
  const open = await rows.lockOpenCode(tx, { userId, channel, subject });
  const isRight = open !== undefined && markOf(userId, subject, code).equals(open.code_mark);
  if (open) await rows.countTry(tx, { id: open.id, isRight });
  if (!isRight) await insertFailure(tx, guessed, true);
  return isRight;
}
