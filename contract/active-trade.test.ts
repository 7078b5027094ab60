// Guards: the list of open trades after a view of one: newest version wins, those that wait for the reader stand first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { activeTradeOf, isAlarmed, withTrade } from "./active-trade.ts";
import type { ActiveTrade, TradeView } from "./trades.ts";

const trade = (tradeHash: string, version: number, mustAct = false) => ({ tradeHash, version, mustAct }) as ActiveTrade;

test("a view replaces an older one of its trade and never a newer one", () => {
  const list = [trade("a", 3), trade("b", 1)];
  assert.equal(withTrade(list, trade("a", 2)), list);
  assert.deepEqual(withTrade(list, trade("a", 3, true)), [trade("a", 3, true), trade("b", 1)]);
  assert.deepEqual(withTrade([], trade("a", 1)), [trade("a", 1)]);
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
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(10) }, nowMs), true);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(10.001) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(11) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: at(-1) }, nowMs), true);
  assert.equal(isAlarmed({ mustAct: false, expiresAt: null }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: false, expiresAt: at(1) }, nowMs), false);
  assert.equal(isAlarmed({ mustAct: true, expiresAt: null }, nowMs), true);
});

test("the entry of a list is made from the whole view, and an ended trade or a moderator's has none", () => {
  const party = (username: string, isOnline: boolean) => ({ username, lastSeen: { isOnline } });
  const view = {
    tradeHash: "TradeHash12345",
    status: "paid",
    buyer: party("bob", false),
    seller: party("alice", true),
    paymentMethod: { name: { original: "Bank transfer" } },
    fiatAmount: "100.00",
    currency: { code: "USD" },
    cryptoAmount: { amount: "0.001" },
    cryptoCurrencyCode: "BTC",
    startedAt: { humanReadable: "2026-10-01T12:00:00.000Z" },
    expiresAt: { humanReadable: "2026-10-01T13:00:00.000Z" },
    completedAt: null,
    next: { key: "release", mustAct: "seller" },
    unreadMessages: 3,
    version: 4,
  } as unknown as TradeView;
  const entry = {
    tradeHash: "TradeHash12345",
    status: "paid",
    role: "buyer",
    counterparty: { username: "alice", isOnline: true },
    paymentMethod: "Bank transfer",
    fiatAmount: "100.00",
    fiatCurrencyCode: "USD",
    cryptoAmount: "0.001",
    cryptoCurrencyCode: "BTC",
    startedAt: "2026-10-01T12:00:00.000Z",
    expiresAt: "2026-10-01T13:00:00.000Z",
    nextKey: "release",
    mustAct: false,
    unreadMessages: 3,
    version: 4,
  };
  assert.deepEqual(activeTradeOf(view, "buyer"), entry);
  assert.deepEqual(activeTradeOf({ ...view, expiresAt: null }, "seller"), {
    ...entry,
    role: "seller",
    counterparty: { username: "bob", isOnline: false },
    expiresAt: null,
    mustAct: true,
  });
  assert.equal(activeTradeOf(view, "moderator"), null);
  assert.equal(activeTradeOf({ ...view, completedAt: "2026-10-01T12:30:00.000Z" }, "buyer"), null);
});
