// Guards: the vault: one code is on the platform once, sealed, owned by one user, and visible to no one before it is shared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareGiftCard } from "#contract/market/trades/card-trades.ts";
import { failureEnvelope } from "#contract/platform/errors/failure-envelope.ts";
import {
  addGiftCard,
  checkGiftCard,
  deleteGiftCard,
  listGiftCards,
  placeGiftCard,
} from "#contract/market/trades/gift-cards.ts";
import { listMyOffers } from "#contract/market/offers/my/offers.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { anOffer, aPerson, testApp } from "../../testing/index.ts";
import { aCard, aCardTrade, aCode, aGiftMarket, cardBody } from "../../testing/market/gift-cards.ts";
import { codeFrom } from "./codes.ts";
import { issuerForms } from "./issuer-forms.ts";
import { sealCardsAnew } from "./seal-anew.ts";

const app = await testApp();
const { owner } = app;
const add = (
  person: { client: Awaited<ReturnType<typeof aPerson>>["client"] },
  changes: Parameters<typeof cardBody>[0],
) => person.client.call(addGiftCard, { body: cardBody(changes) });

test("a code is read the same however it is written", () => {
  assert.equal(codeFrom(" abcd-1234 efgh "), "ABCD1234EFGH");
  for (const wrong of ["", "short12", "x".repeat(41), "ABCD_1234", "кодкодкод", "abcd1234\u0000"])
    assert.equal(codeFrom(wrong), undefined);
});

test("a card is added, listed without its code, and kept sealed", async () => {
  const ada = await aPerson(app);
  const code = aCode();
  const { data, status } = await add(ada, { code, kind: "physical", fiat_amount: "25.5" });
  assert.equal(status, 200);
  const { addedAt: _, id, ...shown } = data;
  assert.deepEqual(shown, {
    ...{ kind: "physical", fiatAmount: "25.50", fiatCurrencyCode: "USD", status: "free" },
    ...{ offer: null, trade: null, revealedAt: null, isBoughtHere: false },
    paymentMethod: { slug: "amazon-gift-card", name: shown.paymentMethod.name },
  });
  const { data: listed, meta } = await ada.client.call(listGiftCards, { query: { status: "free" } });
  assert.deepEqual([listed, meta.total], [[data], 1]);
  const { rows } = await owner.query("select gift_cards::text as row, status from gift_cards where hash = $1", [id]);
  assert.ok(!rows[0].row.includes(code) && !rows[0].row.includes(Buffer.from(code).toString("hex")));
  assert.deepEqual((await (await aPerson(app)).client.call(listGiftCards)).data, []);
});

test("a code is on the platform once, for all users, spellings and statuses", async () => {
  const [ada, bob] = [await aPerson(app), await aPerson(app)];
  const code = aCode();
  const card = await aCard(ada.client, { code });
  for (const person of [ada, bob]) {
    const again = await add(person, { code: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`, fiat_amount: "50" });
    assert.deepEqual([again.status, again.code], [409, "gift_card.duplicate"]);
  }
  const atOnce = aCode();
  const answers = await Promise.all([ada, bob, ada, bob].map((person) => add(person, { code: atOnce })));
  assert.equal(answers.filter(({ code }) => code === "").length, 1);
  await ada.client.call(deleteGiftCard, { params: { id: card } });
  assert.equal((await add(bob, { code })).code, "gift_card.duplicate", "deleted is not forgotten");
  assert.equal((await add(ada, { code, fiat_amount: "30" })).data.fiatAmount, "30.00", "its owner may bring it again");
});

test("what is no card is refused on its field", async () => {
  const ada = await aPerson(app);
  for (const [changes, code] of [
    [{ payment_method: "paypal" }, "gift_card.method"],
    [{ payment_method: "never-heard-of" }, "gift_card.method"],
    [{ code: "1234" }, "gift_card.code"],
    [{ fiat_currency_code: "XYZ" }, "offer.currency_unknown"],
    [{ fiat_amount: "1.001" }, "money.too_many_digits"],
    [{ fiat_amount: "0" }, "money.malformed"],
    [{ fiat_amount: "999999999999999999999" }, "money.malformed"],
  ] as const) {
    const answer = await add(ada, changes);
    assert.deepEqual([answer.status, answer.code], [422, code], JSON.stringify(changes));
  }
  const odd = { fiat_currency_code: "USD", fiat_amount: "1.001" };
  assert.equal((await ada.client.call(listGiftCards, { query: odd })).code, "money.too_many_digits");
  const huge = { fiat_currency_code: "USD", fiat_amount: "999999999999999999999999" };
  assert.deepEqual((await ada.client.call(listGiftCards, { query: huge })).data, []);
});

test("an own offer says whether its owner has cards that its trades can be paid with", async () => {
  const market = await aGiftMarket(app);
  const { client, id } = market.buyer;
  await app.db.tx((tx) => anOffer(tx, id, { offer_type: "buy", payment_method: "amazon-gift-card" }));
  const says = async () => {
    const { data } = await client.call(listMyOffers, { query: { type: "buy" } });
    return data.offers.map(({ hasGiftCards }) => hasGiftCards);
  };
  assert.deepEqual(await says(), [false]);
  const card = await aCard(client);
  assert.deepEqual(await says(), [true]);
  await client.call(deleteGiftCard, { params: { id: card } });
  assert.deepEqual(await says(), [false]);
});

test("its owner takes a card out; a trade's card stays", async () => {
  const market = await aGiftMarket(app);
  const { client } = market.buyer;
  const free = await aCard(client);
  const bob = await aPerson(app);
  const remove = (by: typeof client, id: string) => by.call(deleteGiftCard, { params: { id } });
  assert.deepEqual(
    [(await remove(bob.client, free)).status, (await remove(bob.client, free)).code],
    [404, "gift_card.not_found"],
  );
  assert.equal((await remove(client, free)).code, "");
  assert.equal((await remove(client, free)).code, "gift_card.not_found");
  const { card } = await aCardTrade(market, "gcc_info_shared");
  assert.deepEqual([(await remove(client, card)).status, (await remove(client, card)).code], [409, "gift_card.in_use"]);
  const place = (id: string, offer: string | null) => client.call(placeGiftCard, { params: { id }, body: { offer } });
  assert.equal((await place(card, null)).code, "gift_card.in_use");
  assert.equal((await place(free, null)).code, "gift_card.not_found");
  assert.equal((await place(await aCard(client), market.offer)).code, "gift_card.unfit");
});

test("the web writes no card by itself, and nobody changes who saw which code", async () => {
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows`update gift_cards set status = 'free'`),
    /permission denied/,
  );
  await assert.rejects(
    app.dbs.worker.tx((tx) => tx.rows`select code_sealed from gift_cards`),
    /permission denied/,
  );
  await assert.rejects(owner.query("delete from gift_card_reveals"), /append|change|allowed/i);
});

test("with another secret codes are sealed and marked anew: the same one is still refused", async () => {
  const ada = await aPerson(app);
  const code = aCode();
  await aCard(ada.client, { code });
  const { secret, sealing } = app.config;
  const next = { version: sealing.version + 1, before: secret };
  const anew = Buffer.alloc(32, 7);
  const asOwner = app.db;
  try {
    assert.match(await sealCardsAnew(asOwner, { secret: anew, sealing: next }), /^sealed [1-9]\d* codes/);
    assert.match(await sealCardsAnew(asOwner, { secret: anew, sealing: next }), /^sealed 0 codes/);
    assert.equal((await add(ada, { code })).code, "gift_card.duplicate");
  } finally {
    useSealingSecret(secret, sealing);
  }
});

test("a closed account leaves no code behind", async () => {
  const ada = await aPerson(app);
  const card = await aCard(ada.client);
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'no_need', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [ada.id]);
  const { rows } = await owner.query(
    "select status, code_sealed, octet_length(code_mark) as mark from gift_cards where hash = $1",
    [card],
  );
  assert.deepEqual(rows, [{ status: "deleted", code_sealed: null, mark: 32 }]);
});

test("the form of a code is its issuer's, with the check digit where numbers have one", async () => {
  const form = async (slug: string, code: string) => (await issuerForms.check({ slug, code })).form;
  for (const [slug, fits, differs] of [
    ["amazon-gift-card", "ABCD123456EFGH", "ABCD123456EFG"],
    ["itunes-gift-card", "XABCD12345678901", "YABCD12345678901"],
    ["google-play-gift-card", "A".repeat(20), "A".repeat(18)],
    ["paysafecard", "0123456789012345", "012345678901234A"],
    ["visa-gift-card", "4111111111111111", "4111111111111112"],
    ["visa-gift-card", "41111111111111111227123", "41111111111111111327123"],
    ["mastercard-gift-card", "5555555555554444", "4111111111111111"],
    ["mastercard-gift-card", "2223000048400011", "2221000000000000"],
    ["american-express-gift-card", "378282246310005", "378282246310006"],
    ["vanilla-gift-card", "5555555555554444", "378282246310005"],
  ] as const)
    assert.deepEqual([await form(slug, fits), await form(slug, differs)], ["fits", "differs"], slug);
  assert.equal(issuerForms.knows("other-gift-cards"), false);
});

test("a card is checked by its owner and by the seller of its trade, and by nobody else", async () => {
  const market = await aGiftMarket(app);
  const { hash, card } = await aCardTrade(market, "active_funded", `AB${aCode().slice(-12)}`);
  const [buyer, seller] = [market.buyer.client, market.seller.client];
  const ask = (by: typeof buyer) => by.call(checkGiftCard, { body: { gift_card: card } });
  const alone = await ask(buyer);
  assert.deepEqual(
    [alone.status, alone.data.challenge, alone.data.url, alone.data.events.map(({ name }) => name)],
    [200, null, "https://www.amazon.com/gc/balance", ["added", "form_fits"]],
  );
  assert.deepEqual([(await ask(seller)).status, (await ask(seller)).code], [404, "gift_card.not_found"]);
  await buyer.call(shareGiftCard, { params: { id: hash }, body: { gift_card: card } });
  const seen = await ask(seller);
  assert.match(seen.data.challenge ?? "", /^[A-Z2-9]{6}$/);
  assert.equal((await ask(await aPerson(app).then(({ client }) => client))).code, "gift_card.not_found");
  await app.moveClock(29 * 60_000);
  assert.equal((await ask(buyer)).data.challenge, seen.data.challenge, "both sides have one word");
  const lines = async () =>
    (
      await owner.query(
        "select system_values ->> 'word' as word from chat_messages join conversations on conversations.id = trade_id where ref = $1 and system_key = 'gift_card_checked' order by chat_messages.id",
        [hash],
      )
    ).rows.map(({ word }) => word);
  assert.deepEqual(await lines(), [seen.data.challenge]);
  await app.moveClock(2 * 60_000);
  const later = await ask(seller);
  assert.notEqual(later.data.challenge, seen.data.challenge);
  assert.deepEqual(await lines(), [seen.data.challenge, later.data.challenge]);
  const { id: stranger } = await aPerson(app);
  const outcome = await app.dbs.web.tx(
    (tx) => tx.rows`select note_gift_card_check(${stranger}, ${card}, 'fits', 'ABC234', ${tx.now}) as outcome`,
  );
  assert.deepEqual(outcome, [{ outcome: null }], "the database itself refuses");
  await app.moveClock(60_000);
  await owner.query("update gift_cards set in_use_at = market_now() where hash = $1", [card]);
  await app.moveClock(60_000);
  assert.notEqual((await ask(seller)).data.challenge, later.data.challenge, "another trade has another word");
});

test("a code that another user enters again is recorded with the card, and one's own try is not", async () => {
  const [ada, bob] = [await aPerson(app), await aPerson(app)];
  const code = aCode();
  const card = await aCard(ada.client, { code });
  const found = async () =>
    (await ada.client.call(checkGiftCard, { body: { gift_card: card } })).data.events.map(({ name }) => name);
  await add(ada, { code });
  assert.deepEqual(await found(), ["added", "form_differs"]);
  assert.equal((await add(bob, { code })).code, "gift_card.duplicate");
  assert.deepEqual(await found(), ["added", "brought_again", "form_differs"]);
});

test("a card whose issuer is not known is not checked, and the answer says so where the given API looks", async () => {
  const ada = await aPerson(app);
  const card = await aCard(ada.client, { payment_method: "other-gift-cards" });
  const answer = await ada.client.call(checkGiftCard, { body: { gift_card: card } });
  assert.deepEqual([answer.status, answer.code], [422, "gift_card.check_unavailable"]);
  const { errors, message } = failureEnvelope(new Refusal("gift_card.check_unavailable"));
  assert.deepEqual(errors.url, [message]);
  assert.equal(failureEnvelope(new Refusal("gift_card.not_found")).errors.url, undefined);
});
