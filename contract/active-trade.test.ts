// Guards: the list of open trades after a view of one: newest version wins, those that wait for the reader stand first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAlarmed, withTrade } from "./active-trade.ts";
import type { ActiveTrade } from "./trades.ts";

const trade = (tradeHash: string, version: number, mustAct = false) => ({ tradeHash, version, mustAct }) as ActiveTrade;

test("a view replaces an older one of its trade and never a newer one", () => {
  const list = [trade("a", 3), trade("b", 1)];
  assert.equal(withTrade(list, trade("a", 2)), list);
  assert.deepEqual(withTrade(list, trade("a", 4)), [trade("a", 4), trade("b", 1)]);
});

test("a new trade is added, and what waits for the reader stands first", () => {
  assert.deepEqual(withTrade([trade("a", 1)], trade("c", 1)), [trade("c", 1), trade("a", 1)]);
  assert.deepEqual(withTrade([trade("a", 1), trade("b", 1)], trade("b", 2, true)), [
    trade("b", 2, true),
    trade("a", 1),
  ]);
});

test("urgent is what waits for the reader and runs out within ten minutes", () => {
  const nowMs = Date.UTC(2026, 10, 21, 6);
  const at = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString();
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(9) }, nowMs), true);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(11) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: false, expiresAt: at(1) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: null }, nowMs), true);
});
