// Guards: an offer is saved only as the rules allow, and only its owner moves it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  createOffer,
  deleteOffer,
  type OfferBody,
  getOfferPinnedInfo,
  listMyOffers,
  setOfferAmount,
  setOfferCap,
  setOfferFixedPrice,
  setOfferMargin,
  setOfferStatus,
  toggleAllOffers,
  updateOffer,
} from "#contract/market/offers/my/offers.ts";
import { OFFER_LIMITS } from "#contract/market/offers/offer-fields.ts";
import { getOffer, listOffers } from "#contract/market/offers/offers.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { anOffer, giveCoins, offerBody } from "../../testing/market/offers.ts";
import { aUser, signIn, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db } = app;

async function person(units = 100_000_000n) {
  const id = await db.tx((tx) => aUser(tx));
  if (units > 0n) await db.tx((tx) => giveCoins(tx, id, "BTC", units));
  return { id, client: app.client(await db.tx((tx) => signIn(tx, id))) };
}

before(() => db.tx(playRecordedRates));

test("an owner makes an offer and it is on the market at once", async () => {
  const { client } = await person();
  const made = await client.call(createOffer, { body: offerBody({ tags: ["no-vpn", "fast-release"] }) });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.equal(made.data.isEnabled, true);
  assert.equal(made.data.offerFee, "0.5");
  const page = await app.client().call(getOffer, { params: { id: made.data.idHashed } });
  assert.equal(page.data.margin, "2");
  assert.deepEqual(
    page.data.tags.map(({ slug }) => slug),
    ["fast-release", "no-vpn"],
  );
  assert.equal(page.data.tradeDetails, null, "a visitor does not read the trade details");
});

test("what the owner wrote comes back to him as the form would save it", async () => {
  const { client } = await person();
  const body = offerBody({
    fixed_price: "90000.5",
    predefined_amount: ["50", "25", "100"],
    country_limitation_type: "disallowed",
    country_limitation_list: ["US"],
    duty_hours: [{ day: 3, start_time: "08:00", end_time: "20:00", active: true }],
    timezone: "Africa/Lagos",
    offer_cap: { amount: "5000", active: true },
    bank_reference_message: { type: "exact_message", message: "Invoice 7" },
    require_min_past_trades: 3,
  });
  const made = await client.call(createOffer, { body });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const page = await client.call(getOffer, { params: { id: made.data.idHashed } });
  const form = page.data.originalData as typeof body;
  const saved = await client.call(updateOffer, { params: { id: made.data.idHashed }, body: form });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  const again = await client.call(getOffer, { params: { id: made.data.idHashed } });
  assert.deepEqual(again.data.originalData, page.data.originalData);
  assert.deepEqual(form.predefined_amount, ["25", "50", "100"]);
  assert.equal(again.data.revision, page.data.revision + 1);
});

test("each rule about an offer's values is refused with its own code, on its own field", async () => {
  const { client } = await person();
  const cases: [Parameters<typeof offerBody>[0], string, string][] = [
    [{ payment_method: "qiwi" }, "offer.method_unavailable", "payment_method"],
    [{ payment_method: "no-such-method" }, "offer.method_unavailable", "payment_method"],
    [{ payment_method: "other-bank-transfer", trade_details: " " }, "offer.details_needed", "trade_details"],
    [{ fiat_currency_code: "ZZZ" }, "offer.currency_unknown", "fiat_currency_code"],
    [{ fixed_price: "60000", margin: "1" }, "offer.price_missing", "margin"],
    [{ margin: "51" }, "offer.margin_range", "margin"],
    [{ margin: "-25" }, "offer.margin_unconfirmed", "margin"],
    [{ range_min: "500", range_max: "20" }, "offer.amounts", "range_max"],
    [{ range_min: "1", range_max: "20" }, "offer.amount_too_small", "range_min"],
    [{ range_min: "20.123" }, "money.too_many_digits", "range_min"],
    [{ tags: ["e-codes-accepted"] }, "offer.tag_unknown", "tags"],
    [
      { country_limitation_type: "allowed", country_limitation_list: ["QQ"] },
      "offer.country_unknown",
      "country_limitation_list",
    ],
    [{ timezone: "Mars/Olympus" }, "offer.timezone_unknown", "timezone"],
    [
      { duty_hours: [{ day: 1, start_time: "10:00", end_time: "10:00", active: true }] },
      "offer.duty_hours",
      "duty_hours",
    ],
    [{ payment_method_label: "<b>best</b>" }, "offer.label", "payment_method_label"],
    [{ offer_terms: "Mail me: joe@example.com" }, "offer.contact_details", "offer_terms"],
    [{ offer_cap: { amount: "19.99", active: true } }, "offer.cap_below_min", "offer_cap"],
    [
      { bank_reference_message: { type: "exact_message", message: " " } },
      "offer.bank_reference",
      "bank_reference_message",
    ],
    [
      { bank_reference_message: { type: "exact_message", message: "one\ntwo" } },
      "offer.bank_reference",
      "bank_reference_message",
    ],
    [
      { bank_reference_message: { type: "exact_message", message: "joe@example.com" } },
      "offer.contact_details",
      "bank_reference_message",
    ],
    [
      { payment_method: "skrill", bank_reference_message: { type: "no_message" } },
      "offer.bank_reference_unfit",
      "bank_reference_message",
    ],
    [{ payment_method: "silver-xag" }, "offer.custom_rate", "custom_rate"],
    [{ payment_method: "silver-xag", custom_rate: "0.00" }, "offer.custom_rate", "custom_rate"],
    [{ payment_method: "silver-xag", custom_rate: "9".repeat(20) }, "offer.custom_rate", "custom_rate"],
    [{ payment_method: "silver-xag", custom_rate: "2600.123" }, "money.too_many_digits", "custom_rate"],
    [{ payment_country: "XX" }, "offer.country_unknown", "payment_country"],
    [{ payment_city: "Leipzig" }, "offer.place_country", "payment_country"],
    [{ payment_subdivision: "Saxony" }, "offer.place_country", "payment_country"],
    [{ payment_method: "bank-transfer" }, "offer.place_country", "payment_country"],
    [{ payment_method: "cash-in-person" }, "offer.place_country", "payment_country"],
    [{ payment_method: "cash-in-person", payment_country: "DE" }, "offer.place_city", "payment_city"],
    [
      { payment_method: "cash-in-person", payment_country: "DE", payment_city: " " },
      "offer.place_city",
      "payment_city",
    ],
    [{ payment_country: "DE", payment_city: "+49 341 1234567" }, "offer.place", "payment_city"],
    [{ payment_country: "DE", payment_city: "joe@example.com" }, "offer.place", "payment_city"],
    [{ payment_country: "DE", payment_subdivision: "<b>" }, "offer.place", "payment_subdivision"],
    [{ payment_country: "DE", payment_city: "www.joe-trades.com" }, "offer.place", "payment_city"],
    [{ payment_country: "DE", payment_city: "-Leipzig" }, "offer.place", "payment_city"],
    [{ payment_country: "DE", payment_city: "x".repeat(61) }, "ERROR_INPUT_VALIDATION", "payment_city"],
    [{ custom_rate: "2600" }, "offer.custom_rate_unfit", "custom_rate"],
    [{ bin_codes: ["414720"] }, "offer.bins_unfit", "bin_codes"],
    [{ card_regions: ["US"] }, "offer.regions_unfit", "card_regions"],
    [{ payment_method: "amazon-gift-card", card_regions: ["US", "NG"] }, "offer.regions_unfit", "card_regions"],
  ];
  for (const [changes, code, field] of cases) {
    const answer = await client.call(createOffer, { body: offerBody(changes) });
    assert.equal(answer.code, code, JSON.stringify(changes));
    const { details } = answer.body.errors as { details: Record<string, unknown> };
    assert.ok(details[field], `${code} names ${field}`);
  }
  const mine = await client.call(listMyOffers, { query: { type: "sell" } });
  assert.equal(mine.data.offers.length, 0, "nothing was written");
});

test("an offer says the city, the part of the country and the country in which is paid, in the language that is asked for, once each", async () => {
  const { client } = await person();
  const place = { payment_country: "DE", payment_subdivision: "Freistaat Sachsen", payment_city: "1st of May" };
  assert.equal((await client.call(createOffer, { body: offerBody(place) })).code, "offer.place", "a digit");
  const made = await client.call(createOffer, {
    body: offerBody({ ...place, payment_city: " Leipzig ", payment_method: "cash-in-person" }),
  });
  assert.equal(made.code, "");
  const params = { id: made.data.idHashed };
  const read = async (locale: "en" | "es" | "ar") => (await client.call(getOffer, { params, query: { locale } })).data;
  assert.equal((await read("en")).location, "Leipzig, Freistaat Sachsen, Germany");
  assert.equal((await read("es")).location, "Leipzig, Freistaat Sachsen, Alemania");
  assert.match((await read("ar")).location ?? "", /^Leipzig، Freistaat Sachsen، /);
  const form = (await read("en")).originalData;
  assert.deepEqual(
    [form?.payment_country, form?.payment_subdivision, form?.payment_city],
    ["DE", "Freistaat Sachsen", "Leipzig"],
  );
  const city = { payment_country: "DE", payment_subdivision: "Berlin", payment_city: "Berlin" };
  const changed = await client.call(updateOffer, {
    params,
    body: offerBody({ ...city, payment_method: "cash-in-person" }),
  });
  assert.equal(changed.code, "");
  assert.equal((await read("en")).location, "Berlin, Germany");
  const { code } = await client.call(updateOffer, { params, body: offerBody({ payment_country: "DE" }) });
  assert.equal(code, "");
  assert.equal((await read("en")).location, "Germany", "what is left out is taken away");
});

test("places are called what they are called, in any script", async () => {
  const { client, id } = await person();
  const hash = await db.tx((tx) => anOffer(tx, id));
  for (const payment_city of [
    "'s-Hertogenbosch",
    "’s-Gravenhage",
    "Washington, D.C.",
    "Saint‑Denis",
    "תל־אביב",
    "St. Gallen",
    "Frankfurt (Oder)",
    "Biel/Bienne",
    "Nuku‘alofa",
    "بندر‌عباس",
    "東京",
    "La Línea de la Concepción",
  ]) {
    const body = offerBody({ payment_country: "DE", payment_city });
    assert.equal((await client.call(updateOffer, { params: { id: hash }, body })).code, "", payment_city);
  }
});

test("a price far below the market can be confirmed", async () => {
  const { client } = await person();
  const answer = await client.call(createOffer, { body: offerBody({ margin: "-25", confirm_critical_margin: true }) });
  assert.equal(answer.data.margin, "-25");
});

test("a second offer for the same market is refused while the first is switched on", async () => {
  const { client } = await person();
  const first = await client.call(createOffer, { body: offerBody() });
  assert.equal((await client.call(createOffer, { body: offerBody({ margin: "5" }) })).code, "offer.duplicate");
  const waiting = await client.call(createOffer, { body: offerBody({ margin: "5", is_active: false }) });
  assert.equal(waiting.status, 200);
  const on = { params: { hash: waiting.data.idHashed }, body: { new_status: "active" as const } };
  assert.equal((await client.call(setOfferStatus, on)).code, "offer.duplicate");
  await client.call(setOfferStatus, { params: { hash: first.data.idHashed }, body: { new_status: "inactive" } });
  assert.equal((await client.call(setOfferStatus, on)).data.isEnabled, true);
});

test("twenty creations of one offer at once make one", async () => {
  const { client } = await person();
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(createOffer, { body: offerBody() })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { code } of answers) assert.ok(["", "offer.duplicate"].includes(code), code);
});

test("nobody has more active offers than the limit, also with all switched on at once", async () => {
  const { client, id } = await person();
  await db.tx((tx) => changeSetting(tx, { name: "offers.max_active", value: 2, changedBy: null }));
  for (const method of ["paypal", "wise-transferwise", "revolut"]) {
    await db.tx((tx) => anOffer(tx, id, { payment_method: method, is_active: false }));
  }
  const all = await client.call(toggleAllOffers, { body: { new_status: "active" } });
  assert.equal(all.data.switched, 2);
  assert.deepEqual(
    all.data.refused.map(({ code }) => code),
    ["offer.too_many_active"],
  );
  const more = await client.call(createOffer, { body: offerBody({ payment_method: "skrill" }) });
  assert.equal(more.code, "offer.too_many_active");
  const off = await client.call(toggleAllOffers, { body: { new_status: "inactive" } });
  assert.equal(off.data.switched, 2);
  await db.tx((tx) => changeSetting(tx, { name: "offers.max_active", value: 20, changedBy: null }));
});

test("price and amounts change on their own, each kind of price by its own call", async () => {
  const { client, id } = await person();
  const hash = await db.tx((tx) => anOffer(tx, id));
  const params = { hash };
  assert.equal((await client.call(setOfferMargin, { params, body: { new_margin: "3.5" } })).data.margin, "3.5");
  const priceOf = async (offer: string) =>
    (await app.client().call(getOffer, { params: { id: offer }, query: {} })).data.fiatPricePerCrypto;
  const before = Number(await priceOf(hash));
  await client.call(setOfferMargin, { params, body: { new_margin: "13.85" } });
  assert.ok(Math.abs(Number(await priceOf(hash)) / before - 1.1) < 0.0001, "takers pay the new margin");
  await client.call(setOfferMargin, { params, body: { new_margin: "3.5" } });
  const fixed = await db.tx((tx) =>
    anOffer(tx, id, { payment_method: "skrill", margin: undefined, fixed_price: "70000" }),
  );
  const changed = await client.call(setOfferFixedPrice, {
    params: { hash: fixed },
    body: { new_fixed_price: "80123.45" },
  });
  assert.deepEqual([changed.code, await priceOf(fixed)], ["", "80123.45"]);
  assert.equal(
    (await client.call(setOfferFixedPrice, { params, body: { new_fixed_price: "1" } })).code,
    "offer.price_kind",
  );
  assert.equal((await client.call(setOfferMargin, { params, body: { new_margin: "99" } })).code, "offer.margin_range");
  const range = await client.call(setOfferAmount, { params, body: { range_min: "30", range_max: "60" } });
  assert.deepEqual([range.data.rangeMin, range.data.rangeMax], ["30", "60"]);
  const choice = await client.call(setOfferAmount, { params, body: { predefined_amount: ["100", "40"] } });
  assert.deepEqual(choice.data.predefinedAmounts, ["40", "100"]);
  for (const range of [{ range_min: "30", range_max: "60" }, { range_min: "30" }, { range_max: "60" }])
    assert.equal(
      (await client.call(setOfferAmount, { params, body: { predefined_amount: ["50"], ...range } })).code,
      "offer.amounts_both",
    );
  assert.equal((await client.call(setOfferAmount, { params, body: {} })).code, "offer.amounts");
  const cap = await client.call(setOfferCap, {
    params: { id: hash },
    body: { offer_cap: { amount: "500", active: true } },
  });
  assert.deepEqual(cap.data.offerCap?.remainingValue, "500");
  const low = await client.call(setOfferCap, {
    params: { id: hash },
    body: { offer_cap: { amount: "20", active: true } },
  });
  assert.equal(low.code, "offer.cap_below_min");
  assert.equal((low.body as { context: { usedCap: string } }).context.usedCap, "0");
});

test("an offer is not made or saved with fields of the other kind of amounts, and the field is named", async () => {
  const { client, id } = await person();
  const hash = await db.tx((tx) => anOffer(tx, id, { payment_method: "skrill" }));
  const bodies: readonly [Partial<OfferBody>, string][] = [
    [{ amount_type: "min_max", range_min: "20", range_max: "50", predefined_amount: ["30"] }, "predefined_amount"],
    [{ amount_type: "predefined", range_min: "20", predefined_amount: ["30"] }, "range_min"],
    [{ amount_type: "predefined", range_max: "50", predefined_amount: ["30"] }, "range_max"],
  ];
  for (const [amounts, field] of bodies) {
    const body = { ...offerBody(), range_min: undefined, range_max: undefined, ...amounts };
    const saved = { ...body, payment_method: "skrill" };
    for (const answer of [
      await client.call(createOffer, { body }),
      await client.call(updateOffer, { params: { id: hash }, body: saved }),
    ]) {
      assert.deepEqual([answer.status, answer.code], [422, "offer.amounts_both"], field);
      assert.match(JSON.stringify(answer.body), new RegExp(`"${field}"`));
    }
  }
});

test("a sell offer that the balance does not cover waits, and comes back with the coins", async () => {
  const { client, id } = await person(0n);
  const made = await client.call(createOffer, { body: offerBody() });
  assert.deepEqual([made.data.hold, made.data.isEnabled, made.data.isActive], ["low_balance", false, true]);
  await db.tx((tx) => giveCoins(tx, id, "BTC", 100_000_000n));
  await app.runJob("offers-follow-balances");
  const mine = await client.call(listMyOffers, { query: { type: "sell" } });
  assert.deepEqual([mine.data.offers[0]?.hold, mine.data.offers[0]?.isEnabled], [null, true]);
});

test("one's own offers come ten at a time, newest first, and all without a page", async () => {
  const { client, id } = await person();
  const hashes = await db.tx(async (tx) => {
    const made: string[] = [];
    for (let at = 0; at < 12; at += 1) made.unshift(await anOffer(tx, id, { is_active: false }));
    return made;
  });
  const ask = async (page?: string) =>
    client.call(listMyOffers, { query: { type: "sell", ...(page === undefined ? {} : { page }) } });
  type Listed = Awaited<ReturnType<typeof ask>>;
  const [first, second, all] = [await ask("1"), await ask("2"), await ask()];
  const hashesOf = ({ data }: Listed) => data.offers.map(({ idHashed }) => idHashed);
  assert.deepEqual([hashesOf(first), hashesOf(second)], [hashes.slice(0, 10), hashes.slice(10)]);
  assert.deepEqual(hashesOf(all), hashes);
  const { total, currentPage, perPage, lastPage } = second.meta;
  assert.deepEqual([total, currentPage, perPage, lastPage], [12, 2, 10, 2]);
});

test("an offer says of which cards it is, and a listing finds it by a card's number and its country", async () => {
  const { client } = await person();
  const body = offerBody({
    payment_method: "visa-gift-card",
    bin_codes: ["414720", "414720", "4319"],
    card_regions: ["US", "CA"],
    offer_cap: { amount: "10", active: false },
  });
  const made = await client.call(createOffer, { body });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.equal(made.data.offerCap?.active, false, "a cap that is off may be below the minimum");
  const page = await client.call(getOffer, { params: { id: made.data.idHashed } });
  assert.deepEqual(page.data.giftCardBinCodes, ["414720", "4319"]);
  assert.deepEqual(
    page.data.amazonGiftCardRegions.map(({ id, name }) => [id, name]),
    [
      [124, "Canada"],
      [840, "United States"],
    ],
  );
  // The bond of gift cards is another test's.
  await app.owner.query("update offers set hold = null where hash = $1", [made.data.idHashed]);
  const found = async (query: { binCode?: string; cardRegion?: string }) =>
    (await app.client().call(listOffers, { query: { type: "sell", "payment-method": "visa-gift-card", ...query } }))
      .data.length;
  assert.deepEqual(
    [await found({ binCode: "43190001" }), await found({ binCode: "4147" }), await found({ cardRegion: "CA" })],
    [1, 0, 1],
  );
  assert.equal(await found({ cardRegion: "DE" }), 0);
});

test("a stranger neither sees nor moves an owner's side of an offer", async () => {
  const owner = await person();
  const stranger = await person();
  const hash = await db.tx((tx) => anOffer(tx, owner.id));
  const answers = [
    await stranger.client.call(updateOffer, { params: { id: hash }, body: offerBody() }),
    await stranger.client.call(deleteOffer, { params: { id: hash } }),
    await stranger.client.call(setOfferStatus, { params: { hash }, body: { new_status: "inactive" } }),
    await stranger.client.call(setOfferMargin, { params: { hash }, body: { new_margin: "1" } }),
    await stranger.client.call(setOfferAmount, { params: { hash }, body: { range_min: "30", range_max: "60" } }),
    await stranger.client.call(getOfferPinnedInfo, { params: { hash } }),
  ];
  for (const { code } of answers) assert.equal(code, "offer.not_found");
  assert.equal((await stranger.client.call(getOffer, { params: { id: hash } })).data.originalData, null);
  assert.equal((await app.client().call(createOffer, { body: offerBody() })).status, 401);
});

test("a deleted offer is gone for everybody, and cannot be deleted twice", async () => {
  const { client, id } = await person();
  const hash = await db.tx((tx) => anOffer(tx, id));
  assert.equal((await client.call(deleteOffer, { params: { id: hash } })).data.isDeleted, true);
  assert.equal((await client.call(deleteOffer, { params: { id: hash } })).code, "offer.not_found");
  assert.equal((await client.call(getOffer, { params: { id: hash } })).code, "offer.not_found");
  const listed = await client.call(listOffers, { query: { type: "sell", limit: "50" } });
  assert.ok(!listed.data.some((card) => card.hash === hash));
});

test("an owner who falls below the level that offers need leaves the market, and is back with the level", async () => {
  const { client, id } = await person();
  const hash = await db.tx((tx) => anOffer(tx, id));
  const isListed = async () => {
    await app.deliverEvents();
    const { data } = await client.call(listOffers, { query: { type: "sell", limit: "50" } });
    return data.some((card) => card.hash === hash);
  };
  const setLevel = async (level: number) => {
    await app.owner.query("update users set granted_level = $2 where id = $1", [id, level]);
    await app.owner.query(
      `insert into events (type, subject, payload, at) values ('account.level_set', $1, '{"detail": "1"}', market_now())`,
      [String(id)],
    );
  };
  await setLevel(2);
  await db.tx((tx) => changeSetting(tx, { name: "offers.creation_level", value: 2, changedBy: null }));
  assert.equal(await isListed(), true);
  await setLevel(1);
  assert.equal(await isListed(), false);
  const mine = await client.call(listMyOffers, { query: { type: "sell" } });
  assert.equal(mine.data.offers.find(({ idHashed }) => idHashed === hash)?.hold, "level");
  const said = async () => (await client.call(listMyOffers, { query: { type: "buy" } })).data.messages;
  assert.deepEqual(await said(), [{ name: "level" }], "said once for all, on either side");
  await client.call(setOfferStatus, { params: { hash }, body: { new_status: "inactive" } });
  assert.deepEqual(await said(), [], "what its owner paused is not held back");
  await setLevel(2);
  await client.call(setOfferStatus, { params: { hash }, body: { new_status: "active" } });
  assert.equal(await isListed(), true);
  assert.deepEqual(await said(), []);
  await db.tx((tx) => changeSetting(tx, { name: "offers.creation_level", value: 3, changedBy: null }));
  assert.equal(await isListed(), false, "another number of the setting");
  await db.tx((tx) => changeSetting(tx, { name: "offers.creation_level", value: 1, changedBy: null }));
  assert.equal(await isListed(), true);
});

test("a closed method takes its offers off the market until it is open again", async () => {
  const { client, id } = await person();
  const hash = await db.tx((tx) => anOffer(tx, id, { payment_method: "neteller" }));
  const holdNow = async () =>
    (await client.call(listMyOffers, { query: { type: "sell" } })).data.offers.find(({ idHashed }) => idHashed === hash)
      ?.hold;
  await db.tx((tx) => changeSetting(tx, { name: "catalog.disabled_methods", value: ["neteller"], changedBy: null }));
  await app.deliverEvents();
  assert.equal(await holdNow(), "method_disabled");
  await db.tx((tx) => changeSetting(tx, { name: "catalog.disabled_methods", value: [], changedBy: null }));
  await app.deliverEvents();
  assert.equal(await holdNow(), null);
});

test("the form's limits are the server's", async () => {
  const { client } = await person();
  const long = "x".repeat(OFFER_LIMITS.termsMax + 1);
  const answer = await client.call(createOffer, { body: offerBody({ offer_terms: long }) });
  assert.equal(answer.code, "ERROR_INPUT_VALIDATION");
});
