// Guards: what the wallet quotes, sends, converts and shows, on both sides of each bound and to the last second of each quote.
// Surveys: ^server/(products/wallet/|money/(rates/(rate-of|usd-value)|custody/(send-out-fee|send-out|holds)\.ts))|^server/migrations/004[0-4]-
import { test } from "node:test";
import type { CryptoCode } from "#contract/money.ts";
import * as wallet from "#contract/wallet.ts";
import { cancelTrade } from "#contract/trades.ts";
import { houseAddress } from "../../server/money/custody/index.ts";
import { accountOf, halt, lift, post } from "../../server/money/ledger/index.ts";
import { aMarket, start } from "../../server/testing/index.ts";
import { type Holder, scriptedWorld } from "../../server/testing/scripted-world.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const world = await scriptedWorld();
const { bitcoin, ethereum } = world;
const tape = await openTape(world, {
  blank: ["raw_hex"],
  withoutTables: ["idempotency_keys", "sessions", "users", "wallet_blocks"],
});
const { act } = tape;
const BITCOIN = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const ETHER = "0x000000000000000000000000000000000000bEEF";
const SEC = 1000;

const quote = ({ client }: Holder, code: CryptoCode, address: string, amount: string) =>
  client.call(wallet.quoteSendOut, { params: { code }, body: { address, amount } });
const create = ({ client }: Holder, code: CryptoCode, quote_id: string) =>
  client.call(wallet.createSendOut, { params: { code }, body: { quote_id } });
const exchange = ({ client }: Holder, from: CryptoCode, to: CryptoCode, amount: string) =>
  client.call(wallet.quoteConversion, { body: { from, to, amount } });
const take = ({ client }: Holder, quote_id: string) => client.call(wallet.createConversion, { body: { quote_id } });
const balances = ({ client }: Holder, currency?: string) =>
  client.call(wallet.getWalletBalances, { query: currency ? { currency } : {} });
const history = (
  { client }: Holder,
  query: Parameters<typeof client.call<typeof wallet.listWalletTransactions>>[1] = {},
) => client.call(wallet.listWalletTransactions, { query: {}, ...query });
const currencies = ({ client }: Holder) => client.call(wallet.listWalletCurrencies);
const rateOfBitcoin = (change: string) =>
  world.owner.query(`update rates set ${change} where crypto = 'BTC'`).then(() => undefined);
/** To so many milliseconds after the last act, less the pause of the next. */
const until = (ms: number) => world.moveClock(ms - 7_000);

type Two = { readonly ada: Holder; readonly bob: Holder };

test("what the wallet quotes, sends, converts and shows is as reviewed", async () => {
  const guest: Holder = { userId: 0n, client: world.client() };
  await act("a guest looks at the coins before any chain is reached", () => currencies(guest));
  await world.scan();
  const two = await people();
  await addresses(two);
  await amounts(two);
  await takenQuotes(two);
  await lookAlikes(two);
  await takenBack(two);
  await badRates(two);
  await conversions(two);
  await act("a guest looks at the coins", () => currencies(guest));
  await act("and at rates", () => guest.client.call(wallet.listWalletRates, { query: {} }));
  await act("ada looks at rates", () => two.ada.client.call(wallet.listWalletRates, { query: { currency: "USD" } }));
  await views(two);
  holds("wallet-story", tape.lines);
});

async function people(): Promise<Two> {
  const [ada, bob] = [await world.person("ada"), await world.person("bob")];
  const far = { address: BITCOIN, units: 1n };
  bitcoin.pay([{ address: await world.addressOf(ada, "BTC"), units: 1_200_000_000n }, far]);
  bitcoin.pay([{ address: await world.addressOf(bob, "BTC"), units: 40_000n }, far]);
  ethereum.giveWei(await world.addressOf(ada, "ETH"), 300n * 10n ** 18n);
  ethereum.giveTokens({ to: await world.addressOf(bob, "USDT"), units: 600_000_000_000n });
  bitcoin.mine(2);
  ethereum.mine(3);
  await act("ada and bob have coins", world.scan);
  return { ada, bob };
}

async function addresses({ ada, bob }: Two): Promise<void> {
  const own = await world.addressOf(ada, "BTC");
  const bobs = await world.addressOf(bob, "BTC");
  const { address: house } = await world.db.tx((tx) => houseAddress(tx, "BTC"));
  const wanted: [string, CryptoCode, string][] = [
    ["nothing", "BTC", "nowhere"],
    ["capitals", "BTC", ` ${BITCOIN.toUpperCase()} `],
    ["half capitals", "BTC", BITCOIN.replace("qw", "QW")],
    ["an old address", "BTC", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
    ["the main network's", "BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["a test network's", "BTC", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["an ether address", "BTC", ETHER],
    ["her own", "BTC", own],
    ["the operator's", "BTC", house],
    ["bob's", "BTC", bobs],
    ["a bitcoin address for ether", "ETH", BITCOIN],
    ["a main one for ether", "ETH", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["a small one", "ETH", ETHER.toLowerCase()],
    ["a wrong one", "ETH", ETHER.replace("bEEF", "BeeF")],
    ["the hot one", "ETH", (await world.db.tx((tx) => houseAddress(tx, "ETH"))).address],
  ];
  for (const [name, code, address] of wanted)
    await act(`ada asks for ${name}`, () => quote(ada, code, address, "0.01"));
}

async function amounts({ ada, bob }: Two): Promise<void> {
  const bitcoins = ["0", "-1", "0.000000001", "0.00004999", "0.00005", "10", "10.00000001", "11.99996616", "max"];
  for (const amount of bitcoins) await act(`ada asks for ${amount} bitcoin`, () => quote(ada, "BTC", BITCOIN, amount));
  for (const amount of ["0.0003", "0.00036616", "0.00036617", "0.0004", "max"])
    await act(`bob asks for ${amount} bitcoin`, () => quote(bob, "BTC", BITCOIN, amount));
  for (const amount of ["0.001999999", "0.002", "200", "200.000000001", "max"])
    await act(`ada asks for ${amount} ether`, () => quote(ada, "ETH", ETHER, amount));
  for (const amount of ["0.999999", "1", "500000", "500000.000001", "max"])
    await act(`bob asks for ${amount} tokens`, () => quote(bob, "USDT", ETHER, amount));
  await act("bob asks for all his ether", () => quote(bob, "ETH", ETHER, "max"));
  ethereum.said.baseWei = 100_000_000n;
  ethereum.said.tipWei = 1_000n;
  bitcoin.said.feeRate = 5_000n;
  await act("the networks are cheap", world.scan);
  await act("ada asks for ether", () => quote(ada, "ETH", ETHER, "1"));
  await act("bob asks for tokens", () => quote(bob, "USDT", ETHER, "1"));
  await act("ada asks for bitcoin", () => quote(ada, "BTC", BITCOIN, "1"));
  ethereum.said.baseWei = 10_000_000_000n;
  bitcoin.said.feeRate = 20_000n;
  await world.scan();
}

async function takenQuotes({ ada, bob }: Two): Promise<void> {
  const ask = async (name = "ada asks") =>
    (await act(name, async () => quote(await world.again(ada), "BTC", BITCOIN, "0.001"))).data.id;
  const first = await ask();
  await act("bob takes it", () => create(bob, "BTC", first));
  await act("ada takes it for ether", () => create(ada, "ETH", first));
  await act("ada takes it", async () => create(await world.again(ada), "BTC", first));
  await act("ada takes it again", () => create(ada, "BTC", first));
  await ask("ada asks for the same address");
  const second = await ask();
  await until(60 * SEC);
  await act("ada takes one that is 60 seconds old", async () => create(await world.again(ada), "BTC", second));
  const third = await ask();
  await until(59.9 * SEC);
  await act("ada takes one that is almost 60 seconds old", async () => create(await world.again(ada), "BTC", third));
  for (const name of ["money_out", "bitcoin_out", "ledger", "ethereum_out", "releases"] as const) {
    const id = await ask();
    await world.db.tx((tx) => halt(tx, { name, reason: "the test says so" }));
    await act(`ada sends while ${name} is halted`, () => create(ada, "BTC", id));
    await world.db.tx((tx) => lift(tx, name));
  }
  const fourth = await ask();
  world.instead.bitcoin = { fault: "no node" };
  await act("the node is taken away", world.scan);
  await act("ada takes it", () => create(ada, "BTC", fourth));
  await act("ada asks", () => quote(ada, "BTC", BITCOIN, "0.001"));
  delete world.instead.bitcoin;
  await world.scan();
  const old = await world.again(ada);
  await world.moveClock(15 * 60 * SEC - 7 * SEC);
  const fifth = (await act("ada, whose password is 15 minutes old, asks", () => quote(old, "BTC", BITCOIN, "0.0001")))
    .data.id;
  await act("and sends too late", () => create(old, "BTC", fifth));
}

/** Sent to before; its look-alikes; one with another beginning, one with another end. */
const LOOKS = [
  "0x000000000000000000000000000000000016bEEF",
  "0x000000000000000000000000000000000011beeF",
  "0x000100000000000000000000000000000000bEEF",
  "0x000000000000000000000000000000000011beeE",
];

async function lookAlikes({ ada, bob }: Two): Promise<void> {
  const [known = "", ...others] = LOOKS;
  await act("ada sends some ether", async () =>
    world.send(await world.again(ada), "ETH", { address: known, amount: "0.01" }),
  );
  for (const address of [known, ...others])
    await act(`ada asks for ${address}`, () => quote(ada, "ETH", address, "0.01"));
  await act("bob asks for the same", () => quote(bob, "USDT", known, "1"));
}

async function takenBack({ ada }: Two): Promise<void> {
  await world.moveClock(86_400 * SEC);
  const person = await world.again(ada);
  const { data } = await quote(person, "BTC", BITCOIN, "0.004966");
  const sent = await act("ada sends for some 300 dollars", () => create(person, "BTC", data.id));
  await act("ada takes it back", () => ada.client.call(wallet.cancelSendOut, { params: { id: sent.data.id } }));
}

async function badRates({ ada }: Two): Promise<void> {
  const changes = [
    ["the rate is from long ago", "stale_at = '2026-01-01'"],
    ["sources do not agree", "stale_at = '2036-01-01', is_divergent = true"],
    ["it is recorded", "is_divergent = false, source = 'recorded'"],
  ] as const;
  for (const [name, change] of changes) {
    await rateOfBitcoin(change);
    await act(`${name}, ada asks`, () => quote(ada, "BTC", BITCOIN, "0.001"));
    await act("ada converts", () => exchange(ada, "BTC", "ETH", "0.001"));
    await act("ada converts the other way", () => exchange(ada, "ETH", "BTC", "0.01"));
  }
  await rateOfBitcoin("source = 'live'");
  await world.owner.query("update wallet_rails set fee_price = null where chain = 'bitcoin'");
  await act("the fee is not known", () => quote(ada, "BTC", BITCOIN, "0.001"));
  await world.owner.query("delete from rates where crypto = 'USDT'");
  await act("the token's rate is not", () => quote(ada, "USDT", ETHER, "5"));
  await act("ada converts to it", () => exchange(ada, "ETH", "USDT", "1"));
  await act("ada looks at her balances", () => balances(ada, "USD"));
  await world.owner.query(
    "insert into rates select 'USDT', fiat, 1.01, as_of, fiat_as_of, stale_at, source, is_divergent from rates where crypto = 'BTC'",
  );
  await act("the networks are looked at", world.scan);
}

async function conversions({ ada, bob }: Two): Promise<void> {
  const wanted: [CryptoCode, CryptoCode, string][] = [
    ["BTC", "BTC", "1"],
    ["ETH", "BTC", "0"],
    ["ETH", "BTC", "0.0000000001"],
    ["ETH", "BTC", "0.000396"],
    ["ETH", "BTC", "0.0004"],
    ["ETH", "USDT", "40"],
    ["ETH", "USDT", "40.000000001"],
    ["ETH", "USDT", "39.5"],
    ["USDT", "ETH", "1"],
    ["USDT", "BTC", "5"],
  ];
  for (const [from, to, amount] of wanted)
    await act(`ada converts ${amount} ${from} to ${to}`, () => exchange(ada, from, to, amount));
  const ask = async (amount = "0.1") =>
    (await act(`ada asks for ${amount}`, () => exchange(ada, "ETH", "USDT", amount))).data.id;
  await act("the operator has none", async () => take(ada, (await exchange(ada, "ETH", "USDT", "0.1")).data.id));
  await world.grant(accountOf.house("USDT", "inventory"), "USDT", 1_000_000_000n);
  const first = await ask();
  await act("bob takes it", () => take(bob, first));
  await act("ada takes it", () => take(ada, first));
  await act("ada takes it again", () => take(ada, first));
  await act("ada takes what there is not", () => take(ada, "nothingatall12"));
  const second = await ask();
  await until(15 * SEC);
  await act("ada takes one that is 15 seconds old", () => take(ada, second));
  const third = await ask("0.2");
  await until(14.9 * SEC);
  await act("ada takes one that is almost 15 seconds old", () => take(ada, third));
  for (const name of ["money_out", "ledger", "bitcoin_out"] as const) {
    await world.db.tx((tx) => halt(tx, { name, reason: "the test says so" }));
    await act(`ada converts while ${name} is halted`, async () =>
      take(ada, (await exchange(ada, "ETH", "USDT", "0.01")).data.id),
    );
    await world.db.tx((tx) => lift(tx, name));
  }
  const last = (await act("bob asks for almost all", () => exchange(bob, "USDT", "ETH", "90000"))).data.id;
  await world.db.tx((tx) =>
    post(tx, [
      {
        kind: "test_gift",
        subject: "bob",
        postings: [
          {
            from: accountOf.available(bob.userId, "USDT"),
            to: accountOf.available(ada.userId, "USDT"),
            units: 520_000_000_000n,
          },
        ],
      },
    ]),
  );
  await act("bob, who has given it away, takes it", () => take(bob, last));
}

async function views({ ada, bob }: Two): Promise<void> {
  await act("bob owes for a reversed deposit", () =>
    world.owner
      .query(
        `insert into wallet_holds (user_id, currency, owed_units, deposit_id, reason, since)
         select address.user_id, 'BTC', 5, deposit.id, 'deposit_reversed', market_now()
         from deposits deposit
         join wallet_addresses address on address.id = deposit.address_id
         where address.user_id = $1 and deposit.currency = 'BTC'`,
        [bob.userId],
      )
      .then(() => undefined),
  );
  const held = await world.again(bob);
  await act("bob sends", async () => create(held, "USDT", (await quote(held, "USDT", ETHER, "10")).data.id));
  await act("bob converts", async () => take(held, (await exchange(held, "USDT", "ETH", "10")).data.id));
  await world.owner.query("update wallet_holds set lifted_at = market_now()");
  await act("when it is lifted he does", async () =>
    create(held, "USDT", (await quote(held, "USDT", ETHER, "10")).data.id),
  );
  for (const person of [ada, bob]) {
    await act("the history", () => history(person));
    await act("its second page", () => history(person, { query: { page: "2" } }));
    await act("of tokens", () => history(person, { query: { code: "USDT" } }));
  }
  for (const type of ["deposit", "send_out", "conversion", "trade", "other"] as const)
    await act(`ada's ${type}s`, () => history(ada, { query: { type } }));
  for (let units = 1n; units <= 25n; units++) await world.grant(accountOf.available(bob.userId, "ETH"), "ETH", units);
  for (const page of ["1", "2", "3"])
    await act(`page ${page} of bob's others`, () => history(bob, { query: { type: "other", page } }));
  await act("somebody has changed ada's address", () =>
    world.owner
      .query("update wallet_addresses set address = 'elsewhere' where user_id = $1 and currency = 'ETH'", [ada.userId])
      .then(() => undefined),
  );
  await act("ada asks where ether may come", () =>
    ada.client.call(wallet.getDepositAddress, { params: { code: "ETH" } }),
  );
  await act("events are delivered", () => world.deliverEvents());
  const market = await aMarket(world);
  const seller: Holder = { userId: market.seller.id, client: market.seller.client };
  const ended = await start(market);
  await act("a trade stands", () => balances(seller, "USD"));
  await act("it is cancelled", () =>
    market.buyer.client.call(cancelTrade, { params: { id: ended.data.tradeHash }, body: {} }),
  );
  await start(market);
  await act("another stands", () => balances(seller, "USD"));
  for (const currency of ["EUR", "JPY"]) await act(`in ${currency}`, () => balances(seller, currency));
  await act("ada in yen", () => balances(ada, "JPY"));
  await act("the history of the seller", () => history(seller, { query: { type: "trade" } }));
  await act("what does not hold", async () => ({ status: 200, body: await world.violations() }));
}
