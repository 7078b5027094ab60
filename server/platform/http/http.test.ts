// Guards: the edge of the server: strict bodies, one envelope, request keys, key format, headers.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as accounts from "#contract/people/accounts.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { toSnakeCase } from "./key-format.ts";
import { makeServer, withoutLastSlash } from "./server.ts";

const app = await testApp();
const person = await aPerson(app);
const { fastify, forgery } = app.app;

function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const { token } = person.client;
  return fastify.inject({
    method: "POST",
    url: "/rest/v1/users/tour/completed",
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "content-type": "application/json",
      ...headers,
    },
    payload: body,
  });
}

test("a body is taken as it is: no coercion, no unknown field, no poisoned prototype, no broken text", async () => {
  assert.equal((await post('{"tourName":"home"}')).statusCode, 200);
  for (const body of [
    '{"tourName":1}',
    '{"tourName":null}',
    '{"tourName":["home"]}',
    '{"tourName":"home","more":1}',
    "{}",
    "[]",
    '"x"',
  ]) {
    assert.equal((await post(body)).statusCode, 422, body);
  }
  for (const body of [
    '{"tourName":"home"',
    '{"__proto__":{"a":1},"tourName":"home"}',
    "{}{}",
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    "[".repeat(200_000),
  ]) {
    assert.equal((await post(body)).statusCode, 400, String(body).slice(0, 30));
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"]) {
    assert.equal((await post('{"tourName":"home"}', { "content-type": type })).statusCode, 415, type);
  }
  assert.equal((await post(`{"tourName":"${"x".repeat(300_000)}"}`)).statusCode, 413);
});

test("a refusal has code, field and request id, and never a trace", async () => {
  const answer = await post('{"tourName":"NOT A NAME"}');
  const body = answer.json();
  assert.equal(body.status, "error");
  assert.equal(body.errors.code, "ERROR_INPUT_VALIDATION");
  assert.ok(body.errors.details.tourName[0].message);
  assert.equal(body.requestId, answer.headers["x-request-id"]);
});

test("the same key and body: one effect and the same answer; another body is refused; a strange key too", async () => {
  const key = { "idempotency-key": "tour-key-0001" };
  const one = await post('{"tourName":"home"}', key);
  const two = await post('{"tourName":"home"}', key);
  assert.deepEqual(two.json(), one.json());
  assert.equal((await post('{"tourName":"first-trade"}', key)).json().errors.code, "idempotency.other_body");
  assert.equal(
    (await post('{"tourName":"first-trade"}', { "idempotency-key": "x" })).json().errors.code,
    "idempotency.key_malformed",
  );
});

test("fifty calls at once under one key have one effect; the others are refused as in flight, or get the same answer", async () => {
  const key = { "idempotency-key": "tour-key-0002" };
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('{"tourName":"home"}', key)));
  const codes = new Set(answers.map((answer) => answer.json().errors?.code ?? "ok"));
  assert.ok([...codes].every((code) => ["ok", "idempotency.in_flight"].includes(code)));
  const { rows } = await app.owner.query("select count(*)::int as n from idempotency_keys where key = 'tour-key-0002'");
  assert.equal(rows[0].n, 1);
});

test("snake_case is made on request, and keys that are data stay as they are", async () => {
  const { token } = person.client;
  const answer = await fastify.inject({
    method: "GET",
    url: "/rest/v1/users/current_user?responseKeyFormat=snake_case",
    headers: { cookie: `parley=${token}` },
  });
  assert.ok("external_id" in answer.json().data);
  assert.deepEqual(toSnakeCase({ tradeVolume: { BTC: 1 }, isOnHold: true, btcURL: [{ aB: 1 }] }), {
    trade_volume: { BTC: 1 },
    is_on_hold: true,
    btc_url: [{ a_b: 1 }],
  });
  const wrong = await fastify.inject({
    method: "GET",
    url: "/rest/v1/users/current_user?responseKeyFormat=x",
    headers: { cookie: `parley=${token}` },
  });
  assert.equal(wrong.statusCode, 422);
  assert.deepEqual(toSnakeCase({ text: { en: "a", "pt-BR": "b" } }), { text: { en: "a", "pt-BR": "b" } }, "a language");
});

test("every answer carries the safety headers, whatever its status", async () => {
  for (const url of ["/", "/rest/v1/users/current_user", "/nowhere", "/healthz", "/readyz", "/openapi.json"]) {
    const answer = await fastify.inject({ method: "GET", url });
    assert.equal(answer.headers["x-content-type-options"], "nosniff", url);
    assert.match(String(answer.headers["content-security-policy"]), /default-src 'none'.*frame-ancestors 'none'/, url);
    assert.ok(!/unsafe/.test(String(answer.headers["content-security-policy"])), url);
  }
});

test("a call from another site is refused by origin and by fetch metadata, even with the right token", async () => {
  for (const headers of [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { origin: "null" },
  ] as Record<string, string>[]) {
    assert.equal((await post('{"tourName":"home"}', headers)).json().errors.code, "request.forged");
  }
});

test("a route without a policy stops the boot", async () => {
  const server = await makeServer({
    ...app.ports,
    viewers: {
      kept: () => undefined,
      find: async () => undefined,
      findAnew: async () => undefined,
      findUnseen: async () => undefined,
    },
    keys: { holderOf: async () => undefined },
    judging: { mayAct: () => true, refusalByBlock: () => undefined },
    closedCountries: { kept: () => [], find: async () => [] },
    hub: app.app.hub,
  });
  assert.throws(() => server.fastify.get("/without-policy", async () => "x"), /has no policy/);
  await server.fastify.close();
});

test("the description of the calls names every endpoint and its shapes", async () => {
  const document = (await fastify.inject({ method: "GET", url: "/openapi.json" })).json();
  assert.equal(document.openapi, "3.1.0");
  const operations = Object.values(document.paths as Record<string, object>).reduce(
    (sum, path) => sum + Object.keys(path).length,
    0,
  );
  assert.equal(operations, app.app.routes.length + 1, "every endpoint, and the live connection");
  assert.equal(document.paths["/live"].get.operationId, "openLive");
});

test("the page of the calls weighs less than half a megabyte with all that it asks for, and groups calls by module", async () => {
  let bytes = 0;
  for (const url of [
    "/api-docs",
    "/api-docs/start.js",
    "/api-docs/swagger-ui.js",
    "/api-docs/swagger-ui.css",
    "/openapi.json",
  ]) {
    const answer = await fastify.inject({ method: "GET", url, headers: { "accept-encoding": "br" } });
    assert.equal(answer.statusCode, 200, url);
    bytes += answer.rawPayload.length;
  }
  assert.ok(bytes < 500_000, String(bytes));
  const { tags } = (await fastify.inject({ method: "GET", url: "/openapi.json" })).json();
  assert.ok(tags.some(({ name }: { name: string }) => name === "Market: trades") && tags.length > 20);
});

type Drawn = Record<string, never> & { readonly $ref?: string };

test("the description of the calls names schemas, and says which codes each call refuses with", async () => {
  const document = (await fastify.inject({ method: "GET", url: "/openapi.json" })).json();
  const at = (place: string) =>
    place
      .split("/")
      .slice(1)
      .reduce((found, part) => found?.[part], document);
  for (const [, place = ""] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) assert.ok(at(place), place);

  const paid = document.paths["/rest/v1/trade/{id}/paid"].post;
  assert.match(paid.description, /Needs a session/);
  const { schema } = paid.responses["200"].content["application/json"];
  assert.equal(schema.properties.data.$ref, "#/components/schemas/TradeView");
  assert.match(document.components.schemas.TradeView.properties.version.description, /older view never replaces/);
  assert.match(at(paid.responses["409"].$ref).description, /`trade.wrong_status`/);

  for (const { endpoint, policy } of app.app.routes) {
    const { responses } = document.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")][endpoint.method.toLowerCase()];
    const codesOf = ({ $ref = "" }: Drawn) => at($ref).description as string;
    const codes = Object.values<Drawn>(responses)
      .flatMap((one) => (one.$ref ? [codesOf(one)] : []))
      .join();
    for (const code of endpoint.refusals ?? []) assert.ok(codes.includes(`\`${code}\``), `${endpoint.name} ${code}`);
    if (policy.auth === "session") assert.ok(codes.includes("auth.required"), endpoint.name);
  }
});

test("the current user has every field that clients of the given API read", async () => {
  const { data } = await person.client.call(accounts.getCurrentUser);
  for (const field of "id externalId username avatarUrl email phone country currency locale urlLocale timezone firstName lastName userFullName referralCode fullNameVisibilityType feeDiscount balance isLogged isDemoAccount isCorporateAccount isVendor isMerchant isBanned isSuspended isOnHold isFrozen isRestricted compromised completedTrades hasOffers hasActiveTrades hasActiveBuyOffers hasActiveSellOffers isBalanceHidden completedTourGuides isApiKeyConnected".split(
    " ",
  )) {
    assert.ok(field in data, field);
  }
});

test("a page's address with a slash too many leads to the page, and never to somebody else's host", () => {
  for (const [asked, found] of [
    ["/ar/", "/ar"],
    ["/es/trading/sell-btc/?currency=EUR", "/es/trading/sell-btc?currency=EUR"],
    ["/offer/abc//", "/offer/abc"],
    ["/", undefined],
    ["/ar", undefined],
    ["//evil.example/", undefined],
    ["/\\evil.example/", undefined],
    ["/?a=/", undefined],
    ["///", undefined],
    [`/a${"/".repeat(100_000)}b`, undefined],
    [`/a${"/".repeat(100_000)}`, "/a"],
  ] as const)
    assert.equal(withoutLastSlash(asked), found, asked);
});
