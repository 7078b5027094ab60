// Guards: what an owner may write into an offer and change of it, at and around each limit, and what else it moves.
// Surveys: ^server/market/(offers|my-offers)/
import { test } from "node:test";
import * as calls from "#contract/my-offers.ts";
import { offerBody } from "../../server/testing/index.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";

const story = await openStory({
  withoutTables: ["sessions", "ledger_accounts", "postings", "users"],
  blank: ["idHashed"],
});
const { app, act, does } = story;
const odo = await story.person("odo", { units: { BTC: 100_000_000n } });
const ivy = await story.person("ivy", { units: { BTC: 100_000_000n } });
const standing = await story.offer(ivy);
const others = await story.offer(ivy, { offer_type: "buy" });

type Changes = Partial<calls.OfferBody> & { readonly margin?: string };
const hashes = new Map<string, string>();

/** Makes an offer under a name, or is refused. A margin of "" is none at all. */
async function makes(who: Actor, name: string, changes: Changes = {}): Promise<void> {
  const body = offerBody(changes);
  if (changes.margin === "") delete body.margin;
  const made = await does(who, `makes "${name}": ${JSON.stringify(changes)}`, calls.createOffer, { body });
  if (made.data) {
    const { rows } = await app.owner.query<{ hash: string }>("select hash from offers order by id desc limit 1");
    hashes.set(name, rows[0]?.hash ?? "");
  }
}
const of = (name: string) => hashes.get(name) ?? name;
const changes = (who: Actor, name: string, to: Changes) =>
  does(who, `changes "${name}": ${JSON.stringify(to)}`, calls.updateOffer, {
    params: { id: of(name) },
    body: offerBody(to),
  });
const switches = (who: Actor, name: string, new_status: "active" | "inactive") =>
  does(who, `makes "${name}" ${new_status}`, calls.setOfferStatus, {
    params: { hash: of(name) },
    body: { new_status },
  });
const deletes = (who: Actor, name: string) =>
  does(who, `deletes "${name}"`, calls.deleteOffer, { params: { id: of(name) } });
const lists = (who: Actor, type?: "buy" | "sell") =>
  does(who, `lists ${type ?? "offers"}`, calls.listMyOffers, { query: type ? { type } : {} });

const OFF = { is_active: false } as const;
const YEN = { fiat_currency_code: "JPY", range_max: "90000", ...OFF };

/** Each of these is refused, or just allowed. */
const WORDS: readonly Changes[] = [
  { payment_method: "no-such-method" },
  { fiat_currency_code: "QQQ" },
  { margin: "" },
  { margin: "", fixed_price: "0" },
  { margin: "", fixed_price: "80000.123456789" },
  { margin: "2", fixed_price: "80000" },
  { margin: "1.234" },
  { margin: "30.01" },
  { margin: "50.01" },
  { margin: "-19.99", ...OFF },
  { margin: "-20" },
  { margin: "-99.99" },
  { margin: "-100", confirm_critical_margin: true },
  { offer_type: "buy", margin: "20" },
  { offer_type: "buy", margin: "20", confirm_critical_margin: true, ...OFF },
  { offer_type: "buy", margin: "19.99", ...OFF },
  { range_min: "2.99" },
  { range_min: "3", ...OFF },
  { range_min: "3", range_max: "2.99" },
  { range_min: "5", range_max: "5", ...OFF },
  { range_min: "0" },
  { range_min: "20", range_max: "1000000000000000.01" },
  { range_min: "20", range_max: "1000000000000000", ...OFF },
  { range_min: "20.001" },
  { predefined_amount: ["2.99", "50"] },
  { predefined_amount: ["100", "50", "100", "75.50"], ...OFF },
  ...["459", "460", "469", "470", "479", "480"].map((range_min) => ({ ...YEN, range_min })),
  { fiat_currency_code: "JPY", range_min: "490", range_max: "90000", ...OFF },
  { payment_window: 14 },
  { payment_window: 15, ...OFF },
  { payment_window: 43_200, ...OFF },
  { payment_window: 43_201 },
  { offer_terms: "mail me at ada@example.org" },
  { offer_terms: "see https://example.org" },
  { offer_terms: "my whatsapp: +49" },
  { offer_terms: "call +49 151 2345678" },
  { offer_terms: "  in 2026 for 1 000 000 people  ", trade_details: "  details@example.org  ", ...OFF },
  { payment_method_label: "no/slash" },
  { payment_method_label: "  Only - 1st Bank ", ...OFF },
  { payment_method_label: "t.me/ada" },
  { payment_country: "QQ" },
  { payment_country: "FR", ...OFF },
  { tags: ["no-such-tag"] },
  { tags: ["photo-id-required", "no-verification-needed", "photo-id-required"], ...OFF },
  { country_limitation_type: "allowed", country_limitation_list: ["FR", "QQ"] },
  { country_limitation_type: "allowed", country_limitation_list: ["FR", "DE"], ...OFF },
  { country_limitation_type: "disallowed", country_limitation_list: [], ...OFF },
  { country_limitation_list: ["FR"], ...OFF },
  { duty_hours: [{ day: 1, start_time: "09:00", end_time: "09:00", active: true }] },
  { duty_hours: [1, 1].map((day) => ({ day, start_time: "09:00", end_time: "17:00", active: true })) },
  {
    duty_hours: [{ day: 7, start_time: "00:00", end_time: "24:00", active: false }],
    timezone: "Europe/Berlin",
    ...OFF,
  },
  { timezone: "Mars/Olympus" },
  { require_min_past_trades: 3, new_buyer_max_fiat_limit: "50", require_verified_id: true, ...OFF },
  { new_buyer_max_fiat_limit: "0" },
  { new_buyer_max_fiat_limit: "0.01", show_only_trusted_user: true, block_anonymizer_users: true, ...OFF },
  { offer_cap: { amount: "0", active: true } },
  { offer_cap: { amount: "0.01", active: false }, ...OFF },
  { offer_cap: { amount: "500", active: true }, full_name_visibility: true, no_third_party_payments: true, ...OFF },
  { bin_codes: ["4111", "4111", "55555555"], card_regions: ["US"], ...OFF },
  { payment_method: "amazon-gift-card", margin: "80", card_regions: ["US", "QQ"] },
  { payment_method: "amazon-gift-card", margin: "80.01" },
  { payment_method: "amazon-gift-card", margin: "80", bin_codes: ["4111"], card_regions: ["US", "DE"], ...OFF },
  { payment_method: "visa-gift-card", bin_codes: ["4111", "4111", "55555555"], ...OFF },
  { margin: "", fixed_price: "61000" },
  { margin: "", fixed_price: "61000", confirm_critical_margin: true, ...OFF },
];

async function writing(): Promise<void> {
  for (const [index, words] of WORDS.entries()) await makes(odo, `draft ${index}`, words);
  const low = await story.person("low", { level: 1 });
  await makes(low, "too low", {});
  await act("everything written so far goes, by hand", async () => {
    await app.owner.query("update offers set deleted_at = market_now(), is_on = false where owner_id = $1", [odo.id]);
  });
}

async function changing(): Promise<void> {
  await makes(odo, "one");
  await makes(odo, "twin");
  await makes(odo, "off twin", OFF);
  await makes(odo, "buys", { offer_type: "buy", offer_cap: { amount: "700", active: true } });
  await makes(odo, "fixed", { margin: "", fixed_price: "90000", fiat_currency_code: "EUR" });
  await makes(odo, "ether", { crypto_currency_code: "ETH" });
  await changes(odo, "one", { offer_type: "buy" });
  await changes(odo, "one", { crypto_currency_code: "ETH" });
  await changes(ivy, "one", {});
  await changes(odo, "one", { margin: "3", range_max: "2000", offer_terms: "new terms", is_active: true });
  await changes(odo, "off twin", { is_active: true });
  await changes(odo, "off twin", { payment_method: "paypal", is_active: true });
  await changes(odo, "off twin", { payment_method: "other-bank-transfer" });
  await changes(odo, "one", { is_active: false, margin: "30" });
  await changes(odo, "one", { margin: "-25" });
  await act("odo's cap is half used", async () => {
    await app.owner.query("update offers set cap_used_units = 35000 where hash = $1", [of("buys")]);
  });
  await changes(odo, "buys", { offer_type: "buy", offer_cap: { amount: "700", active: true } });
  await changes(odo, "buys", { offer_type: "buy", offer_cap: { amount: "600", active: true } });
}

async function switching(): Promise<void> {
  await switches(ivy, "one", "active");
  await switches(odo, "one", "inactive");
  await switches(odo, "one", "active");
  await switches(odo, "one", "active");
  await makes(odo, "second off", OFF);
  await switches(odo, "second off", "active");
  await switches(odo, "one", "inactive");
  await switches(odo, "second off", "active");
  await act("odo has perks, one of them over, and ivy one", async () => {
    await app.owner.query(
      `insert into offer_perks (user_id, method_id, fee_bp, valid_until) values
         ($1, 0, 45, null), ($1, 14, 10, market_now() + interval '7 seconds'),
         ($1, 197, 20, market_now() + interval '1 hour'), ($2, 0, 5, null)`,
      [odo.id, ivy.id],
    );
  });
  await lists(odo);
  await lists(odo, "buy");
  await lists(ivy);
  await deletes(ivy, "second off");
  await deletes(odo, "second off");
  await deletes(odo, "second off");
  await switches(odo, "second off", "active");
  await changes(odo, "second off", {});
  await lists(odo, "sell");
}

async function pricing(): Promise<void> {
  const margin = (who: Actor, name: string, new_margin: string, confirm_critical_margin?: boolean) =>
    does(who, `sets the margin of "${name}" to ${new_margin}`, calls.setOfferMargin, {
      params: { hash: of(name) },
      body: { new_margin, ...(confirm_critical_margin ? { confirm_critical_margin } : {}) },
    });
  const price = (name: string, new_fixed_price: string, confirm_critical_margin?: boolean) =>
    does(odo, `sets the price of "${name}" to ${new_fixed_price}`, calls.setOfferFixedPrice, {
      params: { hash: of(name) },
      body: { new_fixed_price, ...(confirm_critical_margin ? { confirm_critical_margin } : {}) },
    });
  await margin(ivy, "one", "5");
  await margin(odo, "one", "-5.25");
  await margin(odo, "one", "-20");
  await margin(odo, "one", "-20", true);
  await margin(odo, "fixed", "5");
  await price("one", "80000");
  await price("fixed", "10");
  await price("fixed", "10", true);
  await price("fixed", "95000.5");
}

async function sums(): Promise<void> {
  type Sums = { range_min?: string; range_max?: string; predefined_amount?: string[] };
  const amount = (who: Actor, name: string, body: Sums) =>
    does(who, `sets sums of "${name}" to ${JSON.stringify(body)}`, calls.setOfferAmount, {
      params: { hash: of(name) },
      body,
    });
  const cap = (name: string, offer_cap: { amount: string; active: boolean }, more: Sums = {}) =>
    does(odo, `sets the cap of "${name}" to ${JSON.stringify({ ...offer_cap, ...more })}`, calls.setOfferCap, {
      params: { id: of(name) },
      body: { offer_cap, ...more },
    });
  await amount(ivy, "one", { range_min: "10", range_max: "20" });
  await amount(odo, "one", {});
  await amount(odo, "one", { range_min: "10" });
  await amount(odo, "one", { range_max: "10" });
  await amount(odo, "one", { range_min: "2", range_max: "10" });
  await amount(odo, "one", { range_min: "10", range_max: "1234.56" });
  await amount(odo, "one", { predefined_amount: ["50", "20", "50"] });
  await amount(odo, "buys", { range_min: "25", range_max: "300" });
  await cap("buys", { amount: "24.99", active: true });
  await cap("buys", { amount: "24.99", active: false });
  await cap("buys", { amount: "25", active: true });
  await act("odo's cap is used up", async () => {
    await app.owner.query("update offers set cap_used_units = 2500 where hash = $1", [of("buys")]);
  });
  await cap("buys", { amount: "25", active: true }, { range_min: "20", range_max: "25" });
  await cap("buys", { amount: "25", active: false });
  await cap("buys", { amount: "25", active: true });
  await cap("one", { amount: "0", active: true });
}

/** Twenty may be on; fifty of a power trader, a hundred of an expert. */
async function manyAtOnce(): Promise<void> {
  const CODES = "USD EUR GBP JPY INR BRL NGN KES CAD AUD CHF CNY SEK NOK DKK PLN CZK HUF RON TRY ZAR MXN".split(" ");
  const ema = await story.person("ema", { units: { BTC: 100_000_000n } });
  await act("ema has nineteen on and three off, one of them twice", async () => {
    for (const [index, fiat] of CODES.entries())
      await story.offer(ema, {
        fiat_currency_code: fiat,
        range_min: "9000",
        range_max: "90000",
        is_active: index < 19,
      });
    await story.offer(ema, { range_max: "900", is_active: false });
  });
  const { rows } = await app.owner.query<{ hash: string }>("select hash from offers where owner_id = $1 order by id", [
    ema.id,
  ]);
  const hashOf = (index: number) => rows[index]?.hash ?? "";
  await switches(ema, hashOf(19), "active");
  await switches(ema, hashOf(20), "active");
  await makes(ema, "too many", { payment_method: "paypal" });
  await does(ema, "changes one that is off to be on", calls.updateOffer, {
    params: { id: hashOf(20) },
    body: offerBody({ fiat_currency_code: "ZAR", range_max: "9000", is_active: true }),
  });
  const all = (who: Actor, new_status: "active" | "inactive", type?: "buy" | "sell") =>
    does(who, `makes all ${type ?? ""} ${new_status}`, calls.toggleAllOffers, {
      body: { new_status, ...(type ? { type } : {}) },
    });
  await all(ema, "active");
  await all(odo, "inactive", "buy");
  await all(odo, "active");
  for (const badge of ["power_trader", "expert_trader"]) {
    await act(`ema is a ${badge}`, async () => {
      await app.owner.query(
        "insert into user_reputation (user_id, badge, tier) values ($1, $2, $2) on conflict (user_id) do update set badge = $2, tier = $2",
        [ema.id, badge],
      );
    });
    await lists(ema, "buy");
  }
  await all(ema, "active");
  await all(ema, "inactive");
  await act("ema is of level 1", async () => {
    await app.owner.query("update users set granted_level = 1 where id = $1", [ema.id]);
  });
  await all(ema, "active");
  await switches(ema, hashOf(3), "active");
}

async function standingAmong(): Promise<void> {
  const where = (who: Actor, hash: string) =>
    does(who, "asks where it stands", calls.getOfferPinnedInfo, { params: { hash } });
  for (const margin of ["1", "2", "3"]) {
    const rival = await story.person(`rival${margin}`, { units: { BTC: 10_000_000n } });
    await story.offer(rival, { margin });
    await story.offer(rival, { offer_type: "buy", margin: `-${margin}` });
  }
  for (const hash of [standing, others]) await where(ivy, hash);
  await where(odo, standing);
  await switches(ivy, standing, "inactive");
  await where(ivy, standing);
}

test("each act of an owner answers and writes what was reviewed", async () => {
  await act("two offers stand", async () => undefined);
  await writing();
  await changing();
  await switching();
  await pricing();
  await sums();
  await manyAtOnce();
  await standingAmong();
  holds("offers-story", story.tape.lines);
});
