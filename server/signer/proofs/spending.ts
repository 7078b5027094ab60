/**
 * A user with nothing better than a password, or codes by text and email, can let only so much go in a day, releases,
 * send-outs and Lightning payments together. The same applies to a user who removed a factor by the password, as long as that holds send-outs: another
 * factor is no better than the password then.
 */
import { displayFromUnits } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import type { ProofRow } from "./proof-rows.ts";
import { lockFactors } from "../factors/factor-rows.ts";
import { type Asked, askedSums, countedSums } from "./spending-rows.ts";

export type Limited = {
  /** By place in the list: what leaves by each, in cents. */
  readonly cents: readonly (bigint | null)[];
  /** By place, of those that would go beyond: what is left of the day. */
  readonly left: ReadonlyMap<number, bigint>;
};

/** Of orders, payments over Lightning: they reach anybody at once. What others deliver has limits of its own. */
const LIMITED = ["release", "send_out", "order"];
/** A person with the mailbox or the number has these, and the password. */
const WEAK: readonly ProofRow["method"][] = ["password", "sms", "email", "push", "telegram"];

/** Of proofs by passwords and codes that were sent, and of all by these users, in order: each counts for the next. Locks their users. What has no price lets nothing go. */
export async function limitByPassword(
  tx: Tx,
  asked: readonly Omit<ProofRow, "usdCents">[],
  afterLoss: ReadonlySet<bigint>,
): Promise<Limited> {
  const limited = asked.flatMap((one, place) =>
    (WEAK.includes(one.method) || afterLoss.has(one.userId)) && LIMITED.includes(one.kind)
      ? [{ ...one, place } satisfies Asked]
      : [],
  );
  if (limited.length === 0) return { cents: asked.map(() => null), left: new Map() };
  const users = [...new Set(limited.map(({ userId }) => userId))].sort((one, other) => (one < other ? -1 : 1));
  for (const userId of users) await lockFactors(tx, userId);

  const limit = await limitCents(tx);
  const sums = await askedSums(tx, limited);
  const subjects = [...sums.values()].map(({ subject }) => subject);
  const counted = await countedSums(tx, users, subjects);
  const left = new Map<number, bigint>();
  for (const { place, userId } of limited) {
    const sum = sums.get(place);
    // Not theirs, or over: that is said by others.
    if (!sum) continue;
    const before = counted.get(userId) ?? 0n;
    if (sum.usdCents === null || before + sum.usdCents > limit) left.set(place, rest(limit, before));
    else counted.set(userId, before + sum.usdCents);
  }
  return { cents: asked.map((_, place) => sums.get(place)?.usdCents ?? null), left };
}

export type Spending = { readonly limitUsd: string; readonly leftUsd: string };

export function usdText(cents: bigint): string {
  return displayFromUnits(cents, 2);
}

/** What a password lets go in a day, and what is left of it. */
export async function spendingOf(tx: ReadTx, userId: bigint): Promise<Spending> {
  const limit = await limitCents(tx);
  const counted = (await countedSums(tx, [userId], [])).get(userId) ?? 0n;
  return { limitUsd: usdText(limit), leftUsd: usdText(rest(limit, counted)) };
}

async function limitCents(tx: ReadTx): Promise<bigint> {
  const { "wallet.password_limit_usd": limit } = await readSettings(tx, ["wallet.password_limit_usd"]);
  return BigInt(limit) * 100n;
}

function rest(limit: bigint, counted: bigint): bigint {
  return counted >= limit ? 0n : limit - counted;
}
