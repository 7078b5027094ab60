/** What an ended trade leaves to do: its receipt, and the same offer once more. */
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";

export function TradeResult({ trade }: { trade: TradeView }) {
  const t = useT();
  const { href } = usePage();
  return (
    <div className="flex flex-wrap gap-2">
      {isStarter(trade) && (
        <LinkButton
          look={trade.tradeCompleted ? "primary" : "secondary"}
          href={href("viewOffer", { hash: trade.offer.hash })}
        >
          {t("trade.again")}
        </LinkButton>
      )}
      {trade.receiptUrl && (
        <LinkButton look="secondary" href={trade.receiptUrl}>
          {t("trade.receipt")}
        </LinkButton>
      )}
    </div>
  );
}

/** Nobody takes their own offer: a seller starts by an offer to buy. */
function isStarter({ viewerRole, offer }: TradeView): boolean {
  return viewerRole === (offer.type === "sell" ? "buyer" : "seller");
}
