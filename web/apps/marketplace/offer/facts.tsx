/** The offer's own words and numbers. */
import type { ReactNode } from "react";
import { commaOf } from "#contract/platform/locales.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { durationText } from "#sdk/words/ago.ts";
import { fiatText, priceText, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { MethodIcon } from "#ui/pictures/method-icon.tsx";
import { LateTranslation } from "#widgets/translation/late-translation.tsx";
import { FavoriteButton } from "../offer-row/favorite-button.tsx";
import { marginWords } from "../offer-row/margin-words.ts";
import { countryNames } from "./country-names.ts";
import { DutyHoursTable } from "./duty-hours-table.tsx";

export function OfferFacts({ offer }: { offer: OfferView }) {
  const page = usePage();
  const t = useT();
  const words = marginWords(t, page.locale, offer);
  const code = offer.fiatCurrencyCode;
  const amounts = offer.predefinedAmounts.map((amount) => fiatText(page.locale, amount, code)).join(" · ");
  const name = offer.paymentMethod.name.localized;
  return (
    <Card className="grid gap-5 p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex items-center gap-3">
          <MethodIcon name={name} group={offer.paymentMethod.group} src={offer.paymentMethod.icon} />
          <div>
            <h2 className="text-base font-semibold">
              <bdi>{name}</bdi>
            </h2>
            <p className="text-xs text-muted">
              {t.maybe(`catalog.groups.${offer.paymentMethod.group}`, offer.paymentMethod.group)}
            </p>
            {offer.paymentMethodLabel && (
              <p className="text-xs text-muted">
                <bdi>{offer.paymentMethodLabel}</bdi>
              </p>
            )}
          </div>
        </div>
        {offer.category && offer.category !== "gift-cards" && <Badge>{t(`offers.category.${offer.category}`)}</Badge>}
        {!offer.isMine && <FavoriteButton hash={offer.hash} isFavorite={offer.isFavorite} />}
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Fact label={t("offer.price", { crypto: offer.cryptoCurrencyCode })}>
          <bdi className="text-lg font-bold tabular-nums">
            {priceText(page.locale, offer.fiatPricePerCrypto, code)} {code}
          </bdi>
          <span className={`block text-xs font-medium ${words.tone}`}>
            {words.text}
            {offer.isFixedPrice && ` · ${t("offers.row.fixed")}`}
          </span>
        </Fact>
        {offer.customRate && (
          <Fact label={t("offer.custom_rate")}>
            <bdi className="tabular-nums">
              {priceText(page.locale, offer.customRate, code)} {code}
            </bdi>
          </Fact>
        )}
        <Fact label={t("offer.amounts")}>
          {amounts
            ? t("offers.row.one_of", { amounts, code })
            : t("offers.row.limits", {
                min: fiatText(page.locale, offer.fiatLimitMin, code),
                max: fiatText(page.locale, offer.fiatLimitMax, code),
                code,
              })}
          <AmountNotes offer={offer} />
        </Fact>
        <Times offer={offer} />
        <CashbackFact cashback={offer.cashback} />
        <WhereAndWhat offer={offer} />
        {offer.countryLimitation.type !== "none" && (
          <Fact label={t(`offer.countries_${offer.countryLimitation.type}`)}>
            {countryNames(page.locale, offer.countryLimitation.countries)}
          </Fact>
        )}
      </dl>
      {offer.tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t("offer.tags")}>
          {offer.tags.map((tag) => (
            <li key={tag.slug}>
              <Badge title={tag.description}>{t.maybe(`catalog.tags.${tag.slug}`, tag.name)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <section className="grid gap-1.5 border-t border-line pt-4" aria-labelledby="terms">
        <h2 id="terms" className="text-sm font-semibold">
          {t("offer.terms", { name: offer.ownerUsername })}
        </h2>
        <p dir="auto" className="text-sm whitespace-pre-line">
          {offer.offerTerms || t("offer.no_terms")}
        </p>
        {!offer.isMine && offer.offerTerms !== "" && (
          <div className="flex flex-wrap">
            <LateTranslation text={offer.offerTerms} of={{ offer: offer.hash }} />
          </div>
        )}
        {offer.rules.length > 0 && (
          <ul className="grid gap-1 text-xs text-muted">
            {offer.rules.map((rule) => (
              <li key={rule}>{t(`rules.page.${rule}`)}</li>
            ))}
          </ul>
        )}
      </section>
      {offer.dutyHours.length > 0 && <DutyHoursTable hours={offer.dutyHours} timezone={offer.dutyHoursTimezone} />}
    </Card>
  );
}

/** How long each side takes. Who sells releases: of a buyer's offer that is its reader. */
function Times({ offer }: { offer: OfferView }) {
  const t = useT();
  return (
    <>
      <Fact label={t(offer.isSell ? "offer.window_yours" : "offer.window_theirs")}>
        {durationText(t, offer.paymentWindowMinutes * 60)}
      </Fact>
      {offer.isSell && (
        <Fact label={t("offer.release_theirs")}>
          {offer.releaseTimeSec === null ? t("offer.release_unknown") : durationText(t, offer.releaseTimeSec || 60)}
        </Fact>
      )}
    </>
  );
}

/** Where is paid, and which cards are taken; nothing where any is, or no card pays. */
function WhereAndWhat({ offer }: { offer: OfferView }) {
  const { locale } = usePage();
  const t = useT();
  const { giftCardBinCodes: bins, amazonGiftCardRegions: regions, location } = offer;
  return (
    <>
      {location && <Fact label={t("offer.location")}>{location}</Fact>}
      {bins.length > 0 && (
        <Fact label={t("offer.bins")}>
          <span dir="ltr">{bins.join(", ")}</span>
        </Fact>
      )}
      {regions.length > 0 && (
        <Fact label={t("offer.card_regions")}>{regions.map(({ name }) => name).join(commaOf(locale))}</Fact>
      )}
    </>
  );
}

/** For whom the amounts are smaller. */
function AmountNotes({ offer }: { offer: OfferView }) {
  const t = useT();
  const { locale } = usePage();
  const { newBuyerMaxFiatLimit: firstMax, addressNeededAboveUsd: usd, fiatCurrencyCode: code } = offer;
  return (
    <>
      {firstMax && (
        <span className="block text-xs text-muted">
          {t("offer.first_trade_max", { max: fiatText(locale, firstMax, code), code })}
        </span>
      )}
      {usd && (
        <span className="block text-xs text-muted">
          {t("offer.address_needed", { sum: fiatText(locale, usd, "USD") })}
        </span>
      )}
    </>
  );
}

function CashbackFact({ cashback }: Pick<OfferView, "cashback">) {
  const t = useT();
  const { locale } = usePage();
  if (!cashback) return null;
  const sums = { percent: percentText(locale, cashback.percent), max: fiatText(locale, cashback.maxValue, "USD") };
  return (
    <Fact label={t("offers.row.cashback")}>
      {t("offers.row.cashback_max", sums)}
      <span className="block text-xs text-muted">{t("offer.cashback_when")}</span>
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-sm">{children}</dd>
    </div>
  );
}
