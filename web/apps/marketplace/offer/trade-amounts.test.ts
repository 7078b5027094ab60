// Guards: while the user types an amount, the other is computed like on the server, and faults are shown at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { tradeAmounts } from "./trade-amounts.ts";

const offer = {
  cryptoCurrencyCode: "BTC",
  fiatCurrency: { digits: 2 },
  fiatPricePerCrypto: "79253.56",
  escrowFeePct: "1.00",
  discountedEscrowFee: null,
  amountType: "min_max",
  fiatLimitMin: "20.0000",
  fiatLimitMax: "1000",
  predefinedAmounts: [] as string[],
} as unknown as OfferView;
const typed = (text: string, field: "fiat" | "crypto" = "fiat", changes: Partial<OfferView> = {}) =>
  tradeAmounts({ ...offer, ...changes } as OfferView, { field, text });
const faultOf = (...input: Parameters<typeof typed>) => typed(...input).fault;

test("money typed gives coins rounded down, coins typed give money rounded up", () => {
  const fromFiat = typed("100");
  assert.deepEqual([fromFiat.fiat, fromFiat.crypto, fromFiat.fault], ["100", "0.00126177", null]);
  const fromCrypto = typed("0.00126177", "crypto");
  assert.deepEqual([fromCrypto.fiat, fromCrypto.crypto, fromCrypto.fault], ["100", "0.00126177", null]);
  assert.equal(typed("100.", "fiat").fiat, "100.", "what was typed stays as it was typed");
});

test("the fee is that of the offer, or of its discount", () => {
  assert.equal(typed("100").fees?.sellerPct, "1");
  assert.equal(typed("100").fees?.sellerCrypto, "0.00001262");
  assert.equal(typed("100", "fiat", { discountedEscrowFee: "0.50" }).fees?.sellerPct, "0.5");
  assert.equal(typed("0").fees, null);
});

test("the cashback is the least of its share, its most and half of the fee, and nothing where none is given", () => {
  const given = (percent: string, maxValue: string, more: Partial<OfferView> = {}) =>
    typed("100", "fiat", { usdPricePerCrypto: "79253.56", cashback: { percent, maxValue }, ...more }).cashback;
  assert.deepEqual(given("0.4", "20"), { crypto: "0.00000504", fiat: "0.39" });
  assert.deepEqual(given("0.4", "0.1"), { crypto: "0.00000126", fiat: "0.09" }, "a tenth of a dollar of a hundred");
  assert.deepEqual(given("0.4", "20", { discountedEscrowFee: "0.50" }), { crypto: "0.00000315", fiat: "0.24" });
  assert.equal(typed("100", "fiat", { cashback: null }).cashback, null);
  assert.equal(typed("", "fiat", { cashback: { percent: "0.4", maxValue: "20" } }).cashback, null);
});

test("empty input, input that is no number and too many digits are distinguished", () => {
  assert.deepEqual(
    ["", ".", "1,5", "abc", "1.234"].map((text) => faultOf(text)),
    ["missing", "missing", "malformed", "malformed", "too_many_digits"],
  );
  assert.equal(faultOf("0.00126177", "crypto"), null);
  assert.equal(faultOf("0.001261779", "crypto"), "too_many_digits");
  assert.equal(typed("x").fees, null);
});

test("the limits themselves are allowed, a cent beyond them is not", () => {
  assert.deepEqual(
    ["19.99", "20", "1000", "1000.01"].map((text) => faultOf(text)),
    ["below_min", null, null, "above_max"],
  );
});

test("an amount in coins may be a cent beyond a limit, because it was rounded", () => {
  const even = { fiatPricePerCrypto: "100000" };
  const faults = ["0.0001998", "0.0001999", "0.0002", "0.01", "0.0100001", "0.0100002"].map((text) =>
    faultOf(text, "crypto", even),
  );
  assert.deepEqual(faults, ["below_min", null, null, null, null, "above_max"]);
});

test("of fixed amounts only these are offered", () => {
  const fixed = { amountType: "predefined", predefinedAmounts: ["50.00", "100"] } as Partial<OfferView>;
  assert.deepEqual(
    ["50", "100.00", "75", "20"].map((text) => faultOf(text, "fiat", fixed)),
    [null, null, "not_offered", "not_offered"],
  );
});

test("a currency without cents takes whole amounts", () => {
  const yen = { fiatCurrency: { digits: 0 }, fiatLimitMin: "20.50", fiatPricePerCrypto: "12426208.34" };
  assert.equal(faultOf("20", "fiat", yen as never), null);
  assert.equal(faultOf("20.5", "fiat", yen as never), "too_many_digits");
});
