// Guards: administrators see the money of the card program, its payments, declines, holds, debts, disputes and what was not booked, with the users'
// names and nothing of their cards but four digits; nobody else does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DISPUTE_REASONS } from "#contract/products/cards/names.ts";
import type { CardList } from "#contract/products/cards/staff-card-names.ts";
import { openCardDispute } from "#contract/products/cards/cards.ts";
import { listStaffCards } from "#contract/products/cards/staff-cards.ts";
import { cardWorld, payWith } from "../../testing/market/cards.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const world = await cardWorld();

test("administrators see sums, states, declines and each list of the card program; others do not", async () => {
  const admin = await aNamedUser(world, "admin");
  const look = async (show?: CardList) =>
    (await admin.client.call(listStaffCards, { query: show === undefined ? {} : { show } })).data;
  assert.deepEqual((await look()).lines, []);
  const { person, card } = await world.ready("100");
  const { taking } = await world.taken(person, card, "20");
  const evidence = "This was not me: I was asleep at that hour.";
  const reason = DISPUTE_REASONS[0];
  await person.client.call(openCardDispute, { body: { taking_id: taking, reason, usd: "15", evidence } });
  await payWith(person, card, "30", { merchant: "Hotel" });
  await payWith(person, card, "500");
  const { payment } = await world.taken(person, card, "1");
  await world.book(person, payment, "refund", "50");
  const owing = await world.ready("10");
  await world.book(owing.person, (await payWith(owing.person, owing.card, "10")).data.id, "capture", "12", true);
  const { rows } = await world.owner.query("select id, username from users where id = any($1)", [
    [person.id, owing.person.id],
  ]);
  const nameOf = (id: bigint) => rows.find((one) => BigInt(one.id) === id).username;
  const disputes = await look();
  assert.deepEqual(
    [disputes.sums.balance, disputes.sums.held, disputes.sums.owed, disputes.programEndedAt],
    ["49.00", "30.00", "2.00", null],
  );
  assert.deepEqual(disputes.counts, { disputes: 1, holds: 1, debts: 1, messages: 1, statements: 0 });
  assert.deepEqual(disputes.declines, [{ reason: "insufficient", count: 1 }]);
  assert.deepEqual(disputes.cards, [{ status: "active", count: 2 }]);
  assert.equal(disputes.payments.find(({ state }) => state === "declined")?.count, 1);
  const [dispute] = disputes.lines;
  assert.deepEqual(
    [dispute?.username, dispute?.last4, dispute?.merchant, dispute?.state, dispute?.usd, dispute?.words],
    [nameOf(person.id), card.last4, "Shop", "opened", "15.00", evidence],
  );
  const [hold] = (await look("holds")).lines;
  assert.deepEqual([hold?.merchant, hold?.state, hold?.usd], ["Hotel", "held", "30.00"]);
  const [debt] = (await look("debts")).lines;
  assert.deepEqual([debt?.username, debt?.state, debt?.usd], [nameOf(owing.person.id), "owed", "2.00"]);
  const [message] = (await look("messages")).lines;
  assert.deepEqual([message?.state, message?.merchant, message?.usd], ["excess", "refund", "50.00"]);
  assert.equal((await person.client.call(listStaffCards, { query: {} })).code, "auth.forbidden");
});
