/** The parts of a released trade: a chargeback if possible, and the feedback. */
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
