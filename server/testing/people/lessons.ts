/** People of the academy for tests. */
import { REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { post } from "../../money/ledger/index.ts";
import { ids } from "../../platform/ids.ts";
import type { TestApp } from "../app.ts";
import { aPerson, type TestPerson } from "../market/trades.ts";

/** Verified, with the lesson of the program passed, where the operator has fees to pay from. */
export async function aLearnerOf(app: TestApp): Promise<TestPerson> {
  await move(app, "outside:USDT:chain", "house:USDT:fees", 100_000_000n);
  const person = await aPerson(app);
  await app.owner.query("update users set verified_level = 2 where id = $1", [person.id]);
  await app.owner.query(
    `insert into lesson_progress (user_id, lesson, score, questions, tries, passed_at, at)
     values ($1, $2, 5, 5, 1, market_now(), market_now())`,
    [person.id, REWARDED_LESSON],
  );
  return person;
}

const move = ({ db }: TestApp, from: string, to: string, units: bigint) =>
  db.tx((tx) => post(tx, [{ kind: "test_deposit", subject: ids.hash(), postings: [{ from, to, units }] }]));

export async function emptyFees(app: TestApp): Promise<void> {
  const { rows } = await app.owner.query(
    "select balance_units as units from ledger_accounts where name = 'house:USDT:fees' and balance_units > 0",
  );
  if (rows[0]) await move(app, "house:USDT:fees", "outside:USDT:chain", BigInt(rows[0].units));
}
