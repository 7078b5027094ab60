// Guards: an attacker in a process, with its login to the database and its way to the signer, takes nothing from people
// who do nothing, and from those who act no more than is stated.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import pg from "pg";
import { LOGINS, urlAs } from "../../server/platform/postgres/logins.ts";
import { SignerRefusal } from "../../server/platform/outside/signer/signer.ts";
import type { Ask, Attempt, TakenOver } from "./attempt.ts";
import { ATTEMPTS } from "./attempts.ts";
import { boundsOf } from "./bounds.ts";
import { idleUsd, lossesOf, standingOf } from "./losses.ts";
import { openStage, type Stage } from "./stage.ts";
import { isWithin, type Row, tableOf } from "./table.ts";

const opened = await openStage();
const { app } = opened;
const bounds = await boundsOf(app.owner);
const clients = new Map<string, pg.Client>();
const rows: Row[] = [];
after(() => Promise.all([...clients.values()].map((client) => client.end())));

async function sessionOf(role: TakenOver): Promise<pg.Client> {
  const found = clients.get(role);
  if (found) return found;
  const client = new pg.Client({ connectionString: urlAs(app.url, { login: LOGINS[role] }) });
  // The database goes at the end, before its connections do.
  client.on("error", () => undefined);
  await client.connect();
  clients.set(role, client);
  return client;
}

/** All balances and rights, and the status of each trade and send-out. */
async function stateOf(stage: Stage) {
  const found = async (text: string) => (await app.owner.query(text)).rows;
  return {
    balances: await found("select name, balance_units from ledger_accounts order by name"),
    trades: await found("select id, status, version, expires_at from trades order by id"),
    sendOuts: await found("select hash, status, destination from send_outs where status <> 'pending' order by id"),
    roles: await found("select user_id, role from user_roles order by user_id, role"),
    levels: await found("select id, level from users order by id"),
    halts: await found("select name from halts order by name"),
    reputation: await found("select * from user_reputation order by user_id"),
    worth: await standingOf(stage),
  };
}

type Answer = { rows: { outcome?: string }[]; rowCount: number | null; paidUsd?: number };

/** Legitimate acts are complete before the thief's first request to the database or the signer. */
async function attempt({ as, run }: Attempt) {
  const [client, stage] = [await sessionOf(as), await opened.fresh()];
  const now = ((await app.owner.query("select market_now() as now")).rows[0].now as Date).toISOString();
  let before: Awaited<ReturnType<typeof stateOf>> | undefined;
  const look = async () => {
    before ??= await stateOf(stage);
  };
  const ask: Ask = async (text, values = []) => {
    await look();
    return client.query(text, [...values]);
  };
  const prove: Stage["verifier"]["prove"] = async (asked) => {
    await look();
    return stage.verifier.prove(asked);
  };
  let outcome: string;
  let paidUsd = 0;
  await client.query("begin");
  try {
    const answer = (await run({ ...stage, verifier: { ...stage.verifier, prove } }, ask, now)) as Answer;
    outcome = answer.rows?.map((row) => row.outcome ?? "done").join() || `${answer.rowCount ?? "signed"} rows`;
    paidUsd = answer.paidUsd ?? 0;
    await client.query("commit");
  } catch (error) {
    outcome = wordOf(error);
    await client.query("rollback");
  }
  assert.ok(before, `nothing was asked for: ${outcome}`);
  return { stage, before, afterwards: await stateOf(stage), outcome, paidUsd };
}

function wordOf(error: unknown): string {
  if (error instanceof SignerRefusal) return error.code;
  if (error instanceof pg.DatabaseError) return `${error.code} ${error.message}`;
  throw error;
}

const SAYS_NO = [
  "unproved",
  "unknown",
  "held",
  "taken",
  "under_way",
  "changed",
  "unattested",
  "wrong",
  "factor",
  "limit",
  "nothing",
  "waiting",
  "second_person",
  "no_session",
  "no_key",
  "provider_limit",
  "waits",
];
/** A statement that the login has no right to, or that contradicts what the database knows; or the signer's own no. */
const REFUSED = /^(42501|23\d{3}|22\d{3}|2202E|P0002) |^signer\./;

for (const one of ATTEMPTS) {
  const { as, tries, acting } = one;
  const title = acting ? `${tries} gets no more than is stated` : `${tries} gets nothing`;
  test(`${as}: who ${title}`, async () => {
    const { stage, before, afterwards, outcome, paidUsd } = await attempt(one);
    const losses = lossesOf(before.worth, afterwards.worth, { thief: String(stage.thief) });
    const idle = idleUsd(losses, stage, acting);
    const all = losses.reduce((sum, { usd }) => sum + usd, paidUsd);
    const row = { as, tries, outcome, idleUsd: idle, actingUsd: all - idle, acting: acting?.join(", ") ?? "" };
    rows.push(row);
    assert.ok(isWithin([row], bounds[as].usd), `${tries}: ${outcome}, ${JSON.stringify(losses)}`);
    // It was an attempt, and not a sentence that the database does not understand.
    assert.doesNotMatch(outcome, /^42(?!501)/, tries);
    if (acting) return;
    const refused = REFUSED.test(outcome) || SAYS_NO.includes(outcome.split(",").at(-1)?.split(":")[0] ?? "");
    assert.ok(refused, `${tries}: ${outcome}`);
    assert.deepEqual(afterwards, before);
  });
}

test("every process is attacked in at least thirty ways, and the losses are printed", () => {
  const { BREAK_IN_TABLE } = process.env;
  if (BREAK_IN_TABLE) writeFileSync(BREAK_IN_TABLE, tableOf(rows, bounds));
  assert.ok(rows.length >= 30, `${rows.length} ways`);
  for (const as of ["web", "worker", "chain", "lightning"] as const)
    assert.ok(
      rows.some((row) => row.as === as),
      as,
    );
  // A measure that never sees anything leave would say the same.
  for (const acting of ["seller", "buyer", "operator"])
    assert.ok(
      rows.some((row) => row.acting === acting && row.actingUsd > 0),
      acting,
    );
});
