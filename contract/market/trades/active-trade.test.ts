// Guards: the list of open trades after a view of one: newest version wins, trades that wait for the reader come first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAlarmed, withChange, withTrade } from "./active-trade.ts";
import type { ActiveTrade, TradeChange, TradeView } from "./trade/trades.ts";

const trade = (tradeHash: string, version: number, mustAct = false) => ({ tradeHash, version, mustAct }) as ActiveTrade;

test("a view replaces an older one of its trade and never a newer one", () => {
  const list = [trade("a", 3), trade("b", 1)];
  assert.equal(withTrade(list, trade("a", 2)), list);
  assert.deepEqual(withTrade(list, trade("a", 3, true)), [trade("a", 3, true), trade("b", 1)]);
  assert.deepEqual(withTrade([], trade("a", 1)), [trade("a", 1)]);
  assert.deepEqual(withTrade(list, trade("a", 4)), [trade("a", 4), trade("b", 1)]);
});

test("a new trade is added, and trades that wait for the reader come first", () => {
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
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(10) }, nowMs), true);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(10.001) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(11) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(-1) }, nowMs), true);
  assert.equal(isAlarmed({ mustAct: false, expiresAt: null }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: false, expiresAt: at(1) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: null }, nowMs), true);
});

test("a change replaces what it says of the view, and an older one nothing", () => {
  const view = { version: 4, status: "active_funded", fiatAmount: "100.00" } as TradeView;
  const change = { version: 5, status: "paid", unreadMessages: 2 } as TradeChange;
  const next = withChange(view, change);
  assert.deepEqual(next, { version: 5, status: "paid", fiatAmount: "100.00", unreadMessages: 2 });
  assert.equal(withChange(next, { ...change, version: 4, status: "active_funded" }), next);
  assert.equal(withChange(next, { ...change, unreadMessages: 3 }).unreadMessages, 3);
});
