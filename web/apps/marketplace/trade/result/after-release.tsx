/** The parts of a released trade: a chargeback if possible, and the feedback. */
import { isChargedBack } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { ChargebackSection, FeedbackSaid } from "../late-parts.tsx";

/** Whether the trade may have a chargeback: others are not asked about. */
function mayBeChargedBack({ status, viewerRole }: TradeView): boolean {
  return isChargedBack(status) || (status === "released" && viewerRole !== "moderator");
}

export function AfterRelease({ trade }: { trade: TradeView }) {
  return (
    <>
      {mayBeChargedBack(trade) && <ChargebackSection trade={trade} />}
      <FeedbackSaid hash={trade.tradeHash} />
    </>
  );
}
