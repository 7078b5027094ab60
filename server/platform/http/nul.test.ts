// Guards: PostgreSQL stores no NUL in a text. A request with one is refused as the caller's fault wherever it is, and no caller
// can fill the reports with it, whatever breaks on our side.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isUnsafe } from "#contract/platform/endpoint.ts";
import { makeApp } from "../../app.ts";
import { pages as demoPages } from "../../demo/index.ts";
import { pages } from "../../site/pages/index.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { writePlainWeb } from "../../testing/plain-web.ts";
import { FAULTS_PER_HOUR } from "../errors/fault-limit.ts";

const world = await testApp({ config: { demo: true } });
const folder = mkdtempSync(join(tmpdir(), "parley-nul-"));
const app = await makeApp({ ...world.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const person = await aPerson(world);
const session = `parley=${person.client.token}`;

const reports = async () =>
  (await world.owner.query("select coalesce(sum(times), 0)::int as n from error_kinds")).rows[0].n;

type Ask = { url: string; method?: string; cookie?: string; body?: string; headers?: Record<string, string> };

function ask({ url, method = "GET", cookie = session, body, headers = {} }: Ask) {
  return app.fastify.inject({
    method: method as "GET",
    url,
    headers: {
      cookie,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      "x-csrf-token": app.forgery.tokenOf(cookie === session ? person.client.token : "seed"),
      "x-requested-with": "XMLHttpRequest",
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
}

const isCallersFault = (status: number) => status >= 400 && status < 500;

test("an address with a NUL names no page and no call", async () => {
  const paths = [
    ...[...pages, ...demoPages].map(({ path }) => path),
    ...world.app.routes.filter(({ endpoint }) => !isUnsafe(endpoint)).map(({ endpoint }) => endpoint.path),
    "/uploads/:hash",
    "/avatars/:file",
    "/assets/flags/:file",
    "/nowhere/:else",
  ].filter((path) => path.includes("/:"));
  assert.ok(paths.length > 20);
  for (const path of paths)
    for (const [cookie, accept] of [
      [session, "text/html"],
      ["", "text/html"],
      [session, "application/json"],
    ] as const) {
      const url = path.replace(/:\w+/g, "a%00b");
      const { statusCode } = await ask({ url, cookie, headers: { accept } });
      assert.ok(isCallersFault(statusCode), `${url}: ${statusCode}`);
    }
  assert.equal(await reports(), 0);
});

test("a question with a NUL in a name or a value is no question", async () => {
  const paths = [
    ...[...pages, ...demoPages].map(({ path }) => path),
    ...world.app.routes.filter(({ endpoint }) => !isUnsafe(endpoint)).map(({ endpoint }) => endpoint.path),
  ];
  const names = ["to", "next", "referralCode", "type", "tags", "q", "currencyCode", "page", "search", "partner"];
  for (const path of paths)
    for (const query of [...names.map((name) => `${name}=a%00b`), "a%00b=1"]) {
      const url = `${path.replace(/:\w+/g, "NeverWasThere1")}?${query}`;
      const { statusCode } = await ask({ url, headers: { accept: "text/html" } });
      assert.ok(isCallersFault(statusCode), `${url}: ${statusCode}`);
    }
  assert.equal(await reports(), 0);
});

test("a cookie with a NUL is refused, also where it would become the name of a guest", async () => {
  for (const name of ["parley", "parley_seed", "site_theme", "guest_fiat", "referral", "any"]) {
    for (const url of ["/", "/login", "/rest/v1/users/current_user", "/healthz"])
      assert.ok(isCallersFault((await ask({ url, cookie: `${name}=a%00b` })).statusCode), `${name} ${url}`);
    const keyed = await app.fastify.inject({
      method: "POST",
      url: "/rest/v1/auth/login",
      headers: {
        cookie: `${name}=a%00b`,
        "content-type": "application/json",
        "x-csrf-token": app.forgery.tokenOf("a\0b"),
        "x-requested-with": "XMLHttpRequest",
        "idempotency-key": `nul-cookie-${name}`,
      },
      payload: '{"email":"ada@example.org","password":"amber otter sails home"}',
    });
    assert.ok(isCallersFault(keyed.statusCode), `${name} ${keyed.statusCode}`);
  }
  assert.equal(await reports(), 0);
});

/** The body with each of its texts in turn, and each name in turn, made one with a NUL. */
function* withNul(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield `${value}\0`;
  if (Array.isArray(value))
    for (const [at, one] of value.entries()) for (const bad of withNul(one)) yield value.with(at, bad);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) {
      yield { ...value, [`${name}\0`]: one };
      for (const bad of withNul(one)) yield { ...value, [name]: bad };
    }
}

test("a body with a NUL in any text or name is refused", async () => {
  const bodies: [string, string, unknown][] = [
    ["POST", "/rest/v1/auth/login", { email: "a@example.org", password: "amber otter sails home", next: "/" }],
    ["POST", "/rest/v1/users/tour/completed", { tourName: "home" }],
    ["POST", "/rest/v1/trade/NeverWasThere1/messages", { text: "hello" }],
    ["POST", "/account/re-auth-push-subscription", { channels: ["user:x", "trade:x"] }],
    ["PUT", "/rest/v1/users/bio", { bio: "hello" }],
  ];
  for (const [method, url, body] of bodies)
    for (const bad of [...withNul(body)]) {
      const { statusCode } = await ask({ method, url, body: JSON.stringify(bad) });
      assert.ok(isCallersFault(statusCode), `${url} ${JSON.stringify(bad)}: ${statusCode}`);
    }
  assert.equal(await reports(), 0);
});

test("a NUL that no check at the edge has seen is refused by the database as the caller's fault", async () => {
  for (const work of [
    () => world.db.read((tx) => tx.rows`select ${"a\0b"}::text as text`),
    () => world.db.tx((tx) => tx.rows`select ${"a\0b"}::text as text`),
    () => world.db.tx((tx) => tx.rows`select ${'{"a":"\\u0000"}'}::jsonb as json`),
  ])
    await assert.rejects(work, { code: "request.malformed" });
});

test("a NUL as it is, in the line or the headers of a request, does not get through", async () => {
  await app.fastify.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.fastify.server.address() as { port: number };
  const rawly = (text: string) =>
    new Promise<string>((settle) => {
      let got = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (part) => (got += part));
      socket.on("error", () => settle(got));
      socket.on("close", () => settle(got));
    });
  for (const text of [
    "GET /user/a\0b HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    "GET /login HTTP/1.1\r\nhost: localhost\r\nuser-agent: a\0b\r\nconnection: close\r\n\r\n",
    "GET /login HTTP/1.1\r\nhost: localhost\r\ncookie: site_theme=a\0b\r\nconnection: close\r\n\r\n",
  ])
    assert.match(await rawly(text), /^HTTP\/1\.1 4\d\d /, JSON.stringify(text));
  assert.equal(await reports(), 0);
});

test("a fault that comes again and again is reported a few times an hour, and counted", async () => {
  await world.owner.query("alter table user_reputation rename to user_reputation_gone");
  const { username } = (await world.owner.query("select username from users where id = $1", [person.id])).rows[0];
  for (let time = 0; time < 3 * FAULTS_PER_HOUR; time++)
    assert.equal((await ask({ url: `/rest/v1/users/${username}`, cookie: "" })).statusCode, 500);
  await world.owner.query("alter table user_reputation_gone rename to user_reputation");
  assert.equal(await reports(), FAULTS_PER_HOUR);
});
