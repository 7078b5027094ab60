// Guards: what each page is given to show, to whom, and which words of its address count.
// Surveys: ^server/outward/(pages|profiles)/|^server/market/(listing/(market|card|count)|feedback/list|disputes/list)
import { test } from "node:test";
import { openDispute, takeDispute } from "#contract/disputes.ts";
import { addFavoriteOffer } from "#contract/favorites.ts";
import { giveFeedback } from "#contract/feedback.ts";
import { changeRelation } from "#contract/accounts.ts";
import { LOCALES, type Locale } from "#contract/page.ts";
import { Refusal } from "#contract/refusals.ts";
import { avatarSvg } from "../../server/outward/profiles/index.ts";
import { pages, surround } from "../../server/outward/pages/index.ts";
import { identify } from "../../server/people/auth/index.ts";
import { halt } from "../../server/money/ledger/index.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";
import { tradeSteps } from "./trade-steps.ts";

const story = await openStory({ withoutTables: ["sessions"], blank: ["asOf"] });
const { app, act, takes, events } = story;
const { paid, releases, cancels } = tradeSteps(story);
const units = { BTC: 100_000_000n };
const hana = await story.person("HonestHana", { units, days: 99 });
const bob = await story.person("bob", { country: "FR", days: 99 });
const mara = await story.person("mara", { days: 99 });
const milo = await story.person("milo", { days: 99 });
for (const { id } of [mara, milo])
  await app.owner.query("insert into user_roles values ($1, 'moderator', market_now())", [id]);
const verified = await story.offer(hana, { payment_method: "zelle-pay", require_verified_id: true });
const sale = await story.offer(hana, { payment_method: "paypal", payment_window: 43_200 });
const ether = await story.offer(hana, { offer_type: "buy", payment_method: "revolut" });
await story.offer(bob, { offer_type: "buy", fiat_currency_code: "EUR" });

type Ask = {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly locale?: Locale;
  readonly chosenFiat?: string;
  readonly countries?: readonly string[];
  readonly isDemo?: boolean;
};

const words = (...queries: readonly Record<string, string>[]) => queries;

/** A list of many is told by its length and its ends. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const list = value.map(shortened);
    return list.length > 24 ? { count: list.length, first: list[0], last: list.at(-1) } : list;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]));
};

async function opens(who: Actor, path: string, ask: Ask = {}) {
  const route = pages.find((page) => page.path === path);
  if (!route) throw new Error(`no page ${path}`);
  const { params = {}, query = {}, locale = "en", chosenFiat = null, countries = [], isDemo = false } = ask;
  const viewer = await identify(app.db, who.client.token);
  await act(`${who.name} opens ${path} ${JSON.stringify(ask)}`, async () => {
    try {
      const shown = await app.db.read((tx) =>
        route.load({
          tx,
          params,
          query,
          viewer,
          visitor: { chosenFiat, countries },
          locale,
          isDemo,
        }),
      );
      return { status: 200, body: shortened(shown) };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.code };
      throw error;
    }
  });
}

async function around(who: Actor, isDemo = false): Promise<void> {
  const viewer = await identify(app.db, who.client.token);
  await act(`around the pages of ${who.name}`, async () => ({
    status: 200,
    body: await app.db.read(async (tx) => {
      const { site } = await surround.site(tx);
      const person = viewer && (await surround.person(tx, viewer));
      return {
        session: person?.session ?? null,
        banners: surround.banners(site, { viewer, person, isDemo, locale: "en", now: tx.now }),
        flags: surround.flags(site, { viewer, person }),
      };
    }),
  }));
}

async function browsing(): Promise<void> {
  await opens(story.guest, "/");
  await opens(story.guest, "/", { isDemo: true, chosenFiat: "NGN", query: { range: "year" } });
  await opens(bob, "/", { countries: ["KE"] });
  const listing = (market: string, method = "", more: Ask = {}) =>
    opens(story.guest, method ? "/trading/:market/:method" : "/trading/:market", {
      ...more,
      params: { market, ...(method ? { method } : {}) },
    });
  for (const market of ["buy-btc", "sell-btc", "buy-bitcoin", "sell-usdt", "buy-doge", "hold-btc", "buy"])
    await listing(market);
  await listing("buy-btc", "paypal");
  await listing("buy-btc", "with-any-payment-method");
  await listing("buy-btc", "no-such-method");
  await listing("buy-btc", "paypal", { query: { currencyCode: "EUR", "fiat-min": "50", page: "2" } });
  await listing("sell-btc", "", { query: { currencyCode: "any", sort: "crypto_usd_price_desc" } });
  for (const query of words(
    {},
    { "fiat-min": "50" },
    { fiatAmount: "60.5" },
    { "fiat-min": "007" },
    { fiatAmount: "1.123456789" },
  ))
    await opens(bob, "/offer/:hash", { params: { hash: sale }, query: query });
  await opens(story.guest, "/offer/:hash", { params: { hash: "aaaaaaaaaaaaaa" } });
  for (const path of ["/about", "/terms-of-service", "/privacy-policy", "/fees"]) await opens(story.guest, path);
}

async function joining(): Promise<void> {
  for (const next of ["/wallet", "//evil.example", "/\\evil", "wallet", "/a\nb"])
    await opens(story.guest, "/login", { query: { next } });
  await opens(story.guest, "/login", { isDemo: true });
  await opens(bob, "/login", { query: { next: "/wallet" } });
  await opens(bob, "/login");
  for (const locale of LOCALES) await opens(story.guest, "/register", { locale });
  for (const referralCode of ["abc", "abcd", "a".repeat(21), "with-dash"])
    await opens(story.guest, "/register", { query: { referralCode } });
  await opens(bob, "/register");
  await opens(bob, "/verify-email");
  await opens(bob, "/verify-email", { query: { next: "/wallet" } });
  await app.owner.query("update users set email_confirmed_at = null where id = $1", [bob.id]);
  await opens(bob, "/verify-email", { isDemo: true, query: { next: "/wallet" } });
  await opens(story.guest, "/verify-email");
  await around(bob);
  await app.owner.query("update users set email_confirmed_at = market_now() where id = $1", [bob.id]);
}

async function owning(): Promise<void> {
  for (const who of [hana, bob, mara]) await opens(who, "/dashboard/my-offers");
  await opens(hana, "/dashboard/my-offers", { query: { type: "buy" } });
  await opens(hana, "/dashboard/my-offers", { query: { type: "both" } });
  await opens(bob, "/offer-manager/edit");
  await opens(hana, "/offer-manager/edit", {
    query: { type: "buy", crypto: "eth", currency: "JPY", "payment-method": "paypal" },
  });
  await opens(hana, "/offer-manager/edit", {
    query: { type: "x", crypto: "doge", currency: "QQQ", "payment-method": "x" },
    locale: "es",
  });
  await opens(hana, "/offer-manager/edit/:hash", { params: { hash: verified } });
  await opens(bob, "/offer-manager/edit/:hash", { params: { hash: verified } });
  await opens(story.guest, "/offer-manager/edit");
  await app.owner.query(
    "insert into settings (name, value, changed_at) values ('catalog.disabled_methods', '[\"zelle-pay\"]', market_now())",
  );
  await opens(hana, "/offer-manager/edit/:hash", { params: { hash: verified } });
  await opens(bob, "/offer-manager/edit");
}

async function trading(): Promise<void> {
  const open = await takes(bob, sale);
  const done = await takes(bob, sale, { fiat_amount: "101" });
  await paid(bob, done);
  const ended = await releases(await story.again(hana), done);
  const lost = await takes(bob, sale, { fiat_amount: "102" });
  await cancels(bob, lost);
  const disputed = await takes(bob, sale, { fiat_amount: "103" });
  await paid(bob, disputed);
  await story.later(3600);
  await bob.client.call(openDispute, {
    params: { id: disputed },
    body: { dispute_reason_id: 12, dispute_reason_text: "it did not arrive" },
  });
  await mara.client.call(takeDispute, { params: { id: disputed }, body: { reason: "next in the queue" } });
  await bob.client.call(giveFeedback, { params: { id: done }, body: { rating: 1, message: "quick and kind" } });
  await hana.client.call(giveFeedback, { params: { id: done }, body: { rating: -1, message: "slow to pay" } });
  for (const id of [ether, sale]) await mara.client.call(addFavoriteOffer, { params: { id } });
  await bob.client.call(addFavoriteOffer, { params: { id: ether } });
  for (const [username, action] of [
    ["HonestHana", "trusted"],
    ["milo", "blocked"],
  ] as const)
    await bob.client.call(changeRelation, { params: { username }, body: { action } });
  await events();
  for (const who of [bob, hana, mara, milo, story.guest]) {
    await opens(who, "/trade/:hash", { params: { hash: disputed } });
    await opens(who, "/dashboard");
  }
  await opens(bob, "/trade/:hash", { params: { hash: open } });
  await opens(bob, "/trade/:hash/dispute", { params: { hash: disputed } });
  await opens(mara, "/trade/:hash", { params: { hash: "aaaaaaaaaaaaaa" } });
  const uuid = ended.data.receiptUrl?.split("/").at(-1) ?? "";
  for (const asked of [uuid, uuid.toUpperCase(), "x", "00000000-0000-0000-0000-000000000000"])
    await opens(story.guest, "/trade/receipt/:uuid", { params: { uuid: asked } });
}

async function looking(): Promise<void> {
  for (const query of words(
    {},
    { status: "cancelled", page: "1" },
    { role: "seller" },
    { crypto: "ETH" },
    { partner: "honesthana" },
    { partner: "a b", status: "x", role: "x", crypto: "x", page: "0" },
    { page: "2" },
  ))
    await opens(bob, "/dashboard/trades", { query: query });
  for (const who of [mara, bob, milo]) await opens(who, "/dashboard/favorites");
  await opens(bob, "/dashboard/favorites", { query: { type: "sell", page: "2" } });
  for (const who of [bob, story.guest, hana])
    await opens(who, "/user/:username", { params: { username: "HonestHana" } });
  await opens(hana, "/user/:username", { params: { username: "BOB" }, locale: "es" });
  for (const query of words(
    { tab: "buy" },
    { tab: "sell", page: "2" },
    { rating: "negative" },
    { rating: "positive", role: "buyer" },
    { role: "seller" },
  ))
    await opens(bob, "/user/:username", { params: { username: "HonestHana" }, query: query });
  await opens(bob, "/user/:username", { params: { username: "nobody" } });
  for (const query of words({}, { state: "decided" }, { state: "x" }))
    await opens(mara, "/staff/disputes", { query: query });
  for (const who of [bob, hana]) await opens(who, "/account/settings");
  await app.owner.query(
    "update users set username_changed_at = market_now(), full_name_visibility = 'hidden', bio = 'here' where id = $1",
    [bob.id],
  );
  await opens(bob, "/account/settings", { locale: "es" });
}

async function money(): Promise<void> {
  for (const path of ["/wallet", "/wallet/convert"]) await opens(bob, path);
  for (const crypto of ["btc", "eth", "usdt", "doge", "BTC"])
    await opens(hana, "/wallet/send/:crypto", { params: { crypto } });
  await opens(hana, "/wallet/receive/:crypto", { params: { crypto: "eth" } });
  for (const who of [story.guest, bob, hana, mara]) await around(who, who === bob);
  await app.db.tx((tx) => halt(tx, { name: "money_out", reason: "a test" }));
  for (const state of ["banned", "frozen", "restricted", "suspended", "on_hold", "compliance_hold"]) {
    await app.owner.query(
      "insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at) values ($1, $2, 'check', $2, market_now(), market_now())",
      [milo.id, state],
    );
    await around(milo);
    await app.owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1", [milo.id]);
  }
  await act("the money is not of this hour", () => app.moveClock(3_600_000));
  await around(story.guest);
  await act("avatars", async () => ({ status: 200, body: ["ada", "ADA", "bob", "x_1"].map(avatarSvg) }));
}

test("each page is given what was reviewed", async () => {
  await act("a small market stands", async () => undefined);
  for (const { path, policy } of pages) await act(`${path} demands`, async () => ({ status: 200, body: policy }));
  await browsing();
  await joining();
  await owning();
  await trading();
  await looking();
  await money();
  await opens(story.guest, "/wallet/cancel-transfer", { query: { token: "of nobody" } });
  for (const path of ["/forgot-password", "/reset-password"]) await opens(story.guest, path);
  holds("pages-story", story.tape.lines);
});
