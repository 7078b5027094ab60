// Guards: the taker of a featured offer gets cashback out of the trade's own fee, by the terms at its start, once, when the coins go to the buyer,
// and never more than half of that fee.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cashbackUnitsOf } from "#contract/money/cashback.ts";
import { openDispute, takeDispute } from "#contract/market/disputes/disputes.ts";
import * as mod from "#contract/market/offers/moderation.ts";
import * as staff from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { listMyOffers } from "#contract/market/offers/my/offers.ts";
import { getOffer, listOffers } from "#contract/market/offers/offers.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { listWalletTransactions } from "#contract/products/wallet/wallet.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { makeIds, seededRandom } from "../../platform/ids.ts";
import { aModerator, deciding } from "../../testing/market/disputes.ts";
import { aMarket, start, type TestMarket, testApp, testLog } from "../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp({ poolSize: 12 });
const { db, owner } = app;
const [ada, eve, ben] = [
  await aNamedUser(app, "admin"),
  await aNamedUser(app, "admin"),
  await aNamedUser(app, "moderator"),
];
const WHY = "A new method of payment.";

type Given = { readonly percent?: string; readonly max?: string };
const feature = (id: string) => ben.client.call(mod.featureOffer, { params: { id }, body: { days: 7, reason: WHY } });
const unfeature = (id: string) => ben.client.call(mod.unfeatureOffer, { params: { id }, body: { reason: WHY } });
const listed = async (hash: string, type: "buy" | "sell" = "sell") =>
  (await app.client().call(listOffers, { query: { type, limit: "50" } })).data.find((one) => one.hash === hash);
const changeOf = async (offer: string, { percent = "0.25", max = "20" }: Given = {}) => {
  const { rows } = await owner.query("select username from offers join users on users.id = owner_id where hash = $1", [
    offer,
  ]);
  return { kind: "give_cashback", id: rows[0].username, offer, percent, max_usd: max } satisfies StaffChange;
};
const propose = async ({ client }: NamedUser, change: StaffChange) => {
  await app.prove(client.token, change);
  return client.call(staff.changeByStaff, { body: { change, reason: WHY } });
};
const confirm = async ({ client }: NamedUser, change: StaffChange, id: string) => {
  await app.prove(client.token, change);
  return client.call(staff.confirmStaffChange, { body: { id } });
};
/** By both administrators. */
async function give(offer: string, given: Given = {}): Promise<void> {
  const change = await changeOf(offer, given);
  const asked = await propose(ada, change);
  assert.deepEqual([asked.code, asked.data.isDone], ["", false]);
  const waiting = asked.data.desk.waiting.find((one) => JSON.stringify(one.change) === JSON.stringify(change));
  const { code } = await confirm(eve, change, waiting?.id ?? "");
  assert.equal(code, "");
}

/** An offer that gives cashback of as much as its fee allows: the fee of other bank transfers is half a percent. */
async function aCashbackMarket({
  side = "sell",
  ...given
}: { readonly side?: "buy" | "sell" } & Given = {}): Promise<TestMarket> {
  const market = await aMarket(app, {
    offer_type: side,
    payment_method: "other-bank-transfer",
    range_max: "100000",
  });
  assert.equal((await feature(market.offer)).code, "");
  await give(market.offer, given);
  return market;
}

type Row = { id: string; units: bigint; fee: bigint; cents: bigint; cashback: bigint | null };
async function rowOf(hash: string): Promise<Row> {
  const { rows } = await owner.query(
    "select id, units, fee_units, usd_cents, cashback_units from trades where hash = $1",
    [hash],
  );
  const [{ id, units, fee_units, usd_cents, cashback_units: back }] = rows;
  return { id, units: BigInt(units), fee: BigInt(fee_units), cents: BigInt(usd_cents), cashback: back && BigInt(back) };
}
const balancesOf = async ({ buyer, seller }: TestMarket) => {
  const names = [`user:${buyer.id}:BTC:available`, `user:${seller.id}:BTC:available`, "house:BTC:fees"];
  const { rows } = await owner.query("select name, balance_units from ledger_accounts where name = any($1)", [names]);
  return names.map((name) => BigInt(rows.find((row) => row.name === name)?.balance_units ?? 0));
};
const postedOf = async (id: string, round = 1) =>
  (
    await owner.query(
      `select postings.units::text, giver.name as giver, taker.name as taker
       from journals
       join postings on postings.journal_id = journals.id
       join ledger_accounts giver on giver.id = postings.from_account
       join ledger_accounts taker on taker.id = postings.to_account
       where journals.kind = 'trade_cashback' and journals.subject = $1 || ':' || $2`,
      [id, String(round)],
    )
  ).rows;
const begun = async (market: TestMarket, options: Parameters<typeof start>[1] = {}) => {
  const { code, data } = await start(market, options);
  assert.equal(code, "");
  return data.tradeHash;
};
async function pay({ buyer }: TestMarket, id: string) {
  await buyer.client.call(calls.revealPaymentDetails, { params: { id } });
  assert.equal((await buyer.client.call(calls.markTradePaid, { params: { id } })).code, "");
}
const release = ({ seller }: TestMarket, id: string) => seller.client.call(calls.releaseTrade, { params: { id } });
const clear = () =>
  owner.query("update offers set is_featured = is_stickied, featured_until = null where featured_until is not null");
const books = async () => assert.deepEqual(await checkBooks({ db, log: testLog }), []);

test("a buyer who takes the offer gets it beside the coins when they are released, out of the operator's fee", async () => {
  const market = await aCashbackMarket();
  const id = await begun(market);
  const row = await rowOf(id);
  assert.equal(row.cashback, (row.units * 25n) / 10_000n);
  const mine = (await market.buyer.client.call(calls.getTrade, { params: { id } })).data;
  assert.equal(mine.cashback, (Number(row.cashback) / 1e8).toFixed(8).replace(/0+$/, ""));
  assert.equal((await market.seller.client.call(calls.getTrade, { params: { id } })).data.cashback, null);
  await pay(market, id);
  const before = await balancesOf(market);
  assert.deepEqual(await postedOf(row.id), [], "nothing before the release");
  assert.equal((await release(market, id)).code, "");
  const after = await balancesOf(market);
  assert.deepEqual(
    after.map((units, place) => units - (before[place] ?? 0n)),
    [row.units + (row.cashback ?? 0n), 0n, row.fee - (row.cashback ?? 0n)],
  );
  assert.deepEqual(await postedOf(row.id), [
    { units: String(row.cashback), giver: "house:BTC:fees", taker: `user:${market.buyer.id}:BTC:available` },
  ]);
  const history = (await market.buyer.client.call(listWalletTransactions, { query: { type: "trade" } })).data;
  assert.deepEqual(
    history.map(({ type, amount, reference }) => [type, amount, reference]).sort(),
    [
      ["trade_cashback", mine.cashback, id],
      ["trade_release", mine.cryptoAmount.amount, id],
    ].sort(),
  );
  await books();
  await clear();
});

test("a seller who takes an offer to buy gets a part of their own fee back", async () => {
  const market = await aCashbackMarket({ side: "buy" });
  const id = await begun(market, { by: "seller" });
  const row = await rowOf(id);
  assert.ok(row.cashback);
  await pay(market, id);
  const before = await balancesOf(market);
  assert.equal((await release(market, id)).code, "");
  const after = await balancesOf(market);
  assert.deepEqual(
    after.map((units, place) => units - (before[place] ?? 0n)),
    [row.units, row.cashback, row.fee - row.cashback],
  );
  assert.equal(
    (await market.seller.client.call(calls.getTrade, { params: { id } })).data.cashback?.slice(0, 4),
    "0.00",
  );
  await books();
  await clear();
});

test("a trade gives no more than the most for one trade, at the trade's own dollars", async () => {
  const market = await aCashbackMarket({ max: "0.05" });
  const id = await begun(market, { fiat: "100" });
  const row = await rowOf(id);
  assert.equal(row.cashback, (row.units * 5n) / row.cents, "five cents of a hundred dollars, and not twenty-five");
  await clear();
});

test("and never more than half of its own fee, whatever became of that after the offer was featured", async () => {
  const market = await aCashbackMarket();
  await owner.query("insert into offer_perks (user_id, method_id, fee_bp) values ($1, 0, 10)", [market.seller.id]);
  const row = await rowOf(await begun(market));
  assert.equal(row.cashback, row.fee / 2n);
  assert.ok((row.cashback ?? 0n) < (row.units * 25n) / 10_000n);
  await app.runJob("fees-settle");
  assert.deepEqual((await listed(market.offer))?.cashback, { percent: "0.05", maxValue: "20" }, "and cards say so");
  await owner.query("update offer_perks set fee_bp = 0 where user_id = $1", [market.seller.id]);
  await app.runJob("fees-settle");
  assert.equal((await rowOf(await begun(market))).cashback, null);
  assert.equal((await listed(market.offer))?.cashback, null);
  await clear();
});

test("nothing is paid where the coins go back or are divided, nor to a seller against whom a moderator decided; a buyer who is proved right gets it", async () => {
  const bySide = async (side: "buy" | "sell", decision: Parameters<ReturnType<typeof deciding>>[0] | "cancel") => {
    const market = await aCashbackMarket({ side });
    const id = await begun(market, { by: side === "buy" ? "seller" : "buyer" });
    const row = await rowOf(id);
    await pay(market, id);
    if (decision === "cancel")
      assert.equal((await market.buyer.client.call(calls.cancelTrade, { params: { id } })).code, "");
    else {
      const judge = await aModerator(market);
      await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [id]);
      const body = { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" };
      assert.equal((await market.buyer.client.call(openDispute, { params: { id }, body })).code, "");
      assert.equal((await judge.call(takeDispute, { params: { id }, body: { reason: "next" } })).code, "");
      const share = "buyer_share_units" in decision ? { buyer_share_units: String((row.units * 3n) / 4n) } : {};
      assert.equal((await deciding(judge, id)({ winner: decision.winner, ...share })).code, "");
    }
    const taker = side === "buy" ? market.seller : market.buyer;
    const shown = (await taker.client.call(calls.getTrade, { params: { id } })).data.cashback;
    await clear();
    return { paid: (await postedOf(row.id)).length, isShown: shown !== null };
  };
  const none = { paid: 0, isShown: false };
  assert.deepEqual(await bySide("sell", "cancel"), none);
  assert.deepEqual(await bySide("sell", { winner: "seller" }), none);
  assert.deepEqual(await bySide("sell", { winner: "buyer", buyer_share_units: "half" }), none);
  assert.deepEqual(await bySide("buy", { winner: "buyer" }), none);
  assert.deepEqual(await bySide("sell", { winner: "buyer" }), { paid: 1, isShown: true });
  await books();
});

test("a trade keeps what was promised at its start, and one that starts after the end gets none", async () => {
  const market = await aCashbackMarket();
  const early = await begun(market);
  const promised = (await rowOf(early)).cashback;
  await unfeature(market.offer);
  assert.equal((await rowOf(await begun(market))).cashback, null);
  await pay(market, early);
  assert.equal((await release(market, early)).code, "");
  const { id } = await rowOf(early);
  assert.deepEqual(
    (await postedOf(id)).map(({ units }) => BigInt(units)),
    [promised],
  );
  const other = await aCashbackMarket();
  await owner.query("update offers set featured_until = market_now() where hash = $1", [other.offer]);
  assert.equal((await rowOf(await begun(other))).cashback, null, "also before the job has been there");
  assert.equal((await listed(other.offer))?.cashback, null);
  await app.runJob("promotions-end");
  const { rows } = await owner.query("select cashback_bp, cashback_max_cents from offers where hash = any($1)", [
    [market.offer, other.offer],
  ]);
  assert.deepEqual(
    rows,
    Array.from({ length: 2 }, () => ({ cashback_bp: null, cashback_max_cents: null })),
  );
  await books();
  await clear();
});

test("cards, the offer's page, its owner and the staff read the terms", async () => {
  const market = await aCashbackMarket({ percent: "0.2", max: "12.5" });
  const terms = { percent: "0.2", maxValue: "12.5" };
  assert.deepEqual((await listed(market.offer))?.cashback, terms);
  assert.deepEqual((await market.buyer.client.call(getOffer, { params: { id: market.offer } })).data.cashback, terms);
  const own = (await market.seller.client.call(listMyOffers, { query: { type: "sell" } })).data.offers;
  assert.deepEqual(own.find(({ idHashed }) => idHashed === market.offer)?.cashback, terms);
  const queue = (by: NamedUser) => by.client.call(mod.listJudgedOffers, { query: { queue: "featured" } });
  assert.deepEqual((await queue(eve)).data.rows.find(({ hash }) => hash === market.offer)?.cashback, terms);
  assert.deepEqual([(await queue(eve)).data.mayGiveCashback, (await queue(ben)).data.mayGiveCashback], [true, false]);
  await unfeature(market.offer);
  assert.equal((await listed(market.offer))?.cashback, null);
  await clear();
});

test("two administrators give it to an offer that is featured, of at most half of its fee, and the chain says how much", async () => {
  const { offer } = await aMarket(app, { payment_method: "other-bank-transfer", range_max: "100000" });
  const half = await changeOf(offer);
  const early = await propose(ada, half);
  assert.deepEqual([early.status, early.code], [409, "offer.not_featured"]);
  await feature(offer);
  const much = await propose(ada, await changeOf(offer, { percent: "0.26" }));
  assert.deepEqual([much.status, much.code], [422, "offer.cashback_above_fee"]);
  for (const given of [
    { percent: "10.01" },
    { percent: "0.251" },
    { percent: "-1" },
    { percent: "0.00" },
    { max: "10000.01" },
    { max: "1e3" },
  ]) {
    const wrong = await ada.client.call(staff.changeByStaff, {
      body: { change: await changeOf(offer, given), reason: WHY },
      proves: false,
    });
    assert.deepEqual([wrong.status, wrong.code], [422, "ERROR_INPUT_VALIDATION"], JSON.stringify(given));
  }
  const bare = { body: { change: await changeOf(offer, { percent: "0.11" }), reason: WHY }, proves: false } as const;
  const byOther = await ben.client.call(staff.changeByStaff, bare);
  assert.deepEqual([byOther.status, byOther.code], [403, "auth.forbidden"]);
  const unproved = await ada.client.call(staff.changeByStaff, bare);
  assert.equal(unproved.code, "auth.password_proof");
  const asked = await propose(ada, half);
  assert.equal((await listed(offer))?.cashback, null, "one alone gives nothing");
  const waiting = asked.data.desk.waiting.find(({ change }) => change.kind === "give_cashback");
  assert.deepEqual(waiting?.change, half);
  const alone = await confirm(ada, half, waiting?.id ?? "");
  assert.equal(alone.code, "staff.second_person");
  assert.equal((await confirm(eve, half, waiting?.id ?? "")).code, "");
  assert.deepEqual((await listed(offer))?.cashback, { percent: "0.25", maxValue: "20" });
  const again = await propose(eve, half);
  assert.equal(again.code, "staff.unchanged");
  await give(offer, { percent: "0.1", max: "5.5" });
  assert.deepEqual((await listed(offer))?.cashback, { percent: "0.1", maxValue: "5.5" });
  const { rows } = await owner.query("select act, subject from staff_acts where subject like $1 order by id", [
    `%${offer}:%`,
  ]);
  assert.deepEqual(
    rows.map(({ act, subject }) => [act, subject.replace(/^.*:(?=\d+:\d+$)/, "")]),
    [
      ["cashback.give.propose", "25:2000"],
      ["cashback.give", "25:2000"],
      ["cashback.give.propose", "10:550"],
      ["cashback.give", "10:550"],
    ],
  );
  await clear();
});

test("what is no longer featured when the second administrator confirms gets none", async () => {
  const { offer } = await aMarket(app, { payment_method: "other-bank-transfer" });
  await feature(offer);
  const change = await changeOf(offer);
  const asked = await propose(ada, change);
  const waiting = asked.data.desk.waiting.find((one) => JSON.stringify(one.change) === JSON.stringify(change));
  await unfeature(offer);
  assert.equal((await confirm(eve, change, waiting?.id ?? "")).code, "offer.not_featured");
  await feature(offer);
  assert.equal((await listed(offer))?.cashback, null);
  await clear();
});

test("a new mark begins without the cashback of the one before, also where nobody has taken that away yet", async () => {
  const market = await aCashbackMarket();
  await owner.query("update offers set featured_until = market_now() where hash = $1", [market.offer]);
  assert.equal((await feature(market.offer)).code, "");
  assert.equal((await listed(market.offer))?.cashback, null);
  assert.equal((await rowOf(await begun(market))).cashback, null);
  await give(market.offer);
  assert.deepEqual((await listed(market.offer))?.cashback, { percent: "0.25", maxValue: "20" }, "given again");
  await clear();
});

test("a user who was shown cashback that is lower by now, or over, is asked before the trade starts", async () => {
  const market = await aCashbackMarket();
  const seen = (await market.buyer.client.call(getOffer, { params: { id: market.offer } })).data;
  const body = {
    fiat_amount: "100",
    expected_price: seen.fiatPricePerCrypto,
    expected_revision: seen.revision,
    expected_cashback: seen.cashback ?? { percent: "0", maxValue: "0" },
  };
  const params = { id: market.offer };
  await give(market.offer, { percent: "0.2" });
  const less = await market.buyer.client.call(calls.startTrade, { params, body });
  assert.deepEqual([less.status, less.code], [409, "offer_changed"]);
  await give(market.offer, { percent: "0.25", max: "19" });
  assert.equal((await market.buyer.client.call(calls.startTrade, { params, body })).code, "offer_changed");
  await unfeature(market.offer);
  assert.equal((await market.buyer.client.call(calls.startTrade, { params, body })).code, "offer_changed");
  const agreed = await market.buyer.client.call(calls.startTrade, { params, body: { ...body, accept_change: true } });
  assert.deepEqual([agreed.code, agreed.data.cashback], ["", null]);
  await clear();
});

test("it is paid in the round that ends well, also after the trade was given up and goes on in another flow", async () => {
  const market = await aCashbackMarket();
  const id = await begun(market);
  const row = await rowOf(id);
  await market.buyer.client.call(calls.cancelTrade, { params: { id } });
  await market.buyer.client.call(calls.reopenTrade, { params: { id } });
  assert.equal((await market.seller.client.call(calls.reopenTrade, { params: { id } })).code, "");
  await pay(market, id);
  assert.equal((await release(market, id)).code, "");
  assert.deepEqual(await postedOf(row.id), [], "nothing for the first round");
  assert.deepEqual(
    (await postedOf(row.id, 2)).map(({ units }) => BigInt(units)),
    [row.cashback],
  );
  await books();
  await clear();
});

test("a seller who lost a payment to a chargeback gets back no more than they lost", async () => {
  const market = await aCashbackMarket({ side: "buy" });
  const id = await begun(market, { by: "seller" });
  const row = await rowOf(id);
  await pay(market, id);
  await release(market, id);
  const judge = await aNamedUser(app, "supermoderator");
  const number = "CHARGEBACK-000000000777";
  await owner.query(
    `insert into chargeback_reports (trade_id, case_number, seller_id, reason, upload_ids, reported_at, due_at, taken_by, taken_at)
     select $1, $3, $4, 'payment_reversed', '{}', market_now(), market_now() + interval '1 day', $2, market_now()`,
    [row.id, judge.id, number, market.seller.id],
  );
  const decide = async (units: bigint) =>
    (
      await owner.query("select decide_chargeback($3, $1, 'confirmed', 'as shown', $2, market_now()) as outcome", [
        judge.id,
        units,
        number,
      ])
    ).rows[0].outcome;
  const lost = row.units + row.fee - (row.cashback ?? 0n);
  assert.equal(await decide(lost + 1n), "out_of_range");
  assert.equal(await decide(lost), "decided");
  await clear();
});

test("what staff take off the market gives none when it comes back", async () => {
  const market = await aCashbackMarket();
  await ben.client.call(mod.rejectOffer, { params: { id: market.offer }, body: { reason: WHY } });
  const { rows } = await owner.query("select cashback_bp from offers where hash = $1", [market.offer]);
  assert.deepEqual(rows, [{ cashback_bp: null }]);
});

test("no login writes what an offer gives, and none starts a trade with more", async () => {
  const market = await aCashbackMarket();
  for (const login of [app.dbs.web, app.dbs.worker]) {
    const client = await login.connect();
    await assert.rejects(
      client.query("update offers set cashback_bp = 100, cashback_max_cents = 100 where hash = $1", [market.offer]),
      { code: "42501" },
    );
    await client.end();
  }
  const id = await begun(market);
  const { rows } = await owner.query("select to_jsonb(trades) as made from trades where hash = $1", [id]);
  const right = BigInt(rows[0].made.cashback_units);
  const opened = async (cashback_units: bigint | null) => {
    const at: Date = (await owner.query("select market_now() as now")).rows[0].now;
    const made = {
      ...rows[0].made,
      ...{ id: "999999999", hash: "abcdefghijk", receipt_uuid: "00000000-0000-4000-8000-000000000001" },
      ...{ started_at: at, funded_at: at, expires_at: new Date(at.getTime() + rows[0].made.window_minutes * 60_000) },
      cashback_units: cashback_units === null ? null : String(cashback_units),
    };
    const found = await owner.query("select outcome from open_trades($1::jsonb, 30, $2)", [JSON.stringify([made]), at]);
    return found.rows[0]?.outcome;
  };
  for (const wrong of [right + 1n, right - 1n, null]) assert.equal(await opened(wrong), "changed", String(wrong));
  assert.equal(await opened(right), "locked");
  await clear();
});

test("the database computes it as the code does", async () => {
  const random = makeIds(seededRandom("cashback"));
  const cases = Array.from({ length: 400 }, () => {
    const units = 1n + BigInt(random.below(2 ** 30)) * BigInt(1 + random.below(2 ** 20));
    const fee = (units * BigInt(random.below(500)) + 9_999n) / 10_000n;
    const terms = { bp: 1 + random.below(1000), maxCents: 1 + random.below(1_000_000) };
    return { amounts: { units, feeUnits: fee, usdCents: BigInt(random.below(10_000_000)) }, terms };
  });
  const { rows } = await owner.query(
    `select coalesce(cashback_of(units, fee, cents, bp, most), 0) as due
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::int[]) with ordinality as one (units, fee, cents, bp, most, place)
     order by place`,
    [
      cases.map(({ amounts }) => amounts.units),
      cases.map(({ amounts }) => amounts.feeUnits),
      cases.map(({ amounts }) => amounts.usdCents),
      cases.map(({ terms }) => terms.bp),
      cases.map(({ terms }) => terms.maxCents),
    ],
  );
  assert.deepEqual(
    rows.map(({ due }) => BigInt(due)),
    cases.map(({ amounts, terms }) => cashbackUnitsOf(amounts, terms)),
  );
});
