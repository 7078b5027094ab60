// Guards: who may call what. Every route against every kind of caller, with ids of things that are not theirs.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Route } from "../../server/platform/http/policy.ts";
import { isUnsafe } from "#contract/platform/endpoint.ts";
import { ids } from "../../server/platform/ids.ts";
import { aMarket, aPerson, aTrade, testApp } from "../../server/testing/index.ts";
import { jsonSchemaOf, valid } from "../fuzz/generate.ts";

const app = await testApp({ poolSize: 12 });
const market = await aMarket(app);
const trade = await aTrade(market, "paid");
const stranger = await aPerson(app);
const { rows: receipts } = await app.owner.query("select receipt_uuid from trades where hash = $1", [trade]);
const { rows: sessions } = await app.owner.query("select public_id from sessions where user_id = $1", [
  market.seller.id,
]);
const { rows: names } = await app.owner.query("select username from users where id = $1", [market.seller.id]);

const OBJECTS: Record<string, string> = {
  trade,
  offer: market.offer,
  user: names[0].username,
  session: sessions[0].public_id,
  receipt: receipts[0].receipt_uuid,
  upload: "NoSuchUpload12",
  quote: ids.uuid(),
  verification: "NoSuchVerifica",
};

type Caller = { readonly token: string; readonly csrf?: string };

/** Ids of the right form that nothing has. */
const ABSENT: Record<string, string> = {
  ...OBJECTS,
  trade: "NeverWasATrade",
  offer: "NeverWasAnOffr",
  session: "NeverWasSessio",
  user: "never_was",
  quote: ids.uuid(),
  receipt: ids.uuid(),
};

async function call({ endpoint, policy }: Route, { token, csrf }: Caller, objects = OBJECTS) {
  const path = endpoint.path.replace(
    /:(\w+)/g,
    (_, name: string) => objects[policy.objects?.[name]?.kind ?? ""] ?? (name === "code" ? "BTC" : "paypal"),
  );
  const body =
    endpoint.body && !endpoint.multipart
      ? fc.sample(valid(jsonSchemaOf(endpoint.body)), { numRuns: 1, seed: 3 })[0]
      : undefined;
  return app.app.fastify.inject({
    method: endpoint.method,
    url: path,
    headers: {
      cookie: token ? `parley=${token}` : "parley_seed=none",
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": csrf ?? app.app.forgery.tokenOf(token || "none"),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

const { routes } = app.app;
const name = ({ endpoint }: Route) => `${endpoint.method} ${endpoint.path}`;

test("without a session nothing but public calls answers, and every refusal is the same 401", async () => {
  for (const route of routes) {
    const answer = await call(route, { token: "" });
    if (route.policy.auth === "public") assert.notEqual(answer.statusCode, 401, name(route));
    else assert.equal(answer.statusCode, 401, name(route));
  }
});

test("an unsafe call without the token of its own session changes nothing", async () => {
  for (const route of routes.filter(({ endpoint, policy }) => isUnsafe(endpoint) && !policy.bySignature)) {
    for (const csrf of ["", "wrong", app.app.forgery.tokenOf(market.seller.client.token)]) {
      const answer = await call(route, { token: stranger.client.token, csrf });
      assert.equal(answer.statusCode, 403, `${name(route)} with the token "${csrf}"`);
    }
  }
});

test("what goes by our signature alone is public, is known by name, and does nothing without one", async () => {
  const signed = routes.filter(({ policy }) => policy.bySignature);
  assert.deepEqual(signed.map(name), ["POST /rest/v1/notifications/receipts"]);
  for (const route of signed) {
    assert.equal(route.policy.auth, "public");
    for (const token of ["", stranger.client.token])
      assert.ok([404, 422].includes((await call(route, { token, csrf: "wrong" })).statusCode), name(route));
  }
});

test("what belongs to others is not there for a stranger: same status as for a thing that never was", async () => {
  const owned = routes.filter(
    ({ policy, endpoint }) =>
      !endpoint.multipart &&
      Object.values(policy.objects ?? {}).some(({ relations }) => !relations.includes("anybody")) &&
      !policy.roles,
  );
  assert.ok(owned.length >= 15, `only ${owned.length} routes have owned objects`);
  for (const route of owned) {
    const answer = await call(route, { token: stranger.client.token });
    const absent = await call(route, { token: stranger.client.token }, ABSENT);
    assert.ok(
      [404, 422].includes(answer.statusCode),
      `${name(route)}: ${answer.statusCode} ${answer.body.slice(0, 120)}`,
    );
    assert.deepEqual(
      [answer.statusCode, answer.json().errors.code],
      [absent.statusCode, absent.json().errors.code],
      name(route),
    );
  }
});

test("staff's calls are refused to everybody else", async () => {
  const staff = routes.filter(({ policy }) => policy.roles);
  assert.ok(staff.length >= 3);
  for (const route of staff) {
    for (const { client } of [stranger, market.buyer, market.seller]) {
      assert.equal((await call(route, { token: client.token })).statusCode, 403, name(route));
    }
  }
});

test("an ended session and a changed cookie are nobody", async () => {
  const person = await aPerson(app);
  const { token } = person.client;
  await app.owner.query("update sessions set ended_at = market_now() where user_id = $1", [person.id]);
  for (const wrong of [token, `${token}x`, "parley", ""]) {
    const answer = await app.app.fastify.inject({
      method: "GET",
      url: "/rest/v1/users/current_user",
      headers: { cookie: `parley=${wrong}` },
    });
    assert.equal(answer.statusCode, 401);
  }
});

test("a path spelled otherwise meets the same policy or nothing", async () => {
  for (const path of [
    "//rest/v1/users/current_user",
    "/rest/v1/users/current_user/",
    "/REST/v1/users/current_user",
    "/rest/v1/users/current_user;a=1",
    "/rest/v1/users/%63urrent_user",
    "/rest/v1//users/current_user",
    "/rest/./v1/users/current_user",
    "/rest%2fv1/users/current_user",
  ]) {
    const answer = await app.app.fastify.inject({ method: "GET", url: path });
    assert.ok([401, 404].includes(answer.statusCode), `${path}: ${answer.statusCode}`);
  }
});
