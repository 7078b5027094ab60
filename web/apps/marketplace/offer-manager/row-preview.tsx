/** The offer as a row of the listing, as others will see it. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { FormMethod, OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { OFFER_RULES } from "#contract/market/offers/offer-fields.ts";
import { CRYPTO } from "#contract/money/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { buttonClass } from "#ui/button.tsx";
import { OfferHeads, OfferRow } from "../offer-row/offer-row.tsx";
import { tidyAmount } from "./body.ts";
import type { PricePreview } from "./use-price-preview.ts";

type Props = {
  readonly draft: OfferBody;
  readonly method: FormMethod | undefined;
  readonly preview: PricePreview | null;
  readonly owner: OfferFormPageProps["owner"];
};

export function RowPreview({ draft, method, preview, owner }: Props) {
  const page = usePage();
  const t = useT();
  const offer = method && preview ? cardOf(draft, { method, preview, owner, at: page.madeAtMs }) : null;
  return (
    <section aria-labelledby="row-preview" className="grid gap-2">
      <h2 id="row-preview" className="text-sm font-semibold">
        {t("myoffers.form.preview")}
      </h2>
      {offer ? (
        <Card className="overflow-hidden" inert>
          <OfferHeads type={offer.type} />
          <ul>
            <OfferRow
              offer={offer}
              action={
                <span className={buttonClass({ look: draft.offer_type === "sell" ? "buy" : "sell" })}>
                  {t(draft.offer_type === "sell" ? "offers.row.buy" : "offers.row.sell", {
                    crypto: draft.crypto_currency_code,
                  })}
                </span>
              }
            />
          </ul>
        </Card>
      ) : (
        <p className="rounded-xl border border-dashed border-edge p-4 text-sm text-muted">
          {t("myoffers.form.preview_none")}
        </p>
      )}
    </section>
  );
}

type Known = Omit<Props, "draft"> & {
  readonly method: FormMethod;
  readonly preview: PricePreview;
  readonly at: number;
};

/** A number that is not finished yet counts as nothing. */
const amountOf = (text: string | undefined) => (text && /^[\d.]*\d[\d.]*$/.test(text) ? tidyAmount(text) : "0");

function cardOf(draft: OfferBody, { method, preview, owner }: Known): OfferCard {
  const tags = (draft.tags ?? []).map((slug) => ({ slug, name: slug, description: "" }));
  const isRange = draft.amount_type !== "predefined";
  return {
    hash: "preview0000",
    type: draft.offer_type,
    owner,
    paymentMethod: {
      id: 0,
      slug: method.slug,
      name: { localized: method.name, original: method.name },
      group: method.group,
      icon: null,
    } as OfferCard["paymentMethod"],
    paymentMethodLabel: draft.payment_method_label || null,
    cryptoCurrencyCode: draft.crypto_currency_code,
    cryptoCurrencyId: CRYPTO[draft.crypto_currency_code].id,
    fiatCurrencyCode: draft.fiat_currency_code,
    amountType: draft.amount_type,
    fiatLimitMin: amountOf(draft.range_min),
    fiatLimitMax: amountOf(draft.range_max),
    predefinedAmounts: isRange ? [] : (draft.predefined_amount ?? []).map(amountOf),
    fiatPricePerCrypto: preview.fiatPricePerCrypto,
    usdPricePerCrypto: preview.fiatPricePerCrypto,
    isFixedPrice: draft.fixed_price !== undefined,
    margin: preview.margin,
    tags,
    paymentWindowMinutes: draft.payment_window,
    releaseTimeSec: null,
    requireMinPastTrades: draft.require_min_past_trades || 0,
    requireVerifiedId: draft.require_verified_id ?? false,
    rules: Object.values(OFFER_RULES).flatMap(({ wire }) => (draft[wire] ? [wire] : [])),
    fullNameVisibility: draft.full_name_visibility ?? false,
    category: null,
    cashback: null,
    location: draft.payment_city || null,
    isFeatured: false,
    isStickied: false,
    isFavorite: false,
    isBlocked: false,
    isAutomated: false,
    isAnonymousUserRestricted: false,
    isOnline: true,
    availableIn: 0,
    isMine: false,
  };
}
