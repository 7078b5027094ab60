// Guards: each day's statement of the card issuer is read once and in order, and what it and the entries do not share is shown to administrators.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bookAtTerminal } from "#contract/products/cards/terminal.ts";
import { listStaffCards } from "#contract/products/cards/staff-cards.ts";
import { ids } from "../../platform/ids.ts";
import { cardWorld, payWith } from "../../testing/market/cards.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { signMessage } from "./house-issuer/number.ts";

const world = await cardWorld();
const DAYS = 7;

/** All that happened in the last seconds happened so many days before today. */
const moveBack = async (days: number) => {
  const past = `interval '${days} days'`;
  await world.owner.query(
    `update card_messages set received_at = received_at - ${past} where received_at > market_now() - interval '1 hour'`,
  );
  await world.owner.query(`update card_entries set at = at - ${past} where at > market_now() - interval '1 hour'`);
};

const read = () => world.runJob("import-card-statements");

const differences = async () => {
  const admin = await aNamedUser(world, "admin");
  const { data } = await admin.client.call(listStaffCards, { query: { show: "statements" } });
  return {
    counted: data.counts.statements,
    until: data.statedUntil,
    lines: data.lines.map(({ state, reference, usd }) => [state, reference, usd]),
  };
};

test("the statements of a week agree with the entries, and name what one side alone has", async () => {
  const { person, card } = await world.ready("400");
  await world.owner.query(
    "select import_card_statement('house_issuer', (market_now() at time zone 'UTC')::date - $1::int, '[]', market_now())",
    [DAYS + 1],
  );
  for (let days = DAYS; days > 0; days--) {
    const { payment } = await world.taken(person, card, "20");
    await world.book(person, payment, "refund", "3");
    await moveBack(days);
  }
  await world.taken(person, card, "1");
  await read();
  const { rows } = await world.owner.query(
    "select day::text as day, (select count(*)::int from card_statement_lines line where line.statement_id = book.id) as lines from card_statements book order by day",
  );
  assert.deepEqual(
    rows.map(({ lines }) => lines),
    [0, ...Array.from({ length: DAYS }, () => 2)],
  );
  assert.deepEqual(await differences(), { counted: 0, until: rows.at(-1)?.day, lines: [] });
  await read();
  const gap = await world.owner.query(
    "select import_card_statement('house_issuer', '2020-01-01', '[]', market_now()) as known, import_card_statement('tests', '2020-01-01', '[]', market_now()) as first, import_card_statement('tests', '2020-01-03', '[]', market_now()) as gap",
  );
  assert.deepEqual(gap.rows, [{ known: "known", first: "accepted", gap: "gap" }]);
  await world.assertBooks();

  await world.owner.query(
    "delete from card_statement_lines where statement_id = (select max(id) from card_statements where issuer = 'house_issuer')",
  );
  await world.owner.query(
    "delete from card_statements where issuer = 'house_issuer' and day = (select max(day) from card_statements)",
  );
  // The issuer refunds more than was taken, and a process books what no issuer sent.
  const paid = (await payWith(person, card, "5")).data;
  await person.client.call(bookAtTerminal, { body: { payment_id: paid.id, kind: "refund", usd: "300" } });
  await world.runJob("book-card-messages");
  const made = { id: `forged_${ids.hash()}`, kind: "force_post", card: card.id, authorization: null, usd_units: "700" };
  await world.owner.query("select keep_card_message('{}', $1, market_now())", [signMessage("other")]);
  const { rows: kept } = await world.owner.query("select max(id) as id from card_messages");
  await world.owner.query("select book_card_messages($1, $2, array[null], market_now())", [
    [kept[0].id],
    JSON.stringify([{ ...made, merchant: null, is_final: true }]),
  ]);
  await moveBack(1);
  await read();
  const found = await differences();
  const states = found.lines.map(([state, , usd]) => [state, usd]).sort();
  assert.deepEqual(states, [
    ["not_booked", "300.00"],
    ["not_stated", "7.00"],
  ]);
  assert.equal(found.counted, 2);
  await assert.rejects(world.assertBooks(), new RegExp(`${made.id} was booked, and no statement of the issuer has it`));
});
