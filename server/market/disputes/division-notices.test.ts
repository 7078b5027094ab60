// Guards: what a divided escrow gave to whom is read by both sides, and counted as what went over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { divideEscrow } from "#contract/market/disputes/award-shares.ts";
import * as chat from "#contract/market/trades/chat.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import { getReceipt } from "#contract/market/trades/receipts.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { aCase, escrowRow } from "../../testing/market/disputes.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;

test("both sides read what each got: in the trade, its chat and history, a notification, an email and the receipt", async () => {
  const market = await aMarket(app);
  const { hash, escrow, share, decide } = await aCase(market);
  await owner.query("update users set email_confirmed_at = market_now() where id = any($1)", [
    [market.buyer.id, market.seller.id],
  ]);
  const { data } = await decide({ winner: "seller", buyer_share_units: String(share) });
  const parts = divideEscrow(escrow, share);
  const { division } = data.trade;
  assert.ok(division);
  assert.equal(BigInt(Math.round(Number(division.buyer) * 1e8)), parts.buyerUnits);
  assert.equal(BigInt(Math.round(Number(division.seller) * 1e8)), parts.sellerUnits);
  assert.ok(Math.abs(Number(division.buyerFiat) - 30) < 0.02, division.buyerFiat);
  await app.deliverEvents();
  for (const [side, own, other] of [
    ["buyer", division.buyer, division.seller],
    ["seller", division.seller, division.buyer],
  ] as const) {
    const { client, id } = market[side];
    const seen = await client.call(calls.getTrade, { params: { id: hash } });
    assert.deepEqual(seen.data.division, division);
    assert.equal(seen.data.next.key, "dispute_divided");
    const history = await client.call(calls.listTrades, { query: { status: "disputed" } });
    const awarded = await client.call(calls.listTrades, { query: { status: "dispute_awarded" } });
    assert.deepEqual(awarded.data, history.data, "an award is found by its name, with either winner");
    assert.deepEqual(history.data[0]?.division, division);
    assert.equal(history.data[0]?.fee, side === "seller" ? division.fee : "0");
    const notices = await client.call(listNotifications, { query: {} });
    const [notice] = notices.data;
    assert.deepEqual([notice?.kind, notice?.details.share], ["dispute_divided", `${own} BTC`]);
    const uuid = (seen.data.receiptUrl ?? "").split("/").at(-1) ?? "";
    const receipt = await client.call(getReceipt, { params: { invoiceUUID: uuid } });
    assert.deepEqual([receipt.data.division, receipt.data.fee], [division, division.fee]);
    const mails = await owner.query(
      "select subject, body_text as text from mails where dedupe_key like $1 order by id desc limit 1",
      [`event:%:${id}`],
    );
    assert.match(mails.rows[0].subject, /^The dispute is resolved, the escrow was divided: /);
    assert.ok(mails.rows[0].text.includes(`You got ${own} BTC, the other party got ${other} BTC.`), mails.rows[0].text);
  }
  const { data: lines } = await market.buyer.client.call(chat.listMessages, { params: { id: hash } });
  const divided = lines.filter(({ systemKey }) => systemKey === "dispute_divided");
  assert.deepEqual(
    divided.map(({ systemValues }) => systemValues),
    [{ buyer: `${division.buyer} BTC`, seller: `${division.seller} BTC` }],
  );
  const acts = await owner.query("select reason from staff_acts where subject = $1 and act = 'dispute.decide'", [hash]);
  assert.match(acts.rows[0].reason, new RegExp(`^seller, ${share} units to the buyer: wrong_amount: `));
});

test("a trade that was not divided says so, and has the digest of its receipt that it had", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "released");
  const seen = await market.buyer.client.call(calls.getTrade, { params: { id: hash } });
  assert.equal(seen.data.division, null);
  const uuid = (seen.data.receiptUrl ?? "").split("/").at(-1) ?? "";
  const { data } = await market.buyer.client.call(getReceipt, { params: { invoiceUUID: uuid } });
  const { digest, division, methodName: _, ...said } = data;
  const { createHash } = await import("node:crypto");
  assert.equal(division, null);
  assert.equal(digest, createHash("sha256").update(JSON.stringify(said)).digest("hex"));
});

test("volumes hold what went over, once; whether a trade went well, and feedback, stay with its status", async () => {
  for (const [percent, winner] of [
    [30n, "seller"],
    [70n, "buyer"],
  ] as const) {
    const market = await aMarket(app);
    const { hash, share, decide } = await aCase(market, percent);
    await decide({ winner, buyer_share_units: String(share) });
    const figures = async () =>
      (
        await owner.query(
          `select units, is_successful
           from user_volumes
           join reputation_trades using (user_id)
           where user_id in ($1, $2)`,
          [market.buyer.id, market.seller.id],
        )
      ).rows;
    const once = Array.from({ length: 2 }, () => ({ units: String(share), is_successful: winner === "buyer" }));
    assert.deepEqual(await figures(), once);
    const { id } = await escrowRow(app, hash);
    for (const _ of ["again", "and again"])
      await app.dbs.web.tx((tx) => tx.rows`select count_endings(${[id]}::bigint[])`);
    assert.deepEqual(await figures(), once);
    const view = await market.buyer.client.call(calls.getTrade, { params: { id: hash } });
    assert.equal(view.data.feedback.mayGive, winner === "buyer");
  }
});

test("an offer's cap has back what did not go over", async () => {
  for (const [percent, winner, left] of [
    [30n, "seller", 3000n],
    [70n, "buyer", 7000n],
  ] as const) {
    const market = await aMarket(app, { offer_cap: { amount: "700", active: true } });
    const { escrow, decide } = await aCase(market, percent);
    // Rounded up to a unit, so that the sum for it is the hundredths.
    await decide({ winner, buyer_share_units: String((escrow.units * percent) / 100n) });
    await app.deliverEvents();
    const { rows } = await owner.query("select cap_used_units from offers where hash = $1", [market.offer]);
    assert.equal(BigInt(rows[0].cap_used_units), left);
  }
});
