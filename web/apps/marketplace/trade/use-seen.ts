/** Says once that the owner of the offer has seen the trade; from then on the other side cannot end it for their absence. */
import { useEffect } from "react";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { usePage } from "#sdk/page-kit.ts";

export function useSeen({ tradeHash, isUnseen }: Pick<TradeView, "tradeHash" | "isUnseen">): void {
  const { call } = usePage();
  useEffect(() => {
    if (!isUnseen) return;
    // A failure here is repeated when the page is opened again; the trade is not affected.
    void import("#contract/market/trades/trade/trades.ts")
      .then(({ markTradeSeen }) => call(markTradeSeen, { params: { id: tradeHash } }))
      .catch(() => undefined);
  }, [call, tradeHash, isUnseen]);
}
