// Guards: an address of any domain is stored as mail servers write it, and every spelling finds the same account.
import assert from "node:assert/strict";
import { test } from "node:test";
import { emailAddress, sameEmail } from "./email-address.ts";

test("a domain of any script is kept in the letters of mail servers", () => {
  for (const [typed, kept] of [
    ["info@президент.рф", "info@xn--d1abbgf6aiiy.xn--p1ai"],
    ["info@xn--80a1acny.xn--p1ai", "info@xn--80a1acny.xn--p1ai"],
    ["Post@Bücher.example", "Post@xn--bcher-kva.example"],
    ["a@مثال.السعودية", "a@xn--mgbh0fb.xn--mgberp4a5d4ar"],
    ["a@例え。テスト", "a@xn--r8jz45g.xn--zckzah"],
    ["first.last+tag@sub.example.travelersinsurance", "first.last+tag@sub.example.travelersinsurance"],
  ] as const)
    assert.equal(emailAddress(typed), kept, typed);
});

test("what no mail reaches is no address", () => {
  for (const typed of [
    "jürgen@example.com",
    "用户@例子.广告",
    "a@b",
    ".a@b.de",
    "a.@b.de",
    '"a b"@c.de',
    "a@[1.2.3.4]",
    "a@1.2.3.4",
    "a@b..de",
    "a@b.de:25",
    "a@b.de#",
    "a@u:p@b.de",
    "",
    "@",
    "a@b_c.de",
  ])
    assert.equal(emailAddress(typed), undefined, typed);
});

test("every spelling of a mailbox's address is the same", () => {
  assert.equal(sameEmail(" INFO@Президент.РФ "), sameEmail("info@xn--d1abbgf6aiiy.xn--p1ai"));
  assert.equal(sameEmail("no address"), "no address");
});
