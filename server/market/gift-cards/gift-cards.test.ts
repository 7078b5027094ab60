// Guards: the vault: one code is on the platform once, sealed, its owner's, and nobody's to see before it is shared.
// Surveys: /gift-cards\//
import assert from "node:assert/strict";
import { test } from "node:test";
import { addGiftCard, deleteGiftCard, listGiftCards, placeGiftCard } from "#contract/gift-cards.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { aCard, aCardTrade, aCode, aGiftMarket, cardBody } from "../../testing/gift-cards.ts";
import { codeFrom } from "./codes.ts";
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
    ...{ offer: null, trade: null, revealedAt: null },
    paymentMethod: { slug: "amazon-gift-card", name: shown.paymentMethod.name },
  });
  const { data: listed, meta } = await ada.client.call(listGiftCards, { query: { status: "free" } });
  assert.deepEqual([listed, meta.total], [[data], 1]);
  const { rows } = await owner.query("select gift_cards::text as row, status from gift_cards where hash = $1", [id]);
  assert.ok(!rows[0].row.includes(code) && !rows[0].row.includes(Buffer.from(code).toString("hex")));
  assert.deepEqual((await (await aPerson(app)).client.call(listGiftCards)).data, []);
});

test("a code is on the platform once, whoever brings it, however it is written, and whatever became of it", async () => {
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
