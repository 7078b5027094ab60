/** The trade that was started on the reader's offer, with its link. */
import { useEffect, useState } from "react";
import type { OfferView } from "#contract/market/offers/offers.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { durationText } from "#sdk/words/ago.ts";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { FactRows } from "#ui/fact-rows.tsx";

export type NewTradeProps = {
  readonly trade: TradeView;
  readonly offer: OfferView;
  readonly onClose: () => void;
};

export function NewTradeDialog({ trade, offer, onClose }: NewTradeProps) {
  const page = usePage();
  const t = useT();
  const { cryptoAmount, cryptoCurrencyCode: code } = trade;
  const isBuyer = trade.viewerRole === "buyer";
  const other = isBuyer ? trade.seller : trade.buyer;
  const coins = cryptoText(page.locale, isBuyer ? cryptoAmount.amount : cryptoAmount.escrow, code);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <Dialog
      isOpen={isOpen}
      isSheet
      onClose={onClose}
      title={t("notices.trade.title")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t("notices.trade.later")}
          </Button>
          <LinkButton href={page.href("viewTrade", { hash: trade.tradeHash })}>{t("notices.trade.open")}</LinkButton>
        </>
      }
    >
      <p className="flex items-center gap-3 pb-3 font-semibold">
        <Avatar name={other.username} url={other.avatarUrl} size={36} />
        <bdi>{other.username}</bdi>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [
              t(isBuyer ? "notices.trade.you_pay" : "notices.trade.you_get"),
              `${fiatText(page.locale, trade.fiatAmount, trade.currency.code)} ${trade.currency.code}`,
            ],
            [t(isBuyer ? "notices.trade.you_get" : "notices.trade.you_give"), `${coins} ${code}`],
            [t("notices.trade.method"), trade.paymentMethod.name.localized],
            [t("notices.trade.window"), durationText(t, offer.paymentWindowMinutes * 60)],
          ]}
        />
      </dl>
    </Dialog>
  );
}
