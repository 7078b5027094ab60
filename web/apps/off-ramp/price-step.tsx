/** The price for some seconds: what is given, what arrives, each fee; a sale takes a second step. */
import { useState } from "react";
import type { RampQuote } from "#contract/products/ramps/ramps.ts";
import { amountText, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { PriceValid } from "#widgets/price-valid.tsx";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = { readonly quote: RampQuote; readonly onBack: () => void };

export function PriceStep({ quote, onBack }: Props) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(500);
  const proof = useProof();
  const [isTaken, setTaken] = useState(false);
  const { direction } = quote;
  const take = useAction(
    async (typed: Typed | null) => {
      const { createOffRamp, openOnRamp } = await import("#contract/products/ramps/ramps.ts");
      if (typed) {
        const { prove } = await import("#sdk/calls/prove.ts");
        const order = { product: "off_ramp" as const, ...quote, total: quote.coins };
        await prove(page, typed, { kind: "order", id: quote.id }, { order });
      }
      const { data } = await page.call(typed ? createOffRamp : openOnRamp, { body: { quote_id: quote.id } });
      setTaken(true);
      await page.go("rampOrder", { id: data.id });
    },
    { fields: PROOF_FIELDS, quiet: true },
  );
  const isGood = Date.parse(quote.expiresAt) > nowMs;
  const isSale = direction === "sell";
  const isReady = !isSale || proof.typed !== null;
  const fault =
    take.refusal && !PROOF_FIELDS.some((field) => take.refusal?.fault(field)) ? take.refusal.joined() : null;
  const press = () => {
    if (!isGood) onBack();
    else if (isReady) void take.run(isSale ? proof.typed : null);
  };
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="ramp-price">
      <h2 id="ramp-price" className="font-semibold">
        {t(`ramps.${direction}.check`)}
      </h2>
      <PriceFacts quote={quote} />
      <PriceValid
        {...{ createdAt: quote.createdAt, expiresAt: quote.expiresAt, nowMs }}
        label={t("ramps.price.valid")}
        spoken={(left) => t("ramps.price.valid_spoken", { left })}
        expired={t("ramps.price.expired")}
      />
      <Form className="grid gap-4" onSubmit={press}>
        {isGood && isSale && <ProofField proof={proof} refusal={take.refusal} onEdit={take.clear} />}
        {fault && <Alert kind="danger">{fault}</Alert>}
        {quote.isCheckedByStaff && <Alert kind="info">{t("ramps.price.first_check")}</Alert>}
        <p className="text-xs text-muted">{t(`ramps.${direction}.note`)}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            className="grow"
            disabled={isGood && (!isReady || isTaken)}
            isBusy={take.isRunning || isTaken}
          >
            {t(isGood ? `ramps.${direction}.confirm` : "ramps.price.again")}
          </Button>
          <Button look="secondary" onClick={onBack}>
            {t("ramps.price.back")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function PriceFacts({ quote }: { quote: RampQuote }) {
  const t = useT();
  const { locale } = usePage();
  const sum = (amount: string, code: string) => amountText(locale, `${amount} ${code}`);
  const { direction, amount, currencyCode, coins, fee, cryptoCurrencyCode, providerFee, party } = quote;
  const money = sum(amount, currencyCode);
  const coin = sum(coins, cryptoCurrencyCode);
  const [gives, gets] = direction === "buy" ? [money, coin] : [coin, money];
  const [given, got] = direction === "buy" ? [quote.amountUsd, quote.coinsUsd] : [quote.coinsUsd, quote.amountUsd];
  const lost = Number(given) > 0 ? Math.max(0, (1 - Number(got) / Number(given)) * 100).toFixed(2) : "0";
  return (
    <>
      <div className="grid gap-1 rounded-lg bg-sunken p-4 text-center">
        <span className="text-sm text-muted">{t("ramps.price.gets")}</span>
        <bdi className="text-2xl font-bold tracking-tight tabular-nums">{gets}</bdi>
        {direction === "sell" && party && (
          <span className="text-sm text-muted">
            {[party.name, party.masked, party.holderName].filter(Boolean).join(" · ")}
          </span>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t(direction === "buy" ? "ramps.buy.amount" : "ramps.sell.coins"), <strong key="gives">{gives}</strong>],
            [t("ramps.price.market_fee"), sum(fee, cryptoCurrencyCode)],
            [t("ramps.price.provider_fee"), sum(providerFee, currencyCode)],
            [t("ramps.price.all_in"), `${percentText(locale, lost)}%`],
            [t("ramps.price.takes"), t("ramps.form.minutes", { count: quote.minutes })],
          ]}
        />
      </dl>
    </>
  );
}
