// Guards: a bank's branches and a country's territories go with its IBANs, and places are named as people name them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkIban, checkSwift } from "./countries/iban.ts";

test("the country of an IBAN may differ from that of its SWIFT code where territories and branches do", () => {
  for (const [iban, swift] of [
    ["GB29NWBK60161331926819", "NWBKGB2L"],
    ["GB29NWBK60161331926819", "NWBKJESX"],
    ["GB29NWBK60161331926819", "NWBKDEFF"],
    ["FR1420041010050500013M02606", "BNPAGPGX"],
    ["FR1420041010050500013M02606", "BFCRREMX"],
    ["FI2112345600000785", "AABAAX22"],
    ["MC5811222000010123456789030", "BNPAFRPP"],
    ["LI21088100002324013AA", "POFICHBE"],
  ] as const)
    assert.deepEqual(checkIban({ iban, swift }, undefined), {}, `${iban} ${swift}`);
  for (const [iban, swift] of [
    ["GB29NWBK60161331926819", "BARCGB22"],
    ["FI2112345600000785", "NDEASESS"],
    ["FR1420041010050500013M02606", "DEUTDEFF"],
  ] as const)
    assert.deepEqual(checkIban({ iban, swift }, undefined), { iban: "iban_not_matching_swift" }, `${iban} ${swift}`);
});

test("an account in a territory has an IBAN or a SWIFT code of its country", () => {
  assert.deepEqual(checkIban({ iban: "FR1420041010050500013M02606" }, "GP"), {});
  assert.deepEqual(checkSwift({ swift: "BNPAFRPP" }, "RE"), {});
  assert.deepEqual(checkSwift({ swift: "MIDLJESH" }, "GB"), {});
  assert.deepEqual(checkIban({ iban: "FI2112345600000785" }, "SE"), { iban: "country_mismatch" });
  assert.deepEqual(checkSwift({ swift: "NDEASESS" }, "FI"), { swift: "swift_not_matching_country" });
});
