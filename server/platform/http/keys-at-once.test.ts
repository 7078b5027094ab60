// Guards: one request key that arrives twice at once, in two commit groups or two processes, has one effect and one answer.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { prove } from "#contract/people/sign-in/auth.ts";
import { postMessage } from "#contract/market/trades/chat.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { makeApp, type App } from "../../app.ts";
import { openDb } from "../postgres/db.ts";
import { LOGINS, urlAs } from "../postgres/logins.ts";
import { aMarket, aTrade, priceNow, testApp, testLog, type TestPerson } from "../../testing/index.ts";
import { type KeyedCall, sendKeyed } from "../../testing/send-keyed.ts";
import { testAssertion } from "../../testing/people/proving.ts";

const world = await testApp();
const { owner } = world;
// As another process has it: its own connections, its own commit groups.
const otherDb = openDb({ url: urlAs(world.url, { login: LOGINS.web }), log: testLog, poolSize: 5 });
const other = await makeApp({ ...world.ports, db: otherDb });
after(async () => {
  await other.close();
  await otherDb.close();
});
const both: readonly App[] = [world.app, other];

type Sent = KeyedCall & { readonly by: TestPerson };

const send = (app: App, { by, ...call }: Sent) => sendKeyed(app, by.client.token, call);

/** Sends while a lock blocks writes to the table, so that all calls have started before the first can end. */
async function atOnce<T>(table: string, work: () => readonly Promise<T>[]): Promise<T[]> {
  const client = await owner.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in share mode`);
  const sent = work();
  const lastMs = performance.now() + 3000;
  for (;;) {
    const { rows } = await client.query("select count(*)::int as n from pg_locks where not granted");
    if (rows[0].n >= sent.length || performance.now() > lastMs) break;
    await pause(10);
  }
  await client.query("commit");
  client.release();
  return Promise.all(sent);
}

const kept = async (key: string) =>
  (await owner.query("select route from idempotency_keys where key = $1", [key])).rows.length;

test("a transition sent to two processes at once under one key happens once, and both answer the same", async () => {
  const market = await aMarket(world);
  for (let round = 0; round < 5; round++) {
    const sent = { endpoint: calls.releaseTrade, id: await aTrade(market, "paid"), key: `both-release-${round}` };
    await world.prove(market.seller.client.token, { kind: "release", id: sent.id });
    const answers = await atOnce("trades", () => both.map((app) => send(app, { ...sent, by: market.seller })));
    for (const answer of answers)
      assert.ok(answer.status === 200 || answer.code === "idempotency.in_flight", answer.code);
    const done = answers.filter(({ status }) => status === 200).map(({ body }) => body.data);
    assert.ok(done.length > 0);
    for (const one of done) assert.deepEqual(one, done[0]);
    assert.equal(await kept(sent.key), 1);
    const { rows } = await owner.query(
      "select count(*)::int as n from trade_transitions steps join trades on trades.id = trade_id where hash = $1 and steps.status = 'released'",
      [sent.id],
    );
    assert.equal(rows[0].n, 1);
  }
});

test("one key over the two commit groups, in one process and in two, runs one call and refuses the other", async () => {
  const market = await aMarket(world);
  for (let round = 0; round < 6; round++) {
    const id = await aTrade(market);
    await market.buyer.client.call(calls.revealPaymentDetails, { params: { id } });
    const key = `two-groups-${round}-x`;
    const body = { fiat_amount: "20", expected_price: await world.db.read((tx) => priceNow(tx, market.offer)) };
    const [one, two] = round % 2 === 0 ? [world.app, world.app] : both;
    const answers = await atOnce("trades", () => [
      send(one as App, { endpoint: calls.markTradePaid, id, key, by: market.buyer }),
      send(two as App, { endpoint: calls.startTrade, id: market.offer, body, key, by: market.buyer }),
    ]);
    const statuses = answers.map(({ status, code }) => code || String(status)).sort();
    assert.equal(await kept(key), 1, statuses.join());
    assert.equal(statuses[0], "200", statuses.join());
    assert.match(String(statuses[1]), /^idempotency\.(in_flight|other_body)$/, statuses.join());
  }
});

test("one key over a commit group and a call of its own runs one and refuses the other", async () => {
  const market = await aMarket(world);
  for (let round = 0; round < 6; round++) {
    const id = await aTrade(market);
    await market.buyer.client.call(calls.revealPaymentDetails, { params: { id } });
    const key = `group-and-single-${round}`;
    const [one, two] = round % 2 === 0 ? [world.app, world.app] : both;
    const answers = await atOnce("idempotency_keys", () => [
      send(one as App, { endpoint: calls.markTradePaid, id, key, by: market.buyer }),
      send(two as App, { endpoint: postMessage, id, body: { text: "paid?" }, key, by: market.buyer }),
    ]);
    const statuses = answers.map(({ status, code }) => code || String(status)).sort();
    assert.equal(await kept(key), 1, statuses.join());
    assert.equal(statuses[0], "200", statuses.join());
    assert.match(String(statuses[1]), /^idempotency\.(in_flight|other_body)$/, statuses.join());
  }
});

test("a proof by a passkey is answered once more the same, in each process, and by another key it is refused", async () => {
  const market = await aMarket(world);
  const id = await aTrade(market, "paid");
  const wanted = { kind: "release", id } as const;
  const now = await world.db.read(async (tx) => tx.now);
  const { origin } = world.ports.config.publicUrl;
  const passkey = testAssertion(market.seller.id, wanted, { origin, now });
  const sent = { endpoint: prove, id, body: { for: wanted, passkey }, key: "proof-by-passkey", by: market.seller };
  const first = await send(world.app, sent);
  assert.equal(first.status, 200, first.code);
  for (const app of both) assert.deepEqual(await send(app, sent), first);
  const other = { ...sent, body: { ...sent.body, for: { kind: "release", id: await aTrade(market, "paid") } } };
  assert.equal((await send(world.app, other)).code, "idempotency.other_body");
  assert.equal(await kept(sent.key), 1);
});

test("proofs sent at once, one of them under a key that another process keeps meanwhile, are all answered and kept once", async () => {
  const market = await aMarket(world);
  const id = await aTrade(market, "paid");
  const wanted = { kind: "release", id } as const;
  const { origin } = world.ports.config.publicUrl;
  const now = await world.db.read(async (tx) => tx.now);
  const passkey = testAssertion(market.seller.id, wanted, { origin, now });
  const sent = { endpoint: prove, id, body: { for: wanted, passkey }, by: market.seller };
  const keys = ["proof-shared", "proof-alone-1", "proof-alone-2"];
  const answers = await atOnce("idempotency_keys", () => [
    ...keys.map((key) => send(world.app, { ...sent, key })),
    send(other, { ...sent, key: "proof-shared" }),
  ]);
  for (const { status, code } of answers) assert.ok(status === 200 || code === "idempotency.in_flight", code);
  for (const key of keys) assert.equal(await kept(key), 1);
});
