/** The way to an offer for the other side alone. */
import type { TradeView } from "#contract/market/trades/trades.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";

export function MakeSpecial({ trade }: { trade: TradeView }) {
  const t = useT();
  const page = usePage();
  const { username: partner } = trade.viewerRole === "buyer" ? trade.seller : trade.buyer;
  return (
    <LinkButton
      look="quiet"
      size="sm"
      className="justify-self-start"
      href={page.href("specialOffer", { chat: trade.tradeHash, partner })}
    >
      {t("trade.special")}
    </LinkButton>
  );
}
