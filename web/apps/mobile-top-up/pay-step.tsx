/** The price for some seconds: what the number gets, what leaves the balance, and who pays. */
import { useState } from "react";
import type { TopUpQuote } from "#contract/products/top-ups.ts";
import { amountText } from "#sdk/words/money.ts";
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

type Props = { readonly quote: TopUpQuote; readonly onBack: () => void };

export function PayStep({ quote, onBack }: Props) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(500);
  const proof = useProof();
  const [isPaid, setPaid] = useState(false);
  const pay = useAction(
    async (typed: Typed) => {
      const [{ prove }, { createTopUp }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/top-ups.ts"),
      ]);
      await prove(page, typed, { kind: "order", id: quote.id }, { order: { product: "top_up", ...quote } });
      const { data } = await page.call(createTopUp, { body: { quote_id: quote.id } });
      setPaid(true);
      await page.go("topUpReceipt", { id: data.id });
    },
    { fields: PROOF_FIELDS, quiet: true },
  );
  const isGood = Date.parse(quote.expiresAt) > nowMs;
  const fault = pay.refusal && !PROOF_FIELDS.some((field) => pay.refusal?.fault(field)) ? pay.refusal.joined() : null;
  const sum = (amount: string, code: string) => amountText(page.locale, `${amount} ${code}`);
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="top-up-pay">
      <h2 id="top-up-pay" className="font-semibold">
        {t("topups.pay.title")}
      </h2>
      <div className="grid gap-1 rounded-lg bg-sunken p-4 text-center">
        <bdi dir="ltr" className="text-2xl font-bold tracking-tight tabular-nums">
          {quote.shown}
        </bdi>
        <span className="text-sm text-muted">{quote.operator}</span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t("topups.pay.gets"), <strong key="gets">{sum(quote.amount, quote.currencyCode)}</strong>],
            [t("topups.pay.total"), <strong key="total">{sum(quote.total, quote.cryptoCurrencyCode)}</strong>],
            [t("topups.pay.fee"), sum(quote.fee, quote.cryptoCurrencyCode)],
            [t("topups.pay.worth"), sum(quote.totalUsd, "USD")],
            [t("topups.pay.provider_price"), sum(quote.costUsd, "USD")],
          ]}
        />
      </dl>
      <PriceValid
        {...{ createdAt: quote.createdAt, expiresAt: quote.expiresAt, nowMs }}
        label={t("topups.pay.valid")}
        spoken={(left) => t("topups.pay.valid_spoken", { left })}
        expired={t("topups.pay.expired")}
      />
      <Form className="grid gap-4" onSubmit={() => (isGood ? proof.typed && void pay.run(proof.typed) : onBack())}>
        {isGood && <ProofField proof={proof} refusal={pay.refusal} onEdit={pay.clear} />}
        {fault && <Alert kind="danger">{fault}</Alert>}
        <p className="text-xs text-muted">{t("topups.pay.final")}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            className="grow"
            disabled={isGood && (!proof.typed || isPaid)}
            isBusy={pay.isRunning || isPaid}
          >
            {t(isGood ? "topups.pay.confirm" : "topups.pay.again")}
          </Button>
          <Button look="secondary" onClick={onBack}>
            {t("topups.number.change_amount")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
