/** Why a trade may not start for its size or number: the limits of the levels, in US dollars. */
import { Refusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { ID_LEVEL, UNLIMITED_LEVEL } from "../../people/accounts/index.ts";
import { lockUsers, sumsOf } from "./limit-rows.ts";

/** In cents. Measured over open trades plus the new one, over 24 hours, over a lifetime; undefined is no limit. */
type Limits = { readonly openCents: bigint; readonly dayCents?: bigint; readonly lifetimeCents?: bigint };

const LEVELS: readonly { readonly level: number; readonly limits: Limits }[] = [
  { level: 0, limits: { openCents: 0n } },
  { level: 1, limits: { openCents: 70_000n, dayCents: 70_000n, lifetimeCents: 1_000_000n } },
  { level: 1.5, limits: { openCents: 100_000n, dayCents: 100_000n, lifetimeCents: 1_000_000n } },
  { level: 2, limits: { openCents: 1_000_000n, dayCents: 2_000_000n } },
  { level: 2.5, limits: { openCents: 2_500_000n, dayCents: 5_000_000n } },
  { level: 3, limits: { openCents: 5_000_000n, dayCents: 10_000_000n } },
];
const MOST_OPEN_WITHOUT_ID = 2;

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
  const users = await lockUsers(tx, userIds);
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
export function limitRefusal(usage: Usage, usdCents: bigint): Refusal | undefined {
  const limits = LEVELS.find(({ level }) => level === usage.level)?.limits;
  if (!limits) return undefined;
  if (usage.level < ID_LEVEL && usage.openTrades >= MOST_OPEN_WITHOUT_ID)
    return new Refusal("max_2_active_trades_id_not_verified");
  const leftOpen = limits.openCents - usage.openCents;
  if (usdCents > leftOpen) return new Refusal("max_per_trade_limit", { leftUsd: dollars(leftOpen) });
  for (const [limit, used] of [
    [limits.dayCents, usage.dayCents],
    [limits.lifetimeCents, usage.lifetimeCents],
  ] as const) {
    if (limit !== undefined && used + usdCents > limit)
      return new Refusal("reached_daily_compliance_limit", { leftUsd: dollars(limit - used) });
  }
  return undefined;
}

function dollars(cents: bigint): string {
  return cents <= 0n ? "0" : `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** The trade counts from now on. */
export function addUsage(usage: Usage, usdCents: bigint): void {
  usage.openCents += usdCents;
  usage.dayCents += usdCents;
  usage.lifetimeCents += usdCents;
  usage.openTrades += 1;
}
