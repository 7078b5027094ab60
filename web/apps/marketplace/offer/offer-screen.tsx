/** One offer: its data, its owner, the terms, reviews, and the form that starts a trade. */
import { listingHref, listingState } from "#contract/market/offers/listing/address.ts";
import type { OfferPageProps } from "#contract/market/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Notice } from "#widgets/notice.tsx";
import { Below } from "#ui/below.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";
import { FeedbackList } from "./feedback-list.tsx";
import { OfferFacts } from "./facts.tsx";
import { offerTitle } from "./title.ts";
import { OwnerCard } from "./owner-card.tsx";
import { ReportOffer } from "./report-offer.tsx";
import { ShareOffer } from "./share-offer.tsx";
import { StartTrade } from "./start/trade.tsx";
import { useLiveOffer } from "./use-live-offer.ts";

export const screen: PageScreen<"offer", typeof OfferScreen> = {
  title: ({ offer }, { t }) => offerTitle(offer, t),
  description: ({ offer }, { t, locale }) => {
    const sum = (amount: string) => amountText(locale, `${amount} ${offer.fiatCurrencyCode}`);
    return t("pages.offer.description", {
      ...{ least: sum(offer.fiatLimitMin), most: sum(offer.fiatLimitMax) },
      ...{ method: offer.paymentMethod.name.localized, crypto: offer.cryptoCurrencyCode },
    });
  },
  active: ({ offer }) => (offer.isSell ? "buy" : "sell"),
  texts: [
    "offer",
    "disputes.reason",
    "messenger.button",
    "offers",
    // The reasons of startRefusals.
    "refusals.offer",
    "refusals.trade",
    "refusals.account.id_required",
    "refusals.auth.restricted",
    "refusals.max_2_active_trades_id_not_verified",
    "refusals.max_per_trade_limit",
    "refusals.reached_daily_compliance_limit",
    "rules.card",
    "rules.page",
    "catalog.tags",
    "catalog.groups",
  ],
  isPublic: true,
};

export default function OfferScreen({ offer: first, feedback, fiatAmount, chat }: OfferPageProps) {
  const page = usePage();
  const t = useT();
  const live = useLiveOffer(first);
  const { offer } = live;
  const side = offer.isSell ? "buy" : "sell";
  const market = listingState({ side, crypto: offer.cryptoCurrencyCode });
  const back = listingHref(page.locale, { ...market, currencyCode: offer.fiatCurrencyCode });
  return (
    <div className="grid gap-6 py-6">
      <header className="grid gap-2">
        <a
          href={back}
          className="flex min-h-11 items-center justify-self-start text-sm font-medium text-brand hover:underline"
        >
          {t(offer.isSell ? "offer.back_buy" : "offer.back_sell", { crypto: offer.cryptoCurrencyCode })}
        </a>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h1 className="text-2xl font-bold tracking-tight">{offerTitle(offer, t)}</h1>
          <span className="-ms-3 flex flex-wrap gap-1 sm:ms-0">
            {!offer.special && <ShareOffer offer={offer} title={offerTitle(offer, t)} />}
            {!offer.isMine && <ReportOffer offer={offer} />}
          </span>
        </div>
      </header>
      {!offer.isActive && <Notice kind="alert" title={t("offer.not_active")} />}
      {offer.special && (
        <Notice kind="info">
          {t(offer.isMine ? "offer.special.mine" : "offer.special.yours", {
            name: isolated(offer.isMine ? offer.special.partner : offer.ownerUsername),
          })}{" "}
          <LocalTime at={offer.special.until} />
        </Notice>
      )}
      {offer.flashMessages.map((message) => (
        <Notice key={message.code} kind={message.level}>
          {t.maybe(`offer.flash.${message.code.replaceAll(".", "_")}`, message.message)}
        </Notice>
      ))}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6 lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:order-2">
          <StartTrade live={live} fiatAmount={fiatAmount} />
        </div>
        <div className="grid gap-6">
          <Below>
            <OfferFacts offer={offer} />
            <OwnerCard offer={offer} chat={chat} />
            <FeedbackList hash={offer.hash} feedback={feedback} />
          </Below>
        </div>
      </div>
      {offer.recommendedOffers.length > 0 && (
        <section className="grid gap-3" aria-labelledby="next-best">
          <h2 id="next-best" className="text-lg font-semibold">
            {t("offer.next_best")}
          </h2>
          <Below>
            <OfferRows offers={offer.recommendedOffers} sumFor={() => fiatAmount} />
          </Below>
        </section>
      )}
    </div>
  );
}
