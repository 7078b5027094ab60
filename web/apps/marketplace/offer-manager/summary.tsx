/** The current offer, as other users will see it. */
import type { ReactNode } from "react";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { fiatText, marginText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { tidyAmount } from "./body.ts";
import type { PricePreview } from "./use-price-preview.ts";

export function OfferSummary({
  draft,
  methodName,
  preview,
}: {
  draft: OfferBody;
  methodName: string | undefined;
  preview: PricePreview | null;
}) {
  const t = useT();
  const { locale } = usePage();
  const code = draft.fiat_currency_code;
  const minutes = draft.payment_window;
  return (
    <Card className="grid gap-4 p-5" aria-label={t("myoffers.form.summary")}>
      <p className="flex items-start gap-3 font-semibold">
        <Coin code={draft.crypto_currency_code} size={24} />
        {t(draft.offer_type === "sell" ? "myoffers.form.sentence_sell" : "myoffers.form.sentence_buy", {
          crypto: draft.crypto_currency_code,
          method: methodName ?? "…",
          fiat: code,
        })}
      </p>
      <dl className="grid gap-3 text-sm">
        <Line name={t("myoffers.form.price")}>
          {preview ? (
            <>
              <bdi>
                {priceText(locale, preview.fiatPricePerCrypto, code)} {code}
              </bdi>{" "}
              <bdi className="text-muted">({marginText(locale, preview.margin)})</bdi>
            </>
          ) : (
            "…"
          )}
        </Line>
        <Line name={t("myoffers.form.amounts")}>
          <bdi>
            {amountsOf(draft, (amount) => fiatText(locale, amount, code))} {code}
          </bdi>
        </Line>
        <Line name={t("myoffers.form.window")}>
          {minutes % 60 === 0
            ? t("myoffers.form.hours", { count: minutes / 60 })
            : t("myoffers.form.minutes", { count: minutes })}
        </Line>
      </dl>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line pt-3">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function amountsOf(draft: OfferBody, text: (amount: string) => string): string {
  const shown = (amount: string | undefined) => (amount && /\d/.test(amount) ? text(tidyAmount(amount)) : "…");
  if (draft.amount_type === "predefined") return (draft.predefined_amount ?? []).map(shown).join(", ") || "…";
  return `${shown(draft.range_min)}–${shown(draft.range_max)}`;
}
