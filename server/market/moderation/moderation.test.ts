// Guards: people report offers once and within bounds, staff take offers off the market for a reason that the owner reads, the
// owner appeals once, and another of the staff decides about that.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as mod from "#contract/market/offers/moderation.ts";
import { REPORT_REASONS } from "#contract/market/offers/moderation-names.ts";
import { listDisputeReasons } from "#contract/market/disputes/disputes.ts";
import * as own from "#contract/market/offers/my/offers.ts";
import { getOffer } from "#contract/market/offers/offers.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { aMarket, testApp } from "../../testing/index.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const [ada, ben, eve] = [
  await aNamedUser(app, "moderator"),
  await aNamedUser(app, "moderator"),
  await aNamedUser(app, "admin"),
];
const WHY = "The terms ask for a payment outside of escrow.";
const WORDS = "The sentence was about another market. It is gone now.";

const report = ({ client }: Pick<NamedUser, "client">, id: string, reason_id = 1, reason_text?: string) =>
  client.call(mod.reportOffer, { params: { id }, body: { reason_id, ...(reason_text ? { reason_text } : {}) } });
const approve = ({ client }: NamedUser, id: string, more: { key?: string } = {}) =>
  client.call(mod.approveOffer, { params: { id }, body: { reason: WHY }, ...more });
const reject = ({ client }: NamedUser, id: string, more: { key?: string } = {}) =>
  client.call(mod.rejectOffer, { params: { id }, body: { reason: WHY }, ...more });
const appeal = ({ client }: Pick<NamedUser, "client">, hash: string) =>
  client.call(own.appealOffer, { params: { hash }, body: { text: WORDS } });
const judged = async ({ client }: NamedUser, queue: "reports" | "appeals" | "rejected", hash: string) =>
  (await client.call(mod.listJudgedOffers, { query: { queue } })).data.rows.find((row) => row.hash === hash);
const mine = async ({ client }: Pick<NamedUser, "client">, hash: string) =>
  (await client.call(own.listMyOffers, { query: { type: "sell" } })).data.offers.find((one) => one.idHashed === hash);
const actsAbout = async (hash: string) =>
  (await owner.query("select staff_id, act, reason from staff_acts where subject = $1 order by id", [hash])).rows;
const noticesOf = async ({ id }: { id: bigint }) =>
  (await owner.query("select kind from notifications where user_id = $1 order by id", [id])).rows.map(
    ({ kind }) => kind,
  );

test("the five reasons of reports are those that either side of a dispute may give, by the same ids", async () => {
  const either = (await ada.client.call(listDisputeReasons)).data.filter(({ role }) => role === "any");
  assert.deepEqual(
    REPORT_REASONS.map(({ id, slug }) => ({ id, slug })),
    either.map(({ id, slug }) => ({ id, slug })),
  );
});

test("an offer is reported once by a person, by others too, with words where the reason says nothing, and not by its owner", async () => {
  const { seller, buyer, offer } = await aMarket(app);
  assert.equal((await report(seller, offer)).code, "offer.own_report");
  assert.equal((await report(buyer, offer, 5)).code, "offer.report_words");
  assert.equal((await report(buyer, offer, 5, "   ")).code, "offer.report_words");
  assert.equal((await report(buyer, offer, 6)).status, 422);
  assert.equal((await report(buyer, offer, 5, "x".repeat(251))).status, 422);
  assert.deepEqual((await report(buyer, offer, 5, "Asks for my password")).data, { isReported: true });
  assert.equal((await report(buyer, offer, 3)).code, "offer.reported");
  assert.equal((await report(await aNamedUser(app), offer, 3)).status, 200);
  assert.equal((await report(buyer, "AAAAAAAAAAA")).code, "offer.not_found");
  const row = await judged(ada, "reports", offer);
  assert.deepEqual(
    row?.reports.map(({ reason, text }) => [reason, text]),
    [
      ["other", "Asks for my password"],
      ["obvious_scam", null],
    ],
  );
  assert.deepEqual([row?.reportsTotal, row?.moderation, row?.isActive, row?.mayDecide], [2, "approved", true, true]);
  const page = await buyer.client.call(getOffer, { params: { id: offer } });
  assert.ok(page.data.isActive, "reports alone take nothing off the market");
});

test("the same offer reported twice at once by one person is reported once, and no more in a day than the settings say", async () => {
  await owner.query(
    "insert into settings (name, value, changed_at) values ('offers.reports_a_day', '2', market_now())",
  );
  const reporter = await aNamedUser(app);
  const offers = [];
  for (let count = 0; count < 3; count++) offers.push((await aMarket(app)).offer);
  const [first = "", ...others] = offers;
  const both = await Promise.all([report(reporter, first), report(reporter, first)]);
  assert.deepEqual(both.map(({ status, code }) => code || status).sort(), [200, "offer.reported"]);
  const rest = await Promise.all(others.map((hash) => report(reporter, hash)));
  assert.deepEqual(rest.map(({ status, code }) => code || status).sort(), [200, "offer.reports_today"]);
  await owner.query("delete from settings where name = 'offers.reports_a_day'");
});

test("staff take an offer off the market: its owner is notified and reads why, its reports are answered, nobody takes it", async () => {
  const { seller, buyer, offer } = await aMarket(app);
  await report(buyer, offer);
  assert.equal((await approve(buyer as NamedUser, offer)).status, 403);
  assert.deepEqual([(await reject(ada, offer)).status, (await reject(ada, offer)).code], [200, "offer.other_person"]);
  assert.equal((await reject(ben, offer)).code, "staff.unchanged", "nobody has appealed");
  assert.equal(await judged(ada, "reports", offer), undefined);
  assert.equal((await judged(ada, "rejected", offer))?.mayDecide, false);
  assert.equal((await judged(ben, "rejected", offer))?.mayDecide, true);
  const shown = await mine(seller, offer);
  assert.deepEqual(
    [shown?.hold, shown?.isEnabled, shown?.rejection?.state, shown?.rejection?.reason, shown?.rejection?.appeal],
    ["moderation", false, "rejected", WHY, null],
  );
  const page = (await buyer.client.call(getOffer, { params: { id: offer } })).data;
  assert.deepEqual([page.isActive, page.flags.includes(15)], [false, true]);
  await seller.client.call(own.setOfferStatus, { params: { hash: offer }, body: { new_status: "inactive" } });
  await seller.client.call(own.setOfferStatus, { params: { hash: offer }, body: { new_status: "active" } });
  assert.equal((await mine(seller, offer))?.isEnabled, false, "its owner's switch does not bring it back");
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(seller), ["offer_rejected"]);
  const { rows } = await owner.query(
    "select body_text from mails where body_text like '%' || $1 || '%' order by id desc limit 1",
    [offer],
  );
  assert.match(rows[0].body_text, new RegExp(WHY));
  assert.deepEqual(await actsAbout(offer), [{ staff_id: String(ada.id), act: "offer.reject", reason: WHY }]);
});

test("the owner appeals once, other staff who may decide are notified, and another moderator than the one who rejected it restores it", async () => {
  const { seller, offer } = await aMarket(app);
  assert.equal((await appeal(seller, offer)).code, "offer.not_rejected");
  await reject(ada, offer);
  assert.equal((await appeal(await aNamedUser(app), offer)).status, 404);
  const written = await appeal(seller, offer);
  assert.deepEqual(
    [written.status, written.data.rejection?.state, written.data.rejection?.appeal],
    [200, "appealed", WORDS],
  );
  assert.equal((await appeal(seller, offer)).code, "offer.appealed");
  await app.deliverEvents();
  const linksSentTo = async ({ id }: NamedUser) =>
    (await owner.query("select link from notifications where user_id = $1 and kind = 'offer_appealed'", [id])).rows.map(
      ({ link }) => link,
    );
  assert.deepEqual(await linksSentTo(ben), ["/staff/offers?queue=appeals"]);
  assert.deepEqual(await linksSentTo(ada), [], "the moderator who rejected it does not decide");
  assert.equal((await approve(ada, offer)).code, "offer.other_person");
  const row = (await approve(ben, offer)).data;
  assert.deepEqual([row.moderation, row.isActive, row.rejection?.answer], ["approved", true, WHY]);
  assert.equal((await mine(seller, offer))?.rejection, null);
  assert.equal((await approve(ben, offer)).code, "staff.unchanged");
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(seller), ["offer_rejected", "offer_approved"]);
});

test("an appeal that is rejected leaves the offer off the market for good, and its owner nothing to appeal", async () => {
  const { seller, offer } = await aMarket(app);
  await reject(ada, offer);
  await appeal(seller, offer);
  assert.equal((await reject(ada, offer)).code, "offer.other_person");
  assert.equal((await reject(ben, offer)).data.moderation, "no_appeal");
  assert.equal((await appeal(seller, offer)).code, "offer.appealed");
  for (const one of [ada, ben, eve]) {
    assert.equal((await approve(one, offer)).code, "offer.decided");
    assert.equal((await reject(one, offer)).code, "offer.decided");
  }
  const shown = await mine(seller, offer);
  assert.deepEqual([shown?.rejection?.state, shown?.rejection?.answer, shown?.isEnabled], ["no_appeal", WHY, false]);
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(seller), ["offer_rejected", "offer_closed"]);
});

test("reports about an offer that breaks no rule are answered, and its owner is not notified", async () => {
  const { seller, buyer, offer } = await aMarket(app);
  assert.equal((await approve(ada, offer)).code, "staff.unchanged", "nothing waits");
  await report(buyer, offer);
  assert.equal((await approve(ada, offer)).data.reportsTotal, 0);
  await app.deliverEvents();
  assert.deepEqual(await noticesOf(seller), []);
  assert.equal((await report(buyer, offer)).code, "offer.reported", "once is once");
  assert.equal((await approve(ada, "AAAAAAAAAAA")).code, "offer.not_found");
});

test("nobody of the staff judges an offer of their own, and those of colleagues are for administrators", async () => {
  const { seller, buyer, offer } = await aMarket(app);
  await report(buyer, offer);
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [seller.id]);
  assert.equal((await reject(seller as NamedUser, offer)).code, "staff.own_account");
  assert.equal((await reject(ada, offer)).code, "restriction.not_allowed");
  assert.equal((await judged(ada, "reports", offer))?.mayDecide, false);
  assert.equal((await reject(eve, offer)).status, 200);
});

test("of two who decide at once one does, and the same request key decides once", async () => {
  for (const [one, other] of [
    [reject, reject],
    [approve, approve],
    [approve, reject],
  ] as const) {
    const { seller, buyer, offer } = await aMarket(app);
    await report(buyer, offer);
    await reject(eve, offer);
    await appeal(seller, offer);
    const before = (await actsAbout(offer)).length;
    const both = await Promise.all([one(ada, offer), other(ben, offer)]);
    for (const { status, code } of both)
      assert.ok(status === 200 || code === "offer.decided" || code === "staff.unchanged", code);
    const { rows } = await owner.query(
      `select count(*)::int as many from offer_rejections join offers on offers.id = offer_id
       where hash = $1 and outcome is not null`,
      [offer],
    );
    assert.equal(rows[0].many, 1);
    assert.ok((await actsAbout(offer)).length > before);
  }
  const { buyer, offer } = await aMarket(app);
  await report(buyer, offer);
  const [first, again] = [
    await reject(ada, offer, { key: "key-of-it" }),
    await reject(ada, offer, { key: "key-of-it" }),
  ];
  assert.deepEqual([first.status, again.body], [200, first.body]);
  assert.equal((await actsAbout(offer)).length, 1);
});

test("no login writes what moderators think of an offer", async () => {
  const { offer } = await aMarket(app);
  for (const login of [app.dbs.web, app.dbs.worker])
    await assert.rejects(
      login.tx((tx) => tx.rows`update offers set moderation = 'approved' where hash = ${offer}`),
      /permission denied/,
    );
});

test("what a user wrote about offers is in their archive, and goes with the account", async () => {
  const { seller, buyer, offer } = await aMarket(app);
  await report(buyer, offer, 5, "Asks for my password");
  await reject(ada, offer);
  await appeal(seller, offer);
  const linesOf = async (id: bigint) => {
    const { rows } = await owner.query(
      `insert into data_exports (user_id, session_id, asked_at, expires_at)
       select $1, sessions.id, market_now(), market_now() + interval '1 day'
       from sessions where sessions.user_id = $1 order by sessions.id limit 1
       returning id`,
      [id],
    );
    const exported = await owner.query("select line from export_part($1, 'offer_words', 0, 10)", [rows[0].id]);
    return exported.rows.map(({ line }) => JSON.parse(line));
  };
  const [reported] = await linesOf(buyer.id);
  assert.deepEqual([reported.reportedOffer, reported.words], [offer, "Asks for my password"]);
  const [rejected] = await linesOf(seller.id);
  assert.deepEqual([rejected.rejectedOffer, rejected.reason, rejected.appeal], [offer, WHY, WORDS]);
  for (const { id } of [buyer, seller])
    await owner.query(
      `insert into account_closures (user_id, reason, asked_at, due_at) values ($1, 'privacy', market_now(), market_now())`,
      [id],
    );
  await owner.query("update account_closures set closed_at = market_now() where user_id = any ($1)", [
    [buyer.id, seller.id],
  ]);
  const { rows } = await owner.query(
    `select report.words, rejection.words as appeal
     from offers
     join offer_reports report on report.offer_id = offers.id
     join offer_rejections rejection on rejection.offer_id = offers.id
     where offers.hash = $1`,
    [offer],
  );
  assert.deepEqual(rows, [{ words: null, appeal: "(erased with the account)" }]);
});
