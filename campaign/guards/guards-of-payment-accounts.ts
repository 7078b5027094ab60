/** What is promised of accounts that people are paid to. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0670-payment-accounts.sql";
const REMADE = "server/migrations/0752-bt-auto.sql";
const HERE = "server/market/payment-accounts";
const TEST = `${HERE}/bank-accounts.test.ts`;
const GIVING = "server/market/trades/give-account.test.ts";
const FAULTS = "what is wrong with an account is said of each field by its code, and never as a sign-out";
const SEALED = "fields lie sealed in the database, each by itself, and nowhere else";
const IN_USE = "an account that an open trade has cannot be removed; when the trade is over it can";
const OTHERS = "an account is its owner's alone: to others it is not there, whatever they call";
const MOST = "as many accounts and wallets are kept as can be kept, and no more";
const COPY = "what a trade was given stays as it was given, whatever becomes of the account";
const ONLY =
  "only the seller gives, an account of their own that fits the payment method, while the trade waits for its payment";
const SHOWN =
  "the buyer sees what was given from when they ask for the details, the seller at once, and both a line in the chat";
const _PAYER =
  "who was given an account names the payer before they say paid; the seller sees whether it is the buyer's name";
const GONE =
  "copies and payers lie sealed, come opened into the archive of their owner, and go with the words of the trade";
const NO_LOGIN =
  "no login gives somebody else's account to a trade, or one to a trade in which its owner does not sell";
const BANKS = "an official file of the United States, or of Russia, is that country's directory from then on";

export const GUARDS_OF_PAYMENT_ACCOUNTS: readonly Guard[] = [
  {
    promise: "an account stays while an open trade has it",
    file: MADE,
    text: "  if is_account_shared(found_id) then return 'in_use'; end if;\n",
    without: "",
    test: TEST,
    only: IN_USE,
  },
  {
    promise: "twenty accounts of a kind are kept at most",
    file: MADE,
    text: "then return 'many'; end if;\n  begin",
    without: "and false then return 'many'; end if;\n  begin",
    test: TEST,
    only: MOST,
  },
  {
    promise: "an account is changed by its owner alone",
    file: `${HERE}/rows.ts`,
    text: "where known.user_id = ",
    without: "where true or known.user_id = ",
    test: TEST,
    only: OTHERS,
  },
  {
    promise: "what is told of an account has no number",
    file: `${HERE}/bank-accounts.ts`,
    text: 'told: countryIso === WORLDWIDE_ISO ? "bank" : countryIso,',
    without: 'told: fields.account_number ?? "",',
    test: TEST,
    only: SEALED,
  },
  {
    promise: "a field that the country does not ask for is refused",
    file: `${HERE}/check-account.ts`,
    text: "...strangeOf(entered, rule), ",
    without: "",
    test: TEST,
    only: FAULTS,
  },
  {
    promise: "a British account number fits its sort code",
    file: `${HERE}/countries/united-kingdom.ts`,
    text: ".isValid() ?",
    without: ".isValid() || true ?",
    test: TEST,
    only: FAULTS,
  },
  {
    promise: "a NUBAN has its check digit",
    file: `${HERE}/checksums.ts`,
    text: "% 10)) % 10 === Number(text[9]);",
    without: "% 10)) % 10 >= 0;",
    test: TEST,
    only: FAULTS,
  },
  {
    promise: "a Russian account has the key of its BIK",
    file: `${HERE}/countries/russia.ts`,
    text: "isRussianAccount(bik, number) ?",
    without: "isRussianAccount(bik, number) || true ?",
    test: TEST,
    only: FAULTS,
  },
  {
    promise: "a routing number has its check digit, also in an official file",
    file: `${HERE}/import-banks.ts`,
    text: "found.filter(({ code }) => isAbaNumber(code))",
    without: "found.filter(({ code }) => code.length > 0)",
    test: `${HERE}/find-banks.test.ts`,
    only: BANKS,
  },
  {
    promise: "what a trade was given is a copy",
    file: MADE,
    text: "references payment_accounts on delete set null,\n  kind",
    without: "references payment_accounts on delete cascade,\n  kind",
    test: GIVING,
    only: COPY,
  },
  {
    promise: "only the seller of a trade gives an account to it",
    file: REMADE,
    text: "held.seller_id <> share_payment_account.user_id then return 'trade'",
    without: "held.seller_id is null then return 'trade'",
    test: GIVING,
    only: NO_LOGIN,
  },
  {
    promise: "an account is given while the trade waits for its payment",
    file: REMADE,
    text: "  if held.status <> 'active_funded' and not (held.status = 'not_funded' and held.flow_type = 'bt-auto') then return 'status'; end if;\n  -- Held",
    without: "  -- Held",
    test: GIVING,
    only: ONLY,
  },
  {
    promise: "five accounts are given to a trade at most",
    file: REMADE,
    text: "  if 5 <= (select",
    without: "  if 500 <= (select",
    test: GIVING,
    only: ONLY,
  },
  {
    promise: "an account that is given fits the payment method",
    file: `${HERE}/give-account.ts`,
    text: 'account.kind === "bank" ? method.group === "bank-transfers" : account.method_id === method.id;',
    without: "account !== undefined;",
    test: GIVING,
    only: ONLY,
  },
  {
    promise: "the buyer sees what was given once they asked for the details",
    file: "server/market/trades/view-trade.ts",
    text: "paymentDetails: seesDetails(request) ?",
    without: "paymentDetails: seesDetails(request) || true ?",
    test: GIVING,
    only: SHOWN,
  },
  {
    promise: "what trades were given goes with the words of the trade",
    file: MADE,
    text: "  delete from trade_payment_accounts where trade_id = new.id;\n",
    without: "",
    test: GIVING,
    only: GONE,
  },
  {
    promise: "a closed account has no payment accounts",
    file: MADE,
    text: "  delete from payment_accounts where user_id = new.user_id;\n",
    without: "",
    test: GIVING,
    only: "with an account go its payment accounts",
  },
];
