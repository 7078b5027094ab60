// Guards: Debian's Apertium itself translates messages of a trade, and figures, accounts and codes come back from it as they were.
import assert from "node:assert/strict";
import { test } from "node:test";
import { postMessage } from "#contract/market/trades/chat.ts";
import { acceptTranslations, translateInTrade } from "#contract/reach/translations/translations.ts";
import { openApertium } from "../../server/platform/outside/apertium/apertium.ts";
import { hideMarks } from "../../server/reach/translations/hide-marks.ts";
import { translatorAsked } from "../../server/reach/translations/index.ts";
import { aMarket, aTrade, testApp } from "../../server/testing/index.ts";
import { debianApertium } from "./debian-apertium.ts";

const program = await debianApertium();

test("a message is translated both ways between its writer and its reader", async () => {
  const app = await testApp({ config: { apertium: program } });
  await translatorAsked();
  const market = await aMarket(app);
  const params = { id: await aTrade(market) };
  await market.buyer.client.call(acceptTranslations, { body: { is_accepted: true } });
  const read = async (text: string, pair: { from: string; to: string }) => {
    const said = await market.seller.client.call(postMessage, { params, body: { text } });
    const query = { part: "message", message_id: said.data.id, ...pair } as const;
    return (await market.buyer.client.call(translateInTrade, { params, query })).data.text;
  };
  const spanish = await read("Hello, the bank has not sent 1,250.50 USD to DE89 3704 0044 0532 0130 00.", {
    from: "en",
    to: "es",
  });
  assert.match(spanish, /banco/);
  assert.match(spanish, /1,250\.50 USD a DE89 3704 0044 0532 0130 00\./);
  const english = await read("Hola, ya he pagado 500 € a maria_77@example.org", { from: "es", to: "en" });
  assert.match(english, /paid 500 € to maria_77@example\.org/);
});

/** Sentences of trades, each with what must stay exact. */
const SENTENCES = [
  "Please pay {} to my account within {} minutes.",
  "My account is {}. The reference is {}!\nThanks",
  "I have sent {}; you can check it at {}",
  "{} {} and {}",
  "Do not pay from the account of another person, {}, only {}?",
  "HELLO, PAY {} NOW ({})",
  "- cash: {}\n- card: {}\n\nWrite me before {}.",
];
const EXACT = [
  "1,250.50 USD",
  "€500",
  "4111 1111 1111 1111",
  "DE89 3704 0044 0532 0130 00",
  "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  "https://example.org/pay?x=1&y=[2]",
  "paypal.me/maria",
  "+49 (151) 2345678",
  "$^*@#{}\\",
  "ABCD-1234-EFGH",
  "12:30",
];

test("of many sentences with figures nearly all are shown, and none of them with another figure", async () => {
  const translator = openApertium({ program });
  await translator.isAsked;
  let shown = 0;
  for (const [round, sentence] of SENTENCES.entries()) {
    let next = round;
    const text = sentence.replaceAll("{}", () => EXACT[next++ % EXACT.length] ?? "");
    const hidden = hideMarks(text);
    const answer = await translator.translate({ text: hidden.text, from: "en", to: "es", account: "1" });
    const restored = hidden.restore(answer);
    if (restored === undefined) continue;
    shown += 1;
    for (let at = round; at < next; at++) assert.ok(restored.includes(EXACT[at % EXACT.length] ?? ""), restored);
    assert.equal(restored.split("\n").length, text.split("\n").length, "lines stay lines");
  }
  assert.ok(shown >= SENTENCES.length - 1, `${shown} of ${SENTENCES.length} were shown`);
});
