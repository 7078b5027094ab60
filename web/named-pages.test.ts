// Guards: every named page that links lead to is there in every language, with what a search engine reads, and its links lead on.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { TOUR_ROBOT } from "#contract/demo/demo.ts";
import { listingPath } from "#contract/market/offers/listing/paths.ts";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { type PathInput, type PathKey, pathOf } from "#contract/platform/paths.ts";
import type { ContentKey } from "#contract/site/content.ts";
import { makeApp } from "../server/app.ts";
import { aMarket, aTrade, signIn, testApp } from "../server/testing/index.ts";
import { freshRates } from "../server/testing/market/trades.ts";
import { DIST, WEB } from "./build/place.ts";

const app = await testApp({ config: { demo: true } });
await freshRates(app);
const drawing = await makeApp({ ...app.ports, distDir: DIST });
after(() => drawing.close());
const market = await aMarket(app);
const trade = await aTrade(market);
const session = await app.db.tx((tx) => signIn(tx, market.seller.id));
const { origin } = app.ports.config.publicUrl;

type Address = (locale: Locale) => string;

function at<K extends PathKey | ContentKey>(key: K, ...[input]: PathInput<K> extends undefined ? [] : [PathInput<K>]) {
  return (locale: Locale) => pathOf(locale, key, input as PathInput<K>);
}
const country = (name: string) => at("countryLanding", { country: name });
const text = (slug: string) => at(`landing/${slug}`);
const offers = (side: "buy" | "sell") => (locale: Locale) => localized(locale, listingPath({ side, crypto: "BTC" }));

/** For everybody. */
const OPEN: Readonly<Record<string, Address>> = {
  home: at("home"),
  about: at("company/about"),
  offersBuy: offers("buy"),
  offersSell: offers("sell"),
  giftCardOffers: at("giftCardOffers", { side: "buy", crypto: "BTC" }),
  viewOffer: at("viewOffer", { hash: market.offer }),
  virtualCardLanding: text("virtual-card"),
  spotTradingLanding: text("spot-trading"),
  swapLanding: text("swap-crypto"),
  walletLanding: text("crypto-wallet"),
  offRampLanding: text("cash-out-crypto"),
  buyCryptoInstantlyLanding: text("buy-crypto-instantly"),
  lightningLanding: at("lightningLanding"),
  otcDeskLanding: at("otcDeskLanding"),
  silentPool: at("silentPool"),
  giftCardsLanding: at("giftCardsLanding"),
  giftCardStoreLanding: text("buy-gift-cards"),
  partnerProgramLanding: at("partnerProgramLanding"),
  ambassadorProgramLanding: at("ambassadorProgramLanding"),
  feesLanding: at("company/fees"),
  help: at("help"),
  blog: at("blog"),
  academy: at("academy"),
  statusPage: at("statusPage"),
  ceoDashboard: at("ceoDashboard"),
  countriesLanding: at("countriesLanding"),
  nigeria: country("nigeria"),
  ghana: country("ghana"),
  philippines: country("philippines"),
  china: country("china"),
  india: country("india"),
  vietnam: country("vietnam"),
  bitcoinCalculator: at("converter", { pair: "btc-to-usd" }),
  currencies: at("currencies"),
  developers: text("developers"),
  supportedCoins: text("supported-coins"),
  termsOfService: at("legal/terms-of-service"),
  vendorTerms: at("legal/vendor-terms"),
  partnerProgramTerms: at("legal/partner-program-terms"),
  privacyPolicy: at("legal/privacy-policy"),
  bugBountyPolicy: at("legal/bug-bounty-policy"),
  cookiePolicy: at("legal/cookie-policy"),
  banned: text("banned"),
  iosApp: text("app"),
  androidApp: text("app"),
  refugeesLanding: text("refugees"),
  nostrWatch: text("nostr"),
  limitedTimeEvents: at("events"),
};

/** Kept from search engines: pages to sign in, and those of a reader's own. */
const CLOSED: Readonly<Record<string, Address>> = {
  login: at("login"),
  register: at("register"),
  logout: at("logout"),
  welcome: at("welcome"),
  confirmEmail: at("confirmEmail"),
  wallet: at("wallet"),
  walletReceive: at("walletReceive", { crypto: "BTC" }),
  walletSend: at("walletSend", { crypto: "BTC" }),
  onramp: at("onramp"),
  offRamp: at("offRamp"),
  convert: at("convert"),
  virtualCard: at("virtualCard"),
  mobileTopUp: at("mobileTopUp"),
  lightning: at("lightning"),
  spotTrading: at("spotTrading"),
  giftCardStore: at("giftCardStore"),
  giftCardStoreLocal: at("giftCardStoreLocal"),
  suggestedCoins: at("supportIdeas"),
  userDashboard: at("userDashboard"),
  tradeHistory: at("tradeHistory"),
  userDashboardP2p: at("userDashboardP2p"),
  traderSettings: at("traderSettings"),
  blockedUsers: at("blockedUsers"),
  myOffers: at("myOffers"),
  silentPoolCoin: at("silentPoolCoin", { coin: "btc" }),
  silentPoolOffer: at("createPoolOffer"),
  partnerProgram: at("partnerProgram"),
  traderProgram: at("traderProgram"),
  shareProfile: at("shareProfile"),
  kycVerification: at("kycVerification"),
  accountSettings: at("accountSettings"),
  accountPayments: at("accountPayments"),
  accountSecurity: at("accountSecurity"),
  viewTrade: at("viewTrade", { hash: trade }),
  registrationOfferPage: at("registrationOfferPage", { hash: market.offer }),
};

async function open(url: string, isSignedIn = false): Promise<{ status: number; html: string }> {
  const headers = { accept: "text/html", ...(isSignedIn ? { cookie: `parley=${session}` } : {}) };
  const { statusCode, body, headers: said } = await drawing.fastify.inject({ method: "GET", url, headers });
  if (statusCode === 303 && said.location) return open(said.location, isSignedIn);
  return { status: statusCode, html: body };
}

const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0;

/** A text that was not found is shown as its key. */
const NAMESPACES = readdirSync(join(WEB, "i18n"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const RAW_KEY = new RegExp(`>(?:${NAMESPACES.join("|")})\\.[a-z_]+(?:\\.[a-z_]+)*<`);

const links = new Set<string>();

/** What is wrong with a page; a title, one heading, and no raw key are asked of all. */
function faultsOf({ status, html }: { status: number; html: string }): string[] {
  if (status !== 200) return [`answers ${status}`];
  return [
    count(html, /<h1[ >]/g) === 1 ? "" : "has not one heading",
    /<title>[^<]{5,}<\/title>/.test(html) ? "" : "has no title",
    RAW_KEY.exec(html)?.[0] ?? "",
  ].filter(Boolean);
}

/** What search engines read of an open page. */
function headFaults(path: string, html: string): string[] {
  return [
    /<meta name="description" content="[^"]{20,}">/.test(html) ? "" : "has no description",
    html.includes(`<link rel="canonical" href="${origin}${path}">`) ? "" : "is not canonical",
    count(html, /<link rel="alternate" hreflang="/g) === LOCALES.length ? "" : "does not name its languages",
  ].filter(Boolean);
}

for (const locale of LOCALES) {
  test(`every open page is there in ${locale}`, async () => {
    const faults: string[] = [];
    for (const [key, address] of Object.entries(OPEN)) {
      const path = address(locale);
      const page = await open(path);
      faults.push(...[...faultsOf(page), ...headFaults(path, page.html)].map((fault) => `${key} ${fault}`));
      for (const [, href = ""] of page.html.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)) links.add(href);
    }
    assert.deepEqual(faults, []);
  });
  test(`every closed page is there in ${locale}`, async () => {
    const faults: string[] = [];
    for (const [key, address] of Object.entries(CLOSED)) {
      const page = await open(address(locale), !["login", "register"].includes(key));
      faults.push(...faultsOf(page).map((fault) => `${key} ${fault}`));
    }
    assert.deepEqual(faults, []);
  });
}

/** Of pages that differ only by their object a few are looked at. */
const OF_A_KIND = 4;

test("links lead on", async () => {
  assert.ok(links.size > 100, `only ${links.size} links were found`);
  // The robot of the tour is seeded with the demo only.
  const others = [...links].filter((href) => !href.endsWith(`/${TOUR_ROBOT}`));
  const kinds = Map.groupBy(others, (href) => href.slice(0, href.lastIndexOf("/")));
  const dead: string[] = [];
  for (const href of [...kinds.values()].flatMap((all) => all.slice(0, OF_A_KIND)))
    if ((await open(href)).status !== 200) dead.push(href);
  assert.deepEqual(dead, []);
});
