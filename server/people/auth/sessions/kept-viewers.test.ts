// Guards: callers are cached in each process, and a user who has signed out, was locked out or lost a right is refused within a
// second in all of them; the cache refuses nobody, and decides nothing about money.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { listSessions, logout } from "#contract/people/sign-in/auth.ts";
import { setUsername } from "#contract/people/accounts.ts";
import { takeDispute } from "#contract/market/disputes/disputes.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import { startTrade } from "#contract/market/trades/trade/trades.ts";
import { makeApp } from "../../../app.ts";
import type { ChangeSubscriber } from "../../../platform/events/changes.ts";
import { ids } from "../../../platform/ids.ts";
import { aMarket, aPerson, priceNow, type TestPerson, testApp } from "../../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../../testing/plain-web.ts";
import { grantRole } from "../../accounts/index.ts";
import { keepViewers } from "./kept-viewers.ts";

const world = await testApp();
const { db, owner } = world;
const folder = mkdtempSync(join(tmpdir(), "parley-viewers-"));
// As two processes beside each other; nobody looks for them but they themselves.
const distDir = writePlainWeb(folder);
const processes = [await makeApp({ ...world.ports, distDir }), await makeApp({ ...world.ports, distDir })];
after(async () => {
  for (const one of processes) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

const SECOND = 1000;

type Asking = {
  readonly method?: "GET" | "POST";
  readonly body?: object;
  readonly accept?: string;
  readonly key?: string;
};

async function ask(place: number, token: string, url: string, { method = "GET", body, accept, key }: Asking = {}) {
  const app = processes[place];
  assert.ok(app);
  return app.fastify.inject({
    method,
    url,
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      ...(accept ? { accept } : {}),
      ...(key ? { "idempotency-key": key } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
}

/** A call, and a page, that requires a session. */
async function isIn(place: number, token: string): Promise<boolean[]> {
  const call = await ask(place, token, listSessions.path);
  const page = await ask(place, token, "/dashboard/my-offers", { accept: "text/html" });
  return [call.statusCode === 200, page.statusCode === 200];
}

/** Taking another name, which a frozen account may not. */
async function mayAct(place: number, token: string): Promise<boolean> {
  const body = { username: `anew_${ids.hash().slice(0, 10)}` };
  const answer = await ask(place, token, setUsername.path, { method: "POST", body });
  const code = answer.json().errors?.code;
  assert.ok(code === undefined || code === "auth.restricted" || code === "auth.username_final", code);
  return code !== "auth.restricted";
}

const restrict = (userId: bigint, state: string) =>
  owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1::bigint, $2, 'test', 'case ' || $1, now(), now())`,
    [userId, state],
  );

async function knownEverywhere({ client }: TestPerson): Promise<void> {
  for (const place of processes.keys()) assert.deepEqual(await isIn(place, client.token), [true, true]);
}

const ENDS: Record<string, (person: TestPerson) => Promise<unknown>> = {
  "a session that was ended": ({ id }) =>
    owner.query("update sessions set ended_at = market_now() where user_id = $1", [id]),
  "a session whose time is over": ({ id }) =>
    owner.query("update sessions set expires_at = market_now() where user_id = $1", [id]),
  "a session under another token": ({ id }) =>
    owner.query("update sessions set token_hash = sha256(token_hash) where user_id = $1", [id]),
  "a session that is gone": ({ id }) => owner.query("delete from sessions where user_id = $1", [id]),
  "a session from before a role": ({ id }) => db.tx((tx) => grantRole(tx, { userId: id, role: "moderator" })),
};

for (const [name, end] of Object.entries(ENDS))
  test(`${name} opens no call and no page of any process a second later`, async () => {
    const person = await aPerson(world);
    await knownEverywhere(person);
    await end(person);
    await pause(SECOND);
    for (const place of processes.keys()) assert.deepEqual(await isIn(place, person.client.token), [false, false]);
  });

test("however many sessions end at once, and of however few people, each of them is out a second later", async () => {
  const [many, last] = [await aPerson(world), await aPerson(world)];
  await owner.query(
    `insert into sessions (public_id, token_hash, user_id, created_at, seen_at, token_at, expires_at, idle_hours, ip, user_agent)
     select 'of-many-' || number, sha256(convert_to('of-many-' || number, 'UTF8')), $1, created_at, seen_at, token_at, expires_at,
       idle_hours, ip, user_agent
     from sessions, generate_series(1, 10000) as number
     where user_id = $1`,
    [many.id],
  );
  // In the order of the table, behind all of them.
  await owner.query(
    `with gone as (delete from sessions where user_id = $1 returning *)
     insert into sessions overriding system value select * from gone`,
    [last.id],
  );
  await pause(300);
  await knownEverywhere(last);
  await owner.query("delete from sessions where user_id in ($1, $2)", [many.id, last.id]);
  await pause(SECOND);
  for (const place of processes.keys()) assert.deepEqual(await isIn(place, last.client.token), [false, false]);
});

/** As the pages of each process say it. */
async function isFrozen(place: number, token: string): Promise<boolean> {
  const page = await ask(place, token, "/dashboard/my-offers", { accept: "text/html" });
  return readPlainPage(page.body).session.isFrozen;
}

test("a frozen user acts in no process a second later, and acts again at once when that is lifted", async () => {
  const person = await aPerson(world);
  for (const place of processes.keys()) assert.ok(await mayAct(place, person.client.token));
  await pause(300);
  for (const place of processes.keys()) assert.ok(!(await isFrozen(place, person.client.token)));
  await restrict(person.id, "frozen");
  await pause(SECOND);
  for (const place of processes.keys()) {
    assert.ok(await isFrozen(place, person.client.token));
    assert.ok(!(await mayAct(place, person.client.token)));
  }
  await knownEverywhere(person);
  await owner.query("delete from user_restrictions where user_id = $1", [person.id]);
  for (const place of processes.keys()) assert.ok(await mayAct(place, person.client.token));
});

test("a user who signs out is signed out at once in that process", async () => {
  const person = await aPerson(world);
  await knownEverywhere(person);
  const { token } = person.client;
  assert.equal((await ask(0, token, logout.path, { method: "POST" })).statusCode, 200);
  assert.deepEqual(await isIn(0, token), [false, false]);
});

/** A process whose change notices the test controls. */
function listening() {
  const state = { isFresh: true, subscribers: [] as ChangeSubscriber[] };
  const viewers = keepViewers(world.ports.db, {
    isFresh: (withinMs) => {
      assert.ok(withinMs !== undefined && withinMs < SECOND, "what was believed for a second is believed too long");
      return state.isFresh;
    },
    subscribe: (subscriber) => void state.subscribers.push(subscriber),
  });
  return { state, viewers };
}

test("while nothing changes a token is looked up once, and a process that does not look asks the tables each time", async () => {
  const { state, viewers } = listening();
  const { id, client } = await aPerson(world);
  assert.equal(viewers.kept(client.token), undefined);
  assert.equal((await viewers.find(client.token))?.userId, id);
  assert.equal(viewers.kept(client.token)?.userId, id);
  await owner.query("update sessions set ended_at = market_now() where user_id = $1", [id]);
  assert.equal(viewers.kept(client.token)?.userId, id, "it has no notice of the change yet");
  state.isFresh = false;
  assert.equal(viewers.kept(client.token), undefined);
  assert.equal(await viewers.find(client.token), undefined);
});

test("after looks that failed nobody is known any more", async () => {
  const { state, viewers } = listening();
  const { client } = await aPerson(world);
  await viewers.find(client.token);
  for (const subscriber of state.subscribers) subscriber.everything();
  assert.equal(viewers.kept(client.token), undefined);
});

test("an unknown token is not cached: once it is valid it is accepted at once", async () => {
  const { viewers } = listening();
  const token = "nobody.yet";
  assert.equal(await viewers.find(token), undefined);
  const { id } = await aPerson(world);
  await owner.query("update sessions set token_hash = sha256(convert_to($2, 'UTF8')) where user_id = $1", [id, token]);
  assert.equal((await viewers.find(token))?.userId, id);
});

test("a viewer is kept no longer than until they are to be recorded as seen", async () => {
  const { client, id } = await aPerson(world);
  await owner.query("update sessions set seen_at = market_now() - interval '59.5 seconds' where user_id = $1", [id]);
  const { viewers } = listening();
  await viewers.find(client.token);
  assert.ok(viewers.kept(client.token));
  await pause(600);
  assert.equal(viewers.kept(client.token), undefined);
});

/** Makes a change without a notice to any process. */
async function changedSilently(
  table: "user_restrictions" | "user_roles",
  change: () => Promise<unknown>,
): Promise<void> {
  await owner.query(`alter table ${table} disable trigger user`);
  await change();
  await owner.query(`alter table ${table} enable trigger user`);
}

/** A market whose buyer both processes know. */
async function aKnownMarket() {
  const market = await aMarket(world);
  const { buyer, offer } = market;
  // The changes that made them are delivered, and they are cached from then on.
  await pause(300);
  await knownEverywhere(buyer);
  const expected_price = await db.read((tx) => priceNow(tx, offer));
  const starts = async (key?: string) => {
    const body = { fiat_amount: "100", expected_price };
    const url = startTrade.path.replace(":id", offer);
    const answer = await ask(0, buyer.client.token, url, { method: "POST", body, ...(key ? { key } : {}) });
    return answer.json().errors?.code;
  };
  return { buyer, starts };
}

test("nobody starts a trade whom the tables restrict, whatever their process believes", async () => {
  const { buyer, starts } = await aKnownMarket();
  await changedSilently("user_restrictions", () => restrict(buyer.id, "frozen"));
  assert.equal(await starts(), "auth.restricted");
  assert.ok(!(await mayAct(0, buyer.client.token)), "nor does anything else");
});

test("what a restriction refused goes through under the same key once it is lifted, alone or in a group", async () => {
  const { buyer, starts } = await aKnownMarket();
  const body = { username: `anew_${ids.hash().slice(0, 10)}` };
  const renames = async () => {
    const answer = await ask(0, buyer.client.token, setUsername.path, {
      method: "POST",
      body,
      key: "one-key-of-a-name",
    });
    return answer.json().errors?.code;
  };
  await changedSilently("user_restrictions", () => restrict(buyer.id, "frozen"));
  assert.deepEqual([await starts("one-key-of-a-start"), await renames()], ["auth.restricted", "auth.restricted"]);
  await changedSilently("user_restrictions", () =>
    owner.query("delete from user_restrictions where user_id = $1", [buyer.id]),
  );
  assert.equal(await starts("one-key-of-a-start"), undefined);
  assert.notEqual(await renames(), "auth.restricted");
});

test("a user who is staff only in a process's cache changes nothing, and a new staff member trades no more", async () => {
  const admin = await aPerson(world);
  await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [admin.id]);
  await pause(300);
  await knownEverywhere(admin);
  await changedSilently("user_roles", () => owner.query("delete from user_roles where user_id = $1", [admin.id]));
  const change = { kind: "set_level", id: "nobody_at_all", level: 3 };
  for (const [url, body] of [
    [changeByStaff.path, { change, reason: "a drill" }],
    [takeDispute.path.replace(":id", "NoSuchTrade123"), { reason: "next in the queue" }],
  ] as const) {
    const answer = await ask(0, admin.client.token, url, { method: "POST", body });
    assert.equal(answer.json().errors?.code, "auth.forbidden", url);
  }
  const { buyer, starts } = await aKnownMarket();
  const becomes = "insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')";
  await changedSilently("user_roles", () => owner.query(becomes, [buyer.id]));
  assert.equal(await starts(), "auth.staff_account");
});
