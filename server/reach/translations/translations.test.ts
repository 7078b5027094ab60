// Guards: what others wrote is translated for those who may read it and accept that, and for nobody else; nothing of it is stored.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import { listMessages, postMessage } from "#contract/market/trades/chat.ts";
import { revealPaymentDetails } from "#contract/market/trades/trade/trades.ts";
import {
  acceptTranslations,
  getTranslations,
  translateInTrade,
  translateOfferTerms,
} from "#contract/reach/translations/translations.ts";
import { aMarket, aPerson, aTrade, testApp } from "../../testing/index.ts";
import { fakeApertium } from "../../testing/outside/apertium.ts";
import { translatorAsked, useTranslator } from "./translator.ts";

const app = await testApp({ config: { apertium: fakeApertium() } });
await translatorAsked();
const market = await aMarket(app, { offer_terms: "Hello, please pay 500 EUR to DE89370400440532013000" });
const { buyer, seller } = market;
const PAIR = { from: "en", to: "es" };
const FLAG = "isContentTransfer3rdPartyAutoTranslationEnabled";

const refused = async (answer: Promise<{ code: string }>, code: RefusalCode) => assert.equal((await answer).code, code);
const accept = (client: typeof buyer.client, isAccepted = true) =>
  client.call(acceptTranslations, { body: { is_accepted: isAccepted } });
const said = async (hash: string, text: string) => {
  const { data } = await seller.client.call(postMessage, { params: { id: hash }, body: { text } });
  return data.id;
};
const translate = (client: typeof buyer.client, id: string, message_id: string, pair = PAIR) =>
  client.call(translateInTrade, { params: { id }, query: { part: "message", message_id, ...pair } });

test("a visitor sees what is offered, and a user accepts it, with the time, and withdraws it", async () => {
  const { data: offered } = await app.client().call(getTranslations, {});
  assert.equal(offered[FLAG], true);
  assert.deepEqual([offered.pairs[0], offered.acceptedAt], [PAIR, null]);
  const { client } = await aPerson(app);
  const { data: accepted } = await accept(client);
  assert.equal(accepted.isContentTransfer3rdPartyAutoTranslationAccepted, true);
  assert.ok(accepted.acceptedAt !== null);
  assert.deepEqual((await accept(client)).data, accepted, "the time of the first acceptance stays");
  const { data: withdrawn } = await accept(client, false);
  assert.deepEqual([withdrawn.acceptedAt, withdrawn.isContentTransfer3rdPartyAutoTranslationAccepted], [null, false]);
});

test("a message is translated for its reader who accepts that, with its figures as they were", async () => {
  const hash = await aTrade(market);
  const message = await said(hash, "Hello, please pay 1,250.50 to 4111 1111 1111 1111, thanks");
  await refused(translate(buyer.client, hash, message), "translation.not_accepted");
  await accept(buyer.client);
  const { data } = await translate(buyer.client, hash, message);
  assert.deepEqual(data, { ...PAIR, text: "Hola, por favor paga 1,250.50 to 4111 1111 1111 1111, gracias" });
  const { data: messages } = await buyer.client.call(listMessages, { params: { id: hash }, query: {} });
  assert.ok(
    messages.some(({ text }) => text.startsWith("Hello")) && !messages.some(({ text }) => text.startsWith("Hola")),
  );
});

test("strangers, and messages of another trade, are as if they did not exist", async () => {
  const [hash, other] = [await aTrade(market), await aTrade(market)];
  const message = await said(hash, "Hello");
  const stranger = await aPerson(app);
  await accept(stranger.client);
  await accept(buyer.client);
  await refused(translate(stranger.client, hash, message), "trade.not_found");
  await refused(translate(buyer.client, other, message), "translation.no_message");
  await refused(
    buyer.client.call(translateInTrade, { params: { id: hash }, query: { part: "message", ...PAIR } }),
    "translation.no_message",
  );
});

test("terms are translated on the offer and in the trade, and instructions for those who see them", async () => {
  await accept(buyer.client);
  const text = "Hola, por favor paga 500 EUR to DE89370400440532013000";
  const offer = await buyer.client.call(translateOfferTerms, { params: { id: market.offer }, query: PAIR });
  assert.equal(offer.data.text, text);
  const params = { id: await aTrade(market) };
  const part = (name: "terms" | "details") =>
    buyer.client.call(translateInTrade, { params, query: { part: name, from: "en", to: "es" } });
  assert.equal((await part("terms")).data.text, text);
  await refused(part("details"), "translation.no_message");
  await buyer.client.call(revealPaymentDetails, { params });
  assert.equal((await part("details")).data.text, "Bank details follow in the chat.");
});

test("a translation that changed a figure is refused, and so are failures of the program and unknown pairs", async () => {
  await accept(buyer.client);
  const hash = await aTrade(market);
  const fails = async (text: string, code: RefusalCode, pair = PAIR) =>
    refused(translate(buyer.client, hash, await said(hash, text), pair), code);
  await fails("lose 500 of it", "translation.changed");
  await fails("repeat 500 of it", "translation.changed");
  await fails("tally them", "translation.changed");
  await fails("fail now", "translation.failed");
  await fails("Hello", "translation.no_pair", { from: "es", to: "hi" });
});

test("a user who wants many texts at once is asked to wait", async () => {
  await accept(buyer.client);
  const hash = await aTrade(market);
  const texts = Array.from({ length: 6 }, (_, number) => said(hash, `slow ${number}`));
  const messages = await Promise.all(texts);
  const answers = await Promise.all(messages.map((message) => translate(buyer.client, hash, message)));
  const codes = answers.map(({ code }) => code).filter((code) => code !== "");
  assert.deepEqual(codes, ["translation.busy"]);
});

test("where the flag is off, or the program is not there, nothing of it is offered", async () => {
  const hash = await aTrade(market);
  const message = await said(hash, "Hello");
  await accept(buyer.client);
  const isOff = async () => {
    const { data } = await buyer.client.call(getTranslations, {});
    assert.deepEqual([data[FLAG], data.pairs], [false, []]);
    assert.equal(data.isContentTransfer3rdPartyAutoTranslationAccepted, true, "what was accepted stays");
    await refused(translate(buyer.client, hash, message), "translation.off");
    await refused(accept((await aPerson(app)).client), "translation.off");
  };
  await app.owner.query("update feature_flags set percent = 0 where name = $1", [FLAG]);
  await isOff();
  await app.owner.query("update feature_flags set percent = 100 where name = $1", [FLAG]);
  useTranslator({ apertium: undefined });
  await isOff();
  await accept(buyer.client, false);
});
