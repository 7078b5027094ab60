// Guards: Stripe makes a card once whatever becomes of its answers, asks and is answered in time, and what it says is booked once, signed and in full.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerCardPayment,
  changeCard,
  createCard,
  showCardNumber,
  terminateCard,
} from "#contract/products/cards/cards.ts";
import { listStaffCards } from "#contract/products/cards/staff-cards.ts";
import { STRIPE_KEYS } from "../../devnet/doubles/stripe-issuing.ts";
import { ADDRESS, stripeWorld } from "../../testing/market/stripe-cards.ts";
import { sealNumber } from "../../people/phones/marks.ts";
import { giveLevel } from "../../testing/market/trades.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const world = await stripeWorld();
const { stripe, to } = world;

test("a card is made once for a person whose identity and address are known, whatever becomes of the answers", async () => {
  const unverified = await world.user();
  await giveLevel(world, unverified.id, 1);
  assert.equal((await world.asked(unverified)).code, "virtual_card.identity");
  const person = await world.user();
  const bare = await person.client.call(createCard, { body: { label: "Online" } });
  assert.equal(bare.code, "virtual_card.address");
  const { rows: own } = await world.owner.query("select external_id::text as id from users where id = $1", [person.id]);
  await world.owner.query(
    "insert into phones (user_id, number_sealed, number_index, calling_code, confirmed_at) values ($1, $2, '', '234', market_now())",
    [person.id, sealNumber("+2348012345678", own[0].id)],
  );
  const { data } = await world.asked(person, { day_limit: "50" });
  const show = (nonce?: string) =>
    person.client.call(showCardNumber, { params: { id: data.id }, body: nonce === undefined ? {} : { nonce } });
  assert.deepEqual([data.status, data.last4], ["requested", null]);
  assert.equal((await show("a_nonce_of_a_browser")).code, "virtual_card.waits");
  const [holders, cards] = [stripe.book.holders.length, stripe.book.cards.length];
  // Each call loses an answer once, and a key of ours is forgotten in between.
  for (const knob of ["lose_answer", "error_after", "lose_answer", "break"] as const) {
    stripe.turn(knob);
    await world.sendCards();
    stripe.turn("none");
    stripe.book.once.clear();
  }
  await world.sendCards();
  await world.sendCards();
  assert.deepEqual([stripe.book.holders.length, stripe.book.cards.length], [holders + 1, cards + 1]);
  assert.deepEqual([stripe.book.cards.at(-1)?.status, stripe.book.cards.at(-1)?.limits], ["active", { daily: "5000" }]);
  const form = stripe.book.holders.at(-1)?.form;
  assert.deepEqual(
    ["name", "phone_number", "billing[address][line1]", "billing[address][country]"].map((name) => form?.get(name)),
    ["Ada Byron", "+2348012345678", ADDRESS.line1, "NG"],
  );
  const made = await world.cardOf(person, data.id);
  assert.deepEqual([made.status, made.expiresOn], ["active", "2030-08-31"]);
  const ref = await world.refOf(data.id);
  const shown = await show("a_nonce_of_a_browser");
  assert.deepEqual(shown.data, { issuerCard: ref, key: `ek_test_${ref}`, seconds: 60 });
  assert.equal((await show()).code, "request.malformed");
  stripe.turn("break");
  assert.equal((await show("a_nonce_of_a_browser")).code, "virtual_card.issuer_away");
  stripe.turn("none");
  // The next card needs no address, and what is refused ends.
  stripe.turn("refuse");
  const other = await person.client.call(createCard, { body: { label: "Second" } });
  await world.sendCards();
  assert.equal((await world.cardOf(person, other.data.id)).status, "refused");
  const change = { label: "Online", status: "frozen" as const };
  await person.client.call(changeCard, { params: { id: data.id }, body: change });
  await world.sendCards();
  assert.deepEqual([stripe.book.cards.at(-1)?.status, stripe.book.cards.at(-1)?.limits], ["inactive", {}]);
  // Ended there before it was ended here.
  Object.assign(stripe.book.cards.at(-1) ?? {}, { status: "canceled" });
  await person.client.call(terminateCard, { params: { id: data.id } });
  await world.sendCards();
  const { rows } = await world.owner.query("select count(*)::int as unsent from cards where sent_version < version");
  assert.deepEqual(rows, [{ unsent: 0 }]);
});

test("a question that grows asks for the difference, and one in another currency holds what Stripe says", async () => {
  const { person, ref } = await world.ready("100");
  const foreign = { currency: "eur", units: 3000 };
  const { id } = await stripe.ask(to, { card: ref, cents: 3333, foreign, code: "7011", merchant: "Hotel\u0000 " });
  let account = await world.account(person);
  const [paid] = account.payments;
  assert.deepEqual(
    [paid?.merchant, paid?.merchantGroup, paid?.amount, paid?.currencyCode, paid?.held],
    ["Hotel", "travel", "30.00", "EUR", "33.33"],
  );
  assert.equal((await stripe.ask(to, { card: ref, cents: 1000 }, id)).approved, true);
  assert.equal((await stripe.ask(to, { card: ref, cents: 9000 }, id)).approved, false);
  account = await world.account(person);
  assert.deepEqual([account.balance, account.held], ["56.67", "43.33"]);
  await world.heard(stripe.capture(ref, 4333, id), id);
  account = await world.account(person);
  assert.deepEqual([account.balance, account.held, account.owed], ["56.67", "0.00", "0.00"]);
  await world.assertBooks();
});

test("an answer that Stripe did not get in time holds nothing, whether its word comes before or after our decision", async () => {
  const { person, ref } = await world.ready("50");
  const late = await stripe.ask(to, { card: ref, cents: 2000, late: true });
  assert.equal((await world.account(person)).held, "20.00");
  await world.heard(late.id);
  assert.deepEqual((await world.account(person)).held, "0.00");
  // Its word is booked first.
  const unseen = await stripe.ask(async () => ({ status: 504, said: {} }), { card: ref, cents: 1500 });
  await world.heard(unseen.id);
  const again = async () => stripe.ask(to, { card: ref, cents: 1500 }, unseen.id);
  await again();
  const account = await world.account(person);
  assert.deepEqual([account.balance, account.held], ["50.00", "0.00"]);
  await world.assertBooks();
});

test("what Stripe has not signed just now is neither answered nor booked, and what it says twice is booked once", async () => {
  const { person, ref } = await world.ready("50");
  const forged = await stripe.ask(to, { card: ref, cents: 1000, secret: STRIPE_KEYS.eventsSecret });
  assert.deepEqual([forged.status, forged.approved], [403, false]);
  assert.equal((await stripe.ask(to, { card: "ic_of_another_market", cents: 1000 })).approved, false);
  const { id } = await stripe.ask(to, { card: ref, cents: 1000 });
  const taken = stripe.capture(ref, 1000, id);
  await stripe.tell(to, taken, { secret: STRIPE_KEYS.askSecret });
  await stripe.tell(to, taken, { clockSec: -400 });
  await stripe.tell(to, taken, { clockSec: 400 });
  await world.runJob("book-card-messages");
  assert.deepEqual((await world.account(person)).held, "10.00");
  const { rows } = await world.owner.query(
    "select outcome, count(*)::int from provider_messages where outcome <> 'asked' group by outcome",
  );
  assert.deepEqual(rows, [{ outcome: "unsigned", count: 3 }]);
  await world.heard(taken, id, taken, id);
  const account = await world.account(person);
  assert.deepEqual([account.balance, account.held], ["40.00", "0.00"]);
  await world.assertBooks();
});

test("a webhook that never comes is booked from the list of transactions, and a wrong sum is shown to administrators", async () => {
  const { person, ref } = await world.ready("50");
  const { id } = await stripe.ask(to, { card: ref, cents: 1000 });
  const lost = stripe.capture(ref, 1000, id);
  await world.heard(stripe.refund(ref, 99_999));
  for (const one of stripe.book.transactions) Object.assign(one, { created: one.created - 86_400 });
  await world.owner.query("update card_entries set at = at - interval '1 day'");
  await world.runJob("import-card-statements");
  const account = await world.account(person);
  assert.deepEqual([account.balance, account.held], ["40.00", "0.00"]);
  await world.heard(lost, id);
  assert.equal((await world.account(person)).balance, "40.00");
  const admin = await aNamedUser(world, "admin");
  const { lines } = (await admin.client.call(listStaffCards, { query: { show: "messages" } })).data;
  assert.ok(lines.some(({ state, usd }) => state === "excess" && usd === "999.99"));
  await world.assertBooks();
});

test("an online payment is declined while its user is asked, and their yes is good for one more try at that merchant", async () => {
  const { person, ref } = await world.ready("100");
  const wish = { card: ref, cents: 2000, merchant: "Web shop", online: true };
  const first = await stripe.ask(to, wish);
  await world.heard(first.id);
  assert.equal(first.approved, false);
  const account = await world.account(person);
  assert.deepEqual([account.payments[0]?.declined, account.held], ["approval", "0.00"]);
  const [asked] = account.approvals;
  assert.deepEqual([asked?.merchant, asked?.isAgain], ["Web shop", true]);
  const yes = await person.client.call(answerCardPayment, { params: { id: asked?.id ?? "" }, body: { approve: true } });
  assert.equal(yes.data.outcome, "again");
  assert.equal((await stripe.ask(to, { ...wish, merchant: "Other shop" })).approved, false);
  assert.equal((await stripe.ask(to, { ...wish, cents: 2001 })).approved, false);
  assert.equal((await stripe.ask(to, wish)).approved, true);
  assert.equal((await stripe.ask(to, wish)).approved, false, "once");
  assert.equal((await world.account(person)).held, "20.00");
  await world.assertBooks();
});
