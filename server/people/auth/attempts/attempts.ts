/**
 * Guessing is slowed down over all sessions and processes. An attempt is counted before it is made, so that guesses made
 * at once count like guesses made in turn; the right one is taken back. What is bounded is one account from one place,
 * so that a stranger does not lock the owner out, and above that the account from all strange places together.
 */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db, Tx } from "../../../platform/postgres/db.ts";
import { networkOf } from "../../../platform/words/networks.ts";
import { emailMark } from "../../accounts/index.ts";
import {
  type Bound,
  deleteAttempts,
  deleteNewest,
  deleteOldFailures,
  insertAttempts,
  lockSubjects,
  openAgainAt,
} from "./attempt-rows.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { deleteOldDevices } from "../sessions/device-rows.ts";
import { deleteOldPending } from "../second-step/pending-rows.ts";
import { deleteSpentPuzzles } from "./puzzle-rows.ts";

const FROM_ONE_PLACE = { most: 10, minutes: 15 } as const;
/** NIST SP 800-63B, section 3.2.2: no more than 100 failures. */
const IN_A_DAY = { most: 100, minutes: 24 * 60 } as const;

/** Where guesses at one secret come from. */
export type Place = {
  readonly secret: string;
  /** A device or session of the owner, or an address. */
  readonly from: string;
  /** Nothing of the owner's: bounded together with all other such places. */
  readonly isStrange: boolean;
};

export type Attempt = { readonly ids: readonly bigint[]; readonly subject: string };

/** Refuses auth.throttled with the seconds to wait; `beside` is counted with it and bounds nothing. Locks the subjects: guesses at one secret are counted in turn. */
export async function countAttempt(
  tx: Tx,
  { secret, from, isStrange }: Place,
  beside: readonly string[] = [],
): Promise<Attempt> {
  const subject = `${secret}:${from}`;
  const bounds: Bound[] = [
    { subject, ...FROM_ONE_PLACE },
    { subject: isStrange ? secret : subject, ...IN_A_DAY },
  ];
  return { ids: [...(await countWithin(tx, bounds)), ...(await insertAttempts(tx, beside))], subject };
}

/** Refuses auth.throttled with the seconds to wait when any of the bounds is reached. Locks the subjects. */
async function countWithin(tx: Tx, bounds: readonly Bound[]): Promise<readonly bigint[]> {
  const subjects = [...new Set(bounds.map((bound) => bound.subject))];
  await lockSubjects(tx, subjects);
  const now = await tx.readClock();
  const openAt = await openAgainAt(tx, bounds);
  if (openAt) {
    const waitSec = Math.ceil((openAt.getTime() - now.getTime()) / 1000);
    throw new Refusal("auth.throttled", { retryAfterSec: Math.max(1, waitSec) });
  }

  return insertAttempts(tx, subjects);
}

/**
 * A guess of the second step requires the password: all unknown networks together have fewer tries. The signer counts further.
 */
const SECOND_STEPS_IN_A_DAY = { most: 30, minutes: 24 * 60 } as const;

/** Refuses auth.throttled. Known browsers of the owner go on while strangers are stopped. */
export async function countSecondStep(
  tx: Tx,
  { userId, from, isStrange }: Omit<Place, "secret"> & { readonly userId: bigint },
): Promise<Attempt> {
  const secret = `second:${userId}`;
  const subject = `${secret}:${from}`;
  const bounds = [
    { subject, ...FROM_ONE_PLACE },
    { subject: isStrange ? secret : subject, ...SECOND_STEPS_IN_A_DAY },
  ];
  return { ids: await countWithin(tx, bounds), subject };
}

/** Nobody guesses a recovery code: who tries many from one place is slowed, and no place closes another. Refuses auth.throttled. */
export async function countRecovery(tx: Tx, { userId, from }: { userId: bigint; from: string }): Promise<Attempt> {
  const subject = `recovery:${userId}:${from}`;
  return { ids: await countWithin(tx, [{ subject, ...FROM_ONE_PLACE }]), subject };
}

/** Of the fifteen that the signer sends to a person: strange places together leave the rest to known browsers. */
const CODES_TO_STRANGERS = { most: 7, minutes: 24 * 60 } as const;
const CODES_TO_ONE_BROWSER = { most: 8, minutes: 24 * 60 } as const;

/** A code that finishes a sign-in. Refuses auth.throttled. */
export async function countSignInCode(
  tx: Tx,
  { userId, from, isStrange }: Omit<Place, "secret"> & { readonly userId: bigint },
): Promise<void> {
  const everybody = `sign-in-code:${userId}`;
  await countWithin(tx, [
    isStrange
      ? { subject: everybody, ...CODES_TO_STRANGERS }
      : { subject: `${everybody}:${from}`, ...CODES_TO_ONE_BROWSER },
  ]);
}

/** Nobody knows a new password: what strangers did with the last one does not limit its owner. */
export async function forgetStrangers(tx: Tx, { userId }: { userId: bigint }): Promise<void> {
  for (const subject of [`login:${userId}`, `second:${userId}`, `sign-in-code:${userId}`])
    await deleteAttempts(tx, { ids: [], subject });
}

/** Guesses at one account when signing in: no other account counts for it or resets it. */
export const loginSecret = ({ userId, email }: { userId: bigint | undefined; email: string }) =>
  `login:${userId ?? emailMark(email).toString("base64url")}`;

/** Subjects of what came from one network: wrong sign-ins, emails to who registers, forms of theirs, links to new passwords. */
export const signInsFrom = (ip: string) => `login-from:${networkOf(ip)}`;
export const mailsFrom = (ip: string) => `mail-from:${networkOf(ip)}`;
export const formsFrom = (ip: string) => `register-from:${networkOf(ip)}`;
export const linksFrom = (ip: string) => `reset-from:${networkOf(ip)}`;

export const recoveriesFrom = (ip: string) => `recovery-from:${networkOf(ip)}`;

const TO_ONE_MAILBOX = { most: 5, minutes: 60 } as const;
const BY_ONE_NETWORK = { most: 100, minutes: 60 } as const;

/** A mail to an address that nobody has confirmed. Refuses auth.throttled. */
export async function countStrangersMail(tx: Tx, { to, ip }: { to: string; ip: string }): Promise<void> {
  await countWithin(tx, [
    { subject: `mail-to:${emailMark(mailboxOf(to)).toString("base64url")}`, ...TO_ONE_MAILBOX },
    { subject: mailsFrom(ip), ...BY_ONE_NETWORK },
  ]);
}

/** A link to a new password: as often, whether the address has an account or not. Refuses auth.throttled. */
export async function countResetMail(tx: Tx, { to, ip }: { to: string; ip: string }): Promise<void> {
  await countWithin(tx, [
    { subject: `reset-to:${emailMark(mailboxOf(to)).toString("base64url")}`, ...TO_ONE_MAILBOX },
    { subject: linksFrom(ip), ...BY_ONE_NETWORK },
  ]);
}

const RECOVERIES_OF_ONE = { most: 3, minutes: 24 * 60 } as const;
const RECOVERIES_BY_ONE_NETWORK = { most: 10, minutes: 24 * 60 } as const;

/** A visitor registers: as often, whether there is such an account or not. Refuses auth.throttled. */
export async function countRecoveryAsk(
  tx: Tx,
  { account, email, ip }: { account: string; email: string; ip: string },
): Promise<void> {
  const marked = (text: string) => emailMark(mailboxOf(text)).toString("base64url");
  await countWithin(tx, [
    { subject: `recovery-of:${marked(account)}`, ...RECOVERIES_OF_ONE },
    { subject: `recovery-to:${marked(email)}`, ...RECOVERIES_OF_ONE },
    { subject: recoveriesFrom(ip), ...RECOVERIES_BY_ONE_NETWORK },
  ]);
}

const TICKETS_BY_ONE_NETWORK = { most: 50, minutes: 24 * 60 };

/** Somebody writes to support, `most` times a day. Refuses auth.throttled. */
export async function countTicket(tx: Tx, { by, ip, most }: { by: string; ip: string; most: number }): Promise<void> {
  await countWithin(tx, [
    { subject: `ticket-of:${by}`, most, minutes: 24 * 60 },
    { subject: `ticket-from:${networkOf(ip)}`, ...TICKETS_BY_ONE_NETWORK },
  ]);
}

const BEGUN_FROM = "social-from:";
const ANSWERED_FROM = "social-answer-from:";

/** A visitor goes to a provider to sign in: a row here, about which a worker may have to ask. Refuses auth.throttled. */
export async function countSocialBegin(tx: Tx, ip: string): Promise<void> {
  await countWithin(tx, [{ subject: `${BEGUN_FROM}${networkOf(ip)}`, ...BY_ONE_NETWORK }]);
}

/** Comes back from there: what it brought is looked at by a worker, and by the provider. Refuses auth.throttled. */
export async function countSocialAnswer(tx: Tx, ip: string): Promise<Attempt> {
  const subject = `${ANSWERED_FROM}${networkOf(ip)}`;
  return { ids: await countWithin(tx, [{ subject, ...BY_ONE_NETWORK }]), subject };
}

/** It signed a user in, which each attempt does once: other attempts that began there still count. */
export async function forgetSocialBegin(tx: Tx, ip: string): Promise<void> {
  await deleteNewest(tx, `${BEGUN_FROM}${networkOf(ip)}`);
}

/** Most servers put "ada+anything@" into the box of "ada@". */
function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*@/, "@");
}

/** Does what was counted. If a service was busy or away, the attempt does not count. */
export async function comparing<T>(db: Db, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await db.tx((tx) => withdrawAttempt(tx, attempt));
    throw error;
  }
}

/** Nothing was compared: those before it count on. */
export function withdrawAttempt(tx: Tx, { ids }: Attempt): Promise<void> {
  return deleteAttempts(tx, { ids, subject: null });
}

export function withdrawAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  return deleteAttempts(tx, { ids: attempts.flatMap(({ ids }) => ids), subject: null });
}

/** A form of registration, whatever becomes of it: it costs a slow digest, and bounds nothing but what work is asked for. */
export async function countForm(tx: Tx, ip: string): Promise<void> {
  await insertAttempts(tx, [formsFrom(ip)]);
}

/** It was no guess: forgotten with all earlier ones of the same place. */
export function forgiveAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  return deleteAttempts(tx, attempt);
}

export async function forgetOldFailures(db: Db): Promise<void> {
  await db.tx(async (tx) => {
    await deleteOldFailures(tx);
    await deleteOldDevices(tx, (await readSettings(tx, ["retention.log_days"]))["retention.log_days"]);
    await deleteOldPending(tx);
    await deleteSpentPuzzles(tx);
  });
}
