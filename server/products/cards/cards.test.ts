// Guards: card money comes from proved quotes alone, a merchant's question is decided once and holds what it says, what is taken is booked once whatever
// the order of the messages, a shortfall is a debt, and neither number nor code is anywhere to be read.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeCard,
  createCard,
  getCardAccount,
  quoteCardTopUp,
  showCardNumber,
  terminateCard,
  topUpCards,
  withdrawCardMoney,
} from "#contract/products/cards/cards.ts";
import { bookAtTerminal, payAtTerminal } from "#contract/products/cards/terminal.ts";
import { prove } from "#contract/people/sign-in/auth.ts";
import { ids } from "../../platform/ids.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { aCard, bringDollars, cardWorld, numberOf, payWith } from "../../testing/market/cards.ts";
import { testAssertion } from "../../testing/index.ts";
import { signMessage } from "./house-issuer/number.ts";

const world = await cardWorld();

test("coins become dollars by a proved quote, once, and dollars become coins again free of charge", async () => {
  const { person, card } = await world.ready("100");
  assert.deepEqual([card.label, card.status, card.last4?.length], ["Online", "active", 4]);
  let account = await world.account(person);
  assert.deepEqual([account.balance, account.held, account.moves[0]?.usd], ["100.00", "0.00", "100.00"]);
  const quote = (await person.client.call(quoteCardTopUp, { body: { usd: "50", crypto_currency_code: "USDT" } })).data;
  const take = () => person.client.call(topUpCards, { body: { quote_id: quote.id } });
  assert.equal(
    (await person.client.call(topUpCards, { body: { quote_id: quote.id }, proves: false })).code,
    "auth.password_proof",
  );
  assert.equal((await take()).code, "");
  assert.equal((await take()).code, "wallet.quote_taken");
  const other = await world.user();
  assert.equal((await other.client.call(topUpCards, { body: { quote_id: quote.id } })).code, "wallet.quote_unknown");
  const back = await person.client.call(withdrawCardMoney, { body: { usd: "149", at_least: "100" } });
  assert.deepEqual([back.code, back.data.kind, back.data.usd, back.data.fee], ["", "withdrawal", "149.00", "0"]);
  account = await world.account(person);
  assert.equal(account.balance, "1.00");
  const more = await person.client.call(withdrawCardMoney, { body: { usd: "2", at_least: "0.1" } });
  assert.equal(more.code, "virtual_card.insufficient");
  const dear = await person.client.call(withdrawCardMoney, { body: { usd: "1", at_least: "1.5" } });
  assert.equal(dear.code, "virtual_card.price_moved");
  await world.assertBooks();
});

test("a passkey signs the quote as the page shows it", async () => {
  const { person } = await world.ready("1");
  const { client } = person;
  const { data } = await client.call(quoteCardTopUp, { body: { usd: "20.50", crypto_currency_code: "USDT" } });
  const { id, usd: amount, cryptoCurrencyCode, total } = data;
  const wanted = { kind: "order", id } as const;
  const order = { product: "card", cryptoCurrencyCode, total, currencyCode: "USD", amount } as const;
  const at = { origin: world.config.publicUrl.origin, now: new Date(), order };
  const proved = await client.call(prove, { body: { for: wanted, passkey: testAssertion(person.id, wanted, at) } });
  assert.equal(proved.code, "");
  const taken = await client.call(topUpCards, { body: { quote_id: id }, proves: false });
  assert.deepEqual([taken.code, taken.data.usd], ["", "20.50"]);
});

test("a top-up is refused for each reason, and then nothing is charged", async () => {
  const person = await world.user();
  const ask = (usd: string) => person.client.call(quoteCardTopUp, { body: { usd, crypto_currency_code: "USDT" } });
  assert.equal((await ask("10")).code, "virtual_card.unknown", "without a card there is no account");
  await aCard(person);
  assert.equal((await ask("1.234")).code, "money.too_many_digits");
  assert.equal((await ask("0")).code, "money.malformed");
  assert.equal((await ask("4000")).code, "ledger.insufficient_balance");
  const { data } = await ask("10");
  await world.db.tx((tx) => halt(tx, { name: "card_top_up", reason: "test" }));
  assert.equal((await person.client.call(topUpCards, { body: { quote_id: data.id } })).code, "ledger.halted");
  await world.db.tx((tx) => lift(tx, "card_top_up"));
  await world.owner.query("update product_quotes set units = 1, fee_units = 0 where hash = $1", [data.id]);
  assert.equal(
    (await person.client.call(topUpCards, { body: { quote_id: data.id } })).code,
    "virtual_card.price_moved",
  );
  await world.owner.query(
    `insert into settings (name, value, changed_at) values ('cards.top_up_usd_day', '5', market_now())`,
  );
  assert.equal((await bringDollars(person, "10")).code, "virtual_card.user_limit");
  await world.owner.query("delete from settings where name = 'cards.top_up_usd_day'");
  const { rows } = await world.owner.query(
    "select balance_units from ledger_accounts where name = 'house:USD:inventory'",
  );
  await world.owner.query("update ledger_accounts set balance_units = 5 where name = 'house:USD:inventory'");
  assert.equal((await bringDollars(person, "10")).code, "virtual_card.unavailable");
  await world.owner.query("update ledger_accounts set balance_units = $1 where name = 'house:USD:inventory'", [
    rows[0].balance_units,
  ]);
  assert.equal((await world.account(person)).balance, "0.00");
  await world.assertBooks();
});

test("a payment is held, taken in part, and the rest of the hold comes back", async () => {
  const { person, card } = await world.ready("100");
  const paid = (await payWith(person, card, "60")).data;
  assert.deepEqual([paid.outcome, paid.usd], ["approved", "60.00"]);
  let account = await world.account(person);
  assert.deepEqual([account.balance, account.held, account.payments[0]?.state], ["40.00", "60.00", "approved"]);
  await world.book(person, paid.id, "capture", "45", true);
  account = await world.account(person);
  assert.deepEqual([account.balance, account.held, account.payments[0]?.state], ["55.00", "0.00", "closed"]);
  await world.book(person, paid.id, "refund", "5");
  account = await world.account(person);
  assert.deepEqual([account.balance, account.payments[0]?.entry], ["60.00", "refund"]);
  await world.book(person, paid.id, "refund", "40.01");
  assert.equal((await world.account(person)).balance, "60.00", "no more comes back than was taken");
  await world.assertBooks();
});

test("each limit and state declines with its reason, and a declined payment holds nothing", async () => {
  const { person, card } = await world.ready("100", {
    payment_limit: "50",
    day_limit: "70",
    closed_groups: ["gambling"],
  });
  const pay = async (amount: string, wish = {}) => (await payWith(person, card, amount, wish)).data.outcome;
  const set = (status: "active" | "frozen", more = {}) =>
    person.client.call(changeCard, { params: { id: card.id }, body: { label: "Online", status, ...more } });
  assert.equal(await pay("50.01"), "payment_limit");
  assert.equal(await pay("40", { merchant_group: "gambling" }), "merchant");
  assert.equal(await pay("50"), "approved");
  assert.equal(await pay("21"), "day_limit");
  await set("active", { month_limit: "55" });
  assert.equal(await pay("6"), "month_limit");
  await set("active");
  assert.equal(await pay("60"), "insufficient");
  assert.equal(await pay("1", { currency_code: "EUR" }), "approved");
  await set("frozen");
  assert.equal(await pay("1"), "frozen");
  await set("active");
  await world.db.tx((tx) => halt(tx, { name: "card_payments", reason: "test" }));
  assert.equal(await pay("1"), "halted");
  await world.db.tx((tx) => lift(tx, "card_payments"));
  const once = await aCard(person, { single_use: true });
  assert.equal((await payWith(person, once, "1")).data.outcome, "approved");
  assert.equal((await payWith(person, once, "1")).data.outcome, "used");
  const account = await world.account(person);
  assert.equal(
    account.payments.filter(({ declined }) => declined !== null).every(({ held }) => held === "0.00"),
    true,
  );
  await world.assertBooks();
});

test("more is taken than was held: the balance pays, then the user owes, and the next top-up repays", async () => {
  const { person, card } = await world.ready("100");
  const paid = (await payWith(person, card, "30")).data;
  await world.book(person, paid.id, "capture", "110", true);
  let account = await world.account(person);
  assert.deepEqual([account.balance, account.held, account.owed], ["0.00", "0.00", "10.00"]);
  await world.book(person, paid.id, "force_post", "5");
  assert.equal((await world.account(person)).owed, "15.00");
  await bringDollars(person, "40");
  account = await world.account(person);
  assert.deepEqual([account.balance, account.owed], ["25.00", "0.00"]);
  await world.assertBooks();
});

test("an ended card declines, its holds go on, and what comes back later is its user's", async () => {
  const { person, card } = await world.ready("100");
  const paid = (await payWith(person, card, "30")).data;
  const shown = await numberOf(person, card);
  const end = () => person.client.call(terminateCard, { params: { id: card.id } });
  assert.equal((await end()).data.status, "terminated");
  assert.equal((await end()).code, "virtual_card.over");
  assert.equal(
    (await person.client.call(showCardNumber, { params: { id: card.id }, body: {} })).code,
    "virtual_card.over",
  );
  const { number, cvv, expiresMonth: expires_month, expiresYear: expires_year } = shown;
  const body = { number, cvv, expires_month, expires_year, merchant: "Shop", merchant_group: "shop" as const };
  const again = await person.client.call(payAtTerminal, {
    body: { ...body, country: "US", currency_code: "USD", amount: "1" },
  });
  assert.equal(again.code, "virtual_card.terminal_details");
  await world.book(person, paid.id, "capture", "30", true);
  await world.book(person, paid.id, "refund", "30");
  assert.equal((await world.account(person)).balance, "100.00");
  await world.assertBooks();
});

test("a hold ends by itself after a week, and a late capture takes of the balance", async () => {
  const { person, card } = await world.ready("100");
  const paid = (await payWith(person, card, "30")).data;
  await world.owner.query("update card_authorizations set expires_at = at where external_id = $1", [paid.id]);
  await world.runJob("end-card-holds");
  let account = await world.account(person);
  assert.deepEqual([account.balance, account.held, account.payments[0]?.state], ["100.00", "0.00", "expired"]);
  await world.book(person, paid.id, "capture", "30", true);
  account = await world.account(person);
  assert.deepEqual([account.balance, account.held], ["70.00", "0.00"]);
  await world.assertBooks();
});

type Message = { readonly kind: "ask" | "capture" | "reversal"; readonly usd: bigint };
const MESSAGES: readonly Message[] = [
  { kind: "ask", usd: 6000n },
  { kind: "capture", usd: 2000n },
  { kind: "capture", usd: 1000n },
  { kind: "reversal", usd: 1500n },
];

test("messages in any order, and each of them twice, come to the same end", async () => {
  const { person, card } = await world.ready("200");
  let [round, sent] = [0, 0];
  const send = async (messages: readonly Message[], once: string) => {
    for (const { kind, usd } of messages) {
      const id = `${kind}_${usd}_${once}`;
      if (kind === "ask") {
        const asked = [
          {
            id: `auth_${once}`,
            card: card.id,
            merchant: "M",
            merchant_group: "shop",
            country: "US",
            currency: "USD",
            amount_units: String(usd),
          },
        ];
        await world.owner.query("select decide_card_authorizations($1, market_now())", [JSON.stringify(asked)]);
        continue;
      }
      const entry = {
        id,
        kind,
        card: card.id,
        authorization: `auth_${once}`,
        usd_units: String(usd),
        merchant: null,
        is_final: false,
      };
      // Never the same bytes: the issuer's id says that it is the same.
      const body = `${JSON.stringify(entry)}${" ".repeat(sent++)}`;
      await world.owner.query("select keep_card_message($1, $2, market_now())", [body, signMessage(body)]);
      await world.runJob("book-card-messages");
    }
  };
  const ends = new Set<string>();
  for (const order of orders(MESSAGES)) {
    const once = `round${round++}`;
    const before = await world.account(person);
    await send([...order, ...order], once);
    const { rows } = await world.owner.query(
      "select held_units::int, captured_units::int, reversed_units::int, status from card_authorizations where external_id = $1",
      [`auth_${once}`],
    );
    const after = await world.account(person);
    const left = Number(before.balance) + Number(before.held) - Number(after.balance) - Number(after.held);
    ends.add(JSON.stringify([rows[0], left.toFixed(2)]));
    // What is left of the hold goes, so that the next round has the same ground.
    await send([{ kind: "reversal", usd: 1501n }], once);
    await bringBack(person);
  }
  assert.deepEqual(
    [...ends],
    ['[{"held_units":1500,"captured_units":3000,"reversed_units":1500,"status":"approved"},"30.00"]'],
  );
  await world.assertBooks();
});

async function bringBack(person: Awaited<ReturnType<typeof world.user>>): Promise<void> {
  const { rows } = await world.owner.query(
    "select post_each(array['test'], array[$1], market_now(), array[1], array['outside:USD:issuer'], array[$2], array[3000::bigint])",
    [`back:${ids.hash()}`, `user:${person.id}:USD:card`],
  );
  assert.ok(rows.length > 0);
}

function orders<One>(list: readonly One[]): One[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, place) => orders(list.toSpliced(place, 1)).map((rest) => [one, ...rest]));
}

test("a message that nobody signed, or that cannot be read, moves nothing", async () => {
  const { person, card } = await world.ready("100");
  const paid = (await payWith(person, card, "30")).data;
  const entry = {
    id: "forged_entry",
    kind: "capture",
    card: card.id,
    authorization: paid.id,
    usd_units: "3000",
    merchant: null,
    is_final: true,
  };
  const forged = JSON.stringify(entry);
  for (const [body, signature] of [
    [forged, "no signature"],
    [forged, signMessage(`${forged} `)],
    ["{}", signMessage("{}")],
    ["not json", signMessage("not json")],
  ] as const)
    await world.owner.query("select keep_card_message($1, $2, market_now())", [body, signature]);
  await world.runJob("book-card-messages");
  const { rows } = await world.owner.query("select outcome from card_messages order by id desc limit 4");
  assert.deepEqual(rows.map(({ outcome }) => outcome).sort(), ["unreadable", "unreadable", "unsigned", "unsigned"]);
  assert.equal((await world.account(person)).held, "30.00");
});

test("captures beside withdrawals leave no account below zero, and at most a debt", async () => {
  const { person, card } = await world.ready("100");
  for (let round = 0; round < 8; round++) {
    const paid = (await payWith(person, card, "5")).data;
    await Promise.all([
      world.book(person, paid.id, "capture", "9", true),
      person.client.call(withdrawCardMoney, { body: { usd: "6", at_least: "1" } }),
    ]);
  }
  await world.assertBooks();
});

test("others neither see nor change a card; limits are read like amounts; there are at most so many", async () => {
  const { person, card } = await world.ready("10");
  const other = await world.user();
  const params = { id: card.id };
  assert.equal((await other.client.call(terminateCard, { params })).code, "virtual_card.unknown");
  assert.equal((await other.client.call(showCardNumber, { params, body: {} })).code, "virtual_card.unknown");
  assert.equal(
    (await person.client.call(showCardNumber, { params, body: {}, proves: false })).code,
    "auth.password_proof",
  );
  assert.equal(
    (await person.client.call(createCard, { body: { label: "x", day_limit: "1.999" } })).code,
    "money.too_many_digits",
  );
  assert.equal(
    (await person.client.call(bookAtTerminal, { body: { payment_id: "nothing_here", kind: "capture", usd: "1" } }))
      .code,
    "virtual_card.unknown",
  );
  for (let made = 1; made < 10; made++) await aCard(person);
  assert.equal((await person.client.call(createCard, { body: { label: "one more" } })).code, "virtual_card.too_many");
  assert.equal((await person.client.call(getCardAccount)).data.cards.length, 10);
});

test("neither the number nor the code of a card is in any table", async () => {
  const { person, card } = await world.ready("20");
  const { number, cvv } = await numberOf(person, card);
  await payWith(person, card, "10");
  const { rows } = await world.owner.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of rows) {
    const found = await world.owner.query(
      `select count(*)::int as found from "${name}" as one where one::text like $1`,
      [`%${number}%`],
    );
    assert.equal(found.rows[0].found, 0, name);
  }
  const { rows: columns } = await world.owner.query(
    "select column_name as name from information_schema.columns where table_name = 'cards'",
  );
  assert.ok(
    columns.every(({ name }) => !/cvv|code/.test(name)),
    cvv,
  );
});
