/** Pages of documents, of levels, and of those who review documents. */
import { ownPath } from "#contract/platform/own-path.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { queuePlace } from "#contract/platform/wire.ts";
import { reviewFilters, VERIFICATION_QUEUES } from "#contract/compliance/verification/verification.ts";
import { TRADING_NAME_QUEUES } from "#contract/compliance/trading-name-names.ts";
import { tradingNameFilters } from "#contract/compliance/trading-names.ts";
import type { WalletBlock } from "#contract/products/wallet/blocks.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { COUNTRIES, countryName, preselected } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { findUserById, mayName, openPersonal, type UserRow } from "../../../people/accounts/index.ts";
import { viewPhone } from "../../../people/phones/index.ts";
import { hasRate, unusedVolume, viewLevels } from "../../../compliance/levels/index.ts";
import {
  documentCountry,
  missingVerification,
  supportedCountries,
  viewCorporate,
  viewDecided,
  viewScreening,
  viewStaffQueue,
  viewStandings,
  viewVerification,
} from "../../../compliance/verification/index.ts";
import { viewTradingNames } from "../../../compliance/trading-names/index.ts";
import { policyLines } from "../../../people/policies/index.ts";
import { viewTraderProgram } from "../../profiles/index.ts";
import { consolePage } from "../console-pages.ts";
import { oneOf, saidAll } from "../query.ts";

const OWN = { auth: "session", rateLimit: "read" } as const;

async function loadVerification({ tx, viewer: known, locale }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  const user = await findUserById(tx, viewer.userId);
  if (!user) throw new Error(`user ${viewer.userId} is gone`);
  const [standings, account, countries, country, missing] = await Promise.all([
    viewStandings(tx, viewer.userId),
    viewCorporate(tx, viewer.userId),
    supportedCountries(tx, locale),
    documentCountry(tx, viewer),
    missingVerification(tx, viewer),
  ]);
  const { firstName, lastName } = openPersonal(user);
  const documentIso3 = countries.some(({ iso3 }) => iso3 === country.iso3) ? country.iso3 : "";
  return {
    page: "account-verification",
    props: {
      // A company has a page of its own.
      standings: standings.filter(({ kind }) => kind !== "company"),
      blockReasons: viewer.blocks,
      missingVerification: missing,
      isCorporate: account.isCorporateAccount,
      countries: countries.map(({ iso: _, ...country }) => country),
      documentCountry: documentIso3,
      firstName,
      lastName,
      name: await nameOf(tx, { user, blocks: viewer.blocks }),
    },
  };
}

async function nameOf(tx: ReadTx, { user, blocks }: { user: UserRow; blocks: readonly WalletBlock[] }) {
  const phone = await viewPhone(tx, { userId: user.id, externalId: user.external_id });
  const { fullnameBirthday: state } = await viewVerification(tx, { user, phone, blocks });
  return { state, isOpen: await mayName(tx, user.id) };
}

async function loadName({ tx, viewer: known, locale, query, visitor }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  const user = await findUserById(tx, viewer.userId);
  if (!user) throw new Error(`user ${viewer.userId} is gone`);
  const next = ownPath(query.next);
  const isNamed = user.named_at !== null;
  const { "catalog.disabled_countries": closed } = await readSettings(tx, ["catalog.disabled_countries"]);
  const name = await nameOf(tx, { user, blocks: viewer.blocks });
  if (!name.isOpen && next) return { redirectTo: next };
  const countries = COUNTRIES.filter(({ iso }) => iso !== "YY")
    .map(({ iso }) => ({ iso, name: countryName(iso, locale), isClosed: closed.includes(iso) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
  const { firstName, lastName } = openPersonal(user);
  const likeliest = preselected([user.country_iso, ...visitor.countries], closed) ?? null;
  return {
    page: "account-name",
    props: {
      ...name,
      isNamed,
      firstName,
      lastName,
      countries: isNamed ? countries.filter(({ iso }) => iso === user.country_iso) : countries,
      countryIso: isNamed ? user.country_iso : likeliest,
      next,
    },
  };
}

async function loadCompany({ tx, viewer: known, locale }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  const [account, standings, countries, country] = await Promise.all([
    viewCorporate(tx, viewer.userId),
    viewStandings(tx, viewer.userId),
    supportedCountries(tx, locale),
    documentCountry(tx, viewer),
  ]);
  const standing = standings.find(({ kind }) => kind === "company");
  if (!standing) throw new Error("companies are no kind of verification");
  return {
    page: "account-company",
    props: {
      account,
      standing,
      isIdVerified: standings.some(({ kind, isVerified }) => kind === "id" && isVerified),
      countries: countries.map(({ iso: _, ...country }) => country),
      documentCountry: countries.some(({ iso3 }) => iso3 === country.iso3) ? country.iso3 : "",
    },
  };
}

async function loadLevel({ tx, viewer }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`user ${userId} is gone`);
  const info = await viewLevels(tx, userId);
  // A currency without a rate says nothing of what is left: dollars do.
  const own = user.currency_code ?? "USD";
  const fiat = (await hasRate(tx, own)) ? own : "USD";
  const volume = await unusedVolume(tx, { userId, fiat });
  return { page: "account-level", props: { info, unused: { volume, fiat } } };
}

async function loadReviews({ tx, viewer, query }: PageContext): Promise<Shown> {
  const queue = oneOf(VERIFICATION_QUEUES, query.queue) ?? "pending";
  const staffId = needViewer(viewer).userId;
  const { asked, shown } = saidAll(
    { ...reviewFilters.shape, after: queuePlace, hits: queuePlace, waits: queuePlace },
    { ...query, country: query.country?.toUpperCase() ?? "" },
  );
  const { hits, waits, ...filters } = asked;
  const [found, screening, decidedHits] = await Promise.all([
    viewStaffQueue(tx, { staffId, queue, ...filters }),
    viewScreening(tx, { staffId, who: filters.who, after: waits }),
    queue === "decided" ? viewDecided(tx, { staffId, who: filters.who, after: hits }) : null,
  ]);
  return { page: "staff-verifications", props: { queue, found, screening, decidedHits, filters: shown } };
}

async function loadTradingNames({ tx, viewer, query }: PageContext): Promise<Shown> {
  const queue = oneOf(TRADING_NAME_QUEUES, query.queue) ?? "waiting";
  const { asked, shown } = saidAll({ ...tradingNameFilters.shape, after: queuePlace }, query);
  const found = await viewTradingNames(tx, { staffId: needViewer(viewer).userId, queue, ...asked });
  return { page: "staff-trading-names", props: { queue, found, filters: shown } };
}

export const verificationPages: readonly PageRoute[] = [
  { path: PATHS.kycVerification, policy: OWN, load: loadVerification },
  { path: PATHS.accountName, policy: OWN, load: loadName },
  { path: PATHS.accountCompany, policy: OWN, load: loadCompany },
  {
    path: PATHS.accountLevel,
    policy: OWN,
    load: loadLevel,
  },
  {
    path: PATHS.traderProgram,
    policy: OWN,
    load: async ({ tx, viewer }) => ({
      page: "trader-program",
      props: {
        program: await viewTraderProgram(tx, needViewer(viewer).userId),
        terms: await policyLines(tx, needViewer(viewer).userId, ["vendor-terms"]),
      },
    }),
  },
  consolePage("staffVerifications", loadReviews),
  consolePage("staffTradingNames", loadTradingNames),
];
