// Guards: the question whether a moderator is here reads only users with a role, however many users are here.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { grantRole } from "../../people/accounts/index.ts";
import { testDb } from "../../testing/index.ts";
import { manyPeople } from "../../testing/market/many-trades.ts";
import { isModeratorHere } from "./evidence-rows.ts";

const { db, owner } = await testDb();
const CROWD = 2000;
let people: readonly bigint[] = [];

before(async () => {
  people = (await manyPeople(owner, CROWD)).map(BigInt);
});

/** The answer, and how many people were judged for it. */
async function asked(): Promise<{ here: boolean; judged: number }> {
  const client = await owner.connect();
  try {
    await client.query("begin");
    await client.query("set local track_functions = 'all'");
    const judgedSoFar = async (): Promise<number> => {
      const { rows } = await client.query(
        "select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'may_judge'",
      );
      return rows[0].calls;
    };
    const before = await judgedSoFar();
    const { rows } = await client.query("select moderator_is_here(market_now()) as here");
    const judged = (await judgedSoFar()) - before;
    await client.query("commit");
    return { here: rows[0].here, judged };
  } finally {
    client.release();
  }
}

test("a crowd has no moderator, one of two who has a role and is here is one, and nobody else is looked at", async () => {
  assert.deepEqual(await asked(), { here: false, judged: 0 });
  const [away = 0n, here = 0n] = people;
  await db.tx(async (tx) => {
    for (const userId of [away, here]) await grantRole(tx, { userId, role: "moderator" });
  });
  const seen = (id: bigint, minutes: number) =>
    owner.query("update users set last_seen_at = market_now() - make_interval(mins => $2) where id = $1", [
      id,
      minutes,
    ]);
  await seen(away, 31);
  await seen(here, 31);
  assert.equal((await asked()).here, false);
  await seen(here, 29);
  assert.deepEqual(await asked(), { here: true, judged: 2 });
  assert.equal(await db.read(isModeratorHere), true);
});
