/** What each side got of an escrow that a moderator divided, as people see it. */
import { divideEscrow, shownDivision } from "#contract/market/disputes/award-shares.ts";
import { CRYPTO } from "#contract/money/money.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { TradeRow } from "../rows.ts";

type Divided = Pick<TradeRow, "units" | "fee_units" | "crypto" | "price" | "fiat_digits">;

/** Null where all went one way. */
export function divisionOf(trade: Divided, shareUnits: bigint | null): TradeView["division"] {
  if (shareUnits === null) return null;
  const parts = divideEscrow({ units: trade.units, feeUnits: trade.fee_units }, shareUnits);
  return shownDivision(parts, {
    digits: CRYPTO[trade.crypto].digits,
    fiatDigits: trade.fiat_digits,
    price: trade.price,
  });
}
