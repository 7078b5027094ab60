/** Why a trade may not start for its size or number: the limits of the levels, in US dollars. */
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { ID_LEVEL, UNLIMITED_LEVEL } from "../../people/accounts/index.ts";
import { levelsOf, lockUsers, sumsOf } from "./limit-rows.ts";

/** In cents; undefined is no limit. */
export type Limits = {
  /** Of open trades, the new one included. */
  readonly openCents: bigint | undefined;
  /** Of the last 24 hours. */
  readonly dayCents: bigint | undefined;
  readonly lifetimeCents: bigint | undefined;
  /** Open trades at once. */
  readonly openTrades: number | undefined;
};
export type LimitsOf = (level: number) => Limits;

/** As the settings have them; who is above the last level that is limited has none. */
export async function readLimits(tx: ReadTx): Promise<LimitsOf> {
  const settings = await readSettings(tx, [
    "limits.open_trades_usd",
    "limits.day_usd",
    "limits.lifetime_usd",
    "limits.open_trades_without_id",
  ]);
  const centsOf = (byLevel: Readonly<Record<string, number>>, level: number) => {
    const usd = level < UNLIMITED_LEVEL ? byLevel[String(level)] : undefined;
    return usd === undefined ? undefined : BigInt(usd) * 100n;
  };
  return (level) => ({
    openCents: centsOf(settings["limits.open_trades_usd"], level),
    dayCents: centsOf(settings["limits.day_usd"], level),
    lifetimeCents: centsOf(settings["limits.lifetime_usd"], level),
    openTrades: level < ID_LEVEL ? settings["limits.open_trades_without_id"] : undefined,
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
  return usageOfUsers(tx, await levelsOf(tx, userIds));
}

async function usageOfUsers(
  tx: ReadTx,
  users: readonly { readonly id: bigint; readonly level: number }[],
): Promise<Map<bigint, Usage>> {
  // Who has no limit needs no sums: robots trade a lot.
  const limited = users.filter(({ level }) => level < UNLIMITED_LEVEL).map(({ id }) => id);
  const sums = await sumsOf(tx, limited);
  const byUser = new Map(sums.map((row) => [row.user_id, row]));
  return new Map(
    users.map(({ id, level }) => {
      const used = byUser.get(id);
      return [
        id,
        {
          userId: id,
          level,
          openCents: used?.open_cents ?? 0n,
          dayCents: used?.day_cents ?? 0n,
          lifetimeCents: used?.lifetime_cents ?? 0n,
          openTrades: used?.open_trades ?? 0,
        },
      ];
    }),
  );
}

/** The refusal max_2_active_trades_id_not_verified, max_per_trade_limit or reached_daily_compliance_limit; pure. */
export function limitRefusal(usage: Usage, usdCents: bigint, limitsOf: LimitsOf): Refusal | undefined {
  const { openTrades, openCents, dayCents, lifetimeCents } = limitsOf(usage.level);
  if (openTrades !== undefined && usage.openTrades >= openTrades)
    return new Refusal("max_2_active_trades_id_not_verified", { most: openTrades });
  for (const [code, limit, used] of [
    ["max_per_trade_limit", openCents, usage.openCents],
    ["reached_daily_compliance_limit", dayCents, usage.dayCents],
    ["reached_daily_compliance_limit", lifetimeCents, usage.lifetimeCents],
  ] as const) {
    if (limit !== undefined && used + usdCents > limit) return new Refusal(code, { leftUsd: dollars(limit - used) });
  }
  return undefined;
}

/** What the next trade may be at most; undefined where nothing limits it. Zero where none may start. */
export function leftCents(usage: Usage, limitsOf: LimitsOf): bigint | undefined {
  const { openTrades, openCents, dayCents, lifetimeCents } = limitsOf(usage.level);
  if (openTrades !== undefined && usage.openTrades >= openTrades) return 0n;
  const left = [
    [openCents, usage.openCents],
    [dayCents, usage.dayCents],
    [lifetimeCents, usage.lifetimeCents],
  ].flatMap(([limit, used]) => (limit === undefined ? [] : [limit - (used ?? 0n)]));
  return left.sort((one, other) => Number(one - other))[0];
}

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
