// Guards: a webhook is set by a proof and an echo, gets each chosen event once under one id with signatures that verify, is tried again
// by the schedule, is turned off and warned of, and what it missed can be read and sent again.
import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { beforeEach, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { CHALLENGE_HEADER, PUBLIC_KEY_PATH, WEBHOOK_EVENTS } from "#contract/reach/webhooks/names.ts";
import { SAMPLE, SAMPLE_CODE } from "#contract/reach/webhooks/sample.ts";
import * as calls from "#contract/reach/webhooks/webhooks.ts";
import { releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { postMessage } from "#contract/market/trades/chat.ts";
import { createApiKey } from "#contract/people/api-keys.ts";
import type { Sent } from "./webhook-sender.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { deliverDue } from "./deliver.ts";
import { sealSecretsAnew } from "./seal-anew.ts";
import { publicKeys, signatureHeaders } from "./sign.ts";
import { writeMessages } from "./write-messages.ts";

const app = await testApp();
const { owner, moveClock, deliverEvents } = app;
const URL_OF = "https://hooks.example.com/parley";
const MINUTE = 60_000;

type Request = { url: string; headers: Record<string, string>; body: string };
let received: Request[] = [];
/** What the other side does; by default it accepts, and returns a challenge. */
let answerOf: (asked: Request) => Partial<Sent> = () => ({});
beforeEach(async () => {
  // What people of the test before listen to is none of this one's.
  await owner.query("delete from webhook_endpoints");
  await owner.query("delete from webhook_messages");
  received = [];
  answerOf = () => ({});
});

const deliver = () =>
  deliverDue({ db: app.dbs.worker ?? app.db, log: app.ports.log }, async (url, { headers, body }) => {
    const asked = { url, headers, body };
    received.push(asked);
    const echo = headers[CHALLENGE_HEADER];
    const said: Sent = { status: 200, ms: 3, fault: undefined, answer: "thanks", headers: {} };
    return { ...said, ...(echo ? { headers: { [CHALLENGE_HEADER]: echo } } : {}), ...answerOf(asked) };
  });

type Person = Pick<Awaited<ReturnType<typeof aNamedUser>>, "client">;
async function listening({ client }: Person): Promise<void> {
  const { status, code } = await client.call(calls.verifyWebhook, { body: { url: URL_OF } });
  assert.equal(status, 200, code);
  await deliver();
  assert.equal((await client.call(calls.getWebhook)).data.status, "enabled");
  received = [];
}
const refuse = (status: number): Partial<Sent> => ({ status, fault: "status" });
const bodies = () => received.map(({ body }) => JSON.parse(body));
const types = () => bodies().map(({ type }) => type);

test("an address is checked by a challenge, after a proof of just that, and is enabled when it comes back", async () => {
  const ada = await aNamedUser(app);
  const { client } = ada;
  const first = await client.call(calls.getWebhook);
  assert.deepEqual(
    [first.data.status, first.data.url, first.data.events.length],
    ["initial", "", WEBHOOK_EVENTS.length],
  );
  assert.match(String((first.meta as { link: string }).link), /webhooks/);
  const set = (url: string, proves?: false) =>
    client.call(calls.verifyWebhook, { body: { url }, ...(proves === false ? { proves } : {}) });
  assert.equal((await set(URL_OF, false)).code, "auth.password_proof");
  for (const url of [
    "https:/example.com/",
    "HTTPS://example.com/",
    "https:\\\\example.com",
    "ftp://example.com",
    "https://example.com:8443/",
    "https://a:b@example.com/",
    "example.com",
  ])
    assert.match(JSON.stringify((await set(url)).body), /webhook\.url/, url);
  for (const url of [
    "http://127.0.0.1/",
    "https://[::1]/",
    "http://10.0.0.8/x",
    "http://localhost/",
    "http://[::ffff:10.0.0.1]/",
  ])
    assert.match(JSON.stringify((await set(url)).body), /webhook\.private_url/, url);
  assert.equal((await client.call(calls.saveWebhook, { body: { url: URL_OF } })).code, "webhook.unverified");
  assert.equal((await client.call(calls.testWebhook)).code, "webhook.none");

  assert.equal((await set(URL_OF)).data.status, "verification");
  answerOf = () => ({ headers: {} });
  await deliver();
  assert.deepEqual(
    received.map(({ body, headers }) => [body, headers["x-parley-signature"], headers[CHALLENGE_HEADER]?.length]),
    [["", undefined, 43]],
  );
  const failed = (await client.call(calls.getWebhook)).data;
  assert.deepEqual([failed.status, failed.why, failed.checkFault], ["disabled", "check_failed", "no_echo"]);
  assert.equal((await client.call(calls.saveWebhook, { body: { url: URL_OF } })).code, "webhook.unverified");

  answerOf = () => ({});
  await set(URL_OF);
  await deliver();
  const good = (await client.call(calls.getWebhook)).data;
  assert.deepEqual([good.status, good.enabled, good.why, good.checkFault], ["enabled", true, null, null]);
  await deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1 and kind like 'webhook%'", [
    ada.id,
  ]);
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ["webhook_set", "webhook_set"],
  );
});

test("both sides of a trade are sent its steps once, in order, with signatures of the bytes that were sent", async () => {
  const market = await aMarket(app);
  await listening(market.buyer);
  await listening(market.seller);
  const secret = (await market.buyer.client.call(calls.changeWebhookSecret)).data.secret;
  const hash = await aTrade(market, "paid");
  await market.seller.client.call(postMessage, { params: { id: hash }, body: { text: "I am looking" } });
  await market.seller.client.call(releaseTrade, { params: { id: hash } });
  await deliverEvents();
  await deliver();
  await deliver();
  const steps = ["trade.started", "trade.bank_account_shared", "trade.paid", "trade.released"];
  assert.deepEqual(
    types()
      .filter((type) => steps.includes(type))
      .sort(),
    [...steps, ...steps].sort(),
  );
  assert.equal(new Set(bodies().map(({ id }) => id)).size, received.length, "one id each");
  assert.deepEqual(
    types().filter((type) => type === "trade.chat_message_received").length,
    1,
    "to the one who did not write",
  );
  const { data } = await market.buyer.client.call(calls.listWebhookMessages, { query: {} });
  assert.deepEqual(
    data.rows.map(({ seq }) => seq),
    data.rows.map((_, index) => index + 1),
    "without gaps",
  );
  for (const row of data.rows) {
    const sent = received.find(({ body }) => body === row.body);
    assert.ok(sent, "byte for byte as the list says");
    const own = JSON.parse(sent.body);
    assert.deepEqual([own.id, own.seq, own.subject], [row.id, row.seq, hash]);
    const key = createPublicKey((await app.app.fastify.inject({ url: PUBLIC_KEY_PATH })).body);
    const signature = Buffer.from(sent.headers["x-parley-signature"] ?? "", "base64");
    assert.ok(verify(null, Buffer.from(`${sent.url}:${sent.body}`), key, signature));
    assert.ok(!verify(null, Buffer.from(`https://other.example/:${sent.body}`), key, signature));
    assert.deepEqual(new Webhook(secret).verify(sent.body, sent.headers), own);
  }
});

test("the signature of Standard Webhooks verifies with the library, also by the previous secret", () => {
  const [now, before] = [Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 2).toString("base64")];
  const body = JSON.stringify({ id: "m", name: "Müller 🦊" });
  const headers = signatureHeaders({ url: URL_OF, id: "m", body, at: new Date(), secrets: [now, before] });
  for (const secret of [now, before])
    assert.deepEqual(new Webhook(`whsec_${secret}`).verify(body, headers), JSON.parse(body));
  assert.throws(() => new Webhook(`whsec_${now}`).verify(body.replace("m", "n"), headers));
  assert.match(publicKeys(), /^-----BEGIN PUBLIC KEY-----/);
});

test("only chosen events are sent, and the others make no message", async () => {
  const market = await aMarket(app);
  await listening(market.buyer);
  const { client } = market.buyer;
  const events = WEBHOOK_EVENTS.map((name) => ({ name, checked: name === "trade.paid" }));
  const chosen = (await client.call(calls.chooseWebhookEvents, { body: { events } })).data.events;
  assert.deepEqual(
    chosen.filter(({ checked }) => checked).map(({ name }) => name),
    ["trade.paid"],
  );
  await aTrade(market, "paid");
  await deliverEvents();
  await deliver();
  assert.deepEqual(types(), ["trade.paid"]);
});

test("what fails is sent again after a minute, five, thirty, two hours and twelve with the same id and body, then never by itself", async () => {
  const person = await aNamedUser(app);
  await listening(person);
  const { client } = person;
  await client.call(calls.testWebhook);
  assert.equal((await client.call(calls.testWebhook)).code, "webhook.waiting");
  await deliver();
  await owner.query("update webhook_deliveries set cause = 'event' where cause = 'test'");
  received = [];
  answerOf = () => refuse(500);
  await owner.query(
    "update webhook_deliveries set ended_at = null, is_accepted = null, taken_until = null where cause = 'event'",
  );
  await deliver();
  const waits = [60, 300, 1800, 7200, 43_200];
  for (const sec of waits) {
    const tries = received.length;
    await moveClock(sec * 0.85 * 1000);
    await deliver();
    assert.equal(received.length, tries, `not before ${sec} s`);
    await moveClock(sec * 0.3 * 1000);
    await deliver();
    assert.equal(received.length, tries + 1, `after ${sec} s`);
  }
  await moveClock(86_400_000);
  await deliver();
  assert.equal(received.length, waits.length + 1);
  assert.equal(new Set(received.map(({ body }) => body)).size, 1);
  const { data } = await client.call(calls.listWebhookDeliveries, { query: { state: "failed" } });
  assert.deepEqual(
    data.rows.map(({ attempt }) => attempt),
    [6, 5, 4, 3, 2, 1],
  );
  answerOf = () => ({});
  const [last] = data.rows;
  const replay = () => client.call(calls.replayWebhook, { params: { id: last?.id ?? "" } });
  assert.equal((await replay()).data.sent, 1);
  assert.equal((await replay()).code, "webhook.planned");
  await deliver();
  assert.equal(received.at(-1)?.body, received[0]?.body);
  assert.equal(
    (await client.call(calls.replayFailedWebhooks, { body: { since: new Date(0).toISOString() } })).data.sent,
    0,
  );
  const other = await aNamedUser(app);
  await listening(other);
  assert.equal((await other.client.call(calls.replayWebhook, { params: { id: last?.id ?? "" } })).status, 404);
});

test("an endpoint that keeps failing is warned of once at half and turned off; what came meanwhile is in the list and is sent on demand", async () => {
  const market = await aMarket(app);
  await listening(market.buyer);
  const { client } = market.buyer;
  const id = (await owner.query<{ user_id: bigint }>("select user_id from webhook_endpoints order by id desc limit 1"))
    .rows[0]?.user_id;
  answerOf = () => refuse(503);
  await owner.query(
    "update webhook_endpoints set failures = 24, failing_since = market_now(), last_failure_at = market_now() - interval '1 hour' where user_id = $1",
    [id],
  );
  const hash = await aTrade(market, "paid");
  await deliverEvents();
  await deliver();
  const kinds = async () => {
    await deliverEvents();
    return (
      await owner.query<{ kind: string }>(
        "select kind from notifications where user_id = $1 and kind like 'webhook_%' order by id",
        [id],
      )
    ).rows.map(({ kind }) => kind);
  };
  assert.deepEqual(await kinds(), ["webhook_set", "webhook_failing"]);
  await owner.query(
    "update webhook_endpoints set failures = 49, last_failure_at = market_now() - interval '1 hour' where user_id = $1",
    [id],
  );
  await deliver();
  const off = (await client.call(calls.getWebhook)).data;
  assert.deepEqual([off.status, off.why], ["disabled", "failures"]);
  assert.deepEqual(await kinds(), ["webhook_set", "webhook_failing", "webhook_off"]);
  const tries = received.length;
  await market.seller.client.call(releaseTrade, { params: { id: hash } });
  await deliverEvents();
  await moveClock(60 * MINUTE);
  await deliver();
  assert.equal(received.length, tries, "nothing is sent to what is off");
  assert.equal(
    (await client.call(calls.replayFailedWebhooks, { body: { since: new Date(0).toISOString() } })).code,
    "webhook.unverified",
  );
  answerOf = () => ({});
  received = [];
  assert.equal((await client.call(calls.saveWebhook, { body: { url: URL_OF } })).data.status, "enabled");
  await deliver();
  await client.call(calls.replayFailedWebhooks, { body: { since: new Date(0).toISOString() } });
  await deliver();
  assert.ok(types().includes("trade.released"), types().join());
  assert.equal(new Set(received.map(({ body }) => body)).size, received.length, "each once");
  const staff = await aNamedUser(app, "admin");
  const { data } = await staff.client.call(calls.listStaffWebhooks, { query: {} });
  assert.ok(data.rows.some(({ host }) => host === "hooks.example.com"));
  assert.equal((await client.call(calls.listStaffWebhooks, { query: {} })).code, "auth.forbidden");
});

test("a server that says that it is gone is off at once, and one that asks for time gets it", async () => {
  const person = await aNamedUser(app);
  await listening(person);
  const { client } = person;
  const test = async (answer: Partial<Sent>) => {
    answerOf = () => answer;
    await client.call(calls.testWebhook);
    await owner.query("update webhook_deliveries set cause = 'event' where cause = 'test' and ended_at is null");
    await deliver();
  };
  await test({ ...refuse(429), headers: { "retry-after": "600" } });
  const [retry] = (await client.call(calls.listWebhookDeliveries, { query: { state: "waiting" } })).data.rows;
  assert.ok(Date.parse(retry?.plannedAt ?? "") - app.db.marketNow().getTime() > 590_000);
  await owner.query("update webhook_endpoints set failures = 0");
  await test(refuse(410));
  const { status, why } = (await client.call(calls.getWebhook)).data;
  assert.deepEqual([status, why], ["disabled", "gone"]);
});

test("a process that dies between sending and writing sends again, with the same id", async () => {
  const person = await aNamedUser(app);
  await listening(person);
  await person.client.call(calls.testWebhook);
  const dies = deliverDue({ db: app.dbs.worker ?? app.db, log: app.ports.log }, async (_, { body, headers }) => {
    received.push({ url: "", headers, body });
    throw new Error("the process died");
  });
  await dies;
  await deliver();
  assert.equal(received.length, 1, "it is taken for half a minute");
  await moveClock(31_000);
  await deliver();
  assert.equal(received.length, 2);
  assert.equal(received[0]?.body, received[1]?.body);
});

test("a dead endpoint with more than a thousand messages keeps its rows bounded and delays nobody", async () => {
  const [dead, alive] = [await aNamedUser(app), await aNamedUser(app)];
  await listening(dead);
  await listening(alive);
  await owner.query(
    `insert into webhook_messages (public_id, user_id, type, subject, seq, body, at)
     select 'Dead' || lpad(n::text, 10, '0'), $1, 'trade.paid', 'flood', n, '{}', market_now() from generate_series(1, 1000) n`,
    [dead.id],
  );
  await owner.query(
    `insert into webhook_deliveries (public_id, endpoint_id, message_id, cause, attempt, planned_at)
     select message.public_id, endpoint.id, message.id, 'event', 1, market_now()
     from webhook_messages message join webhook_endpoints endpoint on endpoint.user_id = message.user_id where message.subject = 'flood'`,
  );
  await owner.query(
    "update webhook_endpoints set failures = 3, failing_since = market_now(), last_failure_at = market_now() where user_id = $1",
    [dead.id],
  );
  await alive.client.call(calls.testWebhook);
  await deliver();
  assert.deepEqual(types(), ["webhook.test"]);
  const count = async () =>
    (
      await owner.query<{ n: number }>(
        "select count(*)::int as n from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where e.user_id = $1 and d.ended_at is null",
        [dead.id],
      )
    ).rows[0]?.n;
  assert.equal(await count(), 1000);
  const draft = { userId: dead.id, type: "trade.paid", subject: "next", payload: {} } as const;
  await app.db.tx((tx) => writeMessages(tx, [{ ...draft, at: tx.now }]));
  assert.equal(await count(), 1000, "the next message is in the list alone");
  const { rows } = await owner.query(
    "select skipped from webhook_messages where user_id = $1 order by id desc limit 1",
    [dead.id],
  );
  assert.deepEqual(rows, [{ skipped: "full" }]);
  const again = await dead.client.call(calls.replayFailedWebhooks, { body: { since: new Date(0).toISOString() } });
  assert.equal(again.code, "webhook.full");
});

test("the old secret signs for a day after a new one, and removing the webhook removes its messages", async () => {
  const person = await aNamedUser(app);
  const { client } = person;
  await listening(person);
  assert.equal((await client.call(calls.changeWebhookSecret, { proves: false })).code, "auth.password_proof");
  const { secret } = (await client.call(calls.changeWebhookSecret)).data;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const signatures = async () => {
    received = [];
    await client.call(calls.testWebhook);
    await deliver();
    return received[0]?.headers["webhook-signature"]?.split(" ").length;
  };
  assert.equal(await signatures(), 2);
  await moveClock(86_400_000 + 1000);
  assert.equal(await signatures(), 1);
  const other = await aNamedUser(app);
  const { data: key } = await person.client.call(createApiKey, {
    body: { name: "reads", scopes: ["webhooks"], networks: [], days: 30 },
  });
  const read = await app.app.fastify.inject({
    url: calls.listWebhookMessages.path,
    headers: { authorization: `Bearer ${key.secret}` },
  });
  assert.equal(read.json().data.rows.length, 2);
  assert.deepEqual((await other.client.call(calls.listWebhookMessages, { query: {} })).data.rows, []);
  assert.equal((await client.call(calls.deleteWebhook)).data.status, "initial");
  assert.deepEqual((await client.call(calls.listWebhookMessages, { query: {} })).data.rows, []);
});

test("the manual's sample has the bytes that its key and its secret make, and its code verifies them", async () => {
  const { url, id, timestamp, body, publicKey, signature, secret, standardSignature } = SAMPLE;
  assert.ok(verify(null, Buffer.from(`${url}:${body}`), createPublicKey(publicKey), Buffer.from(signature, "base64")));
  const at = new Date(Number(timestamp) * 1000);
  const made = signatureHeaders({ url, id, body, at, secrets: [secret.slice("whsec_".length)] });
  assert.deepEqual([made["webhook-signature"], made["webhook-timestamp"]], [standardSignature, timestamp]);
  const code = `data:text/javascript,${encodeURIComponent(SAMPLE_CODE["Node.js"])}`;
  const { isFromParley } = (await import(code)) as { isFromParley(...given: unknown[]): boolean };
  assert.equal(isFromParley(url, Buffer.from(body), `${signature},AAAA`, publicKey), true);
  assert.equal(isFromParley(url, Buffer.from(body.replace("paid", "open")), signature, publicKey), false);
  assert.deepEqual(Object.keys(SAMPLE_CODE), ["Node.js", "Python", "PHP", "Go"]);
});

test("while another address is being verified, and after that failed, what happens is written for the list", async () => {
  const market = await aMarket(app);
  await listening(market.buyer);
  const { client } = market.buyer;
  await client.call(calls.verifyWebhook, { body: { url: "https://other.example.com/" } });
  answerOf = () => refuse(404);
  await deliver();
  assert.equal((await client.call(calls.getWebhook)).data.verifiedAt, null);
  assert.equal((await client.call(calls.testWebhook)).code, "webhook.unverified");
  await aTrade(market, "paid");
  await deliverEvents();
  const { rows } = await owner.query<{ skipped: string }>("select distinct skipped from webhook_messages");
  assert.deepEqual(rows, [{ skipped: "off" }]);
  assert.ok((await client.call(calls.listWebhookMessages, { query: {} })).data.rows.length >= 2);
});

test("an endpoint is not turned off by days alone before its owner was warned", async () => {
  const person = await aNamedUser(app);
  await listening(person);
  answerOf = () => refuse(500);
  const fail = async () => {
    await owner.query("update webhook_endpoints set last_failure_at = market_now() - interval '1 hour'");
    await person.client.call(calls.testWebhook);
    await deliver();
    return (await person.client.call(calls.getWebhook)).data.status;
  };
  await fail();
  await owner.query("update webhook_endpoints set failing_since = market_now() - interval '6 days'");
  assert.equal(await fail(), "enabled", "the warning comes first");
  assert.equal(await fail(), "disabled");
});

test("the secrets of endpoints are sealed anew, and one that no longer signs goes with nobody opening it", async () => {
  const person = await aNamedUser(app);
  await listening(person);
  await person.client.call(calls.changeWebhookSecret);
  await owner.query(
    `update webhook_endpoints set previous_sealed = '\\x07', previous_until = market_now() - interval '1 day'`,
  );
  assert.match(await sealSecretsAnew(app.db, app.config), /sealed the secrets of 1 webhooks/);
  assert.match(await sealSecretsAnew(app.db, app.config), /sealed the secrets of 0 webhooks/);
  await person.client.call(calls.testWebhook);
  await deliver();
  assert.equal(received.at(-1)?.headers["webhook-signature"]?.split(" ").length, 1);
});
