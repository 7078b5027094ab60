// Guards: the limits of each level, at the cent; how long a side waits for a moderator; names on public receipts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETTINGS } from "../../../reference/settings/index.ts";
import { disputeWaitSec } from "../moves/dispute-wait.ts";
import { testDb } from "../../../testing/index.ts";
import { addUsage, leftCents, limitRefusal, readLimits, type Usage } from "./limits.ts";
import { masked } from "../views/receipt.ts";

const { db, owner } = await testDb();
const limitsOf = await db.read(readLimits);

const usage = (changes: Partial<Usage>): Usage => ({
  userId: 1n,
  level: 1,
  openCents: 0n,
  dayCents: 0n,
  lifetimeCents: 0n,
  openTrades: 0,
  ...changes,
});
const refusalOf = (used: Partial<Usage>, cents: bigint) => {
  const refusal = limitRefusal(usage(used), { usdCents: cents, limitsOf });
  return refusal ? `${refusal.code} ${refusal.context.leftUsd ?? ""}`.trim() : "";
};

test("what may be open at once grows with the level, to the cent", () => {
  for (const [level, cents] of [
    [0, 0n],
    [1, 70_000n],
    [1.5, 100_000n],
    [2, 1_000_000n],
    [2.5, 2_500_000n],
    [3, 5_000_000n],
  ] as const) {
    if (cents > 0n) assert.equal(refusalOf({ level }, cents), "", `level ${level}`);
    const left = cents === 0n ? "0" : `${cents / 100n}.00`;
    assert.equal(refusalOf({ level }, cents + 1n), `max_per_trade_limit ${left}`, `level ${level}`);
  }
  assert.equal(refusalOf({ level: 4, openTrades: 99 }, 10n ** 15n), "");
});

test("what is open, of the day and of a life counts, and the refusal states what is left", () => {
  assert.equal(refusalOf({ openCents: 69_900n }, 100n), "");
  assert.equal(refusalOf({ openCents: 69_895n }, 106n), "max_per_trade_limit 1.05");
  assert.equal(refusalOf({ openCents: 70_000n }, 1n), "max_per_trade_limit 0");
  assert.equal(refusalOf({ openCents: 80_000n }, 1n), "max_per_trade_limit 0");
  assert.equal(refusalOf({ dayCents: 60_000n }, 10_000n), "");
  assert.equal(refusalOf({ dayCents: 60_000n }, 10_001n), "reached_daily_compliance_limit 100.00");
  assert.equal(refusalOf({ lifetimeCents: 990_000n }, 10_000n), "");
  assert.equal(refusalOf({ lifetimeCents: 990_000n }, 10_001n), "reached_daily_compliance_limit 100.00");
  for (const [level, day] of [
    [1.5, 100_000n],
    [2, 2_000_000n],
    [2.5, 5_000_000n],
    [3, 10_000_000n],
  ] as const) {
    assert.equal(refusalOf({ level, dayCents: day - 1n }, 1n), "", `level ${level}`);
    assert.equal(refusalOf({ level, dayCents: day - 1n }, 2n), "reached_daily_compliance_limit 0.01", `level ${level}`);
  }
  assert.equal(refusalOf({ level: 1.5, lifetimeCents: 1_000_000n }, 1n), "reached_daily_compliance_limit 0");
  assert.equal(refusalOf({ level: 2, lifetimeCents: 10n ** 12n }, 1n), "");
});

test("without a verified identity two trades may be open", () => {
  assert.equal(refusalOf({ openTrades: 1 }, 1n), "");
  assert.equal(refusalOf({ openTrades: 2 }, 1n), "max_2_active_trades_id_not_verified");
  assert.equal(refusalOf({ level: 1.5, openTrades: 2 }, 1n), "max_2_active_trades_id_not_verified");
  assert.equal(refusalOf({ level: 2, openTrades: 2 }, 1n), "");
});

test("a trade that starts counts in everything at once", () => {
  const counted = usage({ openCents: 1n, dayCents: 2n, lifetimeCents: 3n, openTrades: 1 });
  addUsage(counted, 10n);
  assert.deepEqual(counted, usage({ openCents: 11n, dayCents: 12n, lifetimeCents: 13n, openTrades: 2 }));
});

test("what is left is the least of what the limits leave, and nothing where no trade may begin", () => {
  const left = (used: Partial<Usage>) => leftCents(usage(used), limitsOf);
  assert.equal(left({ openCents: 10_000n, dayCents: 65_000n }), 5_000n);
  assert.equal(left({ openCents: 65_000n, dayCents: 10_000n }), 5_000n);
  assert.equal(left({ lifetimeCents: 999_000n }), 1_000n);
  assert.equal(left({ openTrades: 2 }), 0n);
  assert.equal(left({ level: 4, openCents: 10n ** 12n }), undefined);
});

test("limits are settings: a new value counts at once, and a level that is not named has none", async () => {
  await owner.query(
    `insert into settings values ('limits.open_trades_usd', $1, null, market_now()),
       ('limits.open_trades_without_id', '1', null, market_now())`,
    [JSON.stringify({ ...SETTINGS["limits.open_trades_usd"].value, "1": 50 })],
  );
  const changed = await db.read(readLimits);
  assert.equal(limitRefusal(usage({}), { usdCents: 5_001n, limitsOf: changed })?.code, "max_per_trade_limit");
  assert.equal(
    limitRefusal(usage({ openTrades: 1 }), { usdCents: 1n, limitsOf: changed })?.code,
    "max_2_active_trades_id_not_verified",
  );
  assert.equal(changed(4).openCents, undefined);
});

test("a side waits as long as the method usually takes", () => {
  for (const [group, minutes] of [
    ["gift-cards", 30],
    ["online-transfers", 60],
    ["mobile-money", 60],
    ["debitcredit-cards", 60],
    ["digital-currencies", 60],
    ["bank-transfers", 180],
    ["cash-deposits", 180],
  ] as const) {
    assert.equal(disputeWaitSec({ group, windowMinutes: 1439 }), minutes * 60, group);
    assert.equal(disputeWaitSec({ group, windowMinutes: 1440 }), 86_400, group);
  }
});

test("a name on a receipt keeps two letters at each end, and of a short one the first", () => {
  for (const [name, shown] of [
    ["abc", "a•••"],
    ["abcd", "a•••"],
    ["abcde", "ab•de"],
    ["BraveOtter123", "Br•••••••••23"],
    ["", "•••"],
  ] as const)
    assert.equal(masked(name), shown);
});
