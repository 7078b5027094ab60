/** Why a trade may not start for its size or number: the limits of the levels, in US dollars. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { needsIdAndAddress, type PaymentMethod } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { ADDRESS_LEVEL, ID_LEVEL, levelToCome, UNLIMITED_LEVEL } from "../../../people/accounts/index.ts";
import { type BothStandings, type LevelStanding, levelRefusal } from "../../offers/index.ts";
import { lockUsers, sumsOf, type UsageRow, usageRow } from "./limit-rows.ts";

/** In cents; undefined is no limit. */
export type Limits = {
  /** Of open trades, the new one included. */
  readonly openCents: bigint | undefined;
  /** Of the last 24 hours. */
  readonly dayCents: bigint | undefined;
  readonly lifetimeCents: bigint | undefined;
  /** Open trades at once. */
  readonly openTrades: number | undefined;
  /** Of one trade that its starter pays or is paid in cash. */
  readonly cashCents: bigint | undefined;
};
export type LimitsOf = (level: number) => Limits;

export const LIMIT_SETTINGS = [
  "limits.open_trades_usd",
  "limits.day_usd",
  "limits.lifetime_usd",
  "limits.open_trades_without_id",
  "limits.cash_without_address_usd",
] as const;
type LimitSettings = Awaited<ReturnType<typeof readSettings<(typeof LIMIT_SETTINGS)[number]>>>;

/** As the settings have them. */
export async function readLimits(tx: ReadTx): Promise<LimitsOf> {
  return limitsFrom(await readSettings(tx, LIMIT_SETTINGS));
}

/** The same from what was read with others; a user above the last limited level has none. */
export function limitsFrom(settings: LimitSettings): LimitsOf {
  const centsOf = (byLevel: Readonly<Record<string, number>>, level: number) => {
    const usd = level < UNLIMITED_LEVEL ? byLevel[String(level)] : undefined;
    return usd === undefined ? undefined : BigInt(usd) * 100n;
  };
  return (level) => ({
    openCents: centsOf(settings["limits.open_trades_usd"], level),
    dayCents: centsOf(settings["limits.day_usd"], level),
    lifetimeCents: centsOf(settings["limits.lifetime_usd"], level),
    openTrades: level < ID_LEVEL ? settings["limits.open_trades_without_id"] : undefined,
    cashCents: level < ADDRESS_LEVEL ? BigInt(settings["limits.cash_without_address_usd"]) * 100n : undefined,
  });
}

export type Usage = {
  readonly userId: bigint;
  readonly level: number;
  openCents: bigint;
  dayCents: bigint;
  lifetimeCents: bigint;
  openTrades: number;
};

/** What each user has open, had in 24 hours and ever. Locks the users in id order, so that nothing slips in beside. */
export async function lockUsage(tx: Tx, userIds: readonly bigint[]): Promise<Map<bigint, Usage>> {
  return usageOfUsers(tx, await lockUsers(tx, userIds));
}

/** The same, to show. */
export async function readUsage(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, Usage>> {
  const rows = await Promise.all(userIds.map((userId) => usageRow(tx, { userId, unlimitedFrom: UNLIMITED_LEVEL })));
  return new Map(rows.flatMap((row) => (row ? [[row.user_id, usageFrom(row, row)] as const] : [])));
}

async function usageOfUsers(
  tx: ReadTx,
  users: readonly { readonly id: bigint; readonly level: number }[],
): Promise<Map<bigint, Usage>> {
  // Without a limit the sums are not read: robots trade a lot.
  const limited = users.filter(({ level }) => level < UNLIMITED_LEVEL).map(({ id }) => id);
  const sums = await sumsOf(tx, limited);
  const byUser = new Map(sums.map((row) => [row.user_id, row]));
  return new Map(users.map(({ id, level }) => [id, usageFrom({ user_id: id, level }, byUser.get(id))]));
}

function usageFrom({ user_id, level }: { user_id: bigint; level: number }, used: UsageRow | undefined): Usage {
  return {
    userId: user_id,
    level,
    openCents: used?.open_cents ?? 0n,
    dayCents: used?.day_cents ?? 0n,
    lifetimeCents: used?.lifetime_cents ?? 0n,
    openTrades: used?.open_trades ?? 0,
  };
}

/** What a level leaves of each of its limits, for starting a trade by this method where one is given; pure. */
export function standingOf(usage: Usage, limitsOf: LimitsOf, method?: PaymentMethod): LevelStanding {
  const { openTrades, openCents, dayCents, lifetimeCents, cashCents } = limitsOf(usage.level);
  const isCash = method !== undefined && needsIdAndAddress(method);
  const sums = [
    ["offer.id_and_address", isCash ? cashCents : undefined, 0n],
    ["max_per_trade_limit", openCents, usage.openCents],
    ["reached_daily_compliance_limit", dayCents, usage.dayCents],
    ["reached_daily_compliance_limit", lifetimeCents, usage.lifetimeCents],
  ] as const;
  return {
    openTradesLeft: openTrades === undefined ? undefined : openTrades - usage.openTrades,
    left: sums.flatMap(([code, limit, used]) => (limit === undefined ? [] : [{ code, cents: limit - used }])),
  };
}

type Counted = { readonly usdCents: bigint; readonly limitsOf: LimitsOf; readonly method?: PaymentMethod };

/**
 * Returns the refusal max_2_active_trades_id_not_verified, max_per_trade_limit or reached_daily_compliance_limit and, for the
 * user who starts a trade by this method, offer.id_and_address; pure.
 */
export function limitRefusal(usage: Usage, { usdCents, limitsOf, method }: Counted): Refusal | undefined {
  const standing = standingOf(usage, limitsOf, method);
  const code = levelRefusal(standing, usdCents);
  if (code === undefined) return undefined;
  if (code === "max_2_active_trades_id_not_verified")
    return new Refusal(code, { most: limitsOf(usage.level).openTrades });
  const short = standing.left.find(({ cents }) => cents < usdCents);
  return new Refusal(code, { leftUsd: dollars(short?.cents ?? 0n) });
}

/** What the next trade may be at most, and the refusal above it; undefined where nothing limits it. Zero where none may start. */
export function leastLeft(standing: LevelStanding): LevelStanding["left"][number] | undefined {
  if (levelRefusal(standing, 0n) === "max_2_active_trades_id_not_verified")
    return { code: "max_2_active_trades_id_not_verified", cents: 0n };
  return [...standing.left].sort((one, other) => Number(one.cents - other.cents))[0];
}

/**
 * What the owner's level leaves, as others may see it: in steps once they have traded, because the sum itself would reveal
 * their trades.
 */
export function shownLeftCents(usage: Usage, limitsOf: LimitsOf): bigint | undefined {
  const left = leftCents(usage, limitsOf);
  const hasTraded = usage.openCents > 0n || usage.dayCents > 0n || usage.lifetimeCents > 0n;
  return left !== undefined && hasTraded ? coarse(left) : left;
}

/** Down to 1, 2 or 5 with zeros, in whole dollars. */
function coarse(cents: bigint): bigint {
  const whole = cents / 100n;
  if (whole <= 0n) return 0n;
  const step = 10n ** BigInt(whole.toString().length - 1);
  const digit = [5n, 2n, 1n].find((one) => one * step <= whole) ?? 1n;
  return digit * step * 100n;
}

export function leftCents(usage: Usage, limitsOf: LimitsOf): bigint | undefined {
  return leastLeft(standingOf(usage, limitsOf))?.cents;
}

type Viewing = {
  readonly viewer: Pick<Viewer, "userId" | "level" | "lacks">;
  readonly ownerId: bigint;
  readonly method: PaymentMethod;
};

/** Of a user who views an offer and of its owner, to show: before the first level as with it. */
export async function readStanding(tx: ReadTx, { viewer, ownerId, method }: Viewing): Promise<BothStandings> {
  const { userId } = viewer;
  const [usage, limitsOf] = await Promise.all([readUsage(tx, [userId, ownerId]), readLimits(tx)]);
  const [own, owner] = [usage.get(userId), usage.get(ownerId)];
  return {
    own: own ? standingOf({ ...own, level: levelToCome(viewer) }, limitsOf, method) : UNLIMITED,
    owner: owner ? standingOf(owner, limitsOf) : UNLIMITED,
    ownerLeftCents: owner && shownLeftCents(owner, limitsOf),
  };
}

const UNLIMITED: LevelStanding = { openTradesLeft: undefined, left: [] };

export function dollars(cents: bigint): string {
  return cents <= 0n ? "0" : `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** The trade counts from now on. */
export function addUsage(usage: Usage, usdCents: bigint): void {
  usage.openCents += usdCents;
  usage.dayCents += usdCents;
  usage.lifetimeCents += usdCents;
  usage.openTrades += 1;
}
