/** The gift card of a trade. */
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { CardCheck } from "#widgets/card-check.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";

/** The card that pays, as far as both sides may know it. */
export function CardFacts({ card, trade }: { card: NonNullable<TradeView["giftCard"]>; trade: TradeView }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-semibold">{t("trade.card.title")}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t("trade.card.fact_kind"), t(`trade.card.kind.${card.kind}`)],
            ...(card.isBoughtHere ? [[t("trade.card.fact_origin"), t("trade.card.bought_here")] as const] : []),
            [
              t("trade.card.fact_amount"),
              `${fiatText(locale, card.fiatAmount, card.fiatCurrencyCode)} ${card.fiatCurrencyCode}`,
            ],
            [
              t("trade.card.seen_at"),
              card.revealedAt ? <LocalTime key="seen" at={card.revealedAt} /> : t("trade.card.not_seen"),
            ],
          ]}
        />
      </dl>
      {!card.revealedAt && !trade.completedAt && trade.viewerRole !== "moderator" && (
        <div className="grid justify-items-start gap-3">
          <CardCheck card={card.id} label={t("trade.card.check")} closeLabel={t("trade.close")} />
        </div>
      )}
    </Card>
  );
}
