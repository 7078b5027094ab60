/** The fees of each side, in both currencies, and the cashback, before the start. */
import type { FeeParts } from "#contract/money/fees.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { cryptoText, fiatText, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { TradeAmounts } from "./trade-amounts.ts";

type Props = { offer: OfferView; fees: FeeParts; cashback: TradeAmounts["cashback"] };

export function FeeLines({ offer, fees, cashback }: Props) {
  const page = usePage();
  const t = useT();
  const pct = percentText(page.locale, fees.sellerPct);
  const both = (crypto: string, fiat: string) =>
    `${cryptoText(page.locale, crypto, offer.cryptoCurrencyCode)}\u00a0${offer.cryptoCurrencyCode} (≈\u00a0${fiatText(page.locale, fiat, offer.fiatCurrencyCode)}\u00a0${offer.fiatCurrencyCode})`;
  const lines = offer.isSell
    ? [
        { label: t("offer.fees.yours"), value: t("offer.fees.none") },
        { label: t("offer.fees.sellers", { pct }), value: both(fees.sellerCrypto, fees.sellerFiat) },
      ]
    : [
        { label: t("offer.fees.yours_pct", { pct }), value: both(fees.sellerCrypto, fees.sellerFiat) },
        { label: t("offer.fees.escrow"), value: both(fees.escrowCrypto, fees.escrowFiat) },
        { label: t("offer.fees.buyers"), value: t("offer.fees.none") },
      ];
  if (cashback)
    lines.push({
      label: t("offer.fees.cashback"),
      value: t("offer.fees.about", { sum: both(cashback.crypto, cashback.fiat) }),
    });
  const exact = t("offer.fees.exact", { crypto: offer.cryptoCurrencyCode, fiat: offer.fiatCurrencyCode });
  return (
    <dl className="grid gap-1.5 border-t border-line pt-3 text-xs">
      {lines.map((line) => (
        <div key={line.label} className="flex justify-between gap-4">
          <dt className="text-muted">{line.label}</dt>
          <dd className="text-end font-medium tabular-nums">
            <bdi>{line.value}</bdi>
          </dd>
        </div>
      ))}
      <div className="text-2xs text-muted">
        <dt className="sr-only">{t("offer.fees.note")}</dt>
        <dd>{exact}</dd>
      </div>
    </dl>
  );
}
