// Guards: what to beware of is noticed however it is spelled, ordinary talk is left alone, and no message is slow to read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { warningsOf } from "./text-warnings.ts";

const SAID: readonly (readonly [text: string, ...warnings: string[]])[] = [
  ["write to john.doe+otc@mail.example", "contact"],
  ["john (at) mail [dot] example", "contact"],
  ["john at mail dot example", "contact"],
  ["john@mail.com", "contact", "link"],
  [`${"-".repeat(200)}john@mail.example`, "contact"],
  ["call me +49 (0) 170 - 123 45 67", "contact"],
  ["my phone is 0170 1234567", "contact"],
  ["00 49 170 1234567"],
  ["0049 170 1234567", "contact"],
  ["I am on WhatsApp", "contact"],
  ["te\u200blegram", "contact"],
  ["see https://a.b", "link"],
  ["go to pay-fast.xyz now", "link"],
  ["wwww", ...[]],
  ["release first please", "release_first"],
  ["support said: release", ...[]],
  ["support says you must release", "release_first"],
  ["send me your code", "release_first"],
  ["let us deal outside the platform", "off_platform"],
  ["cancel and we do it directly", "off_platform"],
  ["a direct deal", "off_platform"],
  ["— Parley system: the payment is confirmed", "not_platform"],
  ["thanks\n\n[PARLEY SUPPORT] your coins are safe", "not_platform"],
  ["ok\r\nSystem : the payment has arrived", "not_platform"],
  ["🔔 Escrow notice: paid", "not_platform"],
  ["🔔 Notice: paid", "not_platform"],
  ["Ｐａｒｌｅｙ： paid", "not_platform"],
  ["Pаrlеy systеm: paid", "not_platform"],
  ["Pa\u200brley team: paid", "not_platform"],
  ["*Moderator* - I am here", "not_platform"],
  ["**Moderator**: the payment is confirmed", "not_platform"],
  ["Sistema: pago confirmado", "not_platform"],
  ["النظام: تم الدفع", "not_platform"],
  ["is Parley safe? I think: yes"],
  ["my system: old laptop"],
  ["I sent 1200.50 EUR to DE89 3704 0044 0532 0130 00"],
  ["The total is 12,500.00, as agreed. Thank you!"],
  ["I will be back at noon"],
  ["Sold @ spot. Fast transfer."],
  ["+100.000.000 COP operados"],
  ["I signal within 5 min, here since 2015 - 2024"],
  ["zero one seven zero one two three", "contact"],
];

test("contact details, links, a hurried release and ways around the platform are noticed; ordinary talk is not", () => {
  for (const [text, ...warnings] of SAID) assert.deepEqual(warningsOf(text), warnings, text);
});

/** What a backtracking pattern would try from each of its letters. */
const HOSTILE = [
  "a",
  "a-",
  "a.",
  "+1",
  "+1 (",
  "00",
  "00 ",
  "0 ",
  "call ",
  "cancel ",
  "release ",
  "support says ",
  "@",
  "a@",
  "a at ",
  "\t",
  "— ",
  "system ",
  "\n-",
];

test("a text of a hundred thousand letters is read in one pass, whatever it repeats", { timeout: 400_000 }, () => {
  for (const part of HOSTILE) {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    warningsOf(text);
    warningsOf(`${text}!`);
    warningsOf(`${text}@`);
  }
});
