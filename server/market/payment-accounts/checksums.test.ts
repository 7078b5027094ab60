// Guards: numbers with a wrong check digit are no numbers of accounts; what banks publish passes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAbaNumber, isBik, isNuban, isRussianAccount } from "./checksums.ts";
import { isSameName } from "./same-name.ts";

test("routing numbers of the United States have their district and their check digit", () => {
  for (const right of ["021000021", "011000015", "121000358"]) assert.ok(isAbaNumber(right), right);
  for (const wrong of ["021000022", "201000021", "02100002", "0210000210", "o21000021", "990000009"])
    assert.ok(!isAbaNumber(wrong), wrong);
});

test("a NUBAN follows from the code of its bank, as the central bank's own example does", () => {
  assert.ok(isNuban("011", "0000014579"));
  for (const [code, number] of [
    ["011", "0000014578"],
    ["058", "0000014579"],
    ["011", "000001457"],
    ["11", "0000014579"],
  ] as const)
    assert.ok(!isNuban(code, number), `${code} ${number}`);
});

test("an account of a Russian bank has the key that follows from its BIK; one of the central bank is keyed by its region", () => {
  // Published by a charity for donations, and the bank's own account at the central bank.
  assert.ok(isRussianAccount("044525700", "40703810700001449489"));
  assert.ok(isRussianAccount("044525000", "30101810400000000225"));
  assert.ok(!isRussianAccount("044525225", "40703810700001449489"));
  assert.ok(!isRussianAccount("044525700", "40703810700001449488"));
  assert.ok(!isRussianAccount("44525700", "40703810700001449489"));
  assert.ok(isBik("044525225") && !isBik("144525225") && !isBik("04452522"));
});

test("names are the same in capitals, without accents, and in any order; others are not", () => {
  for (const [one, other] of [
    ["Ada Byron", "BYRON ADA"],
    ["Ada Byron", "Ada Augusta Byron"],
    ["José Núñez", "JOSE NUNEZ"],
    ["Byron, Ada", "ada byron"],
    ["Иван Петров", "ПЕТРОВ ИВАН"],
    ["Acme Ltd.", "ACME LTD"],
  ] as const)
    assert.ok(isSameName(one, other), `${one} | ${other}`);
  for (const [one, other] of [
    ["Ada Byron", "Ada Lovelace"],
    ["Ada", "Ada Byron"],
    ["Ada Byron", ""],
    ["", ""],
    ["Ada Byron", "Augusta Byron"],
  ] as const)
    assert.ok(!isSameName(one, other), `${one} | ${other}`);
});
