// Guards: figures, account numbers, addresses and codes leave a translation as they entered it, or it is not shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hideMarks } from "./hide-marks.ts";

/** What a reader would pay by. */
const EXACT = [
  "1,250.50 USD",
  "€500",
  "4111 1111 1111 1111",
  "DE89 3704 0044 0532 0130 00",
  "DEUTDEFF",
  "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "maria_77@example.org",
  "https://example.org/pay?x=1",
  "paypal.me/maria",
  "٥٠٠",
  "+49 151 2345678",
  "PayPal",
];

test("the text that is translated holds none of them, and they come back in the order of the translation", () => {
  for (const exact of EXACT) {
    const { text, restore } = hideMarks(`please pay ${exact}, then wait`);
    assert.match(text, /^please pay xq[a-j]+x, then wait$/, exact);
    const word = text.split(/[ ,]+/)[2] ?? "";
    assert.equal(restore(`espera, luego paga ${word}.`), `espera, luego paga ${exact}.`);
  }
});

test("sentences, lines and names keep their places", () => {
  const said = "Hello, I am Maria. My bank is Chase (USA).\nPlease wait 5 minutes.";
  const { text, restore } = hideMarks(said);
  assert.equal(text, "Hello, I am xqax. My bank is xqbx (xqcx).\nPlease wait xqdx minutes.");
  assert.equal(restore(text), said);
});

test("blanks that the program left behind are one, unless the writer wrote more", () => {
  assert.equal(hideMarks("pay it now").restore("paga  ahora"), "paga ahora");
  assert.equal(hideMarks("pay  it now").restore("paga  ahora"), "paga  ahora");
});

test("a text in capitals is translated, and so is one with a capital for each word", () => {
  assert.equal(hideMarks("PLEASE PAY NOW").text, "PLEASE PAY NOW");
  assert.equal(hideMarks("Please Send Proof Of Payment").text, "Please Send Proof Of Payment");
});

test("a translation that lost, repeated or invented a figure is not shown", () => {
  const { text, restore } = hideMarks("pay 500 to 4111");
  const [, first = "", , second = ""] = text.split(" ");
  for (const spoiled of [
    `paga ${first} a`,
    `paga ${first} a ${first}`,
    `paga ${first} a ${second} ${second}`,
    `paga ${first} a ${second} 7`,
    `paga ${first} a ${second} xqzx`,
    `paga ${first} a ${second} xqjjx`,
    `paga ${first}${second}`,
    `paga ${first} a ${second} @eva`,
  ])
    assert.equal(restore(spoiled), undefined, spoiled);
  assert.equal(restore(`Paga ${first.toUpperCase()} a ${second}`), "Paga 500 a 4111");
});

/** Words, figures and blanks as users write them. */
const piece = fc.oneof(
  fc.constantFrom(
    "hello",
    "Pay",
    "xq",
    "xqax",
    "XQBX",
    "¿puedes",
    "wait.",
    "(now)",
    "é",
    "IBAN",
    "Maria",
    "\n",
    "  ",
    "-",
    "…",
  ),
  fc.constantFrom(...EXACT),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
);
const written = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(" "));

/** Runs of digits with their number, whatever their order. */
const figuresOf = (text: string) => (text.match(/\p{N}+/gu) ?? []).sort().join(" ");

test("what a program makes of a text is shown only with exactly the figures of the original", () => {
  fc.assert(
    fc.property(written, fc.array(fc.nat({ max: 60 }), { maxLength: 6 }), fc.boolean(), (original, cuts, isUpper) => {
      const { text, restore } = hideMarks(original);
      assert.equal(figuresOf(text), "", "a figure reaches the program");
      assert.equal(restore(text), original, "what is not changed comes back whole");
      // A program that loses, repeats and moves words.
      const words = text.split(" ");
      for (const cut of cuts)
        words.splice(cut % (words.length + 1), cut % 3, ...words.slice(cut % 5, (cut % 5) + (cut % 4)));
      const made = isUpper ? words.join(" ").toUpperCase() : words.join(" ");
      const shown = restore(made);
      if (shown !== undefined) assert.equal(figuresOf(shown), figuresOf(original));
    }),
    { numRuns: 400 },
  );
});
