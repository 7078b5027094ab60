/** The page of the accounts that a person is paid to. */
import { PATHS } from "#contract/platform/paths.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import {
  COUNTRIES,
  countryName,
  currencyName,
  fiatByCode,
  FIATS,
  getFiat,
  isMethodOpen,
  paymentMethodsOfGroup,
} from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { findUserById } from "../../../people/accounts/index.ts";
import { listBankAccounts, listWallets } from "../../../market/payment-accounts/index.ts";

async function loadPayments({ tx, viewer: known, locale }: PageContext): Promise<Shown> {
  const { userId, countryIso } = needViewer(known);
  const [user, accounts, wallets, settings] = await Promise.all([
    findUserById(tx, userId),
    listBankAccounts(tx, userId),
    listWallets(tx, userId),
    readSettings(tx, ["catalog.disabled_methods", "catalog.disabled_countries"]),
  ]);
  const closed = settings["catalog.disabled_countries"];
  const countries = COUNTRIES.filter(({ iso }) => !closed.includes(iso)).map((country) => ({
    id: country.id,
    iso: country.iso,
    name: countryName(country.iso, locale),
    currencyId: country.currency ? (fiatByCode(country.currency)?.id ?? null) : null,
  }));
  const own = countries.find(({ iso }) => iso === countryIso);
  return {
    page: "account-payments",
    props: {
      accounts,
      wallets,
      countries: countries.sort((a, b) => a.name.localeCompare(b.name, locale)),
      currencies: FIATS.map((fiat) => ({ id: fiat.id, code: fiat.code, name: currencyName(fiat, locale) })),
      countryId: own?.id ?? countries[0]?.id ?? 0,
      currencyId: own?.currencyId ?? getFiat(user?.currency_code ?? "USD").id,
      methods: paymentMethodsOfGroup("mobile-money")
        .filter((method) => isMethodOpen(method, settings["catalog.disabled_methods"]))
        .map(({ id, name }) => ({ id, name })),
    },
  };
}

export const paymentsPages: readonly PageRoute[] = [
  { path: PATHS.accountPayments, policy: { auth: "session", rateLimit: "read" }, load: loadPayments },
];
