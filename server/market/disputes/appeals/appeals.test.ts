// Guards: the side that lost a dispute appeals once, in time and with something new; another moderator decides; what is owed is no more than was lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { postMessage } from "#contract/market/trades/chat.ts";
import * as calls from "#contract/market/disputes/appeals.ts";
import { getDispute } from "#contract/market/disputes/disputes.ts";
import { ids } from "../../../platform/ids.ts";
import { aMarket, aPerson, type TestClient, type TestMarket, testApp } from "../../../testing/index.ts";
import { withOneKey } from "../../../testing/same-key.ts";
import { aModerator, openDisputeAndTake } from "../../../testing/market/disputes.ts";
import { aPicture, uploadAs } from "../../../testing/people/upload.ts";

const app = await testApp();
const { owner, moveClock } = app;
const HOUR = 3_600_000;
const market = await aMarket(app);
const judge = await aModerator(market);
const ANSWER = "The new statement shows that the payment arrived.";

async function aDecided(of: TestMarket = market, winner: "buyer" | "seller" = "seller", shareUnits?: bigint) {
  const moderator = await aModerator(of);
  const hash = await openDisputeAndTake(of, { moderator, winner, ...(shareUnits === undefined ? {} : { shareUnits }) });
  const params = { id: hash };
  const file = async (client: TestClient) => (await uploadAs(app, client, await aPicture())).id;
  const appeal = async (client: TestClient, upload_ids?: string[]) =>
    client.call(calls.appealDispute, {
      params,
      body: { text: "The bank sent me the statement today", upload_ids: upload_ids ?? [await file(client)] },
    });
  const look = async (client: TestClient) => (await client.call(getDispute, { params })).data.appeal;
  const caseOf = async () => (await look(of.buyer.client)).made?.caseNumber ?? "";
  return { hash, moderator, appeal, look, caseOf, file, params };
}
const take = (client: TestClient, id: string) =>
  client.call(calls.takeDisputeAppeal, { params: { id }, body: { reason: "next in the queue" } });
type Decision = { outcome: "upheld" | "overturned"; compensation_units?: string };
const decide = (client: TestClient, id: string, decision: Decision) =>
  client.call(calls.decideDisputeAppeal, { params: { id }, body: { ...decision, answer: ANSWER } });

test("only the losing side appeals, once, in time, with a file of their own", async () => {
  const { buyer, seller } = market;
  const { appeal, look, file } = await aDecided();
  assert.equal((await look(buyer.client)).state, "available");
  assert.equal((await look(seller.client)).state, "not_available");
  assert.equal((await appeal(seller.client)).code, "dispute.appeal_not_yours");
  assert.equal((await appeal((await aPerson(app)).client)).code, "trade.not_found");
  assert.equal((await appeal(buyer.client, [await file(seller.client)])).code, "upload.not_found");
  assert.equal((await appeal(buyer.client)).status, 200);
  assert.deepEqual([(await look(buyer.client)).state, (await look(seller.client)).made?.by], ["appealed", "buyer"]);
  assert.equal((await appeal(buyer.client)).code, "dispute.appealed");
});

test("a moderator other than the one who decided takes it and decides; both sides read the answer", async () => {
  const { appeal, moderator, caseOf, look } = await aDecided();
  await appeal(market.buyer.client);
  const id = await caseOf();
  assert.equal((await take(moderator, id)).code, "dispute.appeal_not_judge");
  assert.equal((await decide(judge, id, { outcome: "upheld" })).code, "dispute.not_taken");
  const before = await look(judge);
  assert.deepEqual([before.made?.text, before.made?.files], ["", []], "nobody reads what is not theirs");
  assert.equal((await take(judge, id)).status, 200);
  assert.equal((await take(await aModerator(market), id)).code, "dispute.taken");
  assert.match((await look(judge)).made?.text ?? "", /statement today/);
  assert.equal(
    (await decide(judge, id, { outcome: "upheld", compensation_units: "5" })).code,
    "dispute.appeal_out_of_range",
  );
  assert.equal((await decide(judge, id, { outcome: "upheld" })).status, 200);
  assert.equal((await decide(judge, id, { outcome: "upheld" })).code, "dispute.appeal_gone");
  const { made } = await look(market.seller.client);
  assert.deepEqual([made?.outcome, made?.answer, made?.compensation], ["upheld", ANSWER, null]);
  const { rows } = await owner.query(
    "select reason from staff_acts where act = 'dispute.appeal' order by id desc limit 1",
  );
  assert.match(rows[0].reason, new RegExp(`${id}: upheld`));
});

test("an overturned decision is worth what the side did not get, and counts as paid when two administrators posted it", async () => {
  const { appeal, caseOf, look, hash } = await aDecided();
  await appeal(market.buyer.client);
  const id = await caseOf();
  await take(judge, id);
  const { rows } = await owner.query("select units, buyer_id, crypto from trades where hash = $1", [hash]);
  const [{ units, buyer_id: buyerId, crypto }] = rows;
  const over = (compensation_units?: string) =>
    decide(judge, id, { outcome: "overturned", ...(compensation_units ? { compensation_units } : {}) });
  assert.equal((await over(String(BigInt(units) + 1n))).code, "dispute.appeal_out_of_range");
  assert.equal((await over()).code, "dispute.appeal_out_of_range");
  assert.equal((await over(units)).status, 200);
  const owed = await judge.call(calls.listDisputeAppeals, { query: { queue: "owed" } });
  const row = owed.data.rows.find(({ caseNumber }) => caseNumber === id);
  assert.deepEqual([row?.outcome, row?.isPaid], ["overturned", false]);
  const paid = async (detail: string) => {
    const change = await owner.query(
      `insert into staff_changes (hash, kind, user_id, detail, subject, reason, proposed_by, proposed_at, expires_at, confirmed_by, confirmed_at)
       select $1, 'post_journal', $2, $3, '', 'an appeal', $2, market_now(), market_now(), $4, market_now() returning id`,
      [ids.hash(), buyerId, detail, market.seller.id],
    );
    await owner.query(
      "insert into manual_journals select $1, (select max(id) from journals where id not in (select journal_id from manual_journals)), 1, market_now()",
      [change.rows[0].id],
    );
    return (await look(market.buyer.client)).made?.isPaid;
  };
  assert.equal(await paid(`credit:${crypto}:loss:${units}:CASE-7`), false, "a correction about something else");
  assert.equal(await paid(`credit:${crypto}:loss:${units}:${id}`), true);
});

test("of a divided escrow the smaller side is owed the rest at most", async () => {
  const { hash, appeal, caseOf, look } = await aDecided(market, "seller", 1000n);
  await appeal(market.buyer.client);
  const { rows } = await owner.query("select units from trades where hash = $1", [hash]);
  await take(judge, await caseOf());
  assert.equal((await look(judge)).made?.mostUnits, String(BigInt(rows[0].units) - 1000n));
});

test("of a divided escrow both sides appeal, each once and for what they did not get", async () => {
  const { buyer, seller } = market;
  const { hash, appeal, look } = await aDecided(market, "seller", 1000n);
  assert.deepEqual([(await look(buyer.client)).state, (await look(seller.client)).state], ["available", "available"]);
  assert.equal((await appeal(buyer.client)).code, "");
  const seen = await look(seller.client);
  assert.deepEqual([seen.state, seen.made?.by, seen.madeByOther], ["available", "buyer", null]);
  assert.equal((await appeal(seller.client)).code, "");
  assert.equal((await appeal(seller.client)).code, "dispute.appealed");
  const own = await look(seller.client);
  assert.deepEqual([own.state, own.made?.by, own.madeByOther?.by], ["appealed", "seller", "buyer"]);
  const id = own.made?.caseNumber ?? "";
  await take(judge, id);
  const { rows } = await owner.query(
    "select fee_of_share(units, fee_units, buyer_share_units) as fee from trades where hash = $1",
    [hash],
  );
  assert.equal((await look(judge)).made?.mostUnits, String(1000n + BigInt(rows[0].fee)), "their share and its fee");
  assert.equal((await decide(judge, id, { outcome: "upheld" })).status, 200);
  assert.equal((await look(buyer.client)).made?.outcome, null, "the other appeal still waits");
});

test("the losing side appeals with a file also where the conversation is closed: in bt-auto, and where the buyer never paid", async () => {
  const silent = await aDecided();
  await owner.query("update trades set flow_type = 'bt-auto' where hash = $1", [silent.hash]);
  assert.equal((await silent.appeal(market.buyer.client)).code, "");
  const unpaid = await aDecided();
  await owner.query("update trades set was_ever_paid = false where hash = $1", [unpaid.hash]);
  const say = () => market.buyer.client.call(postMessage, { params: unpaid.params, body: { text: "hello" } });
  assert.equal((await say()).code, "chat.blocked");
  assert.equal((await unpaid.appeal(market.buyer.client)).code, "");
  const erased = await aDecided();
  await owner.query(
    "insert into retention_marks (what, up_to) values ('conversations', market_now() + interval '1 hour') on conflict (what) do update set up_to = excluded.up_to",
  );
  assert.equal((await erased.appeal(market.buyer.client)).code, "chat.blocked", "nobody writes into what was erased");
  await owner.query("update retention_marks set up_to = '-infinity' where what = 'conversations'");
});

test("an appeal and its decision happen once with one key, and of two who appeal, take or decide at once one does", async () => {
  const { buyer } = market;
  const [one, other] = [await aDecided(), await aDecided()];
  const uploads = { upload_ids: [await one.file(buyer.client)] };
  const body = { text: "The bank sent me the statement today", ...uploads };
  const made = await withOneKey((key) => buyer.client.call(calls.appealDispute, { params: one.params, body, key }));
  assert.equal(made.code, "");
  const said = await owner.query(
    "select count(*)::int as files from chat_messages where upload_id = (select id from uploads where hash = $1)",
    [uploads.upload_ids[0]],
  );
  assert.deepEqual(said.rows, [{ files: 1 }]);
  const both = await Promise.all([other.appeal(buyer.client), other.appeal(buyer.client)]);
  assert.deepEqual(both.map(({ code }) => code).sort(), ["", "dispute.appealed"]);
  const [id, second] = [await one.caseOf(), await aModerator(market)];
  const taking = await Promise.all([take(judge, id), take(second, id)]);
  assert.deepEqual(taking.map(({ code }) => code).sort(), ["", "dispute.taken"]);
  const taker = taking[0]?.code === "" ? judge : second;
  const params = { id: await other.caseOf() };
  await take(judge, params.id);
  const answer = { outcome: "overturned" as const, answer: ANSWER, compensation_units: "7" };
  const decided = await withOneKey((key) => judge.call(calls.decideDisputeAppeal, { params, body: answer, key }));
  assert.equal(decided.code, "");
  const atOnce = await Promise.all([
    decide(taker, id, { outcome: "upheld" }),
    decide(taker, id, { outcome: "overturned", compensation_units: "7" }),
  ]);
  assert.deepEqual(atOnce.map(({ code }) => code).sort(), ["", "dispute.appeal_gone"]);
  const acts = await owner.query("select reason from staff_acts where reason like any ($1) order by id", [
    [`${id}: %`, `${params.id}: %`],
  ]);
  assert.deepEqual(acts.rows.map(({ reason }) => reason.split(":")[0]).sort(), [id, params.id].sort());
});

test("after its time nobody appeals, and an erased conversation takes the text of an appeal with it", async () => {
  const own = await aMarket(app);
  const { appeal, hash, look } = await aDecided(own);
  const late = await aDecided(own);
  await appeal(own.buyer.client);
  await owner.query("update disputes set body = '', note = null where trade_hash = $1", [hash]);
  const { made } = await look(own.buyer.client);
  assert.deepEqual([made?.text, made?.files], ["", []]);
  await moveClock(73 * HOUR);
  assert.equal((await late.look(own.buyer.client)).state, "expired");
  assert.equal((await late.appeal(own.buyer.client)).code, "dispute.appeal_expired");
});

test("moderators who may take an appeal are notified, and take it for a reason that is recorded first", async () => {
  const own = await aMarket(app);
  const { appeal, caseOf, hash } = await aDecided(own);
  await appeal(own.buyer.client);
  await app.deliverEvents();
  const { rows } = await owner.query(
    `select user_id, link from notifications where kind = 'dispute_appealed' and id > (
       select coalesce(max(id), 0) from notifications where kind <> 'dispute_appealed')`,
  );
  const { rows: had } = await owner.query("select decided_by from disputes where trade_hash = $1", [hash]);
  assert.ok(rows.length > 0 && rows.every(({ link }) => link === "/staff/disputes?state=appeals"));
  assert.ok(!rows.some(({ user_id: id }) => id === had[0].decided_by), "who decided it does not judge it");
  const id = await caseOf();
  assert.equal((await judge.call(calls.takeDisputeAppeal, { params: { id }, body: { reason: "ab" } })).status, 422);
  await judge.call(calls.takeDisputeAppeal, { params: { id }, body: { reason: "the oldest one" } });
  const acts = await owner.query("select reason from staff_acts where act = 'dispute.appeal' order by id desc limit 1");
  assert.equal(acts.rows[0].reason, `took ${id}: the oldest one`);
});

test("the database takes no appeal with another user's file", async () => {
  const own = await aMarket(app);
  const { hash, file } = await aDecided(own);
  const theirs = await file(own.seller.client);
  const [row] = await app.dbs.web.tx(
    (tx) => tx.rows`
      select make_dispute_appeal(${hash}, ${own.buyer.id}::bigint, ${`APPEAL-${ids.digits(12)}`}, 'It is theirs',
                                 ${[theirs]}::text[], ${tx.now}) as outcome`,
  );
  assert.deepEqual(row, { outcome: "no_file" });
});
