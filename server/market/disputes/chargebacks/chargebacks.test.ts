// Guards: a seller reports a chargeback with every statement, once, in time, for the methods by which payments come back; another of the
// staff than the one who had the dispute decides, escrow is not touched, reputation follows, and it is made good by the buyer or a correction.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/market/disputes/chargebacks.ts";
import { openDispute, takeDispute } from "#contract/market/disputes/disputes.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { getReceipt } from "#contract/market/trades/receipts.ts";
import { getTrade, listTrades, releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { checkBooks } from "../../../staff/console/index.ts";
import { useSealingSecret } from "../../../platform/sealed.ts";
import { playRecordedRates } from "../../../money/rates/index.ts";
import { withOneKey } from "../../../testing/same-key.ts";
import { type NamedUser, aNamedUser } from "../../../testing/people/restrictions.ts";
import { aMarket, aPerson, aTrade, type TestClient, type TestMarket, testApp } from "../../../testing/index.ts";
import { aPicture, uploadAs } from "../../../testing/people/upload.ts";
import { openWords, sealChargebacksAnew, sealWords } from "./chargeback-words.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const market = await aMarket(app, { payment_method: "paypal" });
const [ada, ben] = [await aNamedUser(app, "moderator"), await aNamedUser(app, "moderator")];
const [eve, ivy] = [await aNamedUser(app, "admin"), await aNamedUser(app, "admin")];
const ANSWER = "The notice of the provider shows the reversal.";
const SAID = {
  text: "PayPal took the payment back on the 3rd",
  payer_name: "Max Payer",
  payer_email: "max@example.org",
};

type Body = Partial<Parameters<TestClient["call"]>[1]> & Record<string, unknown>;
const report = (client: TestClient, hash: string, more: Body = {}) =>
  client.call(calls.reportChargeback, {
    body: { id_hashed: hash, isVerifiedCorrectly: true, reason: "payment_reversed", ...SAID, ...more },
  });
const look = async (client: TestClient, id: string) =>
  (await client.call(calls.getChargeback, { params: { id } })).data;
const take = ({ client }: NamedUser, id: string, reason = "next in the queue") =>
  client.call(calls.takeChargeback, { params: { id }, body: { reason } });
const decide = ({ client }: NamedUser, id: string, outcome: "dismissed" | "confirmed", units?: string) =>
  client.call(calls.decideChargeback, {
    params: { id },
    body: { outcome, answer: ANSWER, ...(units ? { compensation_units: units } : {}) },
  });
const statusOf = async (client: TestClient, id: string) =>
  (await client.call(getTrade, { params: { id } })).data.status;

async function aReported(of: TestMarket = market) {
  const hash = await aTrade(of, "released");
  const { data, code } = await report(of.seller.client, hash);
  assert.equal(code, "");
  return { hash, id: data.report?.caseNumber ?? "", of };
}
async function aTaken(judge: NamedUser = ada, of: TestMarket = market) {
  const made = await aReported(of);
  assert.equal((await take(judge, made.id)).code, "");
  return made;
}
async function counted({ buyer, seller }: TestMarket, hash: string) {
  const { rows } = await owner.query(
    `select known.is_successful from reputation_trades known join trades on trades.id = known.trade_id
     where hash = $1 and known.user_id in ($2, $3) order by known.user_id`,
    [hash, buyer.id, seller.id],
  );
  return rows.map((row) => row.is_successful);
}

test("the seller reports a released trade, once, with every statement; the trade says so to both, and its coins stay where they are", async () => {
  const hash = await aTrade(market, "paid");
  const { seller, buyer } = market;
  assert.equal((await report(seller.client, hash)).code, "chargeback.not_yours", "not released yet");
  await seller.client.call(releaseTrade, { params: { id: hash }, body: {} });
  const before = await look(seller.client, hash);
  assert.deepEqual([before.state, (await look(buyer.client, hash)).state], ["available", "not_available"]);
  assert.equal((await report(seller.client, hash, { isVerifiedCorrectly: false })).code, "chargeback.not_verified");
  assert.equal((await report(buyer.client, hash)).code, "chargeback.not_yours");
  assert.equal((await report((await aPerson(app)).client, hash)).code, "trade.not_found");
  assert.equal((await report(seller.client, hash, { text: "short" })).status, 422);
  assert.equal((await report(seller.client, hash, { payer_email: "nobody" })).status, 422);
  const { id: file } = await uploadAs(app, seller.client, await aPicture());
  const { id: strange } = await uploadAs(app, buyer.client, await aPicture({ width: 30 }));
  assert.equal((await report(seller.client, hash, { upload_ids: [strange] })).code, "upload.not_found");
  const { data } = await report(seller.client, hash, { upload_ids: [file] });
  assert.deepEqual(
    [data.state, data.report?.status, data.report?.words?.payerName],
    ["reported", "Pending", "Max Payer"],
  );
  assert.equal((await report(seller.client, hash)).code, "chargeback.reported");
  const seen = (await look(buyer.client, hash)).report;
  assert.deepEqual([seen?.words, seen?.reason, seen?.files.length], [null, "payment_reversed", 1]);
  assert.equal(await statusOf(buyer.client, hash), "chargeback_started");
  assert.equal((await look(seller.client, hash)).state, "reported");
  for (const [status, many] of [
    ["successful", 0],
    ["disputed", 1],
    ["chargeback_started", 1],
    ["chargeback_paid", 0],
  ] as const) {
    const { data: listed } = await buyer.client.call(listTrades, { query: { status } });
    assert.equal(listed.filter(({ tradeHash }) => tradeHash === hash).length, many, status);
  }
  assert.deepEqual(await counted(market, hash), [true, true], "a claim of one side removes no trade from a record");
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
  await app.deliverEvents();
  const notices = await owner.query(
    "select user_id::text, kind, link from notifications where kind like 'chargeback%' order by id",
  );
  assert.ok(notices.rows.some((row) => row.kind === "chargeback_reported" && row.user_id === String(buyer.id)));
  for (const judge of [ada, ben, eve])
    assert.ok(
      notices.rows.some((row) => row.kind === "chargeback_waits" && row.user_id === String(judge.id)),
      "moderators who may decide are notified",
    );
});

test("only for methods by which payments come back, and only in time", async () => {
  const other = async (changes: Partial<OfferBody>) => {
    const of = await aMarket(app, changes);
    const hash = await aTrade(of, "released");
    return { code: (await report(of.seller.client, hash)).code, state: (await look(of.seller.client, hash)).state };
  };
  assert.deepEqual(await other({ payment_method: "western-union" }), {
    code: "chargeback.method",
    state: "not_available",
  });
  assert.deepEqual(await other({ payment_method: "zelle-pay" }), { code: "", state: "reported" });
  assert.deepEqual(await other({ payment_method: "mtn-mobile-money" }), { code: "", state: "reported" });
  assert.deepEqual(await other({ payment_method: "amazon-gift-card" }), { code: "", state: "reported" });
  const own = await aMarket(app, { payment_method: "paypal" });
  const [early, late] = [await aTrade(own, "released"), await aTrade(own, "released")];
  await owner.query(
    "update trades set released_at = released_at - interval '180 days' + interval '1 minute' where hash = $1",
    [early],
  );
  await owner.query("update trades set released_at = released_at - interval '180 days' where hash = $1", [late]);
  assert.equal((await look(own.seller.client, early)).state, "available");
  // Weeks after the end nobody writes, and the notice of the bank comes with the report all the same.
  await owner.query("update trades set ended_at = released_at where hash = $1", [early]);
  const { id: notice } = await uploadAs(app, own.seller.client, await aPicture());
  assert.equal((await report(own.seller.client, early, { upload_ids: [notice] })).code, "");
  assert.equal((await look(own.seller.client, late)).state, "expired");
  assert.equal((await report(own.seller.client, late)).code, "chargeback.expired");
});

test("what was said is sealed, and read by its seller, and for a stated reason by the moderator of the case, which is recorded first", async () => {
  const { hash, id } = await aReported();
  const { rows } = await owner.query("select words_sealed from chargeback_reports where case_number = $1", [id]);
  assert.doesNotMatch(rows[0].words_sealed.toString("latin1"), /Max Payer|took the payment/);
  assert.throws(() => openWords(rows[0].words_sealed, "CHARGEBACK-000000000000"));
  const row = async ({ client }: NamedUser) =>
    (await client.call(calls.listChargebacks, {})).data.rows.find(({ caseNumber }) => caseNumber === id);
  assert.deepEqual([(await row(ada))?.words, (await row(ada))?.mayTake], [null, true]);
  assert.equal((await look(ada.client, hash)).report?.words, null);
  assert.equal((await take(ada, id, "x")).status, 422);
  assert.equal((await take(ada, id, "next one")).data.words?.payerEmail, "max@example.org");
  assert.equal((await look(ada.client, hash)).report?.words?.payerName, "Max Payer");
  assert.equal((await row(ben))?.words, null);
  assert.equal((await take(ben, id)).code, "dispute.taken");
  assert.equal((await decide(ben, id, "confirmed")).code, "chargeback.not_judge");
  const acts = await owner.query("select act, reason from staff_acts where subject = $1 order by id", [hash]);
  assert.deepEqual(acts.rows, [{ act: "chargeback.take", reason: `${id}: next one` }]);
  assert.equal((await ada.client.call(getTrade, { params: { id: hash } })).status, 200);
});

test("the moderator of the trade's dispute, a side of it, and a moderator who is a colleague of that side do not judge", async () => {
  const hash = await aTrade(market, "paid");
  await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
  const body = { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" };
  await market.buyer.client.call(openDispute, { params: { id: hash }, body });
  await ada.client.call(takeDispute, { params: { id: hash }, body: { reason: "next in the queue" } });
  await market.seller.client.call(releaseTrade, { params: { id: hash }, body: {} });
  const id = (await report(market.seller.client, hash)).data.report?.caseNumber ?? "";
  assert.equal((await take(ada, id)).code, "chargeback.not_judge");
  assert.equal((await take(ben, id)).code, "");
  const own = await aReported(await aMarket(app, { payment_method: "paypal" }));
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    own.of.buyer.id,
  ]);
  assert.equal((await take(own.of.buyer as NamedUser, own.id)).code, "chargeback.not_judge");
  assert.equal((await take(ben, own.id)).code, "chargeback.not_judge", "of colleagues administrators judge");
  assert.equal((await take(eve, own.id)).code, "");
});

test("a dismissed report leaves the trade as it was before, and is not made again", async () => {
  const { hash, id } = await aTaken();
  assert.equal((await decide(ada, id, "dismissed", "5")).code, "chargeback.out_of_range");
  assert.equal((await decide(ada, id, "dismissed")).data.status, "Dismissed");
  assert.equal(await statusOf(market.buyer.client, hash), "released");
  assert.deepEqual(await counted(market, hash), [true, true]);
  assert.equal((await decide(ada, id, "confirmed")).code, "chargeback.gone");
  assert.equal((await report(market.seller.client, hash)).code, "chargeback.reported");
  const { report: shown } = await look(market.buyer.client, hash);
  assert.deepEqual([shown?.status, shown?.answer, shown?.mayRepay], ["Dismissed", ANSWER, false]);
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("a confirmed one counts in neither side's record, and ends when the seller says that the buyer has paid", async () => {
  const own = await aMarket(app, { payment_method: "paypal" });
  const { hash, id } = await aTaken(ada, own);
  assert.equal(
    (await own.seller.client.call(calls.repayChargeback, { params: { id: hash } })).code,
    "chargeback.not_confirmed",
  );
  const { rows } = await owner.query("select units + fee_units as most from trades where hash = $1", [hash]);
  assert.equal((await decide(ada, id, "confirmed", String(BigInt(rows[0].most) + 1n))).code, "chargeback.out_of_range");
  assert.equal((await decide(ada, id, "confirmed")).data.status, "Confirmed");
  assert.equal(await statusOf(own.buyer.client, hash), "chargeback_started");
  await app.deliverEvents();
  assert.deepEqual(await counted(own, hash), [false, false]);
  const pair = await owner.query("select trades, successful from trading_pairs where user_id = $1", [own.buyer.id]);
  assert.deepEqual(pair.rows, [{ trades: 1, successful: 0 }]);
  const used = await owner.query("select counted_cents from trade_usage where user_id = $1", [own.buyer.id]);
  assert.ok(BigInt(used.rows[0].counted_cents) > 0n, "what took part of a limit keeps it");
  assert.equal(
    (await own.buyer.client.call(calls.repayChargeback, { params: { id: hash } })).code,
    "chargeback.not_yours",
  );
  const { data } = await own.seller.client.call(calls.repayChargeback, { params: { id: hash } });
  assert.equal(data.report?.madeGood?.by, "buyer");
  assert.equal(
    (await own.seller.client.call(calls.repayChargeback, { params: { id: hash } })).code,
    "chargeback.not_confirmed",
  );
  const trade = (await own.buyer.client.call(getTrade, { params: { id: hash } })).data;
  assert.deepEqual([trade.status, trade.tradeCompleted, trade.cancelledAt], ["chargeback_paid", true, null]);
  const receipt = String(trade.receiptUrl).split("/").at(-1) ?? "";
  assert.equal((await own.buyer.client.call(getReceipt, { params: { invoiceUUID: receipt } })).status, 200);
  assert.deepEqual(await counted(own, hash), [false, false]);
  await app.deliverEvents();
  const kinds = await owner.query(
    "select kind from notifications where user_id = $1 and kind like 'chargeback%' order by id",
    [own.buyer.id],
  );
  assert.deepEqual(
    kinds.rows.map(({ kind }) => kind),
    ["chargeback_reported", "chargeback_confirmed", "chargeback_paid"],
  );
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

async function correct(change: Extract<StaffChange, { kind: "post_journal" }>): Promise<void> {
  await app.db.tx(playRecordedRates);
  const proposed = await eve.client.call(changeByStaff, { body: { change, reason: "a chargeback" } });
  assert.equal(proposed.code, "");
  const waiting = (await ivy.client.call(getStaffDesk)).data.waiting.at(-1)?.id ?? "";
  await app.prove(ivy.client.token, change);
  assert.equal((await ivy.client.call(confirmStaffChange, { body: { id: waiting } })).code, "");
}

test("the operator makes it good by a correction of two administrators for its number and its sum, and by nothing less", async () => {
  const own = await aMarket(app, { payment_method: "paypal" });
  const { hash, id } = await aTaken(ada, own);
  assert.equal((await decide(ada, id, "confirmed", "5000")).data.compensation, "0.00005");
  const { rows } = await owner.query("select id, username from users where id = any($1) order by id = $2", [
    [own.seller.id, own.buyer.id],
    own.seller.id,
  ]);
  const [buyer, seller] = rows;
  const change = {
    kind: "post_journal",
    id: seller.username,
    side: "credit",
    crypto_currency_code: "BTC",
    house: "loss",
    amount: "0.00004",
    case_number: id,
  } as const;
  await correct(change);
  assert.equal(await statusOf(own.buyer.client, hash), "chargeback_started", "less than was promised");
  await correct({ ...change, id: buyer.username, amount: "0.00005" });
  assert.equal(await statusOf(own.buyer.client, hash), "chargeback_started", "to another user");
  await correct({ ...change, amount: "0.00001" });
  assert.equal(await statusOf(own.buyer.client, hash), "chargeback_paid");
  const { report: shown } = await look(own.seller.client, hash);
  assert.deepEqual([shown?.madeGood?.by, shown?.compensation, shown?.mayRepay], ["operator", "0.00005", false]);
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("of two who report, take or decide at once one does", async () => {
  const hash = await aTrade(market, "released");
  const both = await Promise.all([report(market.seller.client, hash), report(market.seller.client, hash)]);
  assert.deepEqual(both.map(({ code }) => code).sort(), ["", "chargeback.reported"]);
  const id = (await look(market.seller.client, hash)).report?.caseNumber ?? "";
  const taking = await Promise.all([take(ada, id), take(ben, id)]);
  assert.deepEqual(taking.map(({ code }) => code).sort(), ["", "dispute.taken"]);
  const judge = taking[0]?.code === "" ? ada : ben;
  const decided = await Promise.all([decide(judge, id, "confirmed"), decide(judge, id, "dismissed")]);
  assert.deepEqual(decided.map(({ code }) => code).sort(), ["", "chargeback.gone"]);
});

test("a report, its decision and what made it good happen once with one key", async () => {
  const own = await aMarket(app, { payment_method: "paypal" });
  const { client } = own.seller;
  const hash = await aTrade(own, "released");
  const { id: file } = await uploadAs(app, client, await aPicture({ width: 31 }));
  const body = {
    id_hashed: hash,
    isVerifiedCorrectly: true,
    reason: "payment_reversed" as const,
    ...SAID,
    upload_ids: [file],
  };
  const made = await withOneKey((key) => client.call(calls.reportChargeback, { body, key }));
  assert.equal(made.code, "");
  const id = (await look(client, hash)).report?.caseNumber ?? "";
  await take(ada, id);
  const said = { outcome: "confirmed" as const, answer: ANSWER };
  const decided = await withOneKey((key) =>
    ada.client.call(calls.decideChargeback, { params: { id }, body: said, key }),
  );
  assert.equal(decided.code, "");
  const good = await withOneKey((key) => client.call(calls.repayChargeback, { params: { id: hash }, key }));
  assert.equal(good.code, "");
  const { rows } = await owner.query(
    `select (select array_agg(step.verb order by step.id) from trade_transitions step where step.trade_id = trade.id
               and step.verb like '%chargeback') as steps,
       (select count(*)::int from chat_messages where upload_id = (select id from uploads where hash = $2)) as files,
       (select count(*)::int from staff_acts where subject = trade.hash and act = 'chargeback.decide') as acts
     from trades trade where hash = $1`,
    [hash, file],
  );
  assert.deepEqual(rows, [
    { steps: ["report_chargeback", "confirm_chargeback", "repay_chargeback"], files: 1, acts: 1 },
  ]);
});

test("no process moves a trade to or from a chargeback that no report says, nor writes a report", async () => {
  const hash = await aTrade(market, "released");
  await assert.rejects(
    owner.query("update trades set status = 'chargeback_started' where hash = $1", [hash]),
    /has no report/,
  );
  const { hash: reported, id } = await aReported();
  const set = (status: string) => owner.query("update trades set status = $2 where hash = $1", [reported, status]);
  await assert.rejects(set("released"), /has no report/);
  await assert.rejects(set("chargeback_paid"), /has no report/);
  await assert.rejects(set("expired"), /has no report/);
  const good = (seller: bigint | null) =>
    app.dbs.web.tx((tx) => tx.rows`select make_chargeback_good(${id}, ${seller}::bigint, ${tx.now}) as outcome`);
  assert.deepEqual(await good(null), [{ outcome: "not_open" }]);
  assert.deepEqual(await good(market.buyer.id), [{ outcome: "not_yours" }]);
  const { id: theirs } = await uploadAs(app, market.buyer.client, await aPicture());
  const fresh = await aTrade(market, "released");
  const [byFile] = await app.dbs.web.tx(
    (tx) => tx.rows`
      select report_chargeback(${fresh}, ${market.seller.id}::bigint, 'CHARGEBACK-000000000001', 'payment_reversed',
                               ${Buffer.alloc(9)}::bytea, ${[theirs]}::text[], ${tx.now}) as outcome`,
  );
  assert.deepEqual(byFile, { outcome: "no_file" }, "another user's file");
  const { rows } = await owner.query(
    `select kind, has_table_privilege('parley_web', 'chargeback_reports', kind) as may
     from unnest('{insert,update,delete}'::text[]) as kind`,
  );
  assert.deepEqual(
    rows.filter(({ may }) => may),
    [],
  );
});

test("words are sealed anew with another secret, come in the seller's archive, and go with the conversation", async () => {
  const { hash, id } = await aTaken();
  const { secret, sealing: usual } = app.config;
  const sealing = { version: usual.version + 1, before: secret };
  const other = Buffer.alloc(32, 9);
  const asOwner = app.ownerPorts.db;
  try {
    assert.match(await sealChargebacksAnew(asOwner, { secret: other, sealing }), /sealed [1-9][0-9]* reports/);
    assert.match(await sealChargebacksAnew(asOwner, { secret: other, sealing }), /sealed 0 reports/);
    assert.equal((await look(market.seller.client, hash)).report?.words?.text, SAID.text);
    const { rows } = await owner.query("select words_sealed from chargeback_reports where case_number = $1", [id]);
    useSealingSecret(secret, usual);
    assert.throws(() => openWords(rows[0].words_sealed, id), /does not have/);
    // Nothing else is sealed with the other secret here.
    await owner.query("update chargeback_reports set words_sealed = $1 where case_number = $2", [
      sealWords({ text: SAID.text, payerName: SAID.payer_name, payerEmail: null }, id),
      id,
    ]);
  } finally {
    useSealingSecret(secret, usual);
  }
  await decide(ada, id, "confirmed");
  await owner.query("update trades set offer_terms = '' where hash = $1", [hash]);
  const { report: shown } = await look(market.seller.client, hash);
  assert.deepEqual([shown?.words, shown?.answer, shown?.files, shown?.status], [null, null, [], "Confirmed"]);
});
