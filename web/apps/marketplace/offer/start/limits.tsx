/** The limits of the amount: before and after one is entered. */
import type { TradeLimits } from "#contract/compliance/levels.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import type { StartLimitKind } from "#contract/market/trades/start-limits.ts";
import { FUND_WITHIN_MINUTES } from "#contract/market/trades/trade/statuses.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { Notice } from "#widgets/notice.tsx";
import { type Limit, limitsShown } from "../limits-shown.ts";

/** Undefined until it is known, and for visitors. */
export function useTradeLimits(offer: OfferView): TradeLimits | undefined {
  const page = usePage();
  const session = useSession();
  const { data } = usePageQuery<TradeLimits>({
    queryKey: ["trade-limits", offer.hash],
    enabled: session !== null && !offer.isMine,
    queryFn: async () => {
      const { getTradeLimits } = await import("#contract/compliance/levels.ts");
      return (await page.call(getTradeLimits, { params: { id: offer.hash } })).data;
    },
  });
  return data;
}

type Props = {
  readonly offer: OfferView;
  readonly limits: TradeLimits | undefined;
  readonly fault: Limit | null;
};

export function StartLimits({ offer, limits, fault }: Props) {
  const page = usePage();
  const t = useT();
  if (!limits) return null;
  return limitsShown(offer, limits.limits, fault).map((one) => (
    <Notice
      key={one.code}
      kind={fault ? "alert" : "info"}
      size="sm"
      action={
        one.kind === "KycTradeLimit" && (
          <a href={page.href("accountLevel", undefined)} className="font-semibold underline">
            {t("offer.level.raise")}
          </a>
        )
      }
    >
      {t(textOf(one, offer), {
        level: limits.level,
        most: `${fiatText(page.locale, one.max, offer.fiatCurrencyCode)} ${offer.fiatCurrencyCode}`,
        minutes: FUND_WITHIN_MINUTES,
      })}
    </Notice>
  ));
}

const KYC_TEXTS: Partial<Record<string, "offer.level.two_open" | "offer.level.cash">> = {
  max_2_active_trades_id_not_verified: "offer.level.two_open",
  "offer.id_and_address": "offer.level.cash",
};

function textOf({ kind, code }: Limit, { isSell }: OfferView) {
  const of = {
    KycTradeLimit: KYC_TEXTS[code] ?? "offer.level.own",
    TradeLimit: code === "trade.owner_limit" ? "offer.level.owner" : "offer.level.cap",
    NewBuyerTradeLimit: "offer.level.first_trade",
    LowBalance: isSell ? "offer.level.balance" : "offer.level.own_balance",
  } as const satisfies Record<StartLimitKind, string>;
  return of[kind];
}
