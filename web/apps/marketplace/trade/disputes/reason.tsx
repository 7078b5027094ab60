/** The reason of a dispute: the chosen one in the reader's language, the text as typed. */
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { useT } from "#sdk/page-kit.ts";

export function DisputeReason({ dispute }: { dispute: TradeView["dispute"] }) {
  const t = useT();
  if (!dispute.reason || !dispute.openedBy) return null;
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="text-muted">
        {t(dispute.openedBy === "buyer" ? "trade.dispute.because_buyer" : "trade.dispute.because_seller")}
      </h3>
      <p className="font-medium">{t(`disputes.reason.${dispute.reason}`)}</p>
      {dispute.text && (
        <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          {dispute.text}
        </p>
      )}
    </section>
  );
}
