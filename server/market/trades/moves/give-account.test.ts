// Guards: a trade has a copy of what its seller gave, shown to the buyer who asked for it; the payer is named before it is paid, and a
// name that is not the buyer's is seen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listMessages } from "#contract/market/trades/chat.ts";
import { DATA_FILE } from "#contract/compliance/data-file.ts";
import { askForData } from "#contract/compliance/own-data.ts";
import * as accounts from "#contract/market/trades/payment/accounts.ts";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { strFromU8, unzipSync } from "fflate";
import { ACCOUNT_COUNTRIES, type AccountCountry } from "#contract/market/trades/payment/account-names.ts";
import { sealAccountsAnew } from "../../payment-accounts/index.ts";
import { seal, useSealingSecret } from "../../../platform/sealed.ts";
import { withOneKey } from "../../../testing/same-key.ts";
import { offerBody } from "../../../testing/market/offers.ts";
import { RIGHT_ACCOUNTS, RIGHT_WALLET } from "../../../testing/market/payment-accounts.ts";
import { aMarket, aPerson, aTrade, testApp, type TestMarket, type TestPerson } from "../../../testing/index.ts";

const app = await testApp();
const { owner } = app;

const account = async ({ client }: TestPerson, country: AccountCountry = "GB") =>
  (await client.call(accounts.createBankAccount, { body: RIGHT_ACCOUNTS[country] })).data.id;
const give = ({ client }: TestPerson, id: string, account_id: string) =>
  client.call(calls.revealPaymentDetails, { params: { id }, body: { account_id } });
const say = ({ client }: TestPerson, id: string, payer_name: string) =>
  client.call(calls.revealPaymentDetails, { params: { id }, body: { payer_name } });
const look = async ({ client }: TestPerson, id: string) => (await client.call(calls.getTrade, { params: { id } })).data;

async function given(market: TestMarket, country: AccountCountry = "GB") {
  const id = await account(market.seller, country);
  const hash = await aTrade(market);
  const answer = await give(market.seller, hash, id);
  assert.equal(answer.status, 200, answer.code);
  return { hash, id, view: answer.data };
}

test("a bank account of each country is used in a trade from giving it to the release", async () => {
  const market = await aMarket(app);
  for (const country of ACCOUNT_COUNTRIES) {
    const { hash, view } = await given(market, country);
    assert.equal(view.paymentDetails.length, 1);
    const params = { id: hash };
    const { data: shown } = await market.buyer.client.call(calls.revealPaymentDetails, { params });
    assert.deepEqual(shown.paymentDetails, view.paymentDetails, country);
    assert.equal((await say(market.buyer, hash, "Ada Byron")).status, 200);
    assert.equal((await market.buyer.client.call(calls.markTradePaid, { params })).status, 200, country);
    assert.equal((await market.seller.client.call(calls.releaseTrade, { params })).data.status, "released");
  }
});

test("the buyer sees what was given from when they ask for the details, the seller at once, and both a line in the chat", async () => {
  const market = await aMarket(app);
  const { hash, view } = await given(market);
  const [detail] = view.paymentDetails;
  assert.deepEqual(
    [detail?.kind, detail?.holderName, detail?.countryIso, detail?.currencyCode, detail?.fields],
    [
      "bank-account",
      "Ada Byron",
      "GB",
      "USD",
      [
        { name: "routing_number", value: "089999" },
        { name: "account_number", value: "66374958" },
      ],
    ],
  );
  assert.deepEqual((await look(market.buyer, hash)).paymentDetails, []);
  const { data } = await market.buyer.client.call(calls.revealPaymentDetails, { params: { id: hash } });
  assert.equal(data.paymentDetails.length, 1);
  const { data: lines } = await market.buyer.client.call(listMessages, { params: { id: hash } });
  assert.ok(lines.some(({ systemKey, type }) => systemKey === "bank_account_given" && type === "system"));
});

test("an account is given once with one key, and of many givers at once no more than five", async () => {
  const market = await aMarket(app);
  const [own, hash] = [await account(market.seller), await aTrade(market)];
  const once = await withOneKey((key) =>
    market.seller.client.call(calls.revealPaymentDetails, { params: { id: hash }, body: { account_id: own }, key }),
  );
  assert.equal(once.data.paymentDetails.length, 1);
  const many = await Promise.all(Array.from({ length: 6 }, () => give(market.seller, hash, own)));
  const codes = many.map(({ code }) => code).sort();
  assert.deepEqual(codes, ["", "", "", "", "payment_account.many_given", "payment_account.many_given"]);
  assert.equal((await look(market.seller, hash)).paymentDetails.length, 5);
});

test("what a trade was given stays as it was given, whatever becomes of the account", async () => {
  const market = await aMarket(app);
  const { hash, id, view } = await given(market);
  const { client } = market.seller;
  await client.call(accounts.updateBankAccount, { params: { id }, body: RIGHT_ACCOUNTS.US });
  assert.deepEqual((await look(market.seller, hash)).paymentDetails, view.paymentDetails);
  await client.call(calls.getTrade, { params: { id: hash } });
  await market.buyer.client.call(calls.cancelTrade, { params: { id: hash }, body: {} });
  assert.equal((await client.call(accounts.deleteBankAccount, { params: { id } })).status, 200);
  assert.deepEqual((await look(market.seller, hash)).paymentDetails, view.paymentDetails);
});

test("only the seller gives, an account of their own that fits the payment method, while the trade waits for its payment", async () => {
  const market = await aMarket(app);
  const [stranger, hash] = [await aPerson(app), await aTrade(market)];
  const own = await account(market.seller);
  assert.equal((await give(stranger, hash, await account(stranger))).status, 404);
  assert.equal((await give(market.seller, hash, await account(stranger, "US"))).code, "payment_account.unknown");
  assert.equal((await say(market.seller, hash, "Ada Byron")).code, "trade.not_yours");
  const { data: wallet } = await market.seller.client.call(accounts.createMobileWallet, { body: RIGHT_WALLET });
  assert.equal((await give(market.seller, hash, wallet.id)).code, "payment_account.unfit");
  for (let times = 0; times < 5; times++) assert.equal((await give(market.seller, hash, own)).status, 200);
  assert.equal((await give(market.seller, hash, own)).code, "payment_account.many_given");
  const over = await aTrade(market, "paid");
  assert.equal((await give(market.seller, over, own)).code, "trade.wrong_status");
  assert.equal((await say(market.buyer, over, "Ada Byron")).code, "trade.wrong_status");
  const both = { account_id: own, payer_name: "Ada Byron" };
  const { code } = await market.seller.client.call(calls.revealPaymentDetails, { params: { id: hash }, body: both });
  assert.equal(code, "ERROR_INPUT_VALIDATION");
  assert.equal((await look(market.buyer, hash)).paymentDetails.length, 0, "a refused call shows nothing");
});

test("no login gives another user's account to a trade, or one to a trade in which its owner does not sell", async () => {
  const market = await aMarket(app);
  const [hash, own, ofBuyer] = [await aTrade(market), await account(market.seller), await account(market.buyer, "US")];
  const outcomeOf = async (user: bigint, id: string) => {
    const [row] = await app.dbs.web.tx(
      (tx) => tx.rows<{ outcome: string }>`
        select share_payment_account(${hash}, ${user}, ${id}, ${`Given${id}`.slice(0, 14)}, '{}'::jsonb, 1) as outcome`,
    );
    return row?.outcome;
  };
  assert.equal(await outcomeOf(market.buyer.id, ofBuyer), "trade");
  assert.equal(await outcomeOf(market.seller.id, ofBuyer), "none");
  assert.equal(await outcomeOf(market.seller.id, own), "shared");
});

test("a trade by mobile money is given a wallet of that method; one by another way takes neither", async () => {
  const market = await aMarket(app, { payment_method: "m-pesa" });
  const hash = await aTrade(market);
  const { data: wallet } = await market.seller.client.call(accounts.createMobileWallet, { body: RIGHT_WALLET });
  const { data: other } = await market.seller.client.call(accounts.createMobileWallet, {
    body: { ...RIGHT_WALLET, payment_method_id: 453 },
  });
  assert.equal((await give(market.seller, hash, other.id)).code, "payment_account.unfit");
  assert.equal((await give(market.seller, hash, await account(market.seller))).code, "payment_account.unfit");
  const { data } = await give(market.seller, hash, wallet.id);
  const removed = await market.seller.client.call(accounts.deleteMobileWallet, { params: { id: wallet.id } });
  assert.deepEqual([removed.status, removed.code], [422, "wallet_account.in_use"]);
  assert.deepEqual(
    data.paymentDetails.map(({ kind, name, fields }) => [kind, name, fields]),
    [["online-wallet", "M-Pesa", [{ name: "phone", value: "+254712345678" }]]],
  );
  const paypal = await aMarket(app, { payment_method: "paypal" });
  assert.equal((await say(paypal.buyer, await aTrade(paypal), "Ada Byron")).code, "payment_account.unfit");
});

test("a buyer who was given an account names the payer before they mark the trade as paid; the seller sees whether it is the buyer's name", async () => {
  const market = await aMarket(app);
  const { hash } = await given(market);
  const params = { id: hash };
  await market.buyer.client.call(calls.revealPaymentDetails, { params });
  const paid = () => market.buyer.client.call(calls.markTradePaid, { params });
  assert.deepEqual([(await paid()).status, (await paid()).code], [422, "payment_account.payer_missing"]);
  await say(market.buyer, hash, "Charles Babbage");
  const shown = async () => {
    const { payer } = await look(market.seller, hash);
    return [payer?.holderName, payer?.isOwnName];
  };
  assert.deepEqual(await shown(), ["Charles Babbage", false]);
  await say(market.buyer, hash, "BYRON ADA");
  assert.deepEqual(await shown(), ["BYRON ADA", true]);
  assert.equal((await give(market.buyer, hash, await account(market.buyer, "FI"))).data.payer?.holderName, "Ada Byron");
  assert.equal((await paid()).status, 200);
  assert.equal((await look(market.seller, hash)).payer?.isOwnName, true);
});

test("copies and payers lie sealed, come opened into the archive of their owner, and are erased with the terms of the trade", async () => {
  const market = await aMarket(app);
  const { hash } = await given(market, "RU");
  await say(market.buyer, hash, "Charles Babbage");
  const { rows } = await owner.query(
    `select row_to_json(one)::text as row from trade_payment_accounts one
     union all select row_to_json(one)::text from trade_payers one`,
  );
  for (const { row } of rows) assert.ok(!/40703840000001449489|Babbage/.test(row));

  const archived = async ({ client }: TestPerson) => {
    await app.prove(client.token, { kind: "download_data", id: "account" });
    assert.equal((await client.call(askForData)).status, 200);
    await app.runJob("make-data-exports");
    const answer = await app.app.fastify.inject({ url: DATA_FILE, headers: { cookie: `parley=${client.token}` } });
    return JSON.parse(
      strFromU8(unzipSync(new Uint8Array(answer.rawPayload))["payment_accounts.json"] ?? new Uint8Array()),
    );
  };
  const ofSeller = await archived(market.seller);
  type Line = { kept?: string; givenToTrade?: string; fields: { account_number: string } };
  const numbers = ofSeller.map(
    ({ kept, givenToTrade, fields }: Line) => `${kept ?? givenToTrade} ${fields.account_number}`,
  );
  assert.deepEqual(
    numbers.sort(),
    ["bank 40703840000001449489", `${hash} 40703840000001449489`].sort((a, b) => (a < b ? -1 : 1)),
  );
  assert.deepEqual(
    (await archived(market.buyer)).map((line: { paidInTrade: string; fields: object }) => [
      line.paidInTrade,
      line.fields,
    ]),
    [[hash, { holder_name: "Charles Babbage" }]],
  );

  await owner.query("update trades set offer_terms = '' where hash = $1", [hash]);
  const { rows: left } = await owner.query(
    `select 1 from trade_payment_accounts join trades on trades.id = trade_id where hash = $1
     union all select 1 from trade_payers join trades on trades.id = trade_id where hash = $1`,
    [hash],
  );
  assert.deepEqual(left, []);
});

test("with an account go its payment accounts", async () => {
  const ada = await aPerson(app);
  await account(ada);
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'privacy', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [ada.id]);
  const { rows } = await owner.query("select 1 from payment_accounts where user_id = $1", [ada.id]);
  assert.deepEqual(rows, []);
});

test("accounts open after the market's secret was exchanged, and are known again", async () => {
  const market = await aMarket(app);
  const { hash, view } = await given(market, "NG");
  await say(market.buyer, hash, "Charles Babbage");
  const { data: wallet } = await market.seller.client.call(accounts.createMobileWallet, { body: RIGHT_WALLET });
  const secret = new Uint8Array(32).fill(7);
  const before = app.config.secret;
  try {
    const sealing = { version: 2, before };
    assert.match(
      await sealAccountsAnew(app.db, { secret, sealing }),
      /sealed [1-9]\d* payment accounts, [1-9]\d* in trades/,
    );
    assert.match(await sealAccountsAnew(app.db, { secret, sealing }), /sealed 0 payment accounts, 0 in trades/);
    const seller = await look(market.seller, hash);
    assert.deepEqual([seller.paymentDetails, seller.payer?.holderName], [view.paymentDetails, "Charles Babbage"]);
    const { data: wallets } = await market.seller.client.call(accounts.listMobileWallets);
    assert.deepEqual(wallets, [wallet]);
    const again = await market.seller.client.call(accounts.createBankAccount, { body: RIGHT_ACCOUNTS.NG });
    assert.equal(again.code, "ERROR_INPUT_VALIDATION", "the same account is known by its new mark");
  } finally {
    useSealingSecret(before);
  }
});

test("a trade that excludes third parties takes no payer of another name, however it is named, and is not paid by one", async () => {
  const market = await aMarket(app, { no_third_party_payments: true });
  const { hash } = await given(market);
  const params = { id: hash };
  await market.buyer.client.call(calls.revealPaymentDetails, { params });
  const paid = async () => (await market.buyer.client.call(calls.markTradePaid, { params })).code;
  for (const name of ["Charles Babbage", "Ada Babbage", "Ada", "Byron & Sons"])
    assert.equal((await say(market.buyer, hash, name)).code, "payment_account.third_party", name);
  assert.equal((await look(market.buyer, hash)).payer, null);
  assert.equal(await paid(), "payment_account.payer_missing");

  const other = { ...RIGHT_ACCOUNTS.GB, account_number: "66374958", holder_name: "Charles Babbage" };
  const theirs = (await market.buyer.client.call(accounts.createBankAccount, { body: other })).data.id;
  assert.equal((await give(market.buyer, hash, theirs)).code, "payment_account.third_party");

  assert.equal((await say(market.buyer, hash, "BYRON ADA")).data.payer?.isOwnName, true);
  assert.equal(await paid(), "");

  const open = await aMarket(app);
  const free = await given(open);
  assert.equal(
    (await say(open.buyer, free.hash, "Charles Babbage")).status,
    200,
    "other trades leave it to the seller",
  );
});

test("a trade that excludes third parties is paid only once the payer is named, also where no account was given", async () => {
  for (const method of ["other-bank-transfer", "m-pesa"]) {
    const market = await aMarket(app, { no_third_party_payments: true, payment_method: method });
    const params = { id: await aTrade(market) };
    await market.buyer.client.call(calls.revealPaymentDetails, { params });
    const paid = async () => (await market.buyer.client.call(calls.markTradePaid, { params })).code;
    assert.equal(await paid(), "payment_account.payer_missing", method);
    assert.ok(!(await look(market.buyer, params.id)).actions.some(({ name }) => name === "mark_paid"));
    assert.equal((await say(market.buyer, params.id, "Charles Babbage")).code, "payment_account.third_party");
    assert.equal((await say(market.buyer, params.id, "Ada Byron")).code, "");
    assert.equal(await paid(), "", method);
  }
});

test("a seller gives an account in their own name where the offer excludes third parties, in a trade and in the offer", async () => {
  const market = await aMarket(app, { no_third_party_payments: true });
  const hash = await aTrade(market);
  const body = { ...RIGHT_ACCOUNTS.GB, holder_name: "Charles Babbage" };
  const other = (await market.seller.client.call(accounts.createBankAccount, { body })).data.id;
  const refused = await give(market.seller, hash, other);
  assert.deepEqual([refused.status, refused.code], [422, "payment_account.not_own"]);
  assert.deepEqual((await look(market.seller, hash)).paymentDetails, []);
  const auto = { payment_method: "bank-transfer", payment_country: "GB", flow_type: "bt-auto" } as const;
  const offered = await market.seller.client.call(createOffer, {
    body: offerBody({ ...auto, payment_account_id: other, no_third_party_payments: true }),
  });
  assert.equal(offered.code, "payment_account.not_own");
  const own = await account(market.seller, "NG");
  assert.equal((await give(market.seller, hash, own)).code, "");

  const open = await aMarket(app);
  const theirs = (await open.seller.client.call(accounts.createBankAccount, { body })).data.id;
  assert.equal((await give(open.seller, await aTrade(open), theirs)).code, "", "other offers leave it to the buyer");
});

test("a buyer whose name ended after it was named as the payer's names the payer again before anything is paid", async () => {
  const market = await aMarket(app, { no_third_party_payments: true });
  const { client, id } = market.buyer;
  const { rows } = await owner.query("select external_id from users where id = $1", [id]);
  const company = seal("Byron & Sons", `users.company_name:${rows[0].external_id}`);
  await owner.query("update users set corporate_since = market_now(), company_name_sealed = $2 where id = $1", [
    ...[id, company],
  ]);
  const { hash } = await given(market);
  const params = { id: hash };
  await client.call(calls.revealPaymentDetails, { params });
  assert.equal((await say(market.buyer, hash, "Byron & Sons")).data.payer?.isOwnName, true);
  const shown = async () => {
    const view = await look(market.buyer, hash);
    return [view.actions.some(({ name }) => name === "mark_paid"), view.next.key];
  };
  assert.deepEqual(await shown(), [true, "pay"]);
  await owner.query("update users set company_name_sealed = null where id = $1", [id]);
  assert.deepEqual(await shown(), [false, "name_payer"]);
  const paid = async () => (await client.call(calls.markTradePaid, { params })).code;
  assert.equal(await paid(), "payment_account.payer_missing");
  assert.equal((await say(market.buyer, hash, "Byron & Sons")).code, "payment_account.third_party");
  assert.equal((await say(market.buyer, hash, "Ada Byron")).status, 200);
  assert.deepEqual(await shown(), [true, "pay"]);
  assert.equal(await paid(), "");
});

test("a trade keeps what its offer asked of the payment: the reference, and that nobody else pays", async () => {
  const bank_reference_message = { type: "exact_message", message: "Thank you 42" } as const;
  const market = await aMarket(app, { bank_reference_message, no_third_party_payments: true });
  const hash = await aTrade(market);
  assert.equal((await look(market.seller, hash)).bankReference?.message, "Thank you 42");
  const before = await look(market.buyer, hash);
  assert.deepEqual([before.bankReference, before.isThirdPartyTreatmentEnabled], [null, true]);
  await owner.query("update offers set bank_reference = null, no_third_parties = false where hash = $1", [
    before.offer.hash,
  ]);
  const { data } = await market.buyer.client.call(calls.revealPaymentDetails, { params: { id: hash } });
  assert.deepEqual(data.bankReference, bank_reference_message);
  assert.equal((await say(market.buyer, hash, "Ada Byron")).data.payer?.isOwnName, true);
  assert.equal((await look(market.seller, hash)).isThirdPartyTreatmentEnabled, true);

  const empty = await aMarket(app, { bank_reference_message: { type: "no_message" } });
  const seen = await look(empty.seller, await aTrade(empty));
  assert.deepEqual(seen.bankReference, { type: "no_message", message: "" });
});
