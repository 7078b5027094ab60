// Guards: the page of fees says what the settings say, for every payment method.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contentPath } from "#contract/site/content.ts";
import { baseFeeBp } from "../../market/offers/index.ts";
import { PAYMENT_METHODS } from "../../reference/catalog/index.ts";
import { changeSetting, readSettings, SETTINGS } from "../../reference/settings/index.ts";
import { testDb } from "../../testing/index.ts";
import { contentPages } from "./content-pages.ts";
import { tradeFees } from "./trade-fees.ts";

const { db } = await testDb();

test("each payment method costs what its row of the page says", async () => {
  const rows = await db.read(tradeFees);
  const settings = await db.read((tx) => readSettings(tx, ["offers.fee_bp", "offers.high_fee_bp"]));
  for (const method of PAYMENT_METHODS) {
    const ofGroup = rows.filter(({ group }) => group === method.group);
    const row = ofGroup.find(({ methods }) => methods.includes(method)) ?? ofGroup[0];
    assert.equal(row?.feeBp, baseFeeBp(method, settings), method.slug);
  }
  assert.equal(new Set(rows.map(({ group, feeBp }) => `${group} ${feeBp}`)).size, rows.length);
});

test("a changed setting changes the page, in every language", async () => {
  const change = (name: string, value: number | Record<string, number>) =>
    db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
  assert.doesNotMatch(await fees("en"), /0\.75%|90 seconds|1\.25%/);
  await change("offers.fee_bp", { ...SETTINGS["offers.fee_bp"].value, "bank-transfers": 75, "gift-cards": 275 });
  await change("offers.high_fee_bp", 650);
  await change("wallet.send_out_quote_sec", 90);
  await change("wallet.conversion_spread_bp", 125);
  const english = await fees("en");
  assert.match(english, /<td>Bank transfers<\/td>\s*<td><strong>0\.75%<\/strong><\/td>\s*<td>0%<\/td>/i);
  assert.match(english, /Gift cards<\/td>\s*<td><strong>2\.75%/i);
  assert.match(english, /Gift cards <em>[^<]+<\/em><\/td>\s*<td><strong>6\.5%/i);
  assert.match(english, /guaranteed for 90 seconds.*1\.25%, included/s);
  assert.match(await fees("es"), /90 segundos.*1,25%/s);
  assert.match(await fees("ar"), /90 ثانية.*1\.25%/s);
});

async function fees(locale: "en" | "es" | "ar"): Promise<string> {
  const page = contentPages.find(({ path }) => path === contentPath("company/fees"));
  const shown = await db.read(async (tx) => page?.load({ tx, locale, query: {} } as never));
  assert.ok(shown && "props" in shown && shown.page === "content");
  return shown.props.html;
}
