// Guards: a card asks its user about online payments at new merchants and above a sum; without a yes in time, and with a proof where it is much, nothing is paid.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerCardPayment, changeCard, createCard, terminateCard } from "#contract/products/cards/cards.ts";
import { getTerminalPayment } from "#contract/products/cards/terminal.ts";
import { cardWorld, payWith } from "../../testing/market/cards.ts";
import type { TestPerson } from "../../testing/index.ts";

const world = await cardWorld();
const online = (amount: string, merchant = "Web shop") => ({ amount, wish: { merchant, online: true } });
type Owned = Awaited<ReturnType<typeof world.ready>>;

const pay = async ({ person, card }: Owned, { amount, wish }: ReturnType<typeof online>) =>
  (await payWith(person, card, amount, wish)).data;
const asked = async (person: TestPerson) => (await world.account(person)).approvals;
const answer = (person: TestPerson, id: string, approve: boolean, proves?: false) =>
  person.client.call(answerCardPayment, { params: { id }, body: { approve }, ...(proves === false ? { proves } : {}) });
const stands = async ({ client }: TestPerson, id: string) =>
  (await client.call(getTerminalPayment, { params: { id } })).data.outcome;

test("an online payment at a new merchant waits for a yes, is held then, and the next one there does not ask", async () => {
  const owned = await world.ready("400");
  const { person, card } = owned;
  assert.equal((await payWith(person, card, "5")).data.outcome, "approved", "in a shop nobody is asked");
  const paid = await pay(owned, online("20"));
  assert.deepEqual([paid.outcome, paid.waitsUntil !== null], ["approval", true]);
  const [one] = await asked(person);
  assert.deepEqual(
    [one?.merchant, one?.amount, one?.usd, one?.needsProof, one?.isAgain],
    ["Web shop", "20.00", "20.00", false, false],
  );
  assert.equal((await world.account(person)).held, "5.00", "nothing is held before the answer");
  const other = await world.user();
  assert.equal((await answer(other, one?.id ?? "", true)).code, "virtual_card.unknown");
  assert.equal((await answer(person, one?.id ?? "", true, false)).data.outcome, "approved");
  assert.equal((await answer(person, one?.id ?? "", true)).code, "virtual_card.answered");
  assert.equal(await stands(person, paid.id), "approved");
  assert.equal((await world.account(person)).held, "25.00");
  assert.deepEqual(await asked(person), []);
  await world.book(person, paid.id, "capture", "20", true);
  assert.equal((await pay(owned, online("50", "WEB shop"))).outcome, "approved", "known by now");
  const much = await pay(owned, online("50.01"));
  assert.equal(much.outcome, "approval", "above the sum also there");
  await world.assertBooks();
  const { rows } = await world.owner.query(
    "select payload ->> 'detail' as detail from events where type = 'account.card_payment_asked' and subject = $1 order by id",
    [String(person.id)],
  );
  assert.deepEqual(rows, [{ detail: "Web shop, 20.00 USD" }, { detail: "Web shop, 50.01 USD" }]);
});

test("much takes a proof of just this payment, and a no or no answer declines with its reason", async () => {
  const owned = await world.ready("400");
  const { person } = owned;
  const much = await pay(owned, online("150", "Jeweller"));
  const [first] = await asked(person);
  assert.equal(first?.needsProof, true);
  const refused = await answer(person, first?.id ?? "", true, false);
  assert.equal(refused.code, "auth.password_proof");
  assert.equal((await answer(person, first?.id ?? "", true)).data.outcome, "approved");
  assert.equal(await stands(person, much.id), "approved");
  const unwanted = await pay(owned, online("10", "Casino"));
  const [second] = await asked(person);
  assert.equal((await answer(person, second?.id ?? "", false, false)).data.outcome, "declined");
  assert.equal(await stands(person, unwanted.id), "not_approved");
  const late = await pay(owned, online("11", "Slow shop"));
  const [third] = await asked(person);
  await world.owner.query("update card_approvals set expires_at = asked_at where status = 'waiting'");
  assert.equal((await answer(person, third?.id ?? "", true)).code, "virtual_card.answer_late");
  await world.runJob("end-card-approvals");
  assert.equal(await stands(person, late.id), "not_answered");
  const { payments, held } = await world.account(person);
  assert.deepEqual(
    payments.map(({ merchant, state, declined }) => [merchant, state, declined]),
    [
      ["Slow shop", "declined", "not_answered"],
      ["Casino", "declined", "not_approved"],
      ["Jeweller", "approved", null],
    ],
  );
  assert.equal(held, "150.00");
  await world.assertBooks();
});

test("a yes does not lift what declines a card, a card with the switch off asks nobody, and three questions wait at most", async () => {
  const owned = await world.ready("100");
  const { person, card } = owned;
  assert.equal((await pay(owned, online("101"))).outcome, "insufficient", "what is declined anyway is not asked");
  for (const shop of ["A", "B", "C"]) assert.equal((await pay(owned, online("90", shop))).outcome, "approval");
  assert.equal((await pay(owned, online("90", "D"))).outcome, "not_answered");
  const [first, second, third] = await asked(person);
  assert.equal((await answer(person, first?.id ?? "", true)).data.outcome, "approved");
  assert.equal((await answer(person, second?.id ?? "", true)).data.outcome, "insufficient");
  await person.client.call(terminateCard, { params: { id: card.id } });
  assert.equal((await answer(person, third?.id ?? "", true)).data.outcome, "terminated");
  const { data: quiet } = await person.client.call(createCard, { body: { label: "Quiet" } });
  assert.equal(quiet.asksOnline, true);
  const body = { label: "Quiet", status: "active" as const, ask_online: false };
  const changed = await person.client.call(changeCard, { params: { id: quiet.id }, body });
  assert.equal(changed.data.asksOnline, false);
  assert.equal((await pay({ person, card: quiet }, online("5", "E"))).outcome, "approved");
  await world.assertBooks();
});
