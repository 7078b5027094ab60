// Guards: a translation is offered for texts in another language, and not for texts that say too little.
import assert from "node:assert/strict";
import { test } from "node:test";
import { guessLanguage } from "./guess-language.ts";
import { pairsInto } from "./pairs.ts";

test("messages of a trade are recognized by their frequent words and their script", () => {
  const said = {
    en: "Hello, please send the payment to my account and wait for me",
    es: "Hola, ya pagué. ¿Puedes liberar por favor?",
    pt: "Olá, já paguei. Você pode liberar por favor?",
    fr: "Bonjour, j’ai envoyé le paiement sur votre compte",
    it: "Ciao, ho inviato il pagamento sul tuo conto",
    de: "Hallo, ich habe das Geld auf das Konto gesendet",
    ru: "Здравствуйте, я оплатил",
    uk: "Я вже надіслав гроші, чекаю на відповідь, дякую. Її ім’я в описі",
    ar: "مرحبا، لقد أرسلت المبلغ",
    hi: "मैंने भुगतान कर दिया है",
    vi: "Tôi đã chuyển tiền rồi, bạn kiểm tra nhé",
    zh: "我已经付款了，请放币",
    ja: "支払いました。確認してください",
    ko: "송금했습니다",
  };
  for (const [language, text] of Object.entries(said)) assert.equal(guessLanguage(text), language, text);
});

test("a single greeting is enough for a short message, and a single known word not for a long one", () => {
  assert.deepEqual(["Hola!", "thanks", "Obrigado", "Merci"].map(guessLanguage), ["es", "en", "pt", "fr"]);
  assert.equal(guessLanguage("qwerty asdf zxcv uiop please hjkl"), undefined);
});

test("figures, names, and words of two languages say nothing", () => {
  for (const text of ["", "500", "DE89 3704 0044 0532 0130 00", "ok", "Revolut", "por favor"]) {
    assert.equal(guessLanguage(text), undefined, text);
  }
});

test("a reader is offered one pair for each language, the one into exactly their own before others", () => {
  const pairs = [
    { from: "es", to: "pt" },
    { from: "es", to: "pt-BR" },
    { from: "pt", to: "es" },
    { from: "es", to: "en-US" },
    { from: "es", to: "en" },
    { from: "ca", to: "en-US" },
  ];
  assert.deepEqual(pairsInto(pairs, "pt-BR"), [{ from: "es", to: "pt-BR" }]);
  assert.deepEqual(pairsInto(pairs, "en"), [
    { from: "ca", to: "en-US" },
    { from: "es", to: "en" },
  ]);
  assert.deepEqual(pairsInto(pairs, "hi"), []);
});
