/** An offer as one row: who, how to pay, price against the market and limits, one button. On a phone it is a card. */
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { fiatText, priceText, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { clock, star } from "#ui/icons/shapes.ts";
import { MethodIcon } from "#ui/pictures/method-icon.tsx";
import { durationText } from "#sdk/words/ago.ts";
import { FavoriteButton } from "./favorite-button.tsx";
import { marginWords } from "./margin-words.ts";
import { OwnerCell } from "./owner-cell.tsx";
import { youGet } from "./you-get.ts";

/** `sum` is in the offer's currency: the row then says what the reader would get for it. A profile hides the owner. */
export function OfferRow({
  offer,
  sum = null,
  hidesOwner = false,
}: {
  offer: OfferCard;
  sum?: string | null;
  hidesOwner?: boolean;
}) {
  const page = usePage();
  const t = useT();
  const isBuying = offer.type === "sell";
  const query = sum ? `?fiat-min=${sum}` : "";
  const href = page.href("viewOffer", { hash: offer.hash }) + query;
  return (
    <li
      className={cx(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-1.5 md:gap-x-6 md:px-5",
        hidesOwner
          ? "max-md:*:first:order-first max-md:*:last:col-span-2 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_12rem]"
          : "md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,0.95fr)_12rem]",
        offer.isFeatured && "bg-brand-soft/40",
      )}
    >
      {!hidesOwner && <OwnerCell offer={offer} />}
      <MethodCell offer={offer} />
      <PriceCell offer={offer} sum={sum} />
      <div className="flex items-center justify-end gap-1 max-md:order-4">
        {!offer.isMine && <FavoriteButton hash={offer.hash} isFavorite={offer.isFavorite} />}
        <LinkButton
          look={offer.isMine ? "secondary" : isBuying ? "buy" : "sell"}
          href={href}
          className="whitespace-nowrap max-md:px-3"
        >
          {offer.isMine
            ? t("offers.row.view")
            : t(isBuying ? "offers.row.buy" : "offers.row.sell", { crypto: offer.cryptoCurrencyCode })}
        </LinkButton>
      </div>
    </li>
  );
}

function MethodCell({ offer }: { offer: OfferCard }) {
  const t = useT();
  const shown = offer.tags.slice(0, 2);
  const name = offer.paymentMethod.name.localized;
  return (
    <div className="grid min-w-0 content-start gap-1 max-md:order-3">
      <span className="flex min-w-0 items-center gap-2">
        <MethodIcon name={name} group={offer.paymentMethod.group} src={offer.paymentMethod.icon} size="sm" />
        <span className="grid min-w-0 text-sm leading-snug font-medium">
          <span className="sr-only">
            {t(offer.type === "sell" ? "offers.row.pay_with" : "offers.row.paid_by", { method: "" })}
          </span>
          <bdi>{name}</bdi>
          <Beside text={offer.paymentMethodLabel} />
          <Beside text={offer.location} />
        </span>
      </span>
      <span className="flex max-h-6 flex-wrap items-start gap-1 overflow-hidden *:max-w-full empty:hidden">
        {offer.cashback && <CashbackBadge {...offer.cashback} />}
        {offer.isFeatured && (
          <Badge tone="brand" icon={star}>
            {t("offers.row.featured")}
          </Badge>
        )}
        {offer.isBlocked && <Badge tone="warn">{t("offers.row.blocked")}</Badge>}
        {offer.isMine && <Badge tone="info">{t("offers.row.mine")}</Badge>}
        {!offer.isOnline && offer.availableIn > 0 && (
          <Badge tone="warn" icon={clock}>
            {t("offers.row.available_in", { time: durationText(t, offer.availableIn) })}
          </Badge>
        )}
        {offer.rules.map((rule) => {
          const text = t.maybe(`rules.card.${rule}`, "");
          return (
            text && (
              <Badge key={rule} tone="warn">
                {text}
              </Badge>
            )
          );
        })}
        {offer.requireMinPastTrades > 0 && (
          <Badge tone="warn">{t("offers.row.past_trades", { count: offer.requireMinPastTrades })}</Badge>
        )}
        {shown.map((tag) => (
          <Badge key={tag.slug} title={tag.description}>
            {t.maybe(`catalog.tags.${tag.slug}`, tag.name)}
          </Badge>
        ))}
        {offer.tags.length > shown.length && <Badge>+{offer.tags.length - shown.length}</Badge>}
      </span>
    </div>
  );
}

function Beside({ text }: { text: string | null }) {
  return text && <bdi className="text-2xs font-normal [overflow-wrap:anywhere] text-muted">{text}</bdi>;
}

function CashbackBadge({ percent, maxValue }: NonNullable<OfferCard["cashback"]>) {
  const t = useT();
  const { locale } = usePage();
  const share = percentText(locale, percent);
  return (
    <Badge tone="good" title={t("offers.row.cashback_max", { percent: share, max: fiatText(locale, maxValue, "USD") })}>
      {t("offers.row.cashback_of", { percent: share })}
    </Badge>
  );
}

function PriceCell({ offer, sum }: { offer: OfferCard; sum: string | null }) {
  const page = usePage();
  const t = useT();
  const words = marginWords(t, page.locale, offer);
  const code = offer.fiatCurrencyCode;
  const amounts = offer.predefinedAmounts
    .map((amount) => fiatText(page.locale, amount, offer.fiatCurrencyCode))
    .join(" · ");
  const gets = sum === null ? null : youGet(page.locale, offer, sum);
  return (
    <div className="grid max-md:order-2 max-md:justify-items-end max-md:text-end">
      <p className="flex items-baseline gap-x-1.5 leading-6 whitespace-nowrap">
        <bdi className="text-lg font-bold tabular-nums">
          {priceText(page.locale, offer.fiatPricePerCrypto, offer.fiatCurrencyCode)}
        </bdi>
        <span className="text-2xs text-muted" title={t("offers.row.per", { code, crypto: offer.cryptoCurrencyCode })}>
          {code}
        </span>
      </p>
      <p className={cx("text-xs font-medium", words.tone)}>
        {words.text}
        {offer.isFixedPrice && <span className="font-normal text-muted"> · {t("offers.row.fixed")}</span>}
      </p>
      {gets && (
        <p className="text-xs font-medium max-md:max-w-36">
          {t(offer.type === "sell" ? "offers.row.you_get" : "offers.row.you_give", {
            crypto: gets,
            code: offer.cryptoCurrencyCode,
          })}
        </p>
      )}
      <p className="text-xs text-muted">
        {amounts
          ? t("offers.row.one_of", { amounts, code })
          : t("offers.row.limits", {
              min: fiatText(page.locale, offer.fiatLimitMin, offer.fiatCurrencyCode),
              max: fiatText(page.locale, offer.fiatLimitMax, offer.fiatCurrencyCode),
              code,
            })}
      </p>
    </div>
  );
}
