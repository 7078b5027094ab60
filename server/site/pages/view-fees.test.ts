// Guards: the page of fees says what the settings say, for every payment method.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalText } from "#contract/platform/decimal.ts";
import { baseFeeBp } from "../../market/offers/index.ts";
import { PAYMENT_METHODS } from "../../reference/catalog/index.ts";
import { changeSetting, readSettings, SETTINGS } from "../../reference/settings/index.ts";
import { testDb } from "../../testing/index.ts";
import { viewFees } from "./view-fees.ts";

const { db } = await testDb();

test("each payment method costs what its row of the page says", async () => {
  const { rows } = await db.read(viewFees);
  const settings = await db.read((tx) => readSettings(tx, ["offers.fee_bp", "offers.high_fee_bp"]));
  for (const method of PAYMENT_METHODS) {
    const ofGroup = rows.filter(({ group }) => group === method.group);
    const row = ofGroup.find(({ methods }) => methods.includes(method.name)) ?? ofGroup[0];
    assert.equal(row?.pct, decimalText({ units: BigInt(baseFeeBp(method, settings)), digits: 2 }), method.slug);
  }
  assert.equal(new Set(rows.map(({ group, pct }) => `${group} ${pct}`)).size, rows.length);
});

test("a changed setting changes the page", async () => {
  const change = (name: string, value: number | Record<string, number>) =>
    db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
  await change("offers.fee_bp", { ...SETTINGS["offers.fee_bp"].value, "bank-transfers": 75, "gift-cards": 275 });
  await change("offers.high_fee_bp", 650);
  await change("wallet.send_out_quote_sec", 90);
  await change("wallet.conversion_spread_bp", 125);
  const { rows, sendOutQuoteSec, conversionPct } = await db.read(viewFees);
  const pctsOf = (group: string) => rows.filter((row) => row.group === group).map(({ pct }) => pct);
  assert.deepEqual(pctsOf("bank-transfers"), ["0.75"]);
  assert.deepEqual(pctsOf("gift-cards"), ["2.75", "6.5"]);
  assert.equal(sendOutQuoteSec, 90);
  assert.equal(conversionPct, "1.25");
});
