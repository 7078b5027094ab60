// Guards: no input makes the server fail, every endpoint takes something, and a refused call leaves no trace in the tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type EndpointShape, isUnsafe } from "#contract/platform/endpoint.ts";
import type { Route } from "../../server/platform/http/policy.ts";
import { eachPart, isDrawn } from "../../server/testing/seeds.ts";
import { type Ask, asksOf } from "../world/asks.ts";
import { WORLDS } from "../world/module-worlds.ts";
import { openWorld, pathOf, realIds, sendAs } from "../world/open-world.ts";
import { tableMarks } from "../world/table-marks.ts";
import { HOSTILE, hostile, invalid, jsonSchemaOf, type Part, valid } from "./generate.ts";

const world = await openWorld();
const { app, market, tokens } = world;
const asks = asksOf(world);
// All of it comes from one network: nobody is asked for work.
await app.owner.query(
  `insert into settings values ('auth.puzzle_after', '100000', null, market_now())
   on conflict (name) do update set value = excluded.value`,
);
/** Everybody who sends what is made at random, in turns. */
const CALLERS = [market.buyer.client.token, market.seller.client.token, ...Object.values(tokens)];

const VALID = Number(process.env.FUZZ_VALID ?? 12);
const BROKEN = Number(process.env.FUZZ_BROKEN ?? 8);
/** Of so many endpoints one is drawn, and the others are asked what is right where there is something to ask. */
const ONE_IN = Number(process.env.FUZZ_ONE_IN ?? 3);
const FINE = new Set([
  200, 201, 202, 204, 301, 302, 303, 304, 400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503,
]);
/** Written although the call is refused, on purpose. */
const WRITTEN_WHEN_REFUSED = WORLDS.flatMap(({ writtenWhenRefused = [] }) => writtenWhenRefused);
/** Of these only the rows that a refused call may not write. */
const WRITTEN_IN_PART: Readonly<Record<string, string>> = Object.assign(
  {},
  ...WORLDS.map(({ writtenInPart }) => writtenInPart),
);
/** Calls that are slow on purpose (a password is checked). */
const GENTLE = new Set(["register", "login", "prove"]);
/** Only asked for by whom it was made for: it ends the sessions that the others need. */
const ENDS_SESSIONS = new Set(["logout", "endOtherSessions", "endSession"]);
/** These accept a random form and replace the session, so they are sent without one. */
const SIGNS_IN = new Set(["register", "login"]);

/** Which kind of object a field of a query or a body names. */
const KIND_OF_FIELD: Readonly<Record<string, readonly string[]>> = {
  quote_id: ["send_out_quote", "conversion_quote", "trade"],
  upload_id: ["upload", "trade"],
  trade: ["trade", "offer"],
  partner: ["user"],
  username: ["user"],
  payment_method: ["slug"],
  "payment-method": ["slug"],
};

/** Help articles say "select" too. */
const TRACE = /node_modules|at async|select .{1,400} from \w+ (?:where|join|left|cross|order|limit|as)\b|insert into/;
const SEEN = ["seen_at", "last_seen_at"];
const tables = await app.owner.query<{ name: string; is_seen: boolean }>(
  `select tablename as name,
          exists (select from information_schema.columns c
                  where c.table_schema = 'public' and c.table_name = tablename and c.column_name = any ($2)) as is_seen
   from pg_tables where schemaname = 'public' and tablename !~ $1 order by 1`,
  [`^(${[...WRITTEN_WHEN_REFUSED, ...Object.keys(WRITTEN_IN_PART)].join("|")})(_\\d+)?$`, SEEN],
);
const marksOf = tableMarks(
  app.owner,
  tables.rows.flatMap(({ name, is_seen }) => (is_seen ? [] : [name])),
);
const sums = tables.rows
  .filter(({ is_seen }) => is_seen)
  .map(
    ({ name }) =>
      `select '${name}=' || count(*) || ':' || coalesce(sum(hashtext((to_jsonb(t) - '${SEEN.join("' - '")}')::text)), 0) as sum from ${name} t`,
  )
  .concat(
    Object.entries(WRITTEN_IN_PART).map(
      ([name, rows]) =>
        `select '${name}=' || count(*) || ':' || coalesce(sum(hashtext(to_jsonb(t)::text)), 0) from ${name} t where ${rows}`,
    ),
  )
  .join(" union all ");

/** Every table of the database that the migrations made, without the time when users were last seen and without wrong tries. */
async function checksum(): Promise<string> {
  const marks = [...(await marksOf())].map(([name, mark]) => `${name}=${mark}`);
  const { rows } = await app.owner.query<{ sum: string }>({ name: "sums without last-seen times", text: sums });
  // PostgreSQL may ask the tables side by side, and answers in any order.
  return [...marks, ...rows.map(({ sum }) => sum)].sort().join("\n");
}

type Sample = { kind: string; path: string; query: unknown; body: unknown; by: string; signIn?: string | undefined };

/** The value with real ids in half of the fields that name an object. */
function withReal(value: unknown, real: Readonly<Record<string, readonly string[]>>, index: number): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || index % 2 === 0) return value;
  const named = Object.keys(value).flatMap((field) => {
    const all = (KIND_OF_FIELD[field] ?? []).flatMap((kind) => real[kind] ?? []);
    return all.length > 0 ? [[field, all[index % all.length]] as const] : [];
  });
  return { ...value, ...Object.fromEntries(named) };
}

function samples(
  { endpoint, policy }: Route,
  { drawn, real }: { drawn: number; real: Readonly<Record<string, readonly string[]>> },
): Sample[] {
  const seed = [...endpoint.name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), drawn) | 0;
  const make = (schema: Part | undefined, maker: (json: never) => fc.Arbitrary<unknown>, count: number) =>
    schema
      ? fc.sample(maker(jsonSchemaOf(schema) as never), { numRuns: count, seed })
      : new Array(count).fill(undefined);
  const pathAt = (index: number) =>
    pathOf(endpoint, (name) => {
      const all = real[policy.objects?.[name]?.kind ?? name] ?? [];
      // Now and then the id of a thing of another kind.
      return index % 7 === 6 ? real.offer?.[0] : (all[index % Math.max(1, all.length)] ?? "NeverWasThere1");
    });
  const by = (index: number) => (SIGNS_IN.has(endpoint.name) ? "" : (CALLERS[index % CALLERS.length] ?? ""));
  const few = GENTLE.has(endpoint.name) ? 3 : undefined;
  const [queries, bodies] = [endpoint.query, endpoint.body].map((part) => make(part, valid as never, few ?? VALID));
  const good = (bodies ?? []).map((body, index) => ({
    kind: "valid",
    path: pathAt(index),
    query: withReal(queries?.[index], real, index),
    body: withReal(body, real, index),
    by: by(index),
  }));
  const bad = (["invalid", "hostile"] as const).flatMap((kind) => {
    const maker = kind === "invalid" ? invalid : hostile;
    const wrongQueries = make(endpoint.query, maker as never, few ?? BROKEN);
    return make(endpoint.body, maker as never, few ?? BROKEN).map((body, index) => ({
      kind,
      path:
        kind === "hostile" && index % 3 === 0 ? pathOf(endpoint, () => HOSTILE[index % HOSTILE.length]) : pathAt(index),
      query: wrongQueries[index],
      body,
      by: by(index),
    }));
  });
  return [...bad, ...good];
}

const accepted = new Map<string, number>();

/** Sends one and looks at the answer; true when it was accepted. */
async function isAccepted(endpoint: EndpointShape, sample: Sample): Promise<boolean> {
  const { by, path, query, body, kind, signIn } = sample;
  const answer = await sendAs(world, by, { endpoint, url: path, query, body, signIn });
  const said = `${endpoint.name} ${kind} ${path.slice(0, 80)} ${JSON.stringify(body)?.slice(0, 300)} ${JSON.stringify(query)?.slice(0, 200)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
  assert.ok(FINE.has(answer.statusCode), said);
  assert.ok(!TRACE.test(answer.body), `a trace leaves the server: ${said}`);
  if (answer.statusCode >= 400) {
    assert.ok(answer.json().errors?.code, said);
    if (kind === "asked") assert.fail(said);
    return false;
  }
  accepted.set(endpoint.name, (accepted.get(endpoint.name) ?? 0) + 1);
  return true;
}

/** Asked what is right, and sent nothing else. */
const left = new Set<string>();

/** Path parameters that name an object of certain users. */
const ownedIn = ({ policy }: Route) =>
  Object.entries(policy.objects ?? {}).flatMap(([name, { relations }]) =>
    relations.includes("anybody") ? [] : [name],
  );

/**
 * Sends the valid call of another user. A stranger gets the same answer as for an id that nothing has; the other party, if the
 * call names one, gets a refusal.
 */
async function refusesOthers(route: Route, { params = {}, query, body, other }: Ask): Promise<void> {
  const { endpoint } = route;
  const send = async (token: string, at: Readonly<Record<string, string>>) => {
    const answer = await sendAs(world, token, { endpoint, url: pathOf(endpoint, (name) => at[name]), query, body });
    return { status: answer.statusCode, code: answer.json().errors?.code };
  };
  const absent = ownedIn(route).map((name) => [name, params[name]?.replace(/./g, "0") ?? ""] as const);
  if (absent.length > 0) {
    const answer = await send(tokens.stranger, params);
    assert.ok(answer.status >= 400, `${endpoint.name}: a stranger got ${answer.status}`);
    assert.deepEqual(answer, await send(tokens.stranger, { ...params, ...Object.fromEntries(absent) }), endpoint.name);
  }
  if (!other) return;
  const { status } = await send(other, params);
  assert.ok(status >= 400, `${endpoint.name}: the other party got ${status}`);
}

async function fuzz(route: Route, drawn: number): Promise<number> {
  const { endpoint } = route;
  const ask = await asks[endpoint.name]?.();
  if (ask) {
    const path = pathOf(endpoint, (name) => ask.params?.[name]);
    await refusesOthers(route, ask);
    await isAccepted(endpoint, {
      kind: "asked",
      path,
      query: ask.query,
      body: ask.body,
      by: ask.by,
      signIn: ask.signIn,
    });
  }
  if (ENDS_SESSIONS.has(endpoint.name)) return 1;
  if (!isDrawn(drawn, endpoint.name, { oneIn: ONE_IN })) {
    left.add(endpoint.name);
    return 1;
  }
  // A call without a form needs no more than ids of the right kinds, and a user who trades.
  const real = await realIds(world);
  if (!ask && (endpoint.method === "GET" || !endpoint.body)) {
    const path = pathOf(endpoint, (name) => (real[route.policy.objects?.[name]?.kind ?? name] ?? [])[0]);
    await isAccepted(endpoint, { kind: "plain", path, query: {}, body: undefined, by: market.buyer.client.token });
  }
  const all = samples(route, { drawn, real });
  let before = await checksum();
  for (let start = 0; start < all.length; start += 40) {
    let taken = 0;
    for (const sample of all.slice(start, start + 40)) if (await isAccepted(endpoint, sample)) taken += 1;
    const after = await checksum();
    if (taken === 0 || !isUnsafe(endpoint))
      assert.equal(after, before, `${endpoint.name}: refused calls changed the tables`);
    before = after;
  }
  return all.length + 1;
}

/** A form with a file is no JSON to be made wrong: uploads.test.ts, refusals.test.ts, verification.test.ts and recovery.test.ts send them. */
const NOT_FUZZED = [
  "uploadFile",
  "addVerificationPicture",
  "addRecoveryPicture",
  "uploadTicketFile",
  "uploadGuestFile",
];
const routes = app.app.routes.filter(({ endpoint }) => !endpoint.multipart);

test("a module declares ids for each kind of object that a policy names, and a valid call for each owned object", async () => {
  const real = await realIds(world);
  const kinds = routes.flatMap(({ policy }) => Object.values(policy.objects ?? {}).map(({ kind }) => kind));
  assert.deepEqual(
    [...new Set(kinds)].filter((kind) => !real[kind]),
    [],
    "no worlds.ts declares ids of these kinds",
  );
  const owned = routes.filter((route) => ownedIn(route).length > 0).map(({ endpoint }) => endpoint.name);
  assert.deepEqual(
    owned.filter((name) => !asks[name]),
    [],
    "campaign/world/asks has no valid call of these endpoints",
  );
});

test("every endpoint takes what is right, and fails at nothing that is wrong or hostile; what it refuses leaves no trace", {
  timeout: 900_000,
}, async (t) => {
  let sent = 0;
  const byName = new Map(routes.map((route) => [route.endpoint.name, route]));
  await eachPart(t, { suite: "fuzz", parts: [...byName.keys()] }, async (name, seed) => {
    const route = byName.get(name);
    if (route) sent += await fuzz(route, seed);
  });
  assert.ok(sent > 1000 / ONE_IN);
  t.diagnostic(`NOTE ${sent} requests to ${routes.length} endpoints`);
  const never = app.app.routes
    .map(({ endpoint }) => endpoint.name)
    .filter((name) => !accepted.has(name) && !left.has(name));
  assert.deepEqual(never, NOT_FUZZED, "these endpoints accepted nothing");
});
