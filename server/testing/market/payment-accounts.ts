/** Right bank accounts for tests, one of each country: numbers that banks and registries publish as examples. */
import type { AccountCountry } from "#contract/market/trades/payment/account-names.ts";
import type { BankAccountBody } from "#contract/market/trades/payment/accounts.ts";

const USD = { fiat_currency_id: 144, is_personal: true, holder_name: "Ada Byron" } as const;

export const RIGHT_ACCOUNTS: Readonly<Record<AccountCountry, BankAccountBody>> = {
  NG: { ...USD, country_id: 566, bank_id: "ng-011", account_number: "0000014579" },
  US: { ...USD, country_id: 840, routing_number: "021000021", account_number: "000123456789", city: "New York" },
  FI: { ...USD, country_id: 246, sepa: { iban: "FI21 1234 5600 0007 85" }, swift: "NDEAFIHH" },
  GB: { ...USD, country_id: 826, sort_code: "08-99-99", account_number: "66374958" },
  IN: { ...USD, country_id: 356, ifsc: "hdfc0000001", account_number: "50100012345678" },
  RU: { ...USD, country_id: 643, routing_number: "044525700", account_number: "40703840000001449489" },
  MX: { ...USD, country_id: 484, clabe: "032180000118359719" },
  OTHER: { ...USD, country_id: 276, sepa: { iban: "DE89370400440532013000" } },
};

export const RIGHT_WALLET = { payment_method_id: 451, holder_name: "Ada Byron", phone: "+254 712 345678" } as const;
