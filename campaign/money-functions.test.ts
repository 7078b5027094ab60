// Guards: whatever a process calls the functions of money with, under its own login, balances stay what postings say, no
// money is made, nobody is overdrawn, and escrow is what the trades are owed. A role without the right to a function is refused.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import pg from "pg";
import { PAYMENT_STATUSES } from "#contract/products/wallet/wallet.ts";
import { CARD_CHECKS } from "../server/products/cards/index.ts";
import { PROVIDER_CHECKS } from "../server/products/providers/index.ts";
import { HEDGE_CHECKS } from "../server/products/hedging/index.ts";
import { EXPOSURE_CHECKS } from "../server/staff/exposure/index.ts";
import { RAMP_CHECKS } from "../server/products/ramps/index.ts";
import { SPOT_CHECKS } from "../server/products/spot/index.ts";
import { PARTNER_CHECKS } from "../server/reach/partners/index.ts";
import { BOND_CHECKS } from "../server/market/bonds/index.ts";
import { TRADE_CHECKS } from "../server/market/trades/index.ts";
import { checkInvariants, LEDGER_CHECKS } from "../server/money/ledger/index.ts";
import { LOGINS, urlAs } from "../server/platform/postgres/logins.ts";
import { assertProperty } from "../server/testing/seeds.ts";
import { aDivision } from "./world/good/awards.ts";
import type { Good } from "./world/ground.ts";
import { moneyWorld } from "./world/money-world.ts";

const { app, pool } = await moneyWorld();
// A digest is a statement of the market process, which a check compares with the log.
const SPOT = SPOT_CHECKS.filter(({ id }) => id !== "S6");

const ROLES = ["web", "worker", "chain", "market", "lightning", "signer"] as const;
type Role = (typeof ROLES)[number];
const sessions = Object.fromEntries(
  await Promise.all(
    ROLES.map(async (role) => {
      const client = new pg.Client({ connectionString: urlAs(app.url, { login: LOGINS[role] }) });
      // The database goes at the end, before its connections do.
      client.on("error", () => undefined);
      await client.connect();
      return [role, client] as const;
    }),
  ),
) as Record<Role, pg.Client>;
after(() => Promise.all(Object.values(sessions).map((client) => client.end())));

type Fn = { readonly name: string; readonly types: readonly string[]; readonly callers: readonly string[] };

/** Every function of the schema that acts with its owner's rights, and every one that nobody was given. */
async function functionsOfMoney(): Promise<Fn[]> {
  const { rows } = await app.owner.query(`
    select proc.proname as name,
           array(select format_type(type, null) from unnest(proc.proargtypes) as type) as types,
           array(select role.rolname::text from pg_roles role
                 where role.rolname like 'parley\\_%' and role.rolname <> 'parley_owner'
                   and has_function_privilege(role.oid, proc.oid, 'execute')) as callers
    from pg_proc proc
    where proc.pronamespace = 'public'::regnamespace and proc.prokind = 'f' and proc.prorettype <> 'trigger'::regtype
      and (proc.prosecdef or proc.proname in ('post_each', 'post_one', 'post_escrow', 'post_gas', 'post_network_cost', 'spend_proofs'))
      and proc.pronargs > 0
    order by proc.proname`);
  return rows;
}
const FUNCTIONS = await functionsOfMoney();

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const listOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const AMOUNTS = oneOf("0", "1", "-1", "1000", "9223372036854775807", null);

/** Arguments by their types, drawn from what is in the tables and from what is not. */
const ARGUMENTS: Record<string, fc.Arbitrary<unknown>> = {
  "bigint[]": listOf(oneOf<string | null>(...pool.ids, "0", "-1", "999999999", null)),
  "integer[]": listOf(oneOf<number | null>(0, 1, 2, -1, 2_000_000_000, null)),
  "text[]": listOf(oneOf<string | null>(...pool.names, "", "incoming", "gone", "credited", "house:BTC:fees", null)),
  bigint: AMOUNTS,
  uuid: oneOf<string | null>("00000000-0000-4000-8000-000000000000", null),
  "uuid[]": listOf(oneOf<string | null>("00000000-0000-4000-8000-000000000000", null)),
  boolean: oneOf<boolean | null>(true, false, null),
  bytea: oneOf<Buffer | null>(Buffer.alloc(0), Buffer.from("nobody"), null),
  numeric: oneOf<string | null>("99000", "0", "-1", "1e30", "NaN", null),
  "bytea[]": listOf(oneOf<Buffer | null>(Buffer.alloc(0), Buffer.from("nobody"), null)),
  integer: oneOf<number | null>(0, 1, 30, -1, 2_000_000_000, null),
  text: oneOf<string | null>(...pool.names, "", null),
  date: oneOf<string | null>("2039-01-31", "2001-01-01", null),
  "timestamp with time zone": fc.oneof(
    { weight: 8, arbitrary: fc.constant("now") },
    { weight: 1, arbitrary: oneOf<string | null>("2001-01-01T00:00:00Z", "2101-01-01T00:00:00Z", null) },
  ),
  "timestamp with time zone[]": listOf(oneOf<string | null>("2039-01-31T00:00:00Z", "2001-01-01T00:00:00Z", null)),
  jsonb: fc.oneof(
    ...pool.documents.map((document) => fc.constant(document)),
    oneOf<unknown>([], [{}], {}, null, [null]),
  ),
  "trades[]": oneOf<unknown>(null, []),
  chain_payments: fc.constant(null),
};

type Call = { readonly fn: Fn; readonly role: Role; readonly values: readonly unknown[] | Good };

const CALLS: fc.Arbitrary<Call> = oneOf(...FUNCTIONS).chain((fn) =>
  fc.record({
    fn: fc.constant(fn),
    // Mostly who may.
    role: fc.oneof({ weight: 4, arbitrary: oneOf(...rolesOf(fn)) }, { weight: 1, arbitrary: oneOf(...ROLES) }),
    values: fc.oneof(
      fc.tuple(...fn.types.map((type) => argumentOf(type))),
      ...(pool.good[fn.name] ?? []).map((make) => fc.constant(make)),
    ),
  }),
);

function rolesOf({ callers }: Fn): readonly Role[] {
  const able = ROLES.filter((role) => callers.includes(LOGINS[role]));
  return able.length > 0 ? able : ROLES;
}

function argumentOf(type: string): fc.Arbitrary<unknown> {
  const found = ARGUMENTS[type];
  if (!found) throw new Error(`no arguments are drawn for ${type}`);
  return found;
}

/** What is on the chains of each coin, and rows that only the chains' role may change. Money at providers a worker books. */
async function outside(): Promise<string> {
  const { rows } = await app.owner.query(
    "select name, balance_units from ledger_accounts where name like 'outside:%:chain' and balance_units <> 0 order by name",
  );
  return JSON.stringify(rows);
}

const tally = new Map<string, number>();

async function callOnce({ fn, role, values: drawn }: Call): Promise<void> {
  const client = sessions[role];
  const list = fn.types.map((type, index) => `$${index + 1}::${type}`).join(", ");
  const now = ((await app.owner.query("select market_now() as now")).rows[0].now as Date).toISOString();
  const values = typeof drawn === "function" ? await drawn(now) : drawn;
  const before = await outside();
  const given = values.map((value, index) => {
    if (value === "now") return now;
    return fn.types[index] === "jsonb" ? JSON.stringify(value) : value;
  });
  try {
    await client.query("begin");
    const { rows } = await client.query(`select * from ${fn.name}(${list})`, given);
    await client.query("commit");
    assert.ok(fn.callers.includes(LOGINS[role]), `${role} has called ${fn.name}`);
    for (const { outcome } of rows) tally.set(`${fn.name} ${outcome}`, (tally.get(`${fn.name} ${outcome}`) ?? 0) + 1);
    if (rows.length > 0 && !("outcome" in rows[0])) tally.set(fn.name, (tally.get(fn.name) ?? 0) + 1);
  } catch (error) {
    await client.query("rollback");
    assert.ok(error instanceof pg.DatabaseError, String(error));
    if (!fn.callers.includes(LOGINS[role]))
      assert.equal(error.code, "42501", `${role} and ${fn.name}: ${error.message}`);
  }
  const broken = await app.db.tx((tx) =>
    checkInvariants(tx, [
      ...LEDGER_CHECKS,
      ...TRADE_CHECKS,
      ...BOND_CHECKS,
      ...PARTNER_CHECKS,
      ...PROVIDER_CHECKS,
      ...CARD_CHECKS,
      ...HEDGE_CHECKS,
      ...EXPOSURE_CHECKS,
      ...RAMP_CHECKS,
      ...SPOT,
    ]),
  );
  assert.deepEqual(broken, [], `${fn.name} as ${role} with ${inspect(values)}`);
  if (role !== "chain") assert.equal(await outside(), before, `${fn.name} as ${role} has made or burned money`);
}

test("no arguments, and no login, make a function of money break the ledger", { timeout: 300_000 }, async (t) => {
  await assertProperty(t, "money-functions", fc.asyncProperty(CALLS, callOnce), {
    numRuns: Number(process.env.CALLS ?? 80),
  });
  t.diagnostic(`NOTE ${[...tally].map(([what, times]) => `${what} ${times}`).join(", ")}`);
});

test("each function that a process may call has done its work above, so that the property says something", async () => {
  const callable = FUNCTIONS.filter(({ callers }) => callers.length > 0).map(({ name }) => name);
  assert.deepEqual(
    callable.filter((name) => !pool.good[name]),
    [],
    "no valid call is declared in campaign/world/good",
  );
  for (const done of pool.mustHappen) {
    const fn = FUNCTIONS.find(({ name }) => name === done.split(" ")[0]);
    assert.ok(fn && callable.includes(fn.name), `no process may call ${done}`);
    // Calls that were not drawn are made now, by the permitted role.
    for (const values of tally.has(done) ? [] : (pool.good[fn.name] ?? []))
      await callOnce({ fn, role: rolesOf(fn)[0] ?? "web", values });
    assert.ok(tally.has(done), `${done}: ${[...tally.keys()].join(", ")}`);
  }
});

test("an escrow is divided between both sides by just its proof, whatever came before", async () => {
  const fn = FUNCTIONS.find(({ name }) => name === "move_trades");
  assert.ok(fn);
  for (const [division, outcome] of [
    [{ percent: 30n }, "moved"],
    [{ percent: 70n }, "moved"],
    [{ percent: 70n, isProved: false }, "unproved"],
  ] as const) {
    const times = () => tally.get(`move_trades ${outcome}`) ?? 0;
    const before = times();
    await callOnce({ fn, role: "web", values: (now) => aDivision(pool.ground, now, division) });
    assert.equal(times(), before + 1, `${division.percent} ${outcome}`);
  }
});

test("a send-out is taken back only while nothing of it is signed", async () => {
  const taken: string[] = [];
  for (const status of PAYMENT_STATUSES) {
    const now = ((await app.owner.query("select market_now() as now")).rows[0].now as Date).toISOString();
    const [make] = pool.good.cancel_send_outs ?? [];
    assert.ok(make);
    const [hashes, users] = (await make(now)) as [string[], bigint[]];
    await app.owner.query("update send_outs set status = $2 where hash = any($1)", [hashes, status]);
    const { rows } = await sessions.web.query("select outcome from cancel_send_outs($1, $2, $3)", [hashes, users, now]);
    if (rows[0].outcome !== "under_way") taken.push(`${status}: ${rows[0].outcome}`);
  }
  assert.deepEqual(taken, ["pending: canceled"]);
});
