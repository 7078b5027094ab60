/** What the two may do beside this trade: an offer for the other side alone, and messages once the trade has ended. */
import type { TradePageProps } from "#contract/market/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { MessageButton } from "#widgets/message-button.tsx";

type Props = Pick<TradePageProps, "trade" | "mayMakeSpecial" | "direct">;

export function BesideTrade({ trade, mayMakeSpecial, direct }: Props) {
  const t = useT();
  const page = usePage();
  const { username: partner } = trade.viewerRole === "buyer" ? trade.seller : trade.buyer;
  return (
    <>
      {mayMakeSpecial && (
        <LinkButton
          look="quiet"
          size="sm"
          className="-ms-3 justify-self-start"
          href={page.href("specialOffer", { chat: trade.tradeHash, partner })}
        >
          {t("trade.special")}
        </LinkButton>
      )}
      {direct && <MessageButton chat={direct} username={partner} origin="trade" />}
    </>
  );
}
