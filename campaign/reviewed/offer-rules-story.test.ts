// Guards: who may take an offer and who may not; what takes an offer off the market, and what brings it back.
// Surveys: ^server/market/offers/|^server/market/trades/(limit|open-trades)|^server/market/listing/(view-offer|offer-flags)
import { test } from "node:test";
import { changeRelation, saveSettings } from "#contract/accounts.ts";
import { getOffer } from "#contract/offers.ts";
import { setOfferMargin } from "#contract/my-offers.ts";
import { giveCoins } from "../../server/testing/index.ts";
import { changeSetting, SETTINGS } from "../../server/reference/settings/index.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import { deleteOffer } from "../../server/market/offers/index.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";
import { tradeSteps } from "./trade-steps.ts";

const story = await openStory({
  withoutTables:
    "rate_uses sessions chat_messages chat_members events live_messages live_channels mails notifications trade_transitions".split(
      " ",
    ),
});
const { app, act, does, takes, at, events, job } = story;
const { cancels, releases } = tradeSteps(story);
const odo = await story.person("odo", { days: 99, units: { BTC: 100_000_000n, ETH: 9_000_000_000_000_000_000n } });
const ivy = await story.person("ivy", { days: 99, country: "FR", units: { BTC: 2_000_000n } });
const tia = await story.person("tia", { days: 99, level: 2 });
const ben = await story.person("ben", { days: 99, level: 1, country: "FR" });
const plain = await story.offer(odo);
// One that is gone stays as it was.
const gone = await story.offer(odo, { fiat_currency_code: "GBP" });
await app.db.tx((tx) => deleteOffer(tx, { hash: gone, ownerId: odo.id }));
const rival = await story.offer(ivy, { margin: "1" });

const looks = (who: Actor, id: string) => does(who, "looks at the offer", getOffer, { params: { id }, query: {} });
const sql = (what: string, text: string, ...values: unknown[]) =>
  act(what, async () => void (await app.owner.query(text, values)));
const setting = (name: string, value: string | number | string[] | Record<string, number>) =>
  act(`${name} becomes ${JSON.stringify(value)}`, async () => {
    await app.db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
    await app.deliverEvents();
  });
const relates = (who: Actor, username: string, action: "blocked" | "unblocked" | "trusted" | "untrusted") =>
  does(who, `says ${action} of ${username}`, changeRelation, { params: { username }, body: { action } });

/** Each rule, and somebody on each side of it. */
async function rules(): Promise<void> {
  const EUR = { fiat_currency_code: "EUR" } as const;
  const offers = {
    verified: await story.offer(odo, { ...EUR, require_verified_id: true }),
    trusted: await story.offer(odo, { ...EUR, payment_method: "paypal", show_only_trusted_user: true }),
    matching: await story.offer(odo, {
      ...EUR,
      payment_method: "wise-transferwise",
      require_offer_currency_match_buyer_country: true,
    }),
    french: await story.offer(odo, {
      ...EUR,
      payment_method: "revolut",
      country_limitation_type: "allowed",
      country_limitation_list: ["FR"],
    }),
    notFrench: await story.offer(odo, {
      ...EUR,
      payment_method: "amazon-gift-card",
      country_limitation_type: "disallowed",
      country_limitation_list: ["FR"],
    }),
    experienced: await story.offer(odo, { ...EUR, payment_method: "zelle-pay", require_min_past_trades: 2 }),
    gentle: await story.offer(odo, { ...EUR, payment_method: "m-pesa", new_buyer_max_fiat_limit: "50" }),
    fixedSums: await story.offer(odo, { ...EUR, payment_method: "upi-transfer", predefined_amount: ["50", "100"] }),
    quiet: await story.offer(odo, {
      ...EUR,
      payment_method: "bank-transfer",
      payment_country: "DE",
      block_anonymizer_users: true,
    }),
  };
  const nora = await story.person("nora", { days: 99, country: "NO" });
  for (const [name, hash] of Object.entries(offers)) {
    for (const who of [story.guest, odo, tia, ben, nora]) await looks(who, hash);
    for (const who of [tia, ben]) {
      await act(`now ${name}`, async () => undefined);
      const id = await takes(who, hash, { fiat_amount: name === "fixedSums" ? "60" : "50" });
      if (id) await cancels(who, id);
    }
  }
  await takes(tia, offers.gentle, { fiat_amount: "50.01" });
  await sql(
    "tia has made two trades",
    "insert into user_reputation (user_id, trades_successful) values ($1, 2)",
    tia.id,
  );
  for (const [hash, fiat_amount] of [
    [offers.gentle, "50.01"],
    [offers.experienced, "51"],
    [offers.fixedSums, "100"],
  ] as const)
    await cancels(tia, await takes(tia, hash, { fiat_amount }));
  await relates(odo, "tia", "trusted");
  await looks(tia, offers.trusted);
  await cancels(tia, await takes(tia, offers.trusted, { fiat_amount: "52" }));
  await sql("every offer in euros goes", "update offers set is_on = false where fiat = 'EUR'");
}

/** What stands between two people, on either side, and on the platform's. */
async function people(): Promise<void> {
  await relates(odo, "tia", "blocked");
  await looks(tia, plain);
  await takes(tia, plain);
  await relates(odo, "tia", "unblocked");
  await relates(tia, "odo", "blocked");
  await takes(tia, plain);
  await relates(tia, "odo", "unblocked");
  for (const state of ["restricted", "frozen"]) {
    await sql(
      `tia is ${state}`,
      "insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at) values ($1, $2, 'check', $2, market_now(), market_now())",
      tia.id,
      state,
    );
    await looks(tia, plain);
    await takes(tia, plain);
    await does(tia, "saves a setting", saveSettings, { body: { locale: "en" } });
    await sql("that is lifted", "update user_restrictions set lifted_at = market_now() where user_id = $1", tia.id);
  }
  await setting("catalog.gray_countries", ["FR"]);
  await looks(ben, plain);
  await takes(ben, plain);
  await looks(ivy, plain);
  await setting("catalog.gray_countries", []);
  await setting("catalog.disabled_countries", ["FR"]);
  await looks(ivy, plain);
  await takes(ivy, plain);
  await setting("catalog.disabled_countries", []);
}

/** In US dollars: open at once, in a day, in a life; and two trades without an ID. */
async function limits(): Promise<void> {
  await sql("odo sells more", "update offers set max_units = 100000000 where hash = $1", plain);
  const takesAndLeaves = async (who: Actor, fiat_amount: string) => {
    const id = await takes(who, plain, { fiat_amount });
    if (id) await cancels(who, id);
  };
  for (const [level, sum] of [
    [1, 700],
    [1.5, 1000],
    [2, 10_000],
    [2.5, 25_000],
    [3, 50_000],
  ] as const) {
    await sql(`ben is of level ${level}`, "update users set granted_level = $1 where id = $2", level, ben.id);
    await takesAndLeaves(ben, `${sum}.01`);
    await takesAndLeaves(ben, `${sum}`);
  }
  await sql("ben is of level 0", "update users set granted_level = 0 where id = $1", ben.id);
  await takes(ben, plain, { fiat_amount: "20" });
  await sql("ben is of level 1 again", "update users set granted_level = 1 where id = $1", ben.id);
  for (const sum of ["700", "700.01"]) await takesAndLeaves(ben, sum);
  const first = await takes(ben, plain, { fiat_amount: "400.50" });
  const begun = await story.now();
  await takes(ben, plain, { fiat_amount: "299.51" });
  const second = await takes(ben, plain, { fiat_amount: "299.50" });
  await takes(ben, plain, { fiat_amount: "20" });
  await cancels(ben, second);
  await releases(await story.again(odo), first);
  await takes(ben, plain, { fiat_amount: "299.51" });
  await takesAndLeaves(ben, "299.50");
  await at(begun, 86_400 - 1);
  await story.comes(odo);
  await at(begun, 86_400 - 0.001);
  await takes(ben, plain, { fiat_amount: "500" });
  await at(begun, 86_400);
  await takesAndLeaves(ben, "500");
  await sql(
    "ben has traded for 9,300 dollars in his life",
    "update trades set usd_cents = 930000 where hash = $1",
    first,
  );
  await takes(ben, plain, { fiat_amount: "700.01" });
  await takes(ben, plain, { fiat_amount: "699" });
  await takesAndLeaves(ben, "700");
  await sql("odo sells less again", "update offers set max_units = 100000 where hash = $1", plain);
}

/** Hours of Monday and Tuesday in Berlin; the story's day is a Thursday, and it is two hours later there. */
async function hours(): Promise<void> {
  const duty = (start_time: string, end_time: string) =>
    JSON.stringify([{ day: 1, start_time, end_time, active: true }]);
  const monday = new Date("2026-10-05T08:00:00Z");
  await sql(
    "odo works on Mondays from ten to noon in Berlin",
    "update offers set duty_hours = $1::jsonb, timezone = 'Europe/Berlin' where hash = $2",
    duty("10:00", "12:00"),
    plain,
  );
  for (const seconds of [-1, 0, 7199, 7200]) {
    await at(monday, seconds);
    await story.comes(odo);
    await at(monday, seconds);
    await looks(tia, plain);
  }
  await takes(tia, plain);
  await sql("odo always works", "update offers set duty_hours = '[]' where hash = $1", plain);
}

/** What the platform does to offers: presence, absence, balances, restrictions, methods, moderation, fees. */
async function holding(): Promise<void> {
  await story.comes(odo);
  await story.comes(ivy);
  const seen = await story.now();
  for (const seconds of [299, 300, 86_400 - 1, 86_400, 86_401]) {
    await at(seen, seconds);
    await job("offers-follow-owners");
  }
  await does(odo, "is back", setOfferMargin, { params: { hash: plain }, body: { new_margin: "2" } });
  await job("offers-follow-owners");
  await story.comes(ivy);
  await job("offers-follow-balances");
  await act("ivy spends nearly all of it", () =>
    app.db.tx(async (tx) => {
      const postings = [
        { from: accountOf.available(ivy.id, "BTC"), to: accountOf.available(odo.id, "BTC"), units: 1_990_000n },
      ];
      await post(tx, [{ kind: "test_move", subject: "ivy", postings }]);
    }),
  );
  await job("offers-follow-balances");
  await job("offers-follow-balances");
  await looks(tia, rival);
  await act("ivy gets coins again", () => app.db.tx((tx) => giveCoins(tx, ivy.id, "BTC", 1_000_000n)));
  await job("offers-follow-balances");
  await sql(
    "odo is restricted",
    "insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at) values ($1, 'restricted', 'check', 'C2', market_now(), market_now())",
    odo.id,
  );
  await setting("catalog.disabled_methods", ["other-bank-transfer"]);
  await sql("odo is free", "update user_restrictions set lifted_at = market_now() where user_id = $1", odo.id);
  await setting("catalog.disabled_methods", ["paypal"]);
  await setting("catalog.disabled_methods", []);
  await sql("ivy's offer is rejected", "update offers set moderation = 'rejected' where hash = $1", rival);
  await sql(
    "odo has perks, one of them over",
    `insert into offer_perks (user_id, method_id, fee_bp, valid_until) values
       ($1, 0, 30, null), ($1, 197, 20, market_now() + interval '10 seconds'), ($1, 14, 10, market_now()), ($2, 0, 5, null)`,
    odo.id,
    tia.id,
  );
  await setting("offers.fee_bp", { ...SETTINGS["offers.fee_bp"].value, "bank-transfers": 70, "online-transfers": 25 });
  await looks(tia, plain);
  await looks(tia, rival);
  await story.offer(odo, { payment_method: "paypal", fiat_currency_code: "GBP" });
  await story.offer(odo, { payment_method: "paypal", fiat_currency_code: "GBP", offer_type: "buy" });
  await setting("offers.high_fee_bp", 600);
  await setting("offers.min_trade_usd", "4");
}

test("each rule of an offer answers and writes what was reviewed", async () => {
  await act("two offers stand", async () => undefined);
  await rules();
  await people();
  await limits();
  await hours();
  await holding();
  await events();
  holds("offer-rules-story", story.tape.lines);
});
