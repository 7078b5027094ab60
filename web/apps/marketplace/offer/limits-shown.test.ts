import assert from "node:assert/strict";
import { test } from "node:test";
import { type Limit, limitsShown } from "./limits-shown.ts";

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
