// Guards: a payment is disputed once, in time and at most for what has not come back; what the issuer answers is booked once; no refund and no answer
// pays twice; and the end of the program gives every balance back to its owner, once, whatever stops it in between.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createCard,
  openCardDispute,
  quoteCardTopUp,
  topUpCards,
  withdrawCardMoney,
} from "#contract/products/cards/cards.ts";
import { answerAtTerminal } from "#contract/products/cards/terminal.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import { ids } from "../../platform/ids.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { cardWorld, payWith } from "../../testing/market/cards.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { signMessage } from "./house-issuer/number.ts";

const world = await cardWorld();

type Owner = Awaited<ReturnType<typeof world.ready>>;

/** Of 100 dollars 60 were taken, and so much of that is disputed. */
async function disputed(usd = "60"): Promise<Owner & { payment: string; dispute: string }> {
  const owner = await world.ready("100");
  const { payment, taking } = await world.taken(owner.person, owner.card, "60");
  const { data } = await world.dispute(owner.person, taking, usd);
  return { ...owner, payment, dispute: data.id };
}

const sums = async ({ person }: Pick<Owner, "person">, payment: string) => {
  const account = await world.account(person);
  const found = account.payments.find(({ id }) => id === payment)?.takings[0];
  return [account.balance, account.owed, found?.dispute?.status, found?.dispute?.credited, found?.left];
};

test("a payment is disputed once, within its term, and at most for what has not come back", async () => {
  const { person, card } = await world.ready("100");
  const { payment, taking } = await world.taken(person, card, "60");
  assert.equal((await world.dispute(person, taking, "60.01")).code, "virtual_card.dispute_sum");
  await world.book(person, payment, "refund", "20");
  assert.equal((await world.dispute(person, taking, "40.01")).code, "virtual_card.dispute_sum");
  assert.equal((await world.dispute(person, taking, "1.234")).code, "money.too_many_digits");
  assert.equal((await world.dispute(person, "no_such_entry", "1")).code, "virtual_card.unknown");
  const other = await world.user();
  assert.equal((await world.dispute(other, taking, "1")).code, "virtual_card.unknown");
  const short = { taking_id: taking, reason: "fraud" as const, usd: "1", evidence: "too short" };
  assert.equal((await person.client.call(openCardDispute, { body: short })).code, "ERROR_INPUT_VALIDATION");
  await world.owner.query("update card_entries set at = at - interval '110 days' where external_id = $1", [taking]);
  assert.equal((await world.dispute(person, taking, "40")).code, "virtual_card.dispute_late");
  await world.owner.query("update card_entries set at = at + interval '1 day' where external_id = $1", [taking]);
  const opened = await world.dispute(person, taking, "40");
  assert.deepEqual([opened.code, opened.data.status, opened.data.usd], ["", "opened", "40.00"]);
  assert.equal((await world.dispute(person, taking, "1")).code, "virtual_card.dispute_known");
  const answer = { dispute_id: opened.data.id, answer: "dispute_won" as const, usd: "1" };
  assert.equal((await other.client.call(answerAtTerminal, { body: answer })).code, "virtual_card.unknown");
  assert.equal((await world.answer(person, opened.data.id, "dispute_won", "41")).code, "virtual_card.dispute_sum");
  assert.equal((await world.account(person)).balance, "60.00", "a dispute by itself moves nothing");
  await world.assertBooks();
});

test("what the issuer credits for now is kept when the dispute is won, and goes back when it is lost", async () => {
  const won = await disputed();
  await world.answer(won.person, won.dispute, "dispute_credit", "60");
  assert.deepEqual(await sums(won, won.payment), ["100.00", "0.00", "provisional", "60.00", "60.00"]);
  await world.answer(won.person, won.dispute, "dispute_won", "60");
  assert.deepEqual(await sums(won, won.payment), ["100.00", "0.00", "won", "60.00", "60.00"]);
  await world.answer(won.person, won.dispute, "dispute_lost", "60");
  assert.deepEqual(await sums(won, won.payment), ["100.00", "0.00", "won", "60.00", "60.00"], "it has ended");
  const lost = await disputed();
  await world.answer(lost.person, lost.dispute, "dispute_credit", "60");
  await lost.person.client.call(withdrawCardMoney, { body: { usd: "70", at_least: "1" } });
  await world.answer(lost.person, lost.dispute, "dispute_lost", "60");
  assert.deepEqual(await sums(lost, lost.payment), ["0.00", "30.00", "lost", "0.00", "60.00"], "the rest is owed");
  const partly = await disputed();
  await world.answer(partly.person, partly.dispute, "dispute_credit", "60");
  await world.answer(partly.person, partly.dispute, "dispute_won", "25");
  assert.deepEqual(await sums(partly, partly.payment), ["65.00", "0.00", "won", "25.00", "60.00"]);
  const news = await world.owner.query(
    "select type, payload ->> 'detail' as detail from events where subject = any($1) and type like 'account.card%' order by id",
    [[won, lost, partly].map(({ person }) => String(person.id))],
  );
  assert.deepEqual(
    news.rows.map(({ type, detail }) => [type.slice(21), detail]),
    [
      ["won", "Shop, 60.00 USD"],
      ["lost", "Shop, 60.00 USD"],
      ["won", "Shop, 25.00 USD"],
    ],
  );
  await world.assertBooks();
});

test("a refund during or after a dispute does not pay twice, and takes nothing from its user either", async () => {
  const before = await disputed();
  await world.book(before.person, before.payment, "refund", "20");
  await world.answer(before.person, before.dispute, "dispute_won", "60");
  assert.deepEqual(await sums(before, before.payment), ["100.00", "0.00", "won", "40.00", "40.00"]);
  const whole = await disputed();
  await world.answer(whole.person, whole.dispute, "dispute_credit", "60");
  await world.book(whole.person, whole.payment, "refund", "60");
  assert.deepEqual(await sums(whole, whole.payment), ["100.00", "0.00", "refunded", "0.00", "0.00"]);
  await world.answer(whole.person, whole.dispute, "dispute_lost", "60");
  assert.deepEqual((await sums(whole, whole.payment))[0], "100.00", "the refund stays");
  const part = await disputed();
  await world.answer(part.person, part.dispute, "dispute_credit", "60");
  await world.book(part.person, part.payment, "refund", "20");
  assert.deepEqual(await sums(part, part.payment), ["100.00", "0.00", "provisional", "40.00", "40.00"]);
  await world.answer(part.person, part.dispute, "dispute_lost", "60");
  assert.deepEqual(await sums(part, part.payment), ["60.00", "0.00", "lost", "0.00", "40.00"]);
  const after = await disputed();
  await world.taken(after.person, after.card, "30");
  await world.answer(after.person, after.dispute, "dispute_won", "60");
  await world.book(after.person, after.payment, "refund", "30");
  assert.deepEqual(await sums(after, after.payment), ["70.00", "0.00", "won", "60.00", "60.00"]);
  const { rows } = await world.owner.query(
    "select outcome, entry_kind, entry_units::int from card_messages order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ outcome: "excess", entry_kind: "refund", entry_units: 3000 }]);
  await world.assertBooks();
});

test("an answer that came twice, about another card, of too much or for nothing, moves nothing", async () => {
  const { person, card, payment, dispute } = await disputed();
  const stranger = await world.ready("10");
  let sent = 0;
  const send = async (entry: object) => {
    const body = `${JSON.stringify({ card: card.id, authorization: null, merchant: null, is_final: true, ...entry })}${" ".repeat(sent++)}`;
    await world.owner.query("select keep_card_message($1, $2, market_now())", [body, signMessage(body)]);
    await world.runJob("book-card-messages");
    const { rows } = await world.owner.query("select outcome from card_messages order by id desc limit 1");
    return rows[0].outcome;
  };
  const credit = { id: `credit_${ids.hash()}`, kind: "dispute_credit", usd_units: "6000", dispute };
  assert.equal(await send({ ...credit, card: stranger.card.id }), "unknown");
  assert.equal(await send({ ...credit, usd_units: "6001" }), "excess");
  assert.equal(await send({ ...credit, dispute: null }), "unreadable");
  assert.equal(await send({ ...credit, kind: "refund" }), "unreadable");
  assert.equal(await send(credit), "booked");
  assert.equal(await send(credit), "repeated");
  assert.equal(await send({ ...credit, id: `credit_${ids.hash()}` }), "booked", "the same sum again moves nothing");
  assert.deepEqual(await sums({ person }, payment), ["100.00", "0.00", "provisional", "60.00", "60.00"]);
  assert.equal(await send({ ...credit, id: `won_${ids.hash()}`, kind: "dispute_won" }), "booked");
  assert.equal(await send({ ...credit, id: `lost_${ids.hash()}`, kind: "dispute_lost" }), "over");
  const refund = { id: `refund_${ids.hash()}`, kind: "refund", usd_units: "1", refunds: "no_such_entry" };
  assert.equal(await send(refund), "unknown");
  assert.equal((await world.account(person)).balance, "100.00");
  await world.assertBooks();
});

/** Ends the program by two administrators; it is over for this world from then on, so this test is the last one. */
async function endProgram(): Promise<void> {
  const change = { kind: "end_cards", id: "house_issuer" } as const;
  const [first, second] = [await aNamedUser(world, "admin"), await aNamedUser(world, "admin")];
  const ask = () => first.client.call(changeByStaff, { body: { change, reason: "the issuer is gone" } });
  await world.prove(first.client.token, change);
  assert.deepEqual((await ask()).data.isDone, false, "one administrator does not end it");
  const { data } = await second.client.call(getStaffDesk);
  const id = data.waiting.find(({ change: waiting }) => waiting.kind === "end_cards")?.id ?? "";
  assert.equal(
    (await second.client.call(confirmStaffChange, { body: { id }, proves: false })).code,
    "auth.password_proof",
  );
  await world.prove(second.client.token, change);
  assert.equal((await second.client.call(confirmStaffChange, { body: { id } })).code, "");
  assert.equal((await ask()).code, "staff.unchanged");
}

const usdtOf = async (userId: bigint) => {
  const name = `user:${userId}:USDT:available`;
  const { rows } = await world.owner.query("select balance_units from ledger_accounts where name = $1", [name]);
  return BigInt(rows[0]?.balance_units ?? 0);
};

test("two administrators end the program, and every balance goes back to its owner once, also after a kill", async () => {
  const plain = await world.ready("100");
  const holding = await world.ready("80");
  const held = (await payWith(holding.person, holding.card, "30")).data;
  const owing = await world.ready("40");
  await world.book(owing.person, (await payWith(owing.person, owing.card, "40")).data.id, "capture", "55", true);
  const quoted = (await plain.person.client.call(quoteCardTopUp, { body: { usd: "5", crypto_currency_code: "USDT" } }))
    .data;
  const started = await usdtOf(plain.person.id);
  await endProgram();
  const pay = (await payWith(plain.person, plain.card, "1")).data;
  assert.equal(pay.outcome, "program_over");
  const take = await plain.person.client.call(topUpCards, { body: { quote_id: quoted.id } });
  assert.equal(take.code, "virtual_card.program_over");
  const again = await plain.person.client.call(createCard, { body: { label: "one more" } });
  assert.equal(again.code, "virtual_card.program_over");
  const more = await plain.person.client.call(quoteCardTopUp, { body: { usd: "5", crypto_currency_code: "USDT" } });
  assert.equal(more.code, "virtual_card.program_over");
  await world.db.tx((tx) => halt(tx, { name: "ledger", reason: "test" }));
  await world.runJob("return-card-money");
  assert.equal((await world.account(plain.person)).balance, "100.00", "nothing moves under a halt");
  await world.db.tx((tx) => lift(tx, "ledger"));
  // A process that dies before its commit.
  const killed = world.db.tx(async (tx) => {
    await tx.rows`select hash from return_card_money(${[ids.hash(), ids.hash()]}::text[], ${tx.now})`;
    throw new Error("killed");
  });
  await assert.rejects(killed, /killed/);
  assert.equal((await world.account(plain.person)).balance, "100.00");
  await world.owner.query("select * from return_card_money($1, market_now())", [[ids.hash()]]);
  for (let run = 0; run < 3; run++) await world.runJob("return-card-money");
  const account = await world.account(plain.person);
  assert.deepEqual([account.balance, account.isProgramOver, account.cards[0]?.status], ["0.00", true, "terminated"]);
  assert.equal(account.moves.filter(({ kind }) => kind === "withdrawal").length, 1);
  const rate = await world.owner.query("select rate from rates where crypto = 'USDT' and fiat = 'USD'");
  assert.equal((await usdtOf(plain.person.id)) - started, BigInt(Math.floor(1e8 / Number(rate.rows[0].rate))));
  let other = await world.account(holding.person);
  assert.deepEqual([other.balance, other.held], ["0.00", "30.00"], "what a merchant holds stays until its end");
  await world.book(holding.person, held.id, "capture", "10", true);
  await world.runJob("return-card-money");
  other = await world.account(holding.person);
  assert.deepEqual([other.balance, other.held, other.moves.length], ["0.00", "0.00", 3]);
  await world.book(owing.person, (await world.account(owing.person)).payments[0]?.id ?? "", "refund", "55");
  await world.runJob("return-card-money");
  assert.deepEqual((await world.account(owing.person)).owed, "0.00", "what is owed is repaid first");
  const left = await world.owner.query(
    "select coalesce(sum(balance_units), 0)::int as cents from ledger_accounts where name ~ '^user:[0-9]+:USD:card'",
  );
  assert.deepEqual(left.rows, [{ cents: 0 }]);
  const news = await world.owner.query(
    "select count(*)::int as mails from events where type = 'account.card_money_returned' and subject = $1",
    [String(holding.person.id)],
  );
  assert.deepEqual(news.rows, [{ mails: 2 }]);
  await world.assertBooks();
});
