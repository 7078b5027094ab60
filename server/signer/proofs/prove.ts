/**
 * Writes proofs for factors that were shown here and found right. Proofs that are requested while others are written share the
 * next transaction, for all callers.
 */
import { awardParts, type ShownQuote } from "#contract/people/sign-in/proofs.ts";
import { isRecoveryAct } from "#contract/compliance/recovery/acts.ts";
import { isStopOfSendOut } from "#contract/staff/send-out-acts.ts";
import { isRestrictionAct } from "#contract/compliance/restriction-acts.ts";
import { changeDetail, isStaffChange } from "#contract/staff/changes.ts";
import { isVerificationAct } from "#contract/compliance/verification/acts.ts";
import { takesFactor } from "#contract/staff/names.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import type { ProofAsked, ProofOutcome } from "../../platform/outside/signer/signer.ts";
import { isAsserted, type Site } from "../factors/assertion.ts";
import { checkCode } from "../factors/authenticators.ts";
import { type PasskeyRow, passkeysById, usersWithFactor } from "../factors/factor-rows.ts";
import { holdEnds, recoveryHoldEnds, usersAfterLoss } from "./holds.ts";
import { isWeak } from "../factors/factors.ts";
import { checkPassword } from "../passwords/passwords.ts";
import { limitByPassword, usdText } from "./spending.ts";
import { insertProofs, PROOF_MINUTES, type ProofRow } from "./proof-rows.ts";
import { checkSentCode } from "../factors/sent-codes.ts";
import { usersAskedAt } from "../factors/recovery-code-rows.ts";
import { usersWithChannel } from "../factors/sent-code-rows.ts";
import { quotesOf } from "./shown-quotes.ts";
import {
  insertRecoveryProofs,
  insertStopProofs,
  insertRestrictionProofs,
  insertStaffProofs,
  insertVerificationProofs,
  rolesBegin,
} from "./staff-proof-rows.ts";

type Shown = {
  readonly asked: ProofAsked;
  /** Of a password or a code, which was compared before. */
  readonly isRight?: boolean;
};

type Waiting = {
  readonly shown: readonly Shown[];
  readonly settle: (outcomes: ProofOutcome[]) => void;
  readonly fail: (error: unknown) => void;
};

export type Prover = (asked: readonly ProofAsked[]) => Promise<ProofOutcome[]>;

/** In order of what was asked. Refuses signer.busy and signer.throttled for passwords and codes. */
export function makeProver(db: Db, site: Site): Prover {
  const queue: Waiting[] = [];
  let isBusy = false;
  const drain = async () => {
    isBusy = true;
    while (queue.length > 0) {
      const group = queue.splice(0);
      try {
        const all = group.flatMap(({ shown }) => shown);
        const outcomes = await db.tx((tx) => write(tx, site, all));
        for (const { shown, settle } of group) settle(outcomes.splice(0, shown.length));
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }
    isBusy = false;
  };
  return async (asked) => {
    const shown = await Promise.all(asked.map((one) => compare(db, one)));
    return new Promise((settle, fail) => {
      queue.push({ shown, settle, fail });
      if (!isBusy) void drain();
    });
  };
}

async function compare(db: Db, asked: ProofAsked): Promise<Shown> {
  const { userId, shown, from } = asked;
  // A recovery code signs in and removes lost factors: a person who finds the paper can release nothing.
  if ("recoveryCode" in shown) return { asked, isRight: false };
  if ("sentCode" in shown) {
    const { channel, sentCode: code } = shown;
    return {
      asked,
      isRight: await checkSentCode(db, { userId: BigInt(userId), channel, code, wanted: asked.for, from }),
    };
  }
  if ("code" in shown)
    return { asked, isRight: await checkCode(db, { userId: BigInt(userId), code: shown.code, purpose: "code", from }) };
  if (!("password" in shown)) return { asked };
  return { asked, isRight: await checkPassword(db, { userId, password: shown.password, purpose: "prove", from }) };
}

async function write(tx: Tx, site: Site, shown: readonly Shown[]): Promise<ProofOutcome[]> {
  const keyIds = shown.flatMap(({ asked }) => ("passkey" in asked.shown ? [asked.shown.passkey.credential_id] : []));
  const byWeak = shown.flatMap(({ asked }) => (isWeak(asked.shown) ? [BigInt(asked.userId)] : []));
  const [keys, quotes, better, byChannel, atRelease, atSendOut] = await Promise.all([
    keyIds.length > 0 ? passkeysById(tx, keyIds) : new Map<string, PasskeyRow>(),
    quotesOf(tx, {
      sendOuts: idsOf(shown, "send_out"),
      conversions: idsOf(shown, "convert"),
      orders: idsOf(shown, "order"),
    }),
    usersWithFactor(tx, byWeak),
    usersWithChannel(tx, byWeak),
    usersAskedAt(tx, byWeak, "release"),
    usersAskedAt(tx, byWeak, "sendout"),
  ]);
  /** A user who turned it off for just this kind confirms by the password, within the password's limit. */
  const isAsked = (owner: bigint, { kind }: ProofAsked["for"]) => {
    const use = USES.get(kind);
    return use === undefined || (use === "release" ? atRelease : atSendOut).has(owner);
  };
  const known = { site, keys, quotes, now: tx.now };
  const right = await Promise.all(shown.map(({ asked, isRight }) => isRight ?? isSigned(asked, known)));
  const hasBetter = ({ asked: { shown: by, userId, for: wanted } }: Shown) => {
    const owner = BigInt(userId);
    if (!isWeak(by)) return false;
    if (takesFactor(wanted)) return true;
    if (!isAsked(owner, wanted)) return false;
    return better.has(owner) || ("password" in by && byChannel.has(owner) && !isQuick(wanted));
  };
  const outcomes: (ProofOutcome | undefined)[] = shown.map((one, place) =>
    right[place] ? (hasBetter(one) ? { outcome: "factor" } : undefined) : { outcome: "wrong" },
  );
  const places = shown.flatMap((_, place) => (outcomes[place] ? [] : [place]));
  const byCode = shown.flatMap(({ asked }) => ("code" in asked.shown ? [BigInt(asked.userId)] : []));
  const afterLoss = await usersAfterLoss(tx, byCode);
  for (const key of keys.values()) if (key.is_after_loss) afterLoss.add(key.user_id);
  const written = await writeRight(
    tx,
    places.flatMap((place) => shown[place]?.asked ?? []),
    afterLoss,
  );
  places.forEach((place, index) => {
    outcomes[place] = written[index];
  });
  return outcomes.map((outcome) => outcome ?? { outcome: "nothing" });
}

/** What was shown is right: is it theirs, open, and within what they may? */
async function writeRight(
  tx: Tx,
  asked: readonly ProofAsked[],
  afterLoss: ReadonlySet<bigint>,
): Promise<ProofOutcome[]> {
  const holdOf = await holdsOf(tx, asked);
  const { cents, left } = await limitByPassword(tx, asked.map(rowOf), afterLoss);
  const within = asked.flatMap((one, place) =>
    left.has(place) || holdOf(one) ? [] : [{ place, row: { ...rowOf(one), usdCents: cents[place] ?? null } }],
  );
  const isChange = ({ row }: { row: ProofRow }) => isStaffChange(row);
  const isRestriction = ({ row }: { row: ProofRow }) => isRestrictionAct(row);
  const isDocument = ({ row }: { row: ProofRow }) => isVerificationAct(row);
  const isRecovery = ({ row }: { row: ProofRow }) => isRecoveryAct(row);
  const isStop = ({ row }: { row: ProofRow }) => isStopOfSendOut(row);
  const open = new Set<number>();
  for (const [part, insert] of [
    [
      within.filter(
        (one) => !isChange(one) && !isRestriction(one) && !isDocument(one) && !isRecovery(one) && !isStop(one),
      ),
      insertProofs,
    ],
    [within.filter(isChange), insertStaffProofs],
    [within.filter(isRestriction), insertRestrictionProofs],
    [within.filter(isDocument), insertVerificationProofs],
    [within.filter(isRecovery), insertRecoveryProofs],
    [within.filter(isStop), insertStopProofs],
  ] as const)
    for (const index of await insert(
      tx,
      part.map(({ row }) => row),
    ))
      open.add(part[index]?.place ?? -1);
  const expiresAt = new Date(tx.now.getTime() + PROOF_MINUTES * 60_000).toISOString();
  return asked.map((one, place) => {
    const until = holdOf(one);
    if (until) return { outcome: "held", until: until.toISOString() };
    const rest = left.get(place);
    if (rest !== undefined) return { outcome: "limit", leftUsd: usdText(rest) };
    return open.has(place) ? { outcome: "proved", expiresAt } : { outcome: "nothing" };
  });
}

/** An act that pays out requires a user without a hold, and staff decide only once their role is effective. */
async function holdsOf(tx: Tx, asked: readonly ProofAsked[]): Promise<(one: ProofAsked) => Date | undefined> {
  const isHeld = ({ for: wanted }: ProofAsked) =>
    wanted.kind === "send_out" || wanted.kind === "order" || takesFactor(wanted);
  const isCase = ({ for: wanted }: ProofAsked) =>
    wanted.kind === "award" ||
    wanted.kind === "reopen" ||
    isRestrictionAct(wanted) ||
    isVerificationAct(wanted) ||
    isRecoveryAct(wanted) ||
    isStopOfSendOut(wanted);
  const isChange = ({ for: wanted }: ProofAsked) => isStaffChange(wanted);
  const usersOf = (some: (one: ProofAsked) => boolean) => asked.filter(some).map(({ userId }) => BigInt(userId));
  const held = await holdEnds(tx, usersOf(isHeld));
  const recovered = await recoveryHoldEnds(
    tx,
    usersOf(() => true),
  );
  const begins = await rolesBegin(
    tx,
    usersOf((one) => isCase(one) || isChange(one)),
  );
  return (one) => {
    const userId = BigInt(one.userId);
    // The current holder of an account under recovery proves nothing: no release, no transfer, no other email.
    const until = recovered.get(userId) ?? (isHeld(one) ? held.get(userId) : undefined);
    if (isChange(one)) return until ?? begins.get(userId)?.admin ?? undefined;
    return until ?? (isCase(one) ? (begins.get(userId)?.any ?? undefined) : undefined);
  };
}

function rowOf({ userId, for: wanted, shown }: ProofAsked) {
  return {
    userId: BigInt(userId),
    kind: wanted.kind,
    id: wanted.id,
    detail: detailOf(wanted),
    method: methodOf(shown),
  };
}

function detailOf(wanted: ProofAsked["for"]): string | null {
  if (isStaffChange(wanted)) return changeDetail(wanted);
  if (wanted.kind === "restrict") return wanted.state;
  if (wanted.kind === "demand_verification") return wanted.document;
  return wanted.kind === "award" ? awardParts(wanted).join(":") : null;
}

function methodOf(shown: ProofAsked["shown"]): ProofRow["method"] {
  if ("passkey" in shown) return "passkey";
  if ("sentCode" in shown) return shown.channel;
  return "code" in shown ? "authenticator" : "password";
}

const idsOf = (shown: readonly Shown[], kind: string) =>
  shown.flatMap(({ asked }) => (asked.for.kind === kind ? [asked.for.id] : []));

type Known = {
  readonly site: Site;
  readonly keys: ReadonlyMap<string, PasskeyRow>;
  readonly quotes: ReadonlyMap<string, ShownQuote>;
  readonly now: Date;
};

/** By a key of this user's, over what the signer itself reads of a quote. */
async function isSigned({ userId, for: wanted, shown }: ProofAsked, known: Known): Promise<boolean> {
  const { site, keys, quotes, now } = known;
  if (!("passkey" in shown)) return false;
  const key = keys.get(shown.passkey.credential_id);
  if (!key || key.user_id !== BigInt(userId)) return false;
  const quote = quotes.get(`${wanted.kind}:${wanted.id}`) ?? {};
  return isAsserted(site, { assertion: shown.passkey, publicKey: key.public_key, wanted, now, shown: quote });
}

/**
 * The acts for which the owner chose to be asked for a second factor; all other acts always require it, because sums
 * returned by a cancellation are not limited.
 */
const USES = new Map<string, "release" | "sendout">([
  ["release", "release"],
  ["send_out", "sendout"],
  ["convert", "sendout"],
  ["order", "sendout"],
]);

/** A quote expires before a code arrives, so a user with nothing better than codes converts with the password. */
const isQuick = ({ kind }: ProofAsked["for"]): boolean => kind === "convert" || kind === "order";
