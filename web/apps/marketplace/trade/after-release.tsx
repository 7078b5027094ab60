/** What a trade has once the coins went to the buyer: a chargeback where there may be one, and the feedback. */
import type { TradeView } from "#contract/market/trades/trades.ts";
import { ChargebackSection, mayBeChargedBack } from "./disputes/chargeback-section.tsx";
import { FeedbackSaid } from "./feedback-said.tsx";

export function AfterRelease({ trade }: { trade: TradeView }) {
  return (
    <>
      {mayBeChargedBack(trade) && <ChargebackSection trade={trade} />}
      <FeedbackSaid hash={trade.tradeHash} />
    </>
  );
}
