// Guards: amounts on screens have the usual digits, and look the same to both sides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { amountText, countText, cryptoText, fiatText, isolated, marginText, percentText, priceText } from "./money.ts";

test("coins show the digits that they have, up to the currency's own, and no more than there are", () => {
  assert.equal(cryptoText("en", "0.015", "BTC"), "0.015");
  assert.equal(cryptoText("en", "1234.123456789", "BTC"), "1,234.12345678");
  assert.equal(cryptoText("en", "0.1234567899", "USDT"), "0.123456");
  assert.equal(cryptoText("en", "9007199254740993.5", "BTC"), "9,007,199,254,740,993.5");
});

test("an amount as the server keeps it is shown in its reader's language; any other text stays", () => {
  assert.equal(amountText("en", "1250.00 USD"), "1,250 USD");
  assert.equal(amountText("es", "12500.50 USD"), "12.500,50 USD");
  assert.equal(amountText("ar", "-12500.00000001 BTC"), `${cryptoText("ar", "-12500.00000001", "BTC")} BTC`);
  for (const other of ["", "30", "1,5 BTC", "1250", "1250 usd", "Level 3", "1e5 USD"])
    assert.equal(amountText("en", other), other);
});

test("money has the decimal places of its currency or none, rounded half up", () => {
  const rows: [string, string, string][] = [
    ["1250", "USD", "1,250"],
    ["1250.0", "USD", "1,250"],
    ["1250.5", "USD", "1,250.50"],
    ["1250.995", "USD", "1,251.00"],
    ["1250.994", "USD", "1,250.99"],
    ["0.98765", "EUR", "0.99"],
    ["-0.5", "USD", "-0.50"],
    ["0.00", "USD", "0"],
    ["10.375", "KWD", "10.375"],
    ["10.3755", "KWD", "10.376"],
    ["10.5", "BHD", "10.500"],
    ["1500.5", "JPY", "1,501"],
    ["1500.4", "CLP", "1,500"],
    ["25000000", "VND", "25,000,000"],
    ["9007199254740993.5", "IQD", "9,007,199,254,740,993.500"],
  ];
  for (const [amount, code, shown] of rows) assert.equal(fiatText("en", amount, code), shown, `${amount} ${code}`);
  assert.equal(fiatText("es", "1234567.5", "TND"), "1.234.567,500");
  assert.equal(percentText("en", "1.50"), "1.5");
});

test("prices keep the places of their currency, are rounded, and show more of a small one", () => {
  const rows: [string, string, string][] = [
    ["79253.56", "USD", "79,253.56"],
    ["1", "USD", "1.00"],
    ["0.98765", "USD", "0.9877"],
    ["0.99996", "USD", "1.00"],
    ["1.00052", "USD", "1.0005"],
    ["10.999", "USD", "11.00"],
    ["156.238", "JPY", "156.24"],
    ["15623800", "JPY", "15,623,800"],
    ["0.30671", "KWD", "0.3067"],
    ["30671.2345", "KWD", "30,671.235"],
  ];
  for (const [amount, code, shown] of rows) assert.equal(priceText("en", amount, code), shown, `${amount} ${code}`);
});

test("a margin carries its sign, and zero has none", () => {
  assert.deepEqual(
    ["2.5", "-3", "0", "0.00", "0.01", "12.345"].map((pct) => marginText("en", pct)),
    ["+2.5%", "-3%", "0%", "0%", "+0.01%", "+12.35%"],
  );
});

test("an Arabic page writes amounts in Latin digits", () => {
  assert.match(countText("ar", 1234), /^1.234$/);
  assert.equal(countText("en", 1234), "1,234");
  assert.equal(cryptoText("es", "1234.5", "BTC"), "1234,5");
});

test("a value in a sentence of the other direction is kept together", () => {
  assert.equal(isolated("+2%"), "\u2068+2%\u2069");
});
