// Guards: a dispute is opened once at Stripe whatever becomes of its answers, what Stripe answers is booked once, and what it wants more is shown to staff.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openCardDispute } from "#contract/products/cards/cards.ts";
import type { DisputeReason } from "#contract/products/cards/names.ts";
import { listStaffCards } from "#contract/products/cards/staff-cards.ts";
import { stripeWorld } from "../../testing/market/stripe-cards.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const world = await stripeWorld();
const { stripe, to } = world;

/** Of 100 dollars 60 were taken, and 40 of that are disputed. */
async function disputed(reason: DisputeReason) {
  const { person, ref } = await world.ready("100");
  const { id: payment } = await stripe.ask(to, { card: ref, cents: 6000 });
  const taking = stripe.capture(ref, 6000, payment);
  await world.heard(taking, payment);
  const body = { taking_id: taking, reason, usd: "40", evidence: "I never was at this shop in my life." };
  const { data, code } = await person.client.call(openCardDispute, { body });
  assert.equal(code, "");
  const sums = async () => {
    const account = await world.account(person);
    const dispute = account.payments.find(({ id }) => id === payment)?.takings[0]?.dispute;
    return [account.balance, account.owed, dispute?.status, dispute?.credited];
  };
  const atStripe = () => stripe.book.disputes.filter(({ transaction }) => transaction === taking);
  return { person, dispute: data.id, taking, sums, atStripe };
}

async function send(): Promise<void> {
  await world.owner.query(
    "update card_disputes set send_at = market_now() - interval '1 second' where send_at is not null",
  );
  await world.runJob("send-card-disputes");
}

/** Those that staff are shown as incomplete, by Stripe's ids. */
async function incomplete(): Promise<(string | null)[]> {
  const admin = await aNamedUser(world, "admin");
  const { lines } = (await admin.client.call(listStaffCards, { query: { show: "disputes" } })).data;
  return lines.filter(({ state }) => state === "incomplete").map(({ reference }) => reference);
}

test("a dispute is opened and submitted once, credited for now, and taken back when it is lost", async () => {
  const one = await disputed("fraud");
  for (const knob of ["lose_answer", "error_after", "break", "lose_answer"] as const) {
    stripe.turn(knob);
    await send();
    stripe.turn("none");
    stripe.book.once.clear();
  }
  await send();
  await send();
  const [made, ...more] = one.atStripe();
  assert.deepEqual(
    [made?.status, made?.amount, made?.metadata, more.length],
    ["submitted", 4000, { parley: one.dispute }, 0],
  );
  assert.deepEqual(await one.sums(), ["40.00", "0.00", "opened", "0.00"]);
  const id = made?.id ?? "";
  stripe.answer(id, "credit");
  await world.heard(id, id);
  assert.deepEqual(await one.sums(), ["80.00", "0.00", "provisional", "40.00"]);
  stripe.answer(id, "lost");
  await world.heard(id, id);
  assert.deepEqual(await one.sums(), ["40.00", "0.00", "lost", "0.00"]);
  await world.assertBooks();
});

test("what Stripe wants more of is shown to staff until support has submitted it there", async () => {
  const one = await disputed("not_received");
  await send();
  await send();
  const [made] = one.atStripe();
  assert.equal(made?.status, "unsubmitted");
  assert.deepEqual(await incomplete(), [made?.id]);
  Object.assign(made ?? {}, { status: "submitted" });
  await world.heard(made?.id ?? "");
  assert.deepEqual(await incomplete(), []);
  stripe.answer(made?.id ?? "", "won");
  await world.heard(made?.id ?? "");
  assert.deepEqual(await one.sums(), ["80.00", "0.00", "won", "40.00"]);
  await world.assertBooks();
});

test("a dispute that Stripe refuses ends, and one that support has opened there is taken for ours", async () => {
  const refused = await disputed("fraud");
  stripe.turn("refuse");
  await send();
  assert.deepEqual(await refused.sums(), ["40.00", "0.00", "lost", "0.00"]);
  const { rows } = await world.owner.query(
    "select count(*)::int from events where type = 'account.card_dispute_lost' and subject = $1",
    [String(refused.person.id)],
  );
  assert.deepEqual(rows, [{ count: 1 }]);
  const own = await disputed("duplicate");
  const fields = { amount: 4000, currency: "usd", transaction: own.taking, metadata: {}, reason: "duplicate" } as const;
  stripe.book.disputes.push({
    ...{ ...fields, id: "idp_1OfSupport01", explanation: "Twice", balance_transactions: [], status: "submitted" },
  });
  await send();
  await send();
  assert.equal(own.atStripe().length, 1);
  assert.deepEqual(await incomplete(), []);
  stripe.answer("idp_1OfSupport01", "won");
  // No webhook comes: the statement of the day has it.
  await world.owner.query("update card_entries set at = at - interval '1 day'");
  for (const one of stripe.book.transactions) Object.assign(one, { created: one.created - 86_400 });
  await world.runJob("import-card-statements");
  assert.deepEqual(await own.sums(), ["80.00", "0.00", "won", "40.00"]);
  const { rows: lines } = await world.owner.query(
    "select kind, units::int from card_statement_lines where kind like 'dispute%' order by kind, units",
  );
  assert.deepEqual(
    lines.map(({ kind, units }) => `${kind} ${units}`),
    ["dispute_credit 4000", "dispute_lost 4000", "dispute_won 4000", "dispute_won 4000"],
  );
  await world.assertBooks();
});
