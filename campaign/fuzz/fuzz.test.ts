// Guards: no input makes the server fail, and a refused call leaves no trace in the tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type EndpointShape, isUnsafe } from "#contract/endpoint.ts";
import { ids } from "../../server/platform/ids.ts";
import type { Route } from "../../server/platform/http/policy.ts";
import { aMarket, aTrade, testApp } from "../../server/testing/index.ts";
import { eachSeed } from "../../server/testing/seeds.ts";
import { HOSTILE, hostile, invalid, jsonSchemaOf, type Part, valid } from "./generate.ts";

const app = await testApp({ poolSize: 12 });
const market = await aMarket(app);
const hash = await aTrade(market, "paid");
const { rows } = await app.owner.query("select username from users where id = $1", [market.seller.id]);
/** Ids that exist, so that input gets past the door and into the rules. */
const REAL: Record<string, string> = {
  username: rows[0].username,
  hash,
  tradeHash: hash,
  code: "BTC",
  slug: "paypal",
  invoiceUUID: ids.uuid(),
  level: "Dashboard",
  type: "id",
};

const VALID = Number(process.env.FUZZ_VALID ?? 100);
const BROKEN = Number(process.env.FUZZ_BROKEN ?? 300);
const FINE = new Set([
  200, 201, 202, 204, 301, 302, 303, 304, 400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503,
]);
/** What may change although a call was refused: counted tries, kept answers, who was seen when. */
const LOOSE = [
  "idempotency_keys",
  "failed_attempts",
  "error_reports",
  "sessions",
  "users",
  "events",
  "heartbeats",
  "live_messages",
  "live_channels",
  "trades",
];
/** Calls that sign out, or are slow on purpose (a password is checked). */
const GENTLE = new Set([
  "logout",
  "endSession",
  "endOtherSessions",
  "register",
  "login",
  "provePassword",
  "uploadFile",
]);

async function checksum(): Promise<string> {
  const tables = await app.owner.query(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1",
    [LOOSE],
  );
  const sums: string[] = [];
  for (const { tablename } of tables.rows) {
    const { rows: found } = await app.owner.query(
      `select count(*) || ':' || coalesce(sum(hashtext(t::text)), 0) as sum from ${tablename} t`,
    );
    sums.push(`${tablename}=${found[0].sum}`);
  }
  return sums.join("\n");
}

function pathOf(endpoint: EndpointShape, pick: (name: string) => unknown): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(pick(name)).replace(/[\ud800-\udfff]/g, "")),
  );
}

async function send(endpoint: EndpointShape, { path, query, body }: { path: string; query: unknown; body: unknown }) {
  const { token } = market.buyer.client;
  return app.app.fastify.inject({
    method: endpoint.method,
    url: path,
    query: asQuery(query),
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": app.app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      ...(isUnsafe(endpoint) ? { "idempotency-key": ids.hash() } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) ?? "null" }),
  });
}

function asQuery(query: unknown): Record<string, string | string[]> {
  if (typeof query !== "object" || query === null || Array.isArray(query)) return {};
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
}

type Sample = { kind: string; path: string; query: unknown; body: unknown };

function samples(endpoint: EndpointShape, drawn: number): Sample[] {
  const seed = [...endpoint.name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), drawn) | 0;
  const make = (schema: Part | undefined, maker: (json: never) => fc.Arbitrary<unknown>, count: number) =>
    schema
      ? fc.sample(maker(jsonSchemaOf(schema) as never), { numRuns: count, seed })
      : new Array(count).fill(undefined);
  const real = pathOf(endpoint, (name) => REAL[name] ?? hash);
  const few = GENTLE.has(endpoint.name) ? 3 : undefined;
  const good = make(endpoint.body, valid as never, few ?? VALID).map((body, index) => ({
    kind: "valid",
    path: real,
    query: make(endpoint.query, valid as never, few ?? VALID)[index],
    body,
  }));
  const parts = [
    ["invalid", invalid],
    ["hostile", hostile],
  ] as const;
  const bad = parts.flatMap(([kind, maker]) => {
    const bodies = make(endpoint.body, maker as never, few ?? BROKEN);
    const queries = make(endpoint.query, maker as never, few ?? BROKEN);
    return bodies.map((body, index) => ({
      kind,
      path: kind === "hostile" && index % 3 === 0 ? pathOf(endpoint, () => HOSTILE[index % HOSTILE.length]) : real,
      query: queries[index],
      body,
    }));
  });
  return [...bad, ...good];
}

async function fuzz({ endpoint }: Route, drawn: number): Promise<number> {
  let before = await checksum();
  let sent = 0;
  const all = samples(endpoint, drawn);
  for (let start = 0; start < all.length; start += 40) {
    const batch = all.slice(start, start + 40);
    let accepted = 0;
    for (const sample of batch) {
      const answer = await send(endpoint, sample);
      sent += 1;
      const said = `${endpoint.name} ${sample.kind} ${sample.path.slice(0, 80)} ${JSON.stringify(sample.body)?.slice(0, 300)} ${JSON.stringify(sample.query)?.slice(0, 200)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      assert.ok(FINE.has(answer.statusCode), said);
      assert.ok(answer.statusCode !== 503 || answer.body.includes("LEDGER_ASYNC_MODE") === false, said);
      if (answer.statusCode < 400) accepted += 1;
      else assert.ok(answer.json().errors?.code, said);
      assert.ok(!/node_modules|at async|select |insert into/.test(answer.body), `a trace leaves the server: ${said}`);
    }
    const after = await checksum();
    if (accepted === 0 || !isUnsafe(endpoint))
      assert.equal(after, before, `${endpoint.name}: refused calls changed the tables`);
    before = after;
  }
  return sent;
}

const routes = app.app.routes.filter(({ endpoint }) => !endpoint.multipart);

test("every endpoint takes right, wrong and hostile input without failing, and what it refuses leaves no trace", {
  timeout: 900_000,
}, async (t) => {
  let sent = 0;
  await eachSeed(t, { suite: "fuzz", fresh: 1 }, async (seed) => {
    for (const route of routes) {
      // Signing out ends the session that the others need.
      if (["logout", "endSession"].includes(route.endpoint.name)) continue;
      sent += await fuzz(route, seed);
    }
  });
  assert.ok(sent > 1000);
  t.diagnostic(`NOTE ${sent} requests to ${routes.length} endpoints`);
});
