// Guards: submitted evidence never changes, and its order can be computed again; only the parties submit it, and only before
// the deadline.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { listMessages } from "#contract/market/trades/chat.ts";
import * as calls from "#contract/market/disputes/disputes.ts";
import {
  aMarket,
  aPerson,
  aTrade,
  freshRates,
  type TestClient,
  testApp,
  type TestMarket,
} from "../../testing/index.ts";
import { aModerator, openDisputeAndTake } from "../../testing/market/disputes.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";

const app = await testApp();
const { owner, moveClock } = app;
const HOUR = 3_600_000;
const market = await aMarket(app);

async function aRoom(of: TestMarket = market) {
  await freshRates(app);
  const moderator = await aModerator(of);
  const hash = await openDisputeAndTake(of, { moderator });
  const params = { id: hash };
  const hand = (client: TestClient, body: { text: string; upload_ids?: string[]; is_last?: boolean }) =>
    client.call(calls.submitEvidence, { params, body });
  const look = async (client: TestClient) => (await client.call(calls.getDispute, { params })).data;
  const ask = (whom: "buyer" | "seller" | "both", client = moderator) =>
    client.call(calls.askForEvidence, { params, body: { of: whom, text: "The statement of that day, please" } });
  const decide = (winner: "buyer" | "seller") =>
    moderator.call(calls.decideDispute, {
      params,
      body: { winner, reason_code: "no_answer", note: "the other side is silent" },
    });
  return { hash, params, moderator, hand, look, ask, decide, ...of };
}

const linesOf = async (client: TestClient, hash: string) =>
  (await client.call(listMessages, { params: { id: hash } })).data.map(({ systemKey }) => systemKey).filter(Boolean);

test("each item carries the digest of the one before, over its words and files; a decision names the last and its rule", async () => {
  const { buyer, seller, moderator, hash, hand, look, decide } = await aRoom();
  const bytes = await aPicture();
  const { id } = await uploadAs(app, buyer.client, bytes);
  assert.equal((await hand(buyer.client, { text: "The statement shows it", upload_ids: [id] })).status, 200);
  assert.equal((await hand(seller.client, { text: "Nothing came", is_last: true })).status, 200);
  await app.deliverEvents();
  const notices = await owner.query(
    "select user_id::text from notifications where kind = 'evidence_uploaded' and subject = $1 order by id",
    [hash],
  );
  assert.deepEqual(
    notices.rows.map(({ user_id }) => user_id),
    [String(seller.id), String(buyer.id)],
    "each is notified of the other's",
  );
  const { evidence, finished } = await look(moderator);
  assert.deepEqual(
    evidence.map(({ by, text, files }) => [by, text, files.length]),
    [
      ["buyer", "The statement shows it", 1],
      ["seller", "Nothing came", 0],
    ],
  );
  assert.deepEqual(finished, ["seller"]);
  const [file] = evidence[0]?.files ?? [];
  const shown = await app.app.fastify.inject({
    url: file?.url ?? "",
    headers: { cookie: `parley=${moderator.token}` },
  });
  assert.equal(
    createHash("sha256").update(shown.rawPayload).digest("hex"),
    file?.sha256,
    "who has the case reads the file",
  );

  const { rows } = await owner.query("select * from dispute_evidence order by dispute_id desc, place desc limit 2");
  let previous = createHash("sha256").update(`dispute:${hash}:1`).digest();
  for (const item of rows.reverse()) {
    const commitment = createHash("sha256")
      .update(Buffer.concat([item.salt, Buffer.from(item.body)]))
      .digest();
    const files = item.file_digests.map((one: Buffer) => one.toString("hex")).join(",");
    const said = [item.place, item.role, "", item.at.getTime(), ...(files ? [files] : [])].join(":");
    previous = createHash("sha256")
      .update(Buffer.concat([previous, commitment, Buffer.from(said)]))
      .digest();
    assert.equal(item.digest.toString("hex"), previous.toString("hex"));
  }
  assert.equal((await decide("buyer")).status, 200);
  const { decision, maySubmit } = await look(buyer.client);
  assert.deepEqual(
    [decision?.outcome, decision?.rule, decision?.rulebook, decision?.evidenceHead, maySubmit],
    ["buyer", "no_answer", 1, previous.toString("hex"), false],
  );
});

test("nobody changes submitted evidence; its text is erased with the conversation, and the order stays", async () => {
  const { buyer, hash, hand, decide, look } = await aRoom();
  await hand(buyer.client, { text: "Here it is" });
  const mine = "dispute_id = (select id from disputes where trade_hash = $1)";
  for (const change of [
    "body = 'Something else'",
    "at = at + interval '1 hour'",
    "role = 'seller'",
    "file_digests = '{\"\\\\x00\"}'",
  ])
    await assert.rejects(owner.query(`update dispute_evidence set ${change} where ${mine}`, [hash]), /stays/);
  await assert.rejects(owner.query(`delete from dispute_evidence where ${mine}`, [hash]), /stays/);
  await decide("buyer");
  const [before] = (await look(buyer.client)).evidence;
  await owner.query("update disputes set body = '', note = null where trade_hash = $1", [hash]);
  const [item] = (await look(buyer.client)).evidence;
  assert.deepEqual([item?.text, item?.files, item?.digest], [null, [], before?.digest]);
});

test("evidence is taken while there is time, and again when a moderator asks for it", async () => {
  const { buyer, seller, hand, look, ask, hash } = await aRoom(await aMarket(app));
  assert.equal((await hand(buyer.client, { text: "This is all", is_last: true })).status, 200);
  assert.equal((await hand(buyer.client, { text: "And one more" })).code, "dispute.evidence_over");
  assert.equal((await look(buyer.client)).maySubmit, false);
  await moveClock(25 * HOUR);
  assert.equal((await hand(seller.client, { text: "I was away" })).code, "dispute.evidence_over");
  const late = await look(seller.client);
  assert.deepEqual(late.proposal, { winner: "buyer", rule: "no_answer" }, "one side was silent");

  assert.equal((await ask("seller")).status, 200);
  assert.equal((await look(seller.client)).proposal, null);
  assert.equal((await hand(buyer.client, { text: "Nobody asked me" })).code, "dispute.evidence_over");
  assert.equal((await hand(seller.client, { text: "Here is the statement" })).status, 200);
  const said = await linesOf(seller.client, hash);
  for (const key of ["evidence_last_buyer", "evidence_asked_seller", "evidence_seller"])
    assert.ok(said.includes(key), key);
});

test("only the sides submit evidence, only the moderator who has the case requests it, and only with files of their own", async () => {
  const { buyer, seller, moderator, hand, ask, look, hash, params } = await aRoom();
  const stranger = (await aPerson(app)).client;
  assert.equal((await hand(stranger, { text: "I saw it" })).code, "trade.not_found");
  assert.equal((await stranger.call(calls.getDispute, { params })).code, "trade.not_found");
  assert.equal((await ask("both", buyer.client)).code, "auth.forbidden");
  const other = await aModerator(market);
  assert.equal((await ask("both", other)).code, "dispute.not_taken");
  assert.deepEqual((await look(other)).evidence, [], "it is not their case");
  const { id } = await uploadAs(app, seller.client, await aPicture());
  assert.equal((await hand(buyer.client, { text: "Not mine", upload_ids: [id] })).code, "upload.not_found");
  for (let place = 0; place < 20; place++) await hand(buyer.client, { text: `Page ${place}` });
  assert.equal((await hand(buyer.client, { text: "Page 21" })).code, "dispute.evidence_full");
  assert.equal((await look(buyer.client)).evidence.length, 20);
  await moderator.call(calls.decideDispute, {
    params,
    body: { winner: "seller", reason_code: "payment_not_proven", note: "nothing arrived" },
  });
  assert.equal((await hand(seller.client, { text: "Afterwards" })).code, "trade.wrong_status");
  assert.equal((await ask("both")).code, "trade.wrong_status");
  const unpaid = await aTrade(market, "paid");
  assert.equal((await buyer.client.call(calls.getDispute, { params: { id: unpaid } })).code, "dispute.none");
  assert.equal(
    (await owner.query("select 1 from staff_acts where act = 'dispute.ask' and subject = $1", [hash])).rowCount,
    0,
  );
});

test("the web writes evidence by the function alone, and moves no deadline", async () => {
  const { rows } = await owner.query(
    `select bool_or(may) as writes from (
       select has_table_privilege('parley_web', 'dispute_evidence', kind) as may from unnest('{insert,update,delete}'::text[]) as kind
       union all
       select has_column_privilege('parley_web', 'disputes', name, 'update')
       from unnest('{evidence_due_at,buyer_done_at,seller_done_at,evidence_head}'::text[]) as name) as rights`,
  );
  assert.equal(rows[0].writes, false);
});

test("whether a moderator is here is said when a dispute is opened", async () => {
  const own = await aMarket(app);
  const open = async () => {
    const hash = await aTrade(own, "paid");
    await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
    await own.buyer.client.call(calls.openDispute, {
      params: { id: hash },
      body: { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" },
    });
    return linesOf(own.buyer.client, hash);
  };
  await owner.query(
    "update users set last_seen_at = market_now() - interval '1 day' where id in (select user_id from user_roles)",
  );
  assert.ok((await open()).includes("moderator_not_available"));
  const staff = await aModerator(own);
  await owner.query("update users set last_seen_at = market_now() where id in (select user_id from user_roles)");
  assert.ok(staff && (await open()).includes("moderator_available"));
});

test("a case is opened for a stated reason, which is recorded before conversation, files and evidence are shown", async () => {
  const hash = await aTrade(market, "paid");
  const params = { id: hash };
  await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
  const body = { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" };
  await market.buyer.client.call(calls.openDispute, { params, body });
  await market.buyer.client.call(calls.submitEvidence, { params, body: { text: "The statement shows it" } });
  const judge = await aModerator(market);
  const sees = async () => ({
    chat: (await judge.call(listMessages, { params })).status,
    evidence: (await judge.call(calls.getDispute, { params })).data.evidence.length,
  });
  assert.deepEqual(await sees(), { chat: 404, evidence: 0 });
  const take = (reason: string) => judge.call(calls.takeDispute, { params, body: { reason } });
  assert.equal((await take("x")).status, 422);
  assert.deepEqual(await sees(), { chat: 404, evidence: 0 });
  assert.equal((await take("the oldest one of the queue")).status, 200);
  assert.deepEqual(await sees(), { chat: 200, evidence: 1 });
  const acts = await owner.query("select act, reason from staff_acts where subject = $1", [hash]);
  assert.deepEqual(acts.rows, [{ act: "dispute.take", reason: "the oldest one of the queue" }]);
});

test("the database takes no file of another user", async () => {
  const { hash, seller, buyer } = await aRoom();
  const { id } = await uploadAs(app, seller.client, await aPicture());
  const [row] = await app.dbs.web.tx(
    (tx) => tx.rows`
      select submit_evidence(${hash}, ${buyer.id}::bigint, 'It is theirs', ${Buffer.alloc(16, 7)}::bytea,
                              ${[id]}::text[], false, ${tx.now}) as outcome`,
  );
  assert.deepEqual(row, { outcome: "no_file" });
});
