// Guards: a key reads what its scopes name, from its networks, until its day; it moves and changes nothing, is made by a proof of just that,
// and ends with the password.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { listActivity } from "#contract/people/activity.ts";
import { createApiKey, endApiKey, listApiKeys } from "#contract/people/api-keys.ts";
import { KEY_SCOPES, type KeyScope } from "#contract/people/api-key-names.ts";
import { prove } from "#contract/people/sign-in/auth.ts";
import { changePassword } from "#contract/people/sign-in/passwords.ts";
import { RESTRICTION_STATES } from "#contract/compliance/restriction-names.ts";
import type { Route } from "../../platform/http/policy.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { noteRefusal } from "../../testing/refusals-seen.ts";
import { signingIn } from "../../testing/people/signing-in.ts";
import { aNamedUser, type NamedUser } from "../../testing/people/restrictions.ts";
import { readKeys } from "./index.ts";

const app = await testApp();
const { owner, moveClock, deliverEvents, runJob } = app;
const { aMember, password } = signingIn(app);
const WANTED = { name: "Bookkeeping", scopes: [...KEY_SCOPES], networks: [] as string[], days: 30 as const };

async function aKey(
  person: Pick<NamedUser, "client">,
  wanted: Partial<Omit<typeof WANTED, "scopes">> & { scopes?: KeyScope[] } = {},
) {
  const { data, status, code } = await person.client.call(createApiKey, { body: { ...WANTED, ...wanted } });
  assert.equal(status, 200, code);
  return data;
}

let network = 1;
type Asking = { readonly method?: string; readonly ip?: string; readonly token?: string };
async function asked(
  secret: string,
  url = "/rest/v1/users/current_user",
  { method = "GET", ip, token = "" }: Asking = {},
) {
  const answer = await app.app.fastify.inject({
    method: method as "GET",
    url,
    // From another network each time, where nothing else is said: refused calls are counted.
    remoteAddress: ip ?? `198.51.${network >> 8}.${network++ & 255}`,
    headers: {
      authorization: `Bearer ${secret}`,
      "x-requested-with": "XMLHttpRequest",
      ...(token ? { cookie: `parley=${token}`, "x-csrf-token": app.app.forgery.tokenOf(token) } : {}),
    },
  });
  noteRefusal(answer.body);
  return { status: answer.statusCode, code: answer.json().errors?.code ?? "", data: answer.json().data };
}

test("a key requires a proof of just that, is notified, stored as a digest, and shown without its secret", async () => {
  const ada = await aNamedUser(app);
  const { client } = ada;
  const isConnected = async () => (await client.call(getCurrentUser)).data.isApiKeyConnected;
  assert.equal(await isConnected(), false);
  assert.equal((await client.call(createApiKey, { body: WANTED, proves: false })).code, "auth.password_proof");
  const { secret, key } = await aKey(ada, { networks: ["203.0.113.7", "203.0.113.7", "2001:db8::/32"] });
  assert.match(secret, /^parley_key_[\w-]{43}$/);
  assert.deepEqual(key.networks, ["203.0.113.7", "2001:db8::/32"]);
  assert.equal(
    (await client.call(createApiKey, { body: WANTED, proves: false })).code,
    "auth.password_proof",
    "a proof makes one",
  );
  const { data } = await client.call(listApiKeys);
  assert.deepEqual(data, [key]);
  assert.equal(await isConnected(), true);
  const { rows } = await owner.query("select row_to_json(api_keys)::text as row from api_keys");
  assert.ok(!rows.some(({ row }) => row.includes(secret.slice(11))), "the secret is nowhere");
  await deliverEvents();
  const { rows: notices } = await owner.query(
    "select count(*)::int as many from notifications where user_id = $1 and kind = $2",
    [ada.id, "api_key_made"],
  );
  assert.deepEqual(notices, [{ many: 1 }]);
  const { data: lines } = await client.call(listActivity);
  assert.deepEqual([lines[0]?.kind, lines[0]?.detail], ["api_key_made", "Bookkeeping"]);
});

const isOpen = ({ endpoint, policy }: Route, scopes: readonly KeyScope[]) =>
  endpoint.method === "GET" && policy.keyScope !== undefined && scopes.includes(policy.keyScope);

test("of all that a session opens, a key opens the reading calls of its scopes and nothing else, whatever cookie comes with it", async () => {
  const { seller } = await aMarket(app);
  for (const scopes of [["trades"], ["account", "offers", "wallet"]] as KeyScope[][]) {
    const { secret } = await aKey(seller, { scopes });
    for (const route of app.app.routes.filter(({ policy }) => policy.auth === "session")) {
      const { method, path } = route.endpoint;
      const answer = await asked(secret, path.replace(/:\w+/g, "NeverWasThere1"), {
        method,
        token: seller.client.token,
      });
      const said = `${method} ${path}: ${answer.status} ${answer.code}`;
      if (isOpen(route, scopes)) assert.ok(![401, 403].includes(answer.status), said);
      else assert.deepEqual([answer.status, answer.code], [403, "api_key.scope"], said);
    }
  }
  const open = app.app.routes.filter((route) => isOpen(route, KEY_SCOPES)).map(({ endpoint }) => endpoint.name);
  assert.deepEqual(open.sort(), [
    "getCurrentUser",
    "getHistoryTotals",
    "getLevelLimits",
    "getLevelsInfo",
    "getOwnStatistics",
    "getSendOut",
    "getTrade",
    "getTradeExport",
    "getTradeLimits",
    "getTradeOffer",
    "getTradeV1",
    "getWalletBalances",
    "getWalletFile",
    "getWebhook",
    "kycCheck",
    "listActiveTrades",
    "listMyOffers",
    "listTradeExports",
    "listTrades",
    "listWalletFiles",
    "listWalletHistory",
    "listWalletTransactions",
    "listWebhookDeliveries",
    "listWebhookMessages",
  ]);
});

test("a key reads its owner's trades, and no trade of others", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "paid");
  const { secret } = await aKey(market.buyer, { scopes: ["trades"] });
  const { secret: other } = await aKey(await aNamedUser(app), { scopes: ["trades"] });
  assert.equal((await asked(secret, `/rest/v1/trade/${hash}`)).status, 200);
  assert.equal((await asked(secret, "/rest/v1/trade/active")).data[0].tradeHash, hash);
  assert.equal((await asked(other, `/rest/v1/trade/${hash}`)).status, 404);
});

test("an unknown key, one that has ended and one whose day is over are the same 401", async () => {
  const ada = await aNamedUser(app);
  const wrong = { status: 401, code: "api_key.wrong" };
  const said = async (secret: string) => {
    const { status, code } = await asked(secret);
    return { status, code };
  };
  for (const secret of ["", "x", `parley_key_${"A".repeat(43)}`, `parley_key_${"A".repeat(5000)}`, ada.client.token])
    assert.deepEqual(await said(secret), wrong);
  const [first, second] = [await aKey(ada), await aKey(ada)];
  assert.equal((await asked(first.secret)).status, 200);
  const stranger = await aNamedUser(app);
  const end = ({ client }: NamedUser, id: string) => client.call(endApiKey, { params: { id } });
  assert.equal((await end(stranger, first.key.id)).status, 404);
  assert.deepEqual(
    (await end(ada, first.key.id)).data.map(({ id }) => id),
    [second.key.id],
  );
  assert.equal((await end(ada, first.key.id)).status, 404);
  assert.deepEqual(await said(first.secret), wrong);
  assert.equal((await asked(second.secret)).status, 200);
  await moveClock(31 * 86_400_000);
  assert.deepEqual(await said(second.secret), wrong);
});

test("a new password ends every key", async () => {
  const ada = await aMember();
  await ada.client.call(prove, { body: { for: { kind: "create_api_key", id: "account" }, password } });
  const { secret } = (await ada.client.call(createApiKey, { body: WANTED, proves: false })).data;
  assert.equal((await asked(secret)).status, 200);
  const answer = await ada.client.call(changePassword, {
    body: { password, new_password: "another long phrase of words" },
  });
  assert.equal(answer.status, 200, answer.code);
  assert.equal((await asked(secret)).code, "api_key.wrong");
  const { rows } = await owner.query("select count(*)::int as many from api_keys where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ many: 0 }]);
});

test("another email, and taking one back, end every key", async () => {
  for (const column of ["done_at", "undone_at"]) {
    const ada = await aNamedUser(app);
    const { secret } = await aKey(ada);
    await owner.query(
      `insert into email_changes (user_id, email_sealed, email_index, code_hash, tries_left, asked_at, expires_at, old_sealed, done_at)
       values ($1, 'x', 'x', 'x', 5, market_now(), market_now(), $2, case when $2::bytea is null then null else market_now() end)`,
      [ada.id, column === "done_at" ? null : Buffer.from("x")],
    );
    assert.equal((await asked(secret)).status, 200);
    const set = column === "done_at" ? "old_sealed = 'x', done_at = market_now()" : "undone_at = market_now()";
    await owner.query(`update email_changes set ${set} where user_id = $1`, [ada.id]);
    assert.equal((await asked(secret)).code, "api_key.wrong", column);
  }
});

test("a key that is being made while the password changes does not outlive it", async () => {
  const ada = await aMember();
  await ada.client.call(prove, { body: { for: { kind: "create_api_key", id: "account" }, password } });
  const making = await owner.connect();
  try {
    await making.query("begin");
    const { rows } = await making.query(
      "select create_api_key($1, 'BeingMade12345', 'Books', sha256('x'), array['trades'], array[]::text[], 30) as outcome",
      [ada.id],
    );
    assert.equal(rows[0].outcome, "made");
    const changing = ada.client.call(changePassword, {
      body: { password, new_password: "another long phrase of words" },
    });
    await new Promise((later) => setTimeout(later, 500));
    await making.query("commit");
    const answer = await changing;
    assert.equal(answer.status, 200, answer.code);
  } finally {
    making.release();
  }
  const { rows } = await owner.query("select count(*)::int as many from api_keys where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ many: 0 }]);
});

test("a network whose calls by keys were refused 120 times waits a minute; others, and its browsers, do not", async () => {
  const ada = await aNamedUser(app);
  const { secret } = await aKey(ada, { scopes: ["offers"] });
  const from = (ip: string) => asked(secret, "/rest/v1/trades", { ip });
  const ip = "198.18.0.9";
  for (let calls = 0; calls < 120; calls++) assert.equal((await from(ip)).code, "api_key.scope");
  assert.equal((await from(ip)).code, "request.too_many");
  assert.equal((await asked(secret, "/rest/v1/my-offers/list", { ip })).code, "request.too_many");
  assert.equal((await from("198.18.1.9")).code, "api_key.scope");
  assert.equal((await app.client(ada.client.token, ip).call(listApiKeys)).status, 200);
});

test("what has ended goes with its name and networks", async () => {
  const ada = await aNamedUser(app);
  await aKey(ada, { name: "New" });
  await owner.query(
    `insert into api_keys (public_id, user_id, name, secret_hash, scopes, networks, created_at, expires_at)
     values ('EndedLongAgo12', $1, 'Old', sha256('old'), array['trades'], array['203.0.113.7'], market_now(), market_now() - interval '1 minute')`,
    [ada.id],
  );
  await runJob("forget-ended-keys");
  const { rows } = await owner.query("select name from api_keys where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ name: "New" }]);
});

test("a key works from its networks; what is no address or range is refused", async () => {
  const ada = await aNamedUser(app);
  const { secret } = await aKey(ada, { networks: ["203.0.113.0/24", "2001:db8::7"] });
  for (const ip of ["203.0.113.250", "2001:db8::7", "::ffff:203.0.113.9"])
    assert.equal((await asked(secret, undefined, { ip })).status, 200, ip);
  for (const ip of ["203.0.114.1", "2001:db8::8"])
    assert.equal((await asked(secret, undefined, { ip })).code, "api_key.place", ip);
  for (const network of ["0.0.0.0/0", "here", "203.0.113.7/33", "1.2.3.4/8/9"]) {
    const answer = await ada.client.call(createApiKey, { body: { ...WANTED, networks: [network] } });
    assert.equal(answer.code, "api_key.network", network);
  }
});

test("of restricted accounts a key reads where the table says so; staff have no role by it", async () => {
  const ada = await aNamedUser(app);
  const { secret } = await aKey(ada);
  for (const state of RESTRICTION_STATES) {
    await owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1", [ada.id]);
    await owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
       values ($1, $2, 'other', $3, market_now(), market_now() + interval '1 day')`,
      [ada.id, state, `K-${state}`],
    );
    const { status, code } = await asked(secret);
    assert.deepEqual([status, code], state === "restricted" ? [200, ""] : [403, "auth.restricted"], state);
  }
  const mod = await aNamedUser(app, "admin");
  const theirs = await aKey(mod);
  const held = await readKeys(app.dbs.web).holderOf(theirs.secret, "203.0.113.1");
  assert.deepEqual([held?.viewer.userId, held?.viewer.roles, held?.viewer.isStrong], [mod.id, [], false]);
});

test("a user can have ten keys; the web can write none by itself, and a closed account has none", async () => {
  const ada = await aNamedUser(app);
  for (let many = 0; many < 10; many += 1) await aKey(ada, { name: `Key ${many}` });
  assert.equal((await ada.client.call(createApiKey, { body: WANTED })).code, "api_key.many");
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows`update api_keys set expires_at = market_now() + interval '300 days'`),
    /permission denied/,
  );
  await assert.rejects(
    app.dbs.web.tx(
      (tx) => tx.rows`
        insert into api_keys (public_id, user_id, name, secret_hash, scopes, networks, created_at, expires_at)
        select 'Planted1234567', user_id, name, sha256('x'), scopes, networks, created_at, expires_at from api_keys limit 1`,
    ),
    /permission denied/,
  );
  const { rows: exports } = await owner.query(
    `insert into data_exports (user_id, session_id, asked_at, expires_at)
     select user_id, id, market_now(), market_now() + interval '1 day' from sessions where user_id = $1 limit 1 returning id`,
    [ada.id],
  );
  const { rows: lines } = await owner.query("select line from export_part($1, 'api_keys', 0, 20)", [exports[0].id]);
  assert.deepEqual([lines.length, JSON.parse(lines[0].line).name], [10, "Key 0"]);
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'privacy', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [ada.id]);
  const { rows } = await owner.query("select count(*)::int as many from api_keys where user_id = $1", [ada.id]);
  assert.deepEqual(rows, [{ many: 0 }]);
});
