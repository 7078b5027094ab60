// Guards: a conversion gives what its quote said, once, in time, and never makes anybody richer by rounding.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CryptoCode } from "#contract/money/money.ts";
import {
  askFaucet,
  createConversion,
  listWalletTransactions,
  quoteConversion,
} from "#contract/products/wallet/wallet.ts";
import { accountOf, post } from "../../money/ledger/index.ts";
import { type Person, walletWorld } from "../../testing/market/wallet.ts";
import { fundHouse } from "../../demo/coins/fund-house.ts";

const world = await walletWorld();
const without = await fundHouse(world.ownerPorts, {
  BTC: 500_000_000n,
  ETH: 50_000_000_000n,
  USDT: 1_000_000_000_000n,
});

/** A user with real coins, which the ledger moves from the operator's inventory. */
async function aHolder(code: CryptoCode, units: bigint): Promise<Person> {
  const person = await world.person();
  await world.db.tx((tx) =>
    post(tx, [
      {
        kind: "demo_grant",
        subject: `${person.userId}`,
        postings: [{ from: accountOf.house(code, "inventory"), to: accountOf.available(person.userId, code), units }],
      },
    ]),
  );
  return person;
}

const quote = async (person: Person, from: CryptoCode, to: CryptoCode, amount: string) =>
  person.client.call(quoteConversion, { body: { from, to, amount } });
const take = (person: Person, id: string) => person.client.call(createConversion, { body: { quote_id: id } });

test("the house is funded with real coins, twice asked is once given", async () => {
  await fundHouse(world.ownerPorts, { BTC: 500_000_000n, ETH: 50_000_000_000n, USDT: 1_000_000_000_000n });
  assert.deepEqual(without, world.hasBitcoin ? [] : ["BTC"]);
  const { rows } = await world.owner.query(
    "select currency, balance_units::text as units from ledger_accounts where name like 'house:%:inventory' order by currency",
  );
  const expected = [
    { currency: "BTC", units: "500000000" },
    { currency: "ETH", units: "50000000000" },
    { currency: "USDT", units: "1000000000000" },
  ];
  assert.deepEqual(
    rows,
    expected.filter(({ currency }) => world.hasBitcoin || currency !== "BTC"),
  );
  await world.assertBooks();
});

test("a conversion moves both coins at the quoted sums, one per cent to the house", async () => {
  const ada = await aHolder("USDT", 1_000_000_000n);
  const { data } = await quote(ada, "USDT", "ETH", "500");
  assert.equal(data.spreadPct, "1");
  const done = await take(ada, data.id);
  assert.equal(done.code, "");
  assert.equal(await world.available(ada.userId, "USDT"), 500_000_000n);
  const gotUnits = await world.available(ada.userId, "ETH");
  assert.equal(done.data.toAmount, data.toAmount);
  const back = await quote(ada, "ETH", "USDT", data.toAmount);
  assert.ok(Number(back.data.toAmount) < 500 * 0.99 && Number(back.data.toAmount) > 500 * 0.97);
  assert.ok(gotUnits > 0n);
  const history = await ada.client.call(listWalletTransactions, { query: { type: "conversion" } });
  assert.deepEqual(history.data.map(({ cryptoCurrencyCode }) => cryptoCurrencyCode).sort(), ["ETH", "USDT"]);
  for (const { conversion, explorerUrl } of history.data) {
    assert.deepEqual(conversion, { from: "USDT", to: "ETH", fromAmount: "500", toAmount: data.toAmount });
    assert.equal(explorerUrl, null);
  }
  await world.assertBooks();
});

test("of many takers of one quote one gets it, and after fifteen seconds nobody", async () => {
  const ada = await aHolder("USDT", 1_000_000_000n);
  const { data } = await quote(ada, "USDT", "ETH", "100");
  const answers = await Promise.all(Array.from({ length: 6 }, () => take(ada, data.id)));
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", ...Array(5).fill("wallet.quote_taken")]);
  assert.equal(await world.available(ada.userId, "USDT"), 900_000_000n);
  const late = await quote(ada, "USDT", "ETH", "100");
  await world.moveClock(15_001);
  assert.equal((await take(ada, late.data.id)).code, "wallet.quote_expired");
  assert.equal((await take(await world.person(), late.data.id)).code, "wallet.quote_unknown");
});

test("what the user or the house does not have is not converted", async () => {
  const ada = await aHolder("USDT", 200_000_000_000n);
  assert.equal((await quote(ada, "ETH", "USDT", "1")).code, "ledger.insufficient_balance");
  assert.equal((await quote(ada, "USDT", "USDT", "1")).code, "wallet.same_currency");
  assert.equal((await quote(ada, "USDT", "ETH", "0.5")).code, "wallet.amount_too_small");
  assert.equal((await quote(ada, "USDT", "ETH", "1.0000001")).code, "money.too_many_digits");
  const tooMuch = await quote(ada, "USDT", "ETH", "99000");
  const twice = await quote(ada, "USDT", "ETH", "99000");
  await take(ada, tooMuch.data.id);
  const all = await world.db.read(
    (tx) =>
      tx.rows<{ units: bigint }>`select balance_units as units from ledger_accounts where name = 'house:ETH:inventory'`,
  );
  await world.db.tx((tx) =>
    post(tx, [
      {
        kind: "test_drain",
        subject: "1",
        postings: [
          {
            from: accountOf.house("ETH", "inventory"),
            to: accountOf.house("ETH", "network"),
            units: all[0]?.units ?? 1n,
          },
        ],
      },
    ]),
  );
  assert.equal((await take(ada, twice.data.id)).code, "wallet.conversion_unavailable");
  await world.assertBooks();
});

test("a hundred conversions there and back never gain a unit", async () => {
  const ada = await aHolder("USDT", 1_000_000_000n);
  await world.db.tx((tx) =>
    post(tx, [
      {
        kind: "test_refill",
        subject: "1",
        postings: [
          { from: accountOf.house("ETH", "network"), to: accountOf.house("ETH", "inventory"), units: 5_000_000_000n },
        ],
      },
    ]),
  );
  let before = await world.available(ada.userId, "USDT");
  for (let round = 0; round < 50; round++) {
    const there = await quote(ada, "USDT", "ETH", "1.000001");
    await take(ada, there.data.id);
    const back = await quote(ada, "ETH", "USDT", there.data.toAmount);
    if (back.code === "") await take(ada, back.data.id);
    const now = await world.available(ada.userId, "USDT");
    assert.ok(now < before);
    before = now;
  }
  await world.assertBooks();
});

test("the faucet gives test coins to one's own address, within its limits", async () => {
  const ada = await world.person();
  const ask = (code: CryptoCode, amount: string) =>
    ada.client.call(askFaucet, { body: { crypto_currency_code: code, amount } });
  assert.equal((await ask("ETH", "2")).code, "");
  assert.equal((await ask("USDT", "500")).code, "");
  assert.equal((await ask("USDT", "20001")).code, "wallet.faucet_amount");
  await Promise.all([world.runJob("grant-faucet-wishes"), world.runJob("grant-faucet-wishes")]);
  await world.mineEthereum(4);
  await world.scan();
  assert.equal(await world.available(ada.userId, "ETH"), 2_000_000_000n);
  assert.equal(await world.available(ada.userId, "USDT"), 500_000_000n);
  for (let wish = 0; wish < 18; wish++) await ask("USDT", "1");
  assert.equal((await ask("USDT", "1")).code, "wallet.faucet_limit");
});
