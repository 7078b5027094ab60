// Guards: invisible characters are removed from every user text, except where the spelling of a language needs them.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import * as accounts from "../people/accounts.ts";
import { register, login } from "../people/sign-in/auth.ts";
import { email } from "../people/email-address.ts";
import { postMessage } from "../market/trades/chat.ts";
import * as disputes from "../market/disputes/disputes.ts";
import * as feedback from "../market/trades/feedback.ts";
import { hasLetters, isBlank, plainText, startOf, trimmed } from "./plain-text.ts";
import { text } from "./wire.ts";

const code = (point: number) => String.fromCodePoint(point);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => code(from + index));
const UNSEEN = [
  ...range(0x01, 0x08),
  ...range(0x0b, 0x0c),
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x84),
  ...range(0x86, 0x9f),
  "\u00ad",
  "\u034f",
  "\u061c",
  "\u115f",
  "\u1160",
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  "\u3164",
  "\ufe0f",
  "\ufeff",
  "\uffa0",
  "\ufff9",
  code(0xe0001),
  ...range(0xe0020, 0xe007f),
  code(0xe0100),
];

test("invisible characters are removed anywhere in a word", () => {
  for (const unseen of UNSEEN)
    for (const [written, plain] of [
      [`pay${unseen}pal`, "paypal"],
      [`${unseen}paypal`, "paypal"],
      [`paypal${unseen}${unseen}`, "paypal"],
      [`سلام ${unseen}abc`, "سلام abc"],
    ] as const)
      assert.equal(plainText(written), plain, `U+${unseen.codePointAt(0)?.toString(16)} in ${plain}`);
});

test("what languages and pictures are written with stays", () => {
  for (const written of [
    "می‌خواهم",
    "क्‍ष",
    "ශ්‍රී",
    "র‍্যাব",
    "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👩🏽‍🚀",
    "❤️ 1️⃣ ☎︎",
    "葛\u{E0100}城",
    "Zoë, Łódź, 你好, שלום, مرحبا",
    "one\ntwo",
  ])
    assert.equal(plainText(written), written);
  assert.equal(plainText("a‍b می‌ ‌خواهم ‌‌"), "ab می خواهم ");
  assert.equal(plainText("می‌‌خواهم"), "میخواهم", "of two in a row none is between letters");
  assert.equal(plainText("one\r\ntwo\rthree\u2028four\tfive"), "one\ntwo\nthree\nfour five");
});

test("a long text of unseen characters takes no time", () => {
  const begun = performance.now();
  plainText("\u200d".repeat(100_000) + "م".repeat(100_000));
  assert.ok(performance.now() - begun < 1000);
});

test("the fields in which people write are cleaned, and what is left decides whether it is long enough", () => {
  const dirty = "a\u202eb\u200bc";
  const named = z.parse(accounts.giveName.body, { first_name: dirty, last_name: dirty, birth_date: "1990-01-01" });
  const registered = z.parse(register.body, { email: "a@b.de", password: "p\u200dq", username: dirty });
  assert.deepEqual([named.first_name, named.last_name, registered.username], ["abc", "abc", "abc"]);
  assert.equal(registered.password, "p\u200dq", "a password is never changed");
  assert.equal(z.parse(login.body, { email: "a@b.de", password: "p\u200dq" }).password, "p\u200dq");
  assert.equal(z.parse(accounts.saveSettings.body, { bio: dirty }).bio, "abc");
  assert.equal(z.parse(postMessage.body, { text: dirty }).text, "abc");
  assert.equal(z.parse(feedback.replyToFeedback.body, { reply: dirty }).reply, "abc");
  const dispute = z.parse(disputes.openDispute.body, { dispute_reason_id: 1, dispute_reason_text: dirty });
  assert.equal(dispute.dispute_reason_text, "abc");
  assert.ok(!z.safeParse(text({ min: 2, max: 4 }), "a\u200b\u200b").success);
  assert.ok(z.safeParse(text({ min: 2, max: 4 }), "a\u200b\u200b\u200b\u200bb").success);
  for (const unseen of UNSEEN.slice(40)) assert.ok(!z.safeParse(email, `ad${unseen}a@b.de`).success);
});

const BLANKS = [
  " ",
  "\u00a0",
  "\u3000",
  "\u1680",
  "\u2800",
  "\u115f",
  "\u1160",
  "\u3164",
  "\uffa0",
  "\u200b",
  "\u180e",
  "\u{1d159}",
  "\ufffc",
  "\u0301",
  "\t",
  "\n",
];

test("blanks and invisible characters satisfy no rule that asks for a text", () => {
  const form = { last_name: "Li", birth_date: "1990-01-01" };
  const isName = (first_name: string) => z.safeParse(accounts.giveName.body, { ...form, first_name }).success;
  for (const blank of BLANKS) {
    const name = `U+${blank.codePointAt(0)?.toString(16)}`;
    assert.ok(isBlank(plainText(blank.repeat(4))), name);
    assert.ok(!isName(blank), name);
    assert.ok(!z.safeParse(feedback.replyToFeedback.body, { reply: `a${blank.repeat(5)}` }).success, name);
    assert.ok(!z.safeParse(text({ min: 3, max: 300 }), blank.repeat(100)).success, name);
    if (blank !== "\u0301") assert.equal(trimmed(plainText(`${blank} ok ${blank}`)).slice(0, 2), "ok", name);
  }
  for (const name of ["李", "Å", "พ่อ", "D'Souza", "𠮷", ".", "Ở", "שׁ"]) assert.ok(isName(name), name);
  assert.ok(z.safeParse(text({ min: 3, max: 9 }), "a b").success);
  assert.ok(!z.safeParse(text({ min: 4, max: 9 }), "a   b").success, "a run of blanks counts as one");
  assert.ok(!z.safeParse(text({ min: 2, max: 9 }), "𠮷").success, "one letter of two units is one");
});

test("a button is live for exactly the texts that the server takes", () => {
  const shape = text({ min: 3, max: 300 });
  for (const typed of [
    "abc",
    " abc ",
    "a b",
    "   ",
    "ab",
    "ab\u2800",
    "ab\u200b",
    "\u2800".repeat(9),
    "\u3164abc",
    "李李李",
    "a\u0301b",
    "\u200eabc\u200f",
  ])
    assert.equal(hasLetters(typed, 3), z.safeParse(shape, typed).success, JSON.stringify(typed));
  for (const blank of BLANKS) assert.ok(!hasLetters(blank.repeat(9), 1) && isBlank(blank) && trimmed(blank) === "");
});

test("a maximum counts code points, as the database does", () => {
  assert.ok(z.safeParse(text({ max: 60 }), `${"a".repeat(59)}𠮷`).success);
  assert.ok(!z.safeParse(text({ max: 60 }), `${"a".repeat(60)}𠮷`).success);
});

test("a flag of tags, a family and the last letter of a word stay whole, also at the end of a text", () => {
  for (const written of ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🏴󠁧󠁢󠁷󠁬󠁳󠁿", "❤️", "ന്‍", "پ ه‍ ق", "👩🏽‍❤️‍👨🏻"])
    assert.equal(trimmed(plainText(written)), written);
  const hidden = [..."hello"].map((letter) => code(0xe0000 + letter.charCodeAt(0))).join("");
  assert.equal(plainText(`🏴${hidden}${code(0xe007f)}`), "🏴", "other tags hide a text");
});

test("a text is cut between letters that a reader sees", () => {
  assert.equal(startOf(`${"a".repeat(59)}𠮷`, 60), "a".repeat(59));
  assert.equal(startOf(`${"a".repeat(57)}👨‍👩‍👧`, 60), "a".repeat(57));
  assert.equal(startOf("ที่นี่", 2), "", "no letter fits");
  assert.equal(startOf("cafe\u0301s", 5), "cafe\u0301");
});
