// Guards: a gift card pays: what it is, is shared and accepted; its code is given, seen once by the seller, and then it is used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkGiftCard, deleteGiftCard, listGiftCards, placeGiftCard } from "#contract/market/trades/gift-cards.ts";
import { openDispute, takeDispute } from "#contract/market/disputes/disputes.ts";
import * as cards from "#contract/market/trades/card-trades.ts";
import { getOffer } from "#contract/market/offers/offers.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { aModerator, deciding, escrowRow } from "../../testing/market/disputes.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { aPerson, start, testApp } from "../../testing/index.ts";
import { aCard, aCardTrade, aGiftMarket } from "../../testing/market/gift-cards.ts";
import { untilWaiting } from "../../testing/waiting.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../money/ledger/index.ts";
import { expireTrades } from "./moves/expire-trades.ts";
import { TRADE_CHECKS } from "./invariants.ts";

const app = await testApp();
const { owner, moveClock } = app;
const market = await aGiftMarket(app);
const [buyer, seller] = [market.buyer.client, market.seller.client];

const cardOf = async (id: string) =>
  (await owner.query("select status, trade_hash, revealed_at from gift_cards where hash = $1", [id])).rows[0];
const statusOf = async (hash: string) =>
  (await owner.query("select status, flow_type from trades where hash = $1", [hash])).rows[0];
const asks = (hash: string) => ({ params: { id: hash } });

test("a card goes from the vault to released coins, and both sides see each step", async () => {
  const { hash, card, code } = await aCardTrade(market);
  const shared = await buyer.call(cards.shareGiftCard, { ...asks(hash), body: { gift_card: card } });
  assert.deepEqual(
    [shared.data.status, shared.data.next.key, shared.data.next.mustAct],
    ["gcc_info_shared", "accept_gift_card", "seller"],
  );
  assert.deepEqual(shared.data.giftCard, {
    ...{ id: card, kind: "e-card", fiatAmount: "100.00", fiatCurrencyCode: "USD", revealedAt: null },
    isBoughtHere: false,
  });
  assert.ok(!JSON.stringify(shared.data).includes(code));
  const accepted = await seller.call(cards.acceptGiftCard, asks(hash));
  assert.equal(accepted.data.status, "gcc_info_accepted");
  assert.ok(accepted.data.expiresAt);
  const given = await buyer.call(cards.shareGiftCardCode, asks(hash));
  assert.deepEqual([given.data.status, given.data.expiresAt], ["gcc_code_shared", null]);
  assert.ok(given.data.paidAt);
  assert.equal((await cardOf(card)).status, "in_use");

  assert.equal((await buyer.call(checkGiftCard, { body: { gift_card: card } })).status, 200);
  const seen = await seller.call(cards.revealGiftCardCode, asks(hash));
  assert.equal((await seller.call(checkGiftCard, { body: { gift_card: card } })).code, "gift_card.not_found");
  assert.equal(seen.data.code, code);
  assert.ok(seen.data.trade.giftCard?.revealedAt);
  assert.equal((await cardOf(card)).status, "revealed");
  const { rows } = await owner.query(
    "select seen.seen_by_id::text, seen.at = card.revealed_at as same from gift_card_reveals seen join gift_cards card on card.id = seen.gift_card_id where card.hash = $1",
    [card],
  );
  assert.deepEqual(rows, [{ seen_by_id: String(market.seller.id), same: true }]);

  const released = await seller.call(calls.releaseTrade, { ...asks(hash), body: {} });
  assert.equal(released.data.status, "released", released.code);
  assert.equal((await cardOf(card)).status, "used");
  assert.deepEqual(
    released.data.transitions.map(({ verb }) => verb),
    ["start", "share_gift_card", "accept_gift_card", "share_code", "reveal_code", "release"],
  );
});

test("an offer says that cards are checked where it takes them by the vault, from an issuer whose form is known", async () => {
  const enabled = async (changes: Parameters<typeof aGiftMarket>[1]) => {
    const { offer: hash } = await aGiftMarket(app, changes);
    return (await seller.call(getOffer, { params: { id: hash } })).data.isGiftCodeCheckEnabled;
  };
  assert.equal(await enabled({}), true);
  assert.equal(await enabled({ flow_type: "default" }), false);
  assert.equal(await enabled({ payment_method: "other-gift-cards" }), false);
});

test("a code is seen once: again only for an answer that was lost, and the time stays the first", async () => {
  const { hash, card, code } = await aCardTrade(market, "gcc_code_shared");
  assert.equal((await buyer.call(cards.revealGiftCardCode, asks(hash))).code, "trade.not_yours");
  const first = await seller.call(cards.revealGiftCardCode, asks(hash));
  await moveClock(119_000);
  const again = await seller.call(cards.revealGiftCardCode, asks(hash));
  assert.deepEqual([again.data.code, again.data.trade.giftCard], [code, first.data.trade.giftCard]);
  await moveClock(2000);
  const late = await seller.call(cards.revealGiftCardCode, asks(hash));
  assert.deepEqual([late.status, late.code], [409, "gift_card.shown_before"]);
  const { rows } = await owner.query(
    "select count(*)::int as many from trade_transitions step join trades on trades.id = step.trade_id where hash = $1 and verb = 'reveal_code'",
    [hash],
  );
  assert.deepEqual(rows, [{ many: 1 }]);
  assert.equal((await cardOf(card)).status, "revealed");
  const stranger = await aPerson(app);
  assert.equal((await stranger.client.call(cards.revealGiftCardCode, asks(hash))).status, 404);
});

test("a side that released without looking can look afterwards; before the code was given there is nothing to see", async () => {
  const { hash, code } = await aCardTrade(market, "gcc_code_shared");
  await seller.call(calls.releaseTrade, { ...asks(hash), body: {} });
  assert.equal((await seller.call(cards.revealGiftCardCode, asks(hash))).data.code, code);
  const early = await aCardTrade(market, "gcc_info_accepted");
  assert.equal((await seller.call(cards.revealGiftCardCode, asks(early.hash))).code, "trade.code_first");
  await seller.call(calls.releaseTrade, { ...asks(early.hash), body: {} });
  assert.equal((await seller.call(cards.revealGiftCardCode, asks(early.hash))).code, "trade.wrong_status");
  assert.equal((await cardOf(early.card)).status, "free", "the coins were a present: the card is its owner's");
});

test("a card pays once, for exactly its amount, and is its owner's", async () => {
  const { hash, card } = await aCardTrade(market);
  const share = (gift_card: string, id = hash) => buyer.call(cards.shareGiftCard, { ...asks(id), body: { gift_card } });
  const others = await aCard((await aPerson(app)).client);
  assert.deepEqual([(await share(others)).status, (await share(others)).code], [404, "gift_card.not_found"]);
  for (const unfit of [
    { fiat_amount: "99.99" },
    { fiat_currency_code: "EUR" },
    { payment_method: "steam-wallet-gift-card" },
  ]) {
    const { status, code } = await share(await aCard(buyer, unfit));
    assert.deepEqual([status, code], [422, "gift_card.unfit"]);
  }
  assert.equal((await share(card)).code, "");
  const other = await aCardTrade(market);
  assert.equal((await share(card, other.hash)).code, "gift_card.not_found", "it is in a trade");
  assert.equal((await share(other.card)).code, "trade.wrong_status", "one at a time");
  assert.equal((await cardOf(other.card)).status, "free");
  assert.equal(
    (await seller.call(cards.shareGiftCard, { ...asks(other.hash), body: { gift_card: card } })).code,
    "trade.not_yours",
  );
});

test("either side goes on in the default flow until the code is given, and the card goes home unseen", async () => {
  for (const [status, by] of [
    ["active_funded", buyer],
    ["gcc_info_shared", seller],
    ["gcc_info_accepted", buyer],
  ] as const) {
    const { hash, card } = await aCardTrade(market, status);
    const left = await by.call(calls.fallbackTrade, asks(hash));
    assert.deepEqual([left.data.status, left.data.flow.type, left.data.giftCard], ["active_funded", "default", null]);
    assert.deepEqual(await cardOf(card), { status: "free", trade_hash: null, revealed_at: null });
    assert.equal((await by.call(calls.fallbackTrade, asks(hash))).code, "trade.wrong_status");
    assert.equal((await buyer.call(calls.revealPaymentDetails, asks(hash))).code, "");
    assert.equal((await buyer.call(calls.markTradePaid, asks(hash))).data.status, "paid");
  }
  const { hash } = await aCardTrade(market, "gcc_code_shared");
  assert.equal((await seller.call(calls.fallbackTrade, asks(hash))).code, "trade.wrong_status");
});

test("when the trade ends without the code having been seen the card is free again; seen, it stays where it was", async () => {
  const cancelled = await aCardTrade(market, "gcc_info_accepted");
  await buyer.call(calls.cancelTrade, { ...asks(cancelled.hash), body: {} });
  assert.equal((await cardOf(cancelled.card)).status, "free");
  const seen = await aCardTrade(market, "gcc_code_shared");
  await seller.call(cards.revealGiftCardCode, asks(seen.hash));
  assert.equal((await buyer.call(calls.cancelTrade, { ...asks(seen.hash), body: {} })).data.status, "cancelled_buyer");
  assert.equal((await cardOf(seen.card)).status, "revealed");
  const expired = await aCardTrade(market, "gcc_info_shared");
  await moveClock(61 * 60_000);
  await expireTrades(app.dbs.worker);
  assert.deepEqual(await statusOf(expired.hash), { status: "expired", flow_type: "gcc-auto" });
  assert.deepEqual(await cardOf(expired.card), { status: "free", trade_hash: null, revealed_at: null });
});

test("giving up a trade whose code was given takes a proof, as one that was paid does", async () => {
  const { hash } = await aCardTrade(market, "gcc_code_shared");
  const given = await buyer.call(calls.cancelTrade, { ...asks(hash), body: {}, proves: false });
  assert.equal(given.code, "auth.password_proof");
});

test("a reopened trade takes a card anew, and its code is seen anew", async () => {
  const one = await aCardTrade(market, "gcc_info_shared");
  await buyer.call(calls.cancelTrade, { ...asks(one.hash), body: {} });
  await buyer.call(calls.reopenTrade, asks(one.hash));
  const reopened = await seller.call(calls.reopenTrade, asks(one.hash));
  assert.equal(reopened.data?.status, "active_funded", reopened.code);
  await buyer.call(cards.shareGiftCard, { ...asks(one.hash), body: { gift_card: one.card } });
  await seller.call(cards.acceptGiftCard, asks(one.hash));
  await buyer.call(cards.shareGiftCardCode, asks(one.hash));
  assert.equal((await seller.call(cards.revealGiftCardCode, asks(one.hash))).data.code, one.code);
});

test("a dispute opens from the shared code on, after the wait of gift cards", async () => {
  const { hash } = await aCardTrade(market, "gcc_info_accepted");
  const open = () =>
    buyer.call(openDispute, {
      ...asks(hash),
      body: { dispute_reason_id: 12, dispute_reason_text: "The seller does not answer" },
    });
  assert.equal((await open()).code, "trade.code_first");
  await buyer.call(cards.shareGiftCardCode, asks(hash));
  assert.equal((await open()).code, "dispute.too_early");
  await moveClock(31 * 60_000);
  const opened = await open();
  assert.equal(opened.data?.status, "dispute_open", opened.code);
  assert.equal((await seller.call(cards.revealGiftCardCode, asks(hash))).code, "trade.wrong_status");
});

test("of a divided escrow the code is the seller's to see, with either winner, and the division stays", async () => {
  for (const [winner, percent] of [
    ["seller", 30n],
    ["buyer", 70n],
  ] as const) {
    const { hash, card, code } = await aCardTrade(market, "gcc_code_shared");
    await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
    const body = { dispute_reason_id: 12, dispute_reason_text: "The seller does not answer" };
    assert.equal((await buyer.call(openDispute, { ...asks(hash), body })).code, "");
    const moderator = await aModerator(market);
    assert.equal(
      (await moderator.call(takeDispute, { ...asks(hash), body: { reason: "next in the queue" } })).code,
      "",
    );
    const share = String(((await escrowRow(app, hash)).units * percent) / 100n);
    assert.equal((await deciding(moderator, hash)({ winner, buyer_share_units: share })).code, "");
    assert.equal((await cardOf(card)).status, "used");
    const seen = await seller.call(cards.revealGiftCardCode, asks(hash));
    assert.equal(seen.data?.code, code, seen.code);
    assert.ok(seen.data.trade.division, winner);
  }
});

test("the steps of gcc-auto are no steps of another flow, nor those of the default one its own", async () => {
  const { hash } = await aCardTrade(market);
  for (const call of [calls.revealPaymentDetails, calls.markTradePaid, cards.acceptGiftCard, cards.shareGiftCardCode])
    assert.equal((await buyer.call(call, asks(hash))).status, call === cards.acceptGiftCard ? 403 : 409);
  const view = (await buyer.call(calls.getTrade, asks(hash))).data;
  assert.deepEqual(view.flow, {
    ...{ type: "gcc-auto", step: 1 },
    state: { beforeRevealPaymentDetails: false, beforeMarkAsPaid: true },
  });
  assert.equal(view.tradeDetails, "Bank details follow in the chat.");
});

test("two trades want the same card at once: one has it", async () => {
  const [first, second] = [await aCardTrade(market), await aCardTrade(market)];
  const answers = await Promise.all(
    [first.hash, second.hash].map((id) =>
      buyer.call(cards.shareGiftCard, { ...asks(id), body: { gift_card: first.card } }),
    ),
  );
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "gift_card.not_found"]);
});

test("a trade that asks for a card while another takes it waits for that one, and does not get it", async () => {
  const [first, second] = [await aCardTrade(market), await aCardTrade(market)];
  const take = async (tx: Tx, hash: string) => {
    const [answer] = await tx.rows<{ outcome: string | null }>`
      select use_gift_card(trade.buyer_id, ${first.card}, trade.id, market_now()) as outcome
      from trades trade where trade.hash = ${hash}`;
    return answer?.outcome;
  };
  const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = app.db.tx(async (tx) => {
    const outcome = await take(tx, first.hash);
    taken.resolve();
    await held.promise;
    return outcome;
  });
  await taken.promise;
  const other = app.db.tx((tx) => take(tx, second.hash));
  await untilWaiting(owner, 1);
  held.resolve();
  assert.deepEqual([await one, await other], ["used", null]);
});

test("the owner takes a card out while a trade takes it in: one of the two happens", async () => {
  for (let times = 0; times < 4; times++) {
    const { hash, card } = await aCardTrade(market);
    const [shared, deleted] = await Promise.all([
      buyer.call(cards.shareGiftCard, { ...asks(hash), body: { gift_card: card } }),
      buyer.call(deleteGiftCard, asks(card)),
    ]);
    assert.deepEqual(
      [shared.code, deleted.code].filter((code) => code === "").length,
      1,
      `${shared.code} and ${deleted.code}`,
    );
  }
});

test("a card that is kept for an offer pays in its trades alone", async () => {
  const own = await aGiftMarket(app, { offer_type: "buy" });
  const card = await aCard(own.buyer.client);
  const place = (offer: string | null) => own.buyer.client.call(placeGiftCard, { ...asks(card), body: { offer } });
  const others = await aGiftMarket(app, { offer_type: "buy" });
  assert.equal((await place(others.offer)).code, "gift_card.unfit", "another user's offer");
  assert.equal((await place(market.offer)).code, "gift_card.unfit", "an offer to sell coins");
  assert.deepEqual([(await place(own.offer)).data.status, (await cardOf(card)).status], ["in_offer", "in_offer"]);
  const trade = (await start(own, { by: "seller" })).data;
  const fits = await own.buyer.client.call(listGiftCards, {
    query: { payment_method: "amazon-gift-card", fiat_currency_code: "USD", fiat_amount: "100", offer: own.offer },
  });
  assert.deepEqual(
    fits.data.map(({ id }) => id),
    [card],
  );
  const elsewhere = await start({ ...market, buyer: own.buyer });
  const share = (id: string) => own.buyer.client.call(cards.shareGiftCard, { ...asks(id), body: { gift_card: card } });
  assert.equal((await share(elsewhere.data.tradeHash)).code, "gift_card.unfit");
  assert.equal((await share(trade.tradeHash)).data.status, "gcc_info_shared");
  await own.buyer.client.call(calls.fallbackTrade, asks(trade.tradeHash));
  assert.equal((await cardOf(card)).status, "in_offer", "it goes back to where it was kept");
});

test("the database itself shares no card that is not in the trade, and shows no code that was not shared", async () => {
  const { hash } = await aCardTrade(market);
  const set = (what: string) => owner.query(`update trades set ${what} where hash = $1`, [hash]);
  await assert.rejects(set("status = 'gcc_info_shared'"), /shares no card/);
  await assert.rejects(set("paid_at = market_now(), code_revealed_at = market_now()"), /has no code to show/);
  await assert.rejects(set("code_revealed_at = market_now()"), /trades_reveal_what_was_shared/);
  await assert.rejects(
    owner.query("update trades set flow_type = 'default', status = 'gcc_info_shared' where hash = $1", [hash]),
    /trades_gcc_statuses|shares no card/,
  );
});

test("after all this every invariant of trades holds", async () => {
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...TRADE_CHECKS])), []);
});
