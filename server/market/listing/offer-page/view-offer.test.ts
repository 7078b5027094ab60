// Guards: the page of an offer shows each viewer their own terms, and why they may not start.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changeRelation, saveSettings } from "#contract/people/accounts.ts";
import type { AskedVisibility } from "#contract/people/name-visibility.ts";
import { unitsFromDisplay } from "#contract/money/money.ts";
import { getOfferPinnedInfo, listMyOffers, resetOfferPenalty, setOfferCap } from "#contract/market/offers/my/offers.ts";
import { getOffer, listOffers, OFFER_FLAGS, type OfferFlag } from "#contract/market/offers/offers.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { playRecordedRates, rateOf } from "../../../money/rates/index.ts";
import { changeSetting, presetSettings } from "../../../reference/settings/index.ts";
import {
  aMarket,
  anOffer,
  aUser,
  giveCoins,
  giveHistory,
  signIn,
  type TestClient,
  testApp,
} from "../../../testing/index.ts";
import {
  countryRules,
  lockOffersForTrade,
  moveCaps,
  mayOpenTrade,
  priceAt,
  recordMissedTrades,
  recordServedTrades,
  takersOf,
  useOffers,
} from "../../offers/index.ts";

const app = await testApp();
const { db } = app;
const visitor = app.client();

async function person({ units = 100_000_000n, countryIso = "DE" } = {}) {
  const username = await db.tx(async (tx) => {
    const id = await aUser(tx, { countryIso });
    if (units > 0n) await giveCoins(tx, id, "BTC", units);
    const [row] = await tx.rows<{ username: string; id: bigint }>`select id, username from users where id = ${id}`;
    return row;
  });
  assert.ok(username);
  return { ...username, countryIso, client: app.client(await db.tx((tx) => signIn(tx, username.id))) };
}

const flagsUp = (flags: number[]) => flags.map((flag) => OFFER_FLAGS[flag]);
const isUp = (flags: number[], name: OfferFlag) => flagsUp(flags).includes(name);

before(() => db.tx(playRecordedRates));

test("an owner and a stranger see the same offer and different things of it", async () => {
  const owner = await person();
  const stranger = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { trade_details: "IBAN of the owner" }));
  const own = await owner.client.call(getOffer, { params: { id: hash } });
  const other = await stranger.client.call(getOffer, { params: { id: hash } });
  assert.equal(own.data.tradeDetails, "IBAN of the owner");
  assert.equal(other.data.tradeDetails, null);
  assert.ok(isUp(own.data.flags, "offer_owner"));
  assert.deepEqual(other.data.startRefusals, []);
  assert.deepEqual(flagsUp(other.data.flags), ["owner_not_id_verified"]);
  assert.equal(other.data.fiatPricePerCrypto, own.data.fiatPricePerCrypto);
});

test("the fee is shown in both currencies, and what the seller locks is the amount with the fee", async () => {
  const owner = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { payment_method: "google-play-gift-card" }));
  const { data } = await visitor.call(getOffer, { params: { id: hash } });
  assert.equal(data.escrowFeePct, "5");
  const fee = unitsFromDisplay(data.fees.sellerCrypto, 8);
  const escrow = unitsFromDisplay(data.fees.escrowCrypto, 8);
  const amount = escrow - fee;
  assert.ok(fee * 20n >= amount && (fee - 1n) * 20n < amount, "five percent, rounded up");
  assert.ok(Number(data.fees.sellerFiat) > 0);
  assert.equal(data.fees.buyerCrypto, "0");
});

test("each reason against a start comes with its code and raises its flag", async () => {
  const owner = await person();
  const lagos = await person({ countryIso: "NG" });
  const cases: [Parameters<typeof anOffer>[2], string, OfferFlag][] = [
    [{ require_min_past_trades: 5 }, "offer.past_trades", "minimum_required_trades"],
    [
      { country_limitation_type: "allowed", country_limitation_list: ["DE"] },
      "offer.country",
      "not_available_in_your_country",
    ],
    [{ require_verified_id: true }, "offer.verified_only", "id_verification"],
    [{ show_only_trusted_user: true }, "offer.trusted_only", "trusted_user"],
    [{ full_name_visibility: true }, "offer.full_name", "full_name_visibility"],
    [{ require_offer_currency_match_buyer_country: true }, "offer.currency_country", "currency_not_matching_country"],
    [{ is_active: false }, "offer.not_active", "offer_not_active"],
  ];
  for (const [index, [changes, code, flag]] of cases.entries()) {
    const method =
      ["paypal", "skrill", "neteller", "revolut", "wise-transferwise", "venmo", "cash-app"][index] ?? "paypal";
    const hash = await db.tx((tx) => anOffer(tx, owner.id, { ...changes, payment_method: method }));
    const { data } = await lagos.client.call(getOffer, { params: { id: hash } });
    assert.deepEqual(
      data.startRefusals.map((refusal) => refusal.code),
      [code],
    );
    assert.ok(isUp(data.flags, flag), `${code} raises ${flag}`);
    assert.ok(isUp(data.flags, "trade_errors"));
    const looked = await visitor.call(getOffer, { params: { id: hash } });
    assert.equal(isUp(looked.data.flags, "offer_not_active"), code === "offer.not_active", `a visitor, ${code}`);
  }
});

test("a blocked user reads the offer's address but may not start", async () => {
  const owner = await person();
  const other = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id));
  await owner.client.call(changeRelation, { params: { username: other.username }, body: { action: "blocked" } });
  const { data } = await other.client.call(getOffer, { params: { id: hash } });
  assert.ok(isUp(data.flags, "opponent_blocked"));
  assert.equal(data.isBlocked, true);
});

test("a trusted viewer sees that the owner trusts them", async () => {
  const owner = await person();
  const other = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { show_only_trusted_user: true }));
  await owner.client.call(changeRelation, { params: { username: other.username }, body: { action: "trusted" } });
  const { data } = await other.client.call(getOffer, { params: { id: hash } });
  assert.equal(data.isTrustedUser, true);
  assert.deepEqual(data.startRefusals, []);
});

test("an offer for who shows their full name opens to them when they do, and the list knows it", async () => {
  const owner = await person();
  const other = await person();
  const asking = { fiat_currency_code: "KES", range_min: "2000", range_max: "90000", full_name_visibility: true };
  const hash = await db.tx((tx) => anOffer(tx, owner.id, asking));
  const refusals = async () =>
    (await other.client.call(getOffer, { params: { id: hash } })).data.startRefusals.map(({ code }) => code);
  const query = { currency: "KES", acceptable_only: "1" } as const;
  const listed = async () => (await other.client.call(listOffers, { query })).data.map((card) => card.hash);
  assert.deepEqual([await refusals(), await listed()], [["offer.full_name"], []]);
  const shown = await other.client.call(saveSettings, { body: { full_name_visibility: "full_name" } });
  assert.equal(shown.status, 200, JSON.stringify(shown.body));
  assert.deepEqual([await refusals(), await listed()], [[], [hash]]);
  await app.owner.query("update users set corporate_since = market_now() where id = $1", [other.id]);
  assert.deepEqual(
    await refusals(),
    ["offer.full_name"],
    "a company whose name is not verified yet is seen by no name",
  );
});

test("a name that is seen by trade partners is a full name to every offer, one for the trusted to offers of theirs", async () => {
  const [owner, other] = [await person(), await person()];
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { full_name_visibility: true }));
  const refusals = async (full_name_visibility: AskedVisibility) => {
    await other.client.call(saveSettings, { body: { full_name_visibility } });
    return (await other.client.call(getOffer, { params: { id: hash } })).data.startRefusals.map(({ code }) => code);
  };
  assert.deepEqual(await refusals("trusted_and_partners"), []);
  assert.deepEqual(await refusals("trusted"), ["offer.full_name"]);
  await other.client.call(changeRelation, { params: { username: owner.username }, body: { action: "trusted" } });
  assert.deepEqual(await refusals("trusted"), []);
  assert.deepEqual(await refusals("hidden"), ["offer.full_name"]);
});

test("a seller without the coins reads that the trade would wait for them, and may start it", async () => {
  const owner = await person({ units: 0n });
  const poor = await person({ units: 0n });
  const rich = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { offer_type: "buy" }));
  const short = await poor.client.call(getOffer, { params: { id: hash } });
  assert.deepEqual(short.data.startRefusals, []);
  assert.ok(isUp(short.data.flags, "negative_balance"));
  assert.ok(isUp(short.data.flags, "delayed_escrow"), "a trade would wait for the coins");
  assert.deepEqual((await rich.client.call(getOffer, { params: { id: hash } })).data.startRefusals, []);
});

test("a country that staff has closed, or made grey, is refused on every offer", async () => {
  const owner = await person();
  const yemen = await person({ countryIso: "YE" });
  const hash = await db.tx((tx) => anOffer(tx, owner.id));
  const grey = await yemen.client.call(getOffer, { params: { id: hash } });
  assert.equal(grey.data.isGrayCountry, true);
  assert.deepEqual(
    grey.data.startRefusals.map(({ code }) => code),
    ["account.id_required"],
  );
  await db.tx((tx) => changeSetting(tx, { name: "catalog.disabled_countries", value: ["YE"], changedBy: null }));
  const closed = await yemen.client.call(getOffer, { params: { id: hash } });
  assert.equal(closed.data.isAvailableForCountry, false);
});

test("recommended offers are of the same market, and never the offer itself or one's own", async () => {
  const owners = await Promise.all([person(), person(), person(), person(), person()]);
  const hashes = await db.tx(async (tx) => {
    const made: string[] = [];
    for (const { id } of owners) made.push(await anOffer(tx, id, { payment_method: "zelle-pay" }));
    return made;
  });
  const { data } = await (owners[1]?.client ?? visitor).call(getOffer, { params: { id: hashes[0] ?? "" } });
  assert.equal(data.recommendedOffers.length, 3);
  for (const card of data.recommendedOffers) {
    assert.ok(card.hash !== hashes[0] && !card.isMine);
    assert.equal(card.paymentMethod.slug, "zelle-pay");
  }
});

test("nobody is recommended an offer of who blocked them, or whom they blocked", async () => {
  const [owner, hiding, hidden, third] = await Promise.all([person(), person(), person(), person()]);
  const reader = await person();
  const hash = await db.tx(async (tx) => {
    for (const { id } of [hiding, hidden, third]) await anOffer(tx, id, { payment_method: "western-union" });
    return anOffer(tx, owner.id, { payment_method: "western-union" });
  });
  await reader.client.call(changeRelation, { params: { username: hidden.username }, body: { action: "blocked" } });
  await hiding.client.call(changeRelation, { params: { username: reader.username }, body: { action: "blocked" } });
  const { data } = await reader.client.call(getOffer, { params: { id: hash } });
  assert.deepEqual(
    data.recommendedOffers.map((card) => card.owner.username),
    [third.username],
  );
});

test("an offer off duty says when it opens, and is refused until then", async () => {
  const owner = await person();
  const other = await person();
  const inTwoDays = (db.marketNow().getUTCDay() + 2) % 7 || 7;
  const hours = [{ day: inTwoDays, start_time: "08:00", end_time: "09:00", active: true }];
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { duty_hours: hours, timezone: "UTC" }));
  const { data } = await other.client.call(getOffer, { params: { id: hash } });
  assert.ok(data.availableIn > 0 && data.availableIn < 3 * 86_400);
  assert.deepEqual(
    data.startRefusals.map(({ code }) => code),
    ["offer.off_duty"],
  );
});

function viewerOf({ id, username, countryIso }: Awaited<ReturnType<typeof person>>): Viewer {
  return {
    userId: id,
    externalId: "",
    username,
    sessionId: 0n,
    tokenHash: "",
    roles: [],
    restrictions: [],
    blocks: [],
    level: 1,
    lacks: null,
    countryIso,
    isDemo: false,
    isStrong: false,
  };
}

test("a start is decided by amount as well: the range, the list of amounts, the first trade, the balance", async () => {
  const owner = await person({ units: 2_000_000n });
  const taker = await person();
  const [range, list] = await db.tx(async (tx) => [
    await anOffer(tx, owner.id, { range_min: "20", range_max: "5000", new_buyer_max_fiat_limit: "1500" }),
    await anOffer(tx, owner.id, { payment_method: "paypal", predefined_amount: ["25", "50"] }),
  ]);
  await db.tx(async (tx) => {
    const offers = await lockOffersForTrade(tx, [range ?? "", list ?? "", "nosuchoffer123"]);
    assert.equal(offers.size, 2);
    const [taken] = offers.values();
    assert.ok(taken);
    const viewer = { ...viewerOf(taker), ip: "192.0.2.1" };
    const [facts] = await takersOf(tx, [{ viewer, offer: taken }], tx.now);
    const rate = await rateOf(tx, "BTC", "USD");
    assert.ok(facts && rate);
    const situation = { now: tx.now, sellerUnits: 2_000_000n, ...(await countryRules(tx))("DE") };
    const decide = (hash: string | undefined, fiatUnits: bigint, pastTrades = 0) => {
      const offer = offers.get(hash ?? "");
      assert.ok(offer);
      const price = priceAt(offer, rate.rate);
      return mayOpenTrade(offer, { ...facts, pastTrades }, { ...situation, price, fiatUnits });
    };
    assert.deepEqual(decide(range, 1999n), ["trade.amount_out_of_range"]);
    assert.deepEqual(decide(range, 500_001n), ["trade.amount_out_of_range"]);
    assert.deepEqual(decide(range, 150_001n), ["offer.new_buyer_limit"]);
    assert.deepEqual(decide(range, 300_000n, 1), ["trade.low_balance"]);
    assert.deepEqual(decide(range, 2000n), []);
    assert.deepEqual(decide(list, 3000n), ["trade.amount_not_offered"]);
    assert.deepEqual(decide(list, 2500n), []);
  });
});

test("a cap is used by trades, given back by those that fail, and takes the offer off when it is used up", async () => {
  const owner = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id));
  await owner.client.call(setOfferCap, { params: { id: hash }, body: { offer_cap: { amount: "100", active: true } } });
  const use = (...fiatUnits: bigint[]) =>
    db.tx(async (tx) => {
      const offer = (await lockOffersForTrade(tx, [hash])).get(hash);
      assert.ok(offer);
      if (fiatUnits[0] && fiatUnits[0] > 0n) return useOffers(tx, [{ offer, fiatUnits: fiatUnits[0] }]);
      await moveCaps(
        tx,
        fiatUnits.map((usedUnits) => ({ offerId: offer.id, usedUnits })),
      );
    });
  const mine = async () => (await owner.client.call(listMyOffers, { query: { type: "sell" } })).data.offers[0];
  await use(9000n);
  assert.deepEqual([(await mine())?.hold, (await mine())?.offerCap?.remainingValue], ["cap_reached", "10"]);
  await use(-9000n);
  assert.deepEqual([(await mine())?.hold, (await mine())?.offerCap?.remainingValue], [null, "100"]);
  await use(-5000n, 3000n);
  assert.equal((await mine())?.offerCap?.remainingValue, "70", "one after the other: nothing is below zero in between");
  await use(-1000n, -1000n, 500n);
  assert.equal((await mine())?.offerCap?.remainingValue, "85");
});

test("three trades missed in a row pause an offer until its owner says that he is back", async () => {
  const owner = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id));
  const offer = await db.tx(async (tx) => (await lockOffersForTrade(tx, [hash])).get(hash));
  assert.ok(offer);
  const starters = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => (await person()).id));
  await giveHistory(app, starters);
  const ended = (second: number) => [
    {
      ...{ offer, tradeHash: `missedtrade${second}`, starterId: starters[second - 1] ?? 0n },
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    },
  ];
  await db.tx((tx) => recordMissedTrades(tx, [...ended(1), ...ended(2)]));
  await db.tx((tx) => recordServedTrades(tx, ended(3)));
  for (const second of [4, 5, 6]) await db.tx((tx) => recordMissedTrades(tx, ended(second)));
  const mine = async () => (await owner.client.call(listMyOffers, { query: { type: "sell" } })).data.offers[0];
  assert.deepEqual([(await mine())?.hold, (await mine())?.penalty?.canReset], ["penalty", true]);
  assert.deepEqual(
    (await mine())?.penalty?.trades.map(({ tradeHash }) => tradeHash),
    ["missedtrade4", "missedtrade5", "missedtrade6"],
  );
  await owner.client.call(resetOfferPenalty, { params: { hash } });
  assert.equal((await mine())?.isEnabled, true);
});

test("an owner who is not seen for a day leaves the list, and is back when he is", async () => {
  const owner = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { payment_method: "venmo" }));
  const isListed = async () =>
    (await visitor.call(listOffers, { query: { type: "sell", "payment-method": "venmo" } })).data.some(
      (card) => card.hash === hash,
    );
  assert.equal(await isListed(), true);
  await app.moveClock(25 * 3_600_000);
  await db.tx(playRecordedRates);
  await app.runJob("offers-follow-owners");
  assert.equal(await isListed(), false);
  await db.tx((tx) => tx.rows`update users set last_seen_at = ${tx.now} where id = ${owner.id}`);
  await app.runJob("offers-follow-owners");
  assert.equal(await isListed(), true);
});

test("an owner sees the rank of their offer", async () => {
  const owner = await person();
  const rival = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { payment_method: "cash-app", margin: "5" }));
  await db.tx((tx) => anOffer(tx, rival.id, { payment_method: "cash-app", margin: "1" }));
  const { data } = await owner.client.call(getOfferPinnedInfo, { params: { hash } });
  assert.deepEqual([data.position, data.competitors], [2, 1]);
});

test("when the rate is stale the page says that new trades wait", async () => {
  const owner = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { payment_method: "payoneer" }));
  await app.moveClock(600_000);
  const { data } = await visitor.call(getOffer, { params: { id: hash } });
  assert.equal(data.rate.state, "stale");
  assert.deepEqual(
    data.flashMessages.map(({ code }) => code),
    ["rates.stale"],
  );
  assert.ok(isUp(data.flags, "flash_messages"));
});

test("where the money is no play money a recorded rate is a stale one, in the listing and on the offer's page", async () => {
  const owner = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { payment_method: "western-union" }));
  const query = { type: "sell", "payment-method": "western-union", currency: "USD" } as const;
  const shown = async () => {
    const { data } = await visitor.call(getOffer, { params: { id: hash } });
    return [
      (await visitor.call(listOffers, { query })).meta.rate?.state,
      data.rate.state,
      ...data.flashMessages.map(({ code }) => code),
    ];
  };
  await db.tx(playRecordedRates);
  assert.deepEqual(await shown(), ["recorded", "recorded"]);
  await db.tx((tx) => presetSettings(tx, { "accounts.play_money": null }));
  assert.deepEqual(await shown(), ["stale", "stale", "rates.stale"]);
  await db.tx((tx) => presetSettings(tx, { "accounts.play_money": true }));
});

test("with an amount an offer says what is against that amount, to visitors as well", async () => {
  const market = await aMarket(app, { range_min: "20", range_max: "1000" });
  const codesOf = async (client: TestClient, amount?: string) => {
    const query = amount === undefined ? {} : { "fiat-min": amount };
    const { data } = await client.call(getOffer, { params: { id: market.offer }, query });
    return data.startRefusals.map(({ code, message }) => [code, message]);
  };
  for (const client of [app.client(), market.buyer.client]) {
    assert.deepEqual(await codesOf(client), []);
    assert.deepEqual(await codesOf(client, "1000"), []);
    assert.deepEqual(await codesOf(client, "1001"), [
      ["trade.amount_out_of_range", "This offer takes amounts from 20 to 1000 USD."],
    ]);
  }
});
