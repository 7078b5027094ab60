/** An offer as one row: who, price against the market, limits and method, one button. On a phone it is a card. */
import type { OfferCard } from "#contract/page-props.ts";
import { durationText, seenLevel, seenText } from "#sdk/ago.ts";
import { countText, fiatText, priceText } from "#sdk/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Flag } from "#ui/flag.tsx";
import { clock, star, thumbDown, thumbUp } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { MethodIcon } from "#ui/method-icon.tsx";
import { UserChip } from "#ui/user-chip.tsx";
import { FavoriteButton } from "./favorite-button.tsx";
import { marginWords } from "./margin-words.ts";

export function OfferRow({ offer }: { offer: OfferCard }) {
  const page = usePage();
  const t = useT();
  const isBuying = offer.type === "sell";
  const href = page.href("viewOffer", { hash: offer.hash });
  return (
    <li
      className={cx(
        "grid gap-x-6 gap-y-3 p-4 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,0.95fr)_auto] md:items-center md:px-5",
        offer.isFeatured && "bg-brand-soft/40",
      )}
    >
      <OwnerCell offer={offer} />
      <MethodCell offer={offer} />
      <PriceCell offer={offer} />
      <div className="flex items-center gap-1 max-md:mt-1">
        <FavoriteButton hash={offer.hash} isFavorite={offer.isFavorite} />
        <LinkButton look={isBuying ? "buy" : "sell"} href={href} className="max-md:grow">
          {t(isBuying ? "offers.row.buy" : "offers.row.sell", { crypto: offer.cryptoCurrencyCode })}
        </LinkButton>
      </div>
    </li>
  );
}

function OwnerCell({ offer }: { offer: OfferCard }) {
  const page = usePage();
  const t = useT();
  const { owner } = offer;
  const ageMs = page.madeAtMs - owner.lastSeen.seenAtMs;
  return (
    <div className="grid min-w-0 gap-1.5">
      <UserChip
        name={owner.username}
        href={page.href("user", { username: owner.username })}
        avatarUrl={owner.avatarUrl}
        seen={{ level: seenLevel(ageMs), text: seenText(t, ageMs) }}
        after={owner.countryIso && <Flag iso={owner.countryIso} />}
      >
        {owner.isRobot && <Badge tone="info">{t("offers.row.robot")}</Badge>}
        <span
          className="inline-flex items-center gap-1 text-good"
          title={t("offers.row.feedback_good", { count: owner.feedback.positive })}
        >
          <Icon shape={thumbUp} size={12} label={t("offers.row.feedback_good", { count: "" })} />
          {countText(page.locale, owner.feedback.positive)}
        </span>
        {owner.feedback.negative > 0 && (
          <span className="inline-flex items-center gap-1 text-bad">
            <Icon shape={thumbDown} size={12} label={t("offers.row.feedback_bad", { count: "" })} />
            {countText(page.locale, owner.feedback.negative)}
          </span>
        )}
      </UserChip>
      <p className="flex flex-wrap gap-x-3 text-2xs text-muted">
        <span>{t("offers.row.trades_month", { count: owner.monthly.trades })}</span>
        {owner.monthly.completionPct !== null && (
          <span>{t("offers.row.completion", { pct: owner.monthly.completionPct })}</span>
        )}
        {owner.medianReleaseSec !== null && (
          <span className="inline-flex items-center gap-1">
            <Icon shape={clock} size={12} />
            {t("offers.row.release", { time: durationText(t, owner.medianReleaseSec) })}
          </span>
        )}
      </p>
    </div>
  );
}

function MethodCell({ offer }: { offer: OfferCard }) {
  const t = useT();
  const shown = offer.tags.slice(0, 2);
  return (
    <div className="grid min-w-0 gap-1.5">
      <span className="flex min-w-0 items-center gap-2">
        <MethodIcon name={offer.paymentMethod.name} group={offer.paymentMethod.group} size="sm" />
        <span className="grid min-w-0 text-sm leading-snug font-medium">
          <span className="sr-only">
            {t(offer.type === "sell" ? "offers.row.pay_with" : "offers.row.paid_by", { method: "" })}
          </span>
          <bdi>{offer.paymentMethod.name}</bdi>
          {offer.paymentMethodLabel && (
            <bdi className="text-2xs font-normal text-muted">{offer.paymentMethodLabel}</bdi>
          )}
        </span>
      </span>
      <span className="flex flex-wrap gap-1">
        {offer.isFeatured && (
          <Badge tone="brand" icon={star}>
            {t("offers.row.featured")}
          </Badge>
        )}
        {offer.requirements.isVerifiedIdRequired && <Badge tone="warn">{t("offers.row.id_required")}</Badge>}
        {offer.requirements.minPastTrades > 0 && (
          <Badge tone="warn">{t("offers.row.past_trades", { count: offer.requirements.minPastTrades })}</Badge>
        )}
        {shown.map((tag) => (
          <Badge key={tag}>{t.maybe(`offers.tags.${tag}`, tag)}</Badge>
        ))}
        {offer.tags.length > shown.length && <Badge>+{offer.tags.length - shown.length}</Badge>}
      </span>
    </div>
  );
}

function PriceCell({ offer }: { offer: OfferCard }) {
  const page = usePage();
  const t = useT();
  const words = marginWords(t, page.locale, offer);
  const code = offer.fiatCurrencyCode;
  const amounts = offer.predefinedAmounts.map((amount) => fiatText(page.locale, amount)).join(" · ");
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <bdi className="text-lg font-bold tabular-nums">{priceText(page.locale, offer.fiatPricePerCrypto)}</bdi>
        <span className="text-2xs text-muted">{t("offers.row.per", { code, crypto: offer.cryptoCurrencyCode })}</span>
      </p>
      <p className={cx("text-xs font-medium", words.tone)}>{words.text}</p>
      <p className="text-xs text-muted">
        {amounts
          ? t("offers.row.one_of", { amounts, code })
          : t("offers.row.limits", {
              min: fiatText(page.locale, offer.fiatLimitMin),
              max: fiatText(page.locale, offer.fiatLimitMax),
              code,
            })}
      </p>
    </div>
  );
}
