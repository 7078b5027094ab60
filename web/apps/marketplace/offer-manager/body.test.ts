// Guards: the form of an offer is sent correctly: normalized numbers, no blanks, no missing fields.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { bodyFrom, missingIn, tidyAmount, tidyMargin } from "./body.ts";

const draft = (changes: Partial<OfferBody>) =>
  ({
    offer_type: "sell",
    crypto_currency_code: "BTC",
    fiat_currency_code: "USD",
    payment_method: "paypal",
    margin: "2",
    amount_type: "min_max",
    range_min: "20",
    range_max: "1000",
    payment_window: 60,
    offer_terms: "",
    trade_details: "",
    ...changes,
  }) as OfferBody;

test("numbers on their way are numbers", () => {
  assert.deepEqual(["007.", ".5", "0", "00", "0.50", "10", "100.", ""].map(tidyAmount), [
    "7",
    "0.5",
    "0",
    "0",
    "0.50",
    "10",
    "100",
    "0",
  ]);
  assert.deepEqual(["-02.", "-.5", "-", "", ".", "3", "-0"].map(tidyMargin), ["-2", "-0.5", "", "", "", "3", "-0"]);
});

test("a form that is filled misses nothing; each field that is needed is missed when it is blank", () => {
  assert.deepEqual(missingIn(draft({})), []);
  const blank = draft({ payment_method: "", margin: "-", range_min: " ", range_max: "." });
  assert.deepEqual(missingIn(blank), ["payment_method", "margin", "range_min", "range_max"]);
  assert.deepEqual(missingIn(draft({ margin: undefined, fixed_price: "" })), ["fixed_price"]);
  assert.deepEqual(missingIn(draft({ margin: "", fixed_price: "5" })), []);
  const fixed = { amount_type: "predefined", range_min: "", range_max: "" } as const;
  assert.deepEqual(missingIn(draft({ ...fixed, predefined_amount: [] })), ["predefined_amount"]);
  assert.deepEqual(missingIn(draft({ ...fixed, predefined_amount: undefined })), ["predefined_amount"]);
  assert.deepEqual(missingIn(draft({ ...fixed, predefined_amount: ["10"] })), []);
});

test("an offer to be paid by bank needs instructions, unless the system shares an account", () => {
  const bank = (changes: Partial<OfferBody>) => missingIn(draft(changes), { group: "bank-transfers", place: null });
  assert.deepEqual(bank({}), ["trade_details"]);
  assert.deepEqual(bank({ trade_details: "IBAN DE02 1203" }), []);
  assert.deepEqual(bank({ offer_type: "buy" }), [], "its owner pays");
  assert.deepEqual(bank({ flow_type: "bt-auto", payment_account_id: "abc" }), []);
});

test("a method that is paid on the spot needs its place", () => {
  const cash = (changes: Partial<OfferBody>) => missingIn(draft(changes), { group: "cash-deposits", place: "city" });
  assert.deepEqual(cash({}), ["payment_country", "payment_city"]);
  assert.deepEqual(cash({ payment_country: "DE", payment_city: "Ulm" }), []);
});

test("an exact reference needs its words", () => {
  const wanted = (message: string) => ({ bank_reference_message: { type: "exact_message" as const, message } });
  for (const blank of [" ", "\u2800", "\u200b\u200b"])
    assert.deepEqual(missingIn(draft(wanted(blank))), ["bank_reference_message"]);
  assert.deepEqual(missingIn(draft(wanted("A 1"))), []);
});

test("a cap that is on needs a sum; one that never had any is not sent", () => {
  assert.deepEqual(missingIn(draft({ offer_cap: { amount: ".", active: true } })), ["offer_cap"]);
  assert.deepEqual(missingIn(draft({ offer_cap: { amount: "5", active: true } })), []);
  assert.deepEqual(missingIn(draft({ offer_cap: { amount: "", active: false } })), []);
  assert.ok(!("offer_cap" in bodyFrom(draft({ offer_cap: { amount: "", active: false } }))));
  assert.deepEqual(bodyFrom(draft({ offer_cap: { amount: "0500.", active: true } })).offer_cap, {
    amount: "500",
    active: true,
  });
});

test("blank fields are not sent, but texts may be emptied; numbers are sent tidy", () => {
  const sent = bodyFrom(
    draft({ margin: "-02.", range_min: "020", range_max: "", tags: [], new_buyer_max_fiat_limit: "05" }),
  );
  assert.equal(sent.margin, "-2");
  assert.equal(sent.range_min, "20");
  assert.equal(sent.new_buyer_max_fiat_limit, "5");
  assert.deepEqual(
    ["range_max", "tags", "fixed_price"].filter((field) => field in sent),
    [],
  );
  assert.equal(sent.offer_terms, "");
  assert.equal(sent.trade_details, "");
  assert.deepEqual(bodyFrom(draft({ tags: ["no_receipt"] as OfferBody["tags"] })).tags, ["no_receipt"]);
  assert.equal(bodyFrom(draft({ margin: undefined, fixed_price: "050." })).fixed_price, "50");
});

test("amounts of the kind that was left are not sent", () => {
  const filled = { range_min: "20", range_max: "50", predefined_amount: ["30"] };
  const fieldsOf = (kind: OfferBody["amount_type"]) =>
    Object.keys(bodyFrom(draft({ ...filled, amount_type: kind }))).filter((field) => field in filled);
  assert.deepEqual(fieldsOf("min_max"), ["range_min", "range_max"]);
  assert.deepEqual(fieldsOf("predefined"), ["predefined_amount"]);
});
