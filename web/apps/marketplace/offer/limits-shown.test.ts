import assert from "node:assert/strict";
import { test } from "node:test";
import { isAboveOwnCoins, type Limit, limitFault, limitsShown } from "./limits-shown.ts";

const CASH: Limit = { kind: "KycTradeLimit", code: "offer.id_and_address", max: "50.00", isFirm: true };
const RANGE: Limit = { kind: "TradeLimit", code: "trade.amount_out_of_range", max: "5000", isFirm: true };
const asked = (max: string | null) => ({
  fiatCurrency: { digits: 2 },
  startRefusals: [{ code: CASH.code, max }],
});

test("a limit is not said beside the amount where the reason why nothing can be started says it", () => {
  assert.deepEqual(limitsShown(asked("50.00"), [CASH, RANGE], null), []);
  assert.deepEqual(limitsShown(asked("50.00"), [CASH, RANGE], CASH), []);
  assert.deepEqual(limitsShown(asked(null), [CASH, RANGE], null), [CASH], "a reason without a sum");
  assert.deepEqual(limitsShown({ fiatCurrency: { digits: 2 }, startRefusals: [] }, [CASH, RANGE], CASH), [CASH]);
});

test("a sum on the way to a number, or none at all, is above no limit and breaks nothing", () => {
  const offer = { fiatCurrency: { digits: 2 } };
  const limits = { level: 1, limits: [CASH, RANGE] } as Parameters<typeof limitFault>[1];
  for (const text of ["", "20.", "20,5", ".", "?", "60.123", "abc", "007"]) {
    assert.equal(limitFault(offer, limits, text), null, text);
    assert.equal(isAboveOwnCoins(offer, limits, text), false, text);
  }
  assert.equal(limitFault(offer, limits, "60"), CASH);
  assert.equal(limitFault(offer, limits, "6000"), CASH, "the range says itself beside the field");
});
