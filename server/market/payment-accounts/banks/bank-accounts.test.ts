// Guards: an account of each country is checked by its rules with a code for each field, kept sealed, shown whole to its owner alone,
// and stays while an open trade has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listActivity } from "#contract/people/activity.ts";
import {
  ACCOUNT_COUNTRIES,
  type AccountCountry,
  FAULT_PREFIX,
  MOST_ACCOUNTS,
} from "#contract/market/trades/payment/account-names.ts";
import * as calls from "#contract/market/trades/payment/accounts.ts";
import type { BankAccountBody } from "#contract/market/trades/payment/accounts.ts";
import { revealPaymentDetails } from "#contract/market/trades/trade/trades.ts";
import { FIATS } from "../../../reference/catalog/index.ts";
import { RIGHT_ACCOUNTS, RIGHT_WALLET } from "../../../testing/market/payment-accounts.ts";
import { aMarket, aPerson, aTrade, testApp, type TestPerson } from "../../../testing/index.ts";

const app = await testApp();
const { owner } = app;

type Details = Record<string, { code: string }[]>;

async function save({ client }: TestPerson, body: BankAccountBody) {
  const answer = await client.call(calls.createBankAccount, { body });
  const { errors } = answer.body as { errors?: { details: Details } };
  return { ...answer, details: errors?.details ?? {} };
}

async function saved(person: TestPerson, country: AccountCountry = "GB") {
  const { status, data, code, details } = await save(person, RIGHT_ACCOUNTS[country]);
  assert.equal(status, 200, `${country} ${code} ${JSON.stringify(details)}`);
  return data;
}

test("numbers of accounts and banks are taken as people paste them", async () => {
  const written: [AccountCountry, Partial<BankAccountBody>, string, string][] = [
    ["GB", { sort_code: "08–99–99", account_number: "66 37 49 58" }, "routing_number", "089999"],
    ["GB", { sort_code: "Sort code: 08 99 99" }, "routing_number", "089999"],
    ["GB", { sort_code: "٠٨-٩٩-٩٩", account_number: "６６３７４９５８" }, "account_number", "66374958"],
    ["FI", { sepa: { iban: "IBAN fi21 1234 5600 0007 85" } }, "iban", "FI2112345600000785"],
    ["FI", { sepa: { iban: "iban: FI21–1234–5600–0007–85\u200b" } }, "iban", "FI2112345600000785"],
    ["FI", { sepa: { iban: "FI21.1234.5600.0007.85" }, swift: "BIC: ndeafihh" }, "swift", "NDEAFIHH"],
    ["FI", { swift: "SWIFT/BIC: NDEA FI HH" }, "swift", "NDEAFIHH"],
  ];
  for (const [country, change, field, meant] of written) {
    const person = await aPerson(app);
    const answer = await save(person, { ...RIGHT_ACCOUNTS[country], ...change });
    assert.equal(answer.status, 200, `${JSON.stringify(change)} ${JSON.stringify(answer.details)}`);
    assert.equal((answer.data.fields as Record<string, string>)[field], meant);
  }
});

test("an account of each country is kept as its rules have it, whole for its owner and with the end of its number in lists", async () => {
  const ada = await aPerson(app);
  for (const country of ACCOUNT_COUNTRIES) await saved(ada, country);
  const { data: listed } = await ada.client.call(calls.listBankAccounts);
  assert.deepEqual(
    listed.map(({ country, masked, bankName }) => [country, masked, bankName]),
    [
      ["OTHER", "•••• 3000", null],
      ["MX", "•••• 9719", "IXE Banco"],
      ["RU", "•••• 9489", null],
      ["IN", "•••• 5678", "HDFC Bank"],
      ["GB", "•••• 4958", null],
      ["FI", "•••• 0785", "NORDEA BANK ABP"],
      ["US", "•••• 6789", null],
      ["NG", "•••• 4579", "FIRST BANK OF NIGERIA"],
    ],
  );
  const whole = async (country: string) => {
    const one = listed.find((account) => account.country === country);
    const { data } = await ada.client.call(calls.getBankAccount, { params: { id: one?.id ?? "" } });
    const { fields, ...rest } = data;
    assert.deepEqual(rest, one, "otherwise as in the list");
    return fields;
  };
  assert.deepEqual(await whole("MX"), {
    holder_name: "Ada Byron",
    clabe: "032180000118359719",
    account_number: "032180000118359719",
    bank_name: "IXE Banco",
  });
  assert.equal((await whole("IN")).ifsc, "HDFC0000001");
  assert.deepEqual([(await whole("GB")).routing_number, (await whole("FI")).iban], ["089999", "FI2112345600000785"]);
});

test("of a British IBAN the sort code and the number are taken, in capitals", async () => {
  const ada = await aPerson(app);
  const { routing_number: _, sort_code: __, account_number: ___, ...facts } = RIGHT_ACCOUNTS.GB;
  const { data, code } = await save(ada, {
    ...facts,
    sepa: { iban: "gb29 nwbk 6016 1331 9268 19" },
    swift: "NWBKGB2L",
  });
  assert.equal(code, "");
  assert.deepEqual(data.fields, {
    holder_name: "Ada Byron",
    iban: "GB29NWBK60161331926819",
    routing_number: "601613",
    account_number: "31926819",
    swift: "NWBKGB2L",
    bank_name: "NATIONAL WESTMINSTER BANK PLC",
  });
});

type Wrong = readonly [AccountCountry, Partial<BankAccountBody>, Record<string, string>];
const without = {
  account_number: undefined,
  routing_number: undefined,
  sort_code: undefined,
  sepa: undefined,
} as const;

const RSD = FIATS.find(({ code }) => code === "RSD")?.id ?? 0;

const WRONG: readonly Wrong[] = [
  ["NG", { holder_name: undefined, bank_id: undefined }, { holder_name: "required", bank_id: "required" }],
  ["NG", { account_number: undefined }, { account_number: "required" }],
  ["NG", { account_number: "123" }, { account_number: "wrong_length" }],
  ["NG", { account_number: "0000014578" }, { account_number: "invalid" }],
  ["NG", { bank_id: "ng-999" }, { bank_id: "not_existing" }],
  ["NG", { bank_id: "mx-002" }, { bank_id: "country_mismatch" }],
  ["NG", { bank_id: "xx" }, { bank_id: "wrong_length" }],
  ["NG", { ifsc: "HDFC0000001" }, { ifsc: "not_for_country" }],
  ["NG", { holder_name: "A" }, { holder_name: "wrong_length" }],
  ["NG", { additional_info: "x".repeat(201) }, { additional_info: "additional_info_length" }],
  ["US", { routing_number: undefined }, { routing_number: "required" }],
  ["US", { routing_number: "02100002" }, { routing_number: "wrong_length" }],
  ["US", { routing_number: "021000022" }, { routing_number: "invalid" }],
  ["US", { account_number: "12345x" }, { account_number: "invalid" }],
  ["US", { city: "N", zip: "1", address: "x" }, { city: "wrong_length", zip: "wrong_length", address: "wrong_length" }],
  ["US", { zip: "787582585x" }, { zip: "invalid" }],
  ["FI", { sepa: undefined }, { iban: "required" }],
  ["FI", { sepa: { iban: "FI2112345600000786" } }, { iban: "invalid" }],
  ["FI", { sepa: { iban: "SE2112345600000785" } }, { iban: "country_mismatch" }],
  ["FI", { swift: "NDEASESS" }, { swift: "swift_not_matching_country", iban: "iban_not_matching_swift" }],
  ["FI", { swift: "NDEAFI" }, { swift: "wrong_length" }],
  ["FI", { swift: "1DEAFIHH" }, { swift: "invalid" }],
  ["FI", { swift_code: "OKOYFIHH" }, { swift: "invalid" }],
  ["GB", without, { routing_number: "required", account_number: "required", iban: "required" }],
  ["GB", { account_number: undefined }, { account_number: "required" }],
  ["GB", { sort_code: undefined }, { routing_number: "required" }],
  ["GB", { sort_code: "1234" }, { routing_number: "wrong_length" }],
  ["GB", { account_number: "66374959" }, { account_number: "invalid" }],
  ["GB", { sepa: { iban: "GB29NWBK60161331926819" } }, { iban: "invalid" }],
  [
    "GB",
    { ...without, sepa: { iban: "GB29NWBK60161331926819" }, swift: "BARCGB22" },
    { iban: "iban_not_matching_swift" },
  ],
  ["IN", { ifsc: undefined }, { ifsc: "required" }],
  ["IN", { ifsc: "HDFC000001" }, { ifsc: "ifsc_invalid" }],
  ["IN", { ifsc: "QQQQ0000001" }, { ifsc: "ifsc_invalid" }],
  ["IN", { account_number: "12345678" }, { account_number: "wrong_length" }],
  ["RU", { routing_number: "144525700" }, { routing_number: "invalid" }],
  ["RU", { account_number: "40703810700001449488" }, { account_number: "invalid" }],
  // The number is of an account in rubles, or in dollars.
  ["RU", { account_number: "40703810700001449489" }, { fiat_currency_id: "currency_mismatch" }],
  ["RU", { fiat_currency_id: RSD }, { fiat_currency_id: "currency_mismatch" }],
  ["US", { fiat_currency_id: RSD }, { fiat_currency_id: "currency_mismatch" }],
  ["IN", { fiat_currency_id: RSD }, { fiat_currency_id: "currency_mismatch" }],
  ["NG", { fiat_currency_id: RSD }, { fiat_currency_id: "currency_mismatch" }],
  ["MX", { fiat_currency_id: RSD }, { fiat_currency_id: "currency_mismatch" }],
  [
    "OTHER",
    { country_id: 480, sepa: { iban: "MU17BOMM0101101030300200000MUR" }, bank_name: "Bank One" },
    { fiat_currency_id: "currency_mismatch" },
  ],
  ["MX", { clabe: undefined }, { clabe: "required" }],
  ["MX", { clabe: "03218000011835971" }, { clabe: "clabe_invalid" }],
  ["MX", { clabe: "032180000118359718" }, { clabe: "clabe_invalid" }],
  ["MX", { account_number: "032180000118359718" }, { clabe: "invalid" }],
  ["MX", { sepa: { iban: "DE89370400440532013000" } }, { iban: "not_for_country" }],
  ["OTHER", { sepa: undefined }, { account_number: "required", iban: "required" }],
  ["OTHER", { sepa: undefined, account_number: "12345678" }, { bank_name: "bank_name_empty_without_swift" }],
  ["OTHER", { swift: "ZZZZDEZZ" }, { bank_name: "bank_name_empty_with_swift" }],
  ["OTHER", { swift: "NDEAFIHH" }, { swift: "swift_not_matching_country", iban: "iban_not_matching_swift" }],
  ["OTHER", { country_id: 528 }, { iban: "country_mismatch" }],
  ["OTHER", { country_id: 1 }, { country_id: "invalid" }],
  ["OTHER", { fiat_currency_id: 9998 }, { fiat_currency_id: "invalid" }],
];

test("what is wrong with an account is said of each field by its code, and never as a sign-out", async () => {
  const ada = await aPerson(app);
  for (const [country, change, faults] of WRONG) {
    const answer = await save(ada, { ...RIGHT_ACCOUNTS[country], ...change } as BankAccountBody);
    const said = `${country} ${JSON.stringify(change)}`;
    assert.deepEqual([answer.status, answer.code], [422, "ERROR_INPUT_VALIDATION"], said);
    const codes = Object.entries(answer.details).map(([field, [first]]) => [
      field,
      first?.code.slice(FAULT_PREFIX.length),
    ]);
    for (const [field, fault] of Object.entries(faults))
      assert.equal(Object.fromEntries(codes)[field], fault, `${said}: ${field} of ${JSON.stringify(codes)}`);
  }
  assert.deepEqual((await ada.client.call(calls.listBankAccounts)).data, []);
});

test("a field that no account has is refused by its name", async () => {
  const ada = await aPerson(app);
  const answer = await save(ada, { ...RIGHT_ACCOUNTS.US, pin: "1234" } as unknown as BankAccountBody);
  assert.deepEqual([answer.status, Object.keys(answer.details)], [422, ["pin"]]);
});

test("one account is kept once by a person, however it is written, and by others as well", async () => {
  const [ada, ben] = [await aPerson(app), await aPerson(app)];
  for (const country of ["GB", "OTHER"] as const) await saved(ada, country);
  const again = await save(ada, { ...RIGHT_ACCOUNTS.GB, sort_code: "089999", account_number: "6637 4958" });
  assert.deepEqual(again.details.account_number?.[0]?.code, "bank_account.not_unique");
  const named = {
    ...RIGHT_ACCOUNTS.OTHER,
    sepa: undefined,
    swift: "DEUTDEFF",
    account_number: "12345678",
  } as BankAccountBody;
  assert.equal((await save(ada, named)).status, 200);
  const swift = await save(ada, named);
  assert.deepEqual(Object.keys(swift.details).sort(), ["account_number", "swift"]);
  await saved(ben, "GB");
});

test("fields lie sealed in the database, each by itself, and nowhere else", async () => {
  const ada = await aPerson(app);
  const { id } = await saved(ada, "RU");
  const { rows } = await owner.query("select fields, mark from payment_accounts where public_id = $1", [id]);
  assert.deepEqual(Object.keys(rows[0].fields).sort(), ["account_number", "holder_name", "routing_number"]);
  const { rows: everything } = await owner.query(
    `select row_to_json(one)::text as row from payment_accounts one
     union all select row_to_json(one)::text from account_activity one
     union all select row_to_json(one)::text from events one`,
  );
  assert.ok(everything.length > 0);
  for (const { row } of everything) assert.ok(!/40703810700001449489|0001449489/.test(row), "a number lies open");
});

test("an account is its owner's alone: to others it is not there, whatever they call", async () => {
  const [ada, eve] = [await aPerson(app), await aPerson(app)];
  const { id } = await saved(ada);
  const params = { id };
  assert.equal((await eve.client.call(calls.getBankAccount, { params })).status, 404);
  assert.equal((await eve.client.call(calls.updateBankAccount, { params, body: RIGHT_ACCOUNTS.US })).status, 404);
  assert.equal((await eve.client.call(calls.deleteBankAccount, { params })).status, 404);
  assert.equal((await app.client().call(calls.getBankAccount, { params })).status, 401);
  assert.equal((await ada.client.call(calls.getBankAccount, { params })).data.id, id);
});

test("an account is replaced by another, and its owner is notified", async () => {
  const ada = await aPerson(app);
  const { id } = await saved(ada);
  const { data } = await ada.client.call(calls.updateBankAccount, { params: { id }, body: RIGHT_ACCOUNTS.US });
  assert.deepEqual([data.id, data.country, data.fields.account_number], [id, "US", "000123456789"]);
  assert.equal((await ada.client.call(calls.deleteBankAccount, { params: { id } })).data.length, 0);
  const { data: lines } = await ada.client.call(listActivity);
  assert.deepEqual(
    lines.slice(0, 3).map(({ kind, detail }) => [kind, detail]),
    [
      ["payment_account_removed", "US"],
      ["payment_account_changed", "US"],
      ["payment_account_added", "GB"],
    ],
  );
  await app.deliverEvents();
  const { rows } = await owner.query(
    "select count(*)::int as many from notifications where user_id = $1 and kind = $2",
    [ada.id, "payment_account_changed"],
  );
  assert.deepEqual(rows, [{ many: 2 }]);
});

test("an account that an open trade has cannot be removed; when the trade is over it can", async () => {
  const market = await aMarket(app);
  const { id } = await saved(market.seller);
  const hash = await aTrade(market);
  const given = await market.seller.client.call(revealPaymentDetails, {
    params: { id: hash },
    body: { account_id: id },
  });
  assert.equal(given.status, 200, given.code);
  const remove = () => market.seller.client.call(calls.deleteBankAccount, { params: { id } });
  assert.deepEqual([(await remove()).status, (await remove()).code], [422, "bank_account.in_use"]);
  const { data } = await market.seller.client.call(calls.listBankAccounts);
  assert.equal(data[0]?.isInUse, true);
  const { cancelTrade } = await import("#contract/market/trades/trade/trades.ts");
  assert.equal((await market.buyer.client.call(cancelTrade, { params: { id: hash }, body: {} })).status, 200);
  assert.equal((await remove()).status, 200);
});

test("as many accounts and wallets are kept as can be kept, and no more", async () => {
  const ada = await aPerson(app);
  await owner.query(
    `insert into payment_accounts (public_id, user_id, kind, country, country_iso, currency, is_personal, fields, sealed_with, mark,
       created_at, updated_at)
     select 'Filled' || $1 || 'x' || place, $1::bigint, 'bank', 'US', 'US', 'USD', true, '{}', 1, sha256(place::text::bytea),
       market_now(), market_now()
     from generate_series(1, $2) as place`,
    [ada.id, MOST_ACCOUNTS],
  );
  await owner.query(
    `insert into payment_accounts (public_id, user_id, kind, method_id, fields, sealed_with, mark, created_at, updated_at)
     select 'Wallet' || $1 || 'x' || place, $1::bigint, 'wallet', 451, '{}', 1, sha256(('w' || place)::bytea), market_now(), market_now()
     from generate_series(1, $2) as place`,
    [ada.id, MOST_ACCOUNTS],
  );
  assert.equal((await save(ada, RIGHT_ACCOUNTS.GB)).code, "bank_account.many");
  assert.equal((await ada.client.call(calls.createMobileWallet, { body: RIGHT_WALLET })).code, "wallet_account.many");
});

test("a wallet of mobile money is added, changed and removed; its number has its country's code and is kept once", async () => {
  const [ada, eve] = [await aPerson(app), await aPerson(app)];
  const add = (body: object) => ada.client.call(calls.createMobileWallet, { body: { ...RIGHT_WALLET, ...body } });
  const { data: wallet } = await add({});
  assert.deepEqual([wallet.phone, wallet.paymentMethod.slug, wallet.isInUse], ["+254712345678", "m-pesa", false]);
  assert.equal((await add({ phone: "+254712345678" })).code, "wallet_account.taken");
  assert.equal((await add({ phone: "0712345679" })).code, "wallet_account.phone");
  assert.equal((await add({ payment_method_id: 14 })).code, "wallet_account.method");
  assert.equal((await add({ payment_method_id: 471 })).code, "wallet_account.method", "a closed method");
  const params = { id: wallet.id };
  const body = { ...RIGHT_WALLET, phone: "+254722000111" };
  assert.equal((await ada.client.call(calls.updateMobileWallet, { params, body })).data.phone, "+254722000111");
  assert.equal((await eve.client.call(calls.updateMobileWallet, { params, body })).status, 404);
  assert.equal((await eve.client.call(calls.deleteMobileWallet, { params })).status, 404);
  assert.deepEqual((await eve.client.call(calls.listMobileWallets)).data, []);
  const kept = async () => (await ada.client.call(calls.listMobileWallets)).data.map(({ phone }) => phone);
  assert.deepEqual(await kept(), ["+254722000111"]);
  assert.deepEqual((await ada.client.call(calls.deleteMobileWallet, { params })).data, []);
  assert.deepEqual(await kept(), []);
});

test("the web can write no account by itself", async () => {
  const ada = await aPerson(app);
  await saved(ada);
  for (const table of ["payment_accounts", "trade_payment_accounts", "trade_payers", "imported_banks"])
    for (const act of [`delete from ${table}`, `insert into ${table} default values`])
      await assert.rejects(
        app.dbs.web.tx((tx) => tx.rows(Object.assign([act], { raw: [act] }) as unknown as TemplateStringsArray)),
        /permission denied/,
        act,
      );
});
