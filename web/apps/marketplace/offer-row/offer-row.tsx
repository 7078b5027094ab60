/**
 * An offer as one row under column heads: who, how to pay, the price, the amounts, one button. On a phone it is three lines: price and
 * the amount received; limits and method; the trader.
 */
import type { ReactNode } from "react";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { fiatText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { arrowEnd } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { MethodIcon } from "#ui/pictures/method-icon.tsx";
import { FavoriteButton } from "./favorite-button.tsx";
import { marginWords } from "./margin-words.ts";
import { OwnerCell } from "./owner-cell.tsx";
import { RowTags } from "./row-tags.tsx";
import { youGet } from "./you-get.ts";

const COLUMNS =
  "md:grid md:grid-cols-[minmax(0,1.45fr)_minmax(0,1.4fr)_minmax(8rem,1.1fr)_minmax(0,0.95fr)_9.5rem] md:gap-x-3 md:px-5";
const WITHOUT_OWNER =
  "md:grid md:grid-cols-[minmax(0,1.25fr)_minmax(0,0.95fr)_minmax(0,1fr)_9.5rem] md:gap-x-3 md:px-5";

type RowProps = {
  readonly offer: OfferCard;
  /** In the offer's currency: the row then says what the reader would get for it. */
  readonly sum?: string | null;
  /** On the owner's profile. */
  readonly hidesOwner?: boolean;
  /** In place of the buttons. */
  readonly action?: ReactNode;
};

export function OfferRow({ offer, sum = null, hidesOwner = false, action }: RowProps) {
  return (
    <li
      className={cx(
        "flex flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-2 md:py-1",
        hidesOwner ? WITHOUT_OWNER : COLUMNS,
        offer.isFeatured && "bg-brand-soft/40",
      )}
    >
      {hidesOwner ? <span className="order-6 grow md:hidden" /> : <OwnerCell offer={offer} />}
      <MethodCell offer={offer} />
      <PriceCell offer={offer} />
      <AmountCell offer={offer} sum={sum} />
      {/* The lines of a phone end here. */}
      <span className="order-2 basis-full md:hidden" />
      {!hidesOwner && <span className="order-5 basis-full md:hidden" />}
      <div className="flex items-center justify-end gap-1 max-md:order-6 max-md:ms-auto">
        {action ?? <RowAction offer={offer} sum={sum} />}
      </div>
    </li>
  );
}

/** The heads of the columns, for wide screens. Each cell says what it is without them. */
export function OfferHeads({ type, hidesOwner = false }: { type: OfferCard["type"]; hidesOwner?: boolean }) {
  const t = useT();
  return (
    <div
      aria-hidden="true"
      className={cx(
        "hidden border-b border-line py-1.5 text-2xs font-medium text-muted",
        hidesOwner ? WITHOUT_OWNER : COLUMNS,
      )}
    >
      {!hidesOwner && <span>{t(type === "sell" ? "offers.head.seller" : "offers.head.buyer")}</span>}
      <span>{t("offers.head.method")}</span>
      <span>{t("offers.head.price")}</span>
      <span>{t("offers.head.amounts")}</span>
    </div>
  );
}

function RowAction({ offer, sum }: { offer: OfferCard; sum: string | null }) {
  const page = usePage();
  const t = useT();
  const isBuying = offer.type === "sell";
  const href = page.href("viewOffer", { hash: offer.hash }) + (sum ? `?fiat-min=${sum}` : "");
  if (offer.isMine)
    return (
      <LinkButton look="secondary" href={href} className="whitespace-nowrap max-md:px-3">
        {t("offers.row.view")}
      </LinkButton>
    );
  return (
    <>
      <FavoriteButton hash={offer.hash} isFavorite={offer.isFavorite} />
      <LinkButton look={isBuying ? "buy" : "sell"} href={href} className="whitespace-nowrap max-md:px-3">
        {t(isBuying ? "offers.row.buy" : "offers.row.sell", { crypto: offer.cryptoCurrencyCode })}
      </LinkButton>
    </>
  );
}

function MethodCell({ offer }: { offer: OfferCard }) {
  const t = useT();
  const name = offer.paymentMethod.name.localized;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-center gap-1 max-md:contents">
      <span className="flex min-w-0 items-center gap-2 max-md:order-4 max-md:gap-1.5">
        <MethodIcon name={name} group={offer.paymentMethod.group} src={offer.paymentMethod.icon} size="sm" />
        <span className="grid min-w-0 text-sm leading-tight font-medium md:text-xs max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-1.5">
          <span className="sr-only">
            {t(offer.type === "sell" ? "offers.row.pay_with" : "offers.row.paid_by", { method: "" })}
          </span>
          <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
          <Beside text={offer.paymentMethodLabel} />
          <Beside text={offer.location} />
        </span>
      </span>
      <RowTags offer={offer} />
    </div>
  );
}

function Beside({ text }: { text: string | null }) {
  return text && <bdi className="text-2xs font-normal [overflow-wrap:anywhere] text-muted">{text}</bdi>;
}

function PriceCell({ offer }: { offer: OfferCard }) {
  const { locale } = usePage();
  const t = useT();
  const { text, short, tone } = marginWords(t, locale, offer);
  const code = offer.fiatCurrencyCode;
  return (
    <div className="grid content-center max-md:order-1 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
      <p className="flex flex-wrap items-baseline gap-x-1.5 leading-6">
        <bdi className="text-base font-bold tabular-nums">{priceText(locale, offer.fiatPricePerCrypto, code)}</bdi>
        <span className="text-2xs text-muted" title={t("offers.row.per", { code, crypto: offer.cryptoCurrencyCode })}>
          {code}
        </span>
      </p>
      <p className={cx("text-xs font-medium", tone)} title={text}>
        <bdi aria-hidden="true">{short}</bdi>
        <span className="sr-only">{text}</span>
        {offer.isFixedPrice && <span className="font-normal text-muted"> · {t("offers.row.fixed")}</span>}
      </p>
    </div>
  );
}

/** What the reader gets for the sum, and how much the offer takes. On a phone they are in different lines. */
function AmountCell({ offer, sum }: { offer: OfferCard; sum: string | null }) {
  const { locale } = usePage();
  const t = useT();
  const code = offer.fiatCurrencyCode;
  const gets = sum === null ? null : youGet(locale, offer, sum);
  const text = (amount: string) => fiatText(locale, amount, code);
  return (
    <div className="grid content-center max-md:contents">
      {gets && (
        <p className="text-sm leading-snug font-semibold max-md:order-1 max-md:text-xs">
          <Icon shape={arrowEnd} size={12} className="inline text-muted md:hidden rtl:-scale-x-100" />{" "}
          <span className="text-2xs font-normal text-muted max-md:sr-only">
            {t(offer.type === "sell" ? "offers.row.you_get" : "offers.row.you_give")}
          </span>{" "}
          <bdi className="whitespace-nowrap tabular-nums">
            {gets} {offer.cryptoCurrencyCode}
          </bdi>
        </p>
      )}
      <p className={cx("text-sm leading-snug max-md:order-3", gets && "md:text-2xs md:text-muted")}>
        {offer.predefinedAmounts.length > 0
          ? t("offers.row.one_of", { amounts: offer.predefinedAmounts.map(text).join(" · "), code })
          : t("offers.row.limits", { min: text(offer.fiatLimitMin), max: text(offer.fiatLimitMax), code })}
      </p>
    </div>
  );
}
