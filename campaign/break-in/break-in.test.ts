// Guards: who has taken over a process, with its login to the database, takes nothing from people who do nothing.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { LOGINS, urlAs } from "../../server/platform/logins.ts";
import { moneyWorld } from "../world/money-world.ts";
import type { Ask } from "./attempt.ts";
import { ATTEMPTS } from "./attempts.ts";

const world = await moneyWorld();
const { app } = world;
const clients = new Map<string, pg.Client>();
after(() => Promise.all([...clients.values()].map((client) => client.end())));

async function sessionOf(role: "web" | "worker" | "chain"): Promise<pg.Client> {
  const found = clients.get(role);
  if (found) return found;
  const client = new pg.Client({ connectionString: urlAs(app.url, { login: LOGINS[role] }) });
  // The database goes at the end, before its connections do.
  client.on("error", () => undefined);
  await client.connect();
  clients.set(role, client);
  return client;
}

/** Whatever anybody has, in whichever account, and where each trade and send-out stands. */
async function standing(): Promise<{ balances: unknown[]; trades: unknown[]; sendOuts: unknown[] }> {
  const rows = async (text: string) => (await app.owner.query(text)).rows;
  return {
    balances: await rows("select name, balance_units from ledger_accounts order by name"),
    trades: await rows("select id, status, version, expires_at from trades order by id"),
    sendOuts: await rows("select hash, status, destination from send_outs order by id"),
  };
}

const SAYS_NO = ["unproved", "unknown", "taken", "under_way", "changed"];
/** A statement that the login has no right to, or that contradicts what the database knows. */
const REFUSED = /^(42501|23\d{3}|22\d{3}|2202E|P0002) /;

for (const { as, tries, run } of ATTEMPTS) {
  test(`${as}: who ${tries} gets nothing`, async () => {
    const client = await sessionOf(as);
    const now = ((await app.owner.query("select market_now() as now")).rows[0].now as Date).toISOString();
    let before: Awaited<ReturnType<typeof standing>> | undefined;
    // What happens rightly beforehand is there when the thief first asks for something.
    const ask: Ask = async (text, values = []) => {
      before ??= await standing();
      return client.query(text, [...values]);
    };
    let outcome: string;
    await client.query("begin");
    try {
      const answer = (await run(world, ask, now)) as { rows: { outcome?: string }[]; rowCount: number | null };
      outcome = answer.rows.map((row) => row.outcome ?? "done").join() || `${answer.rowCount} rows`;
      await client.query("commit");
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      outcome = `${error.code} ${error.message}`;
      await client.query("rollback");
    }
    const refused = REFUSED.test(outcome) || SAYS_NO.includes(outcome.split(",").at(-1) ?? "");
    assert.ok(refused, `${tries}: ${outcome}`);
    assert.deepEqual(await standing(), before);
  });
}
