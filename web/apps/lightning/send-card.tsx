/** Sending: the invoice, what it costs, the proof, and then its end in the list. */
import { type ReactNode, useState } from "react";
import type { Lightning, LightningQuote } from "#contract/products/lightning/lightning.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";
import { Late } from "#sdk/late.tsx";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** The price is loaded when it is asked for. */
const loadPayQuote = async () => (await import("#widgets/pay-quote.tsx")).PayQuote;

type Props = { readonly lightning: Lightning; readonly look: () => void; readonly switcher: ReactNode };

export function SendCard({ lightning, look, switcher }: Props) {
  const t = useT();
  const page = usePage();
  const [[invoice, amount], type] = useState<readonly [string, string]>(["", ""]);
  const [quote, setQuote] = useState<LightningQuote | null>(null);
  const price = useAction(
    async (invoice: string, amount: string) => {
      const { quoteLightningPayment } = await import("#contract/products/lightning/lightning.ts");
      const body = { invoice: invoice.trim(), ...(amount ? { amount } : {}) };
      setQuote((await page.call(quoteLightningPayment, { body })).data);
    },
    { fields: ["invoice", "amount"], quiet: true },
  );
  const needsAmount = amount !== "" || price.refusal?.code === "lightning.needs_amount";
  const begin = () => {
    setQuote(null);
    type(["", ""]);
  };
  if (quote)
    return (
      <PayInvoice
        quote={quote}
        onBack={() => setQuote(null)}
        onPaid={() => {
          begin();
          look();
        }}
      />
    );
  return (
    <Card className="grid content-start gap-4 p-5" aria-labelledby="send">
      <h2 id="send" className="text-lg font-semibold">
        {t("lightning.send.title")}
      </h2>
      {switcher}
      <Form className="grid gap-4" onSubmit={() => void price.run(invoice, amount)}>
        <Field
          label={t("lightning.send.invoice")}
          hint={t("lightning.send.hint")}
          error={price.refusal?.fault("invoice")}
        >
          {(ids) => (
            <TextArea
              {...ids}
              dir="ltr"
              rows={4}
              className="font-mono text-xs"
              value={invoice}
              required
              spellCheck={false}
              placeholder="lnbc…"
              onChange={(event) => {
                price.clear();
                type([event.target.value, ""]);
              }}
            />
          )}
        </Field>
        {needsAmount && (
          <Field
            label={t("lightning.send.amount")}
            hint={t("lightning.send.amount_hint")}
            error={price.refusal?.fault("amount")}
          >
            {(ids) => (
              <AmountInput {...ids} unit="BTC" required value={amount} onValue={(next) => type([invoice, next])} />
            )}
          </Field>
        )}
        {price.refusal && !price.refusal.fault("invoice") && !price.refusal.fault("amount") && (
          <Alert kind={needsAmount && !amount ? "info" : "danger"}>{price.refusal.joined()}</Alert>
        )}
        <Button type="submit" wide isBusy={price.isRunning} disabled={!lightning.isHere || invoice.trim() === ""}>
          {t("lightning.send.price")}
        </Button>
        <p className="text-xs text-muted">
          {t("lightning.send.most", {
            amount: amountText(page.locale, `${lightning.canSend} BTC`),
            usd: amountText(page.locale, `${lightning.limits.paymentUsd} USD`),
            month: amountText(page.locale, `${lightning.limits.monthUsd} USD`),
          })}
        </p>
      </Form>
      {page.isDemo && <OutsideAsks onInvoice={(next) => type([next, ""])} />}
    </Card>
  );
}

type Paying = { readonly quote: LightningQuote; readonly onBack: () => void; readonly onPaid: () => void };

function PayInvoice({ quote, onBack, onPaid }: Paying) {
  const t = useT();
  const page = usePage();
  const sum = (amount: string) => amountText(page.locale, `${amount} BTC`);
  const pay = async (typed: Typed) => {
    const [{ prove }, { payLightning }] = await Promise.all([
      import("#sdk/calls/prove.ts"),
      import("#contract/products/lightning/lightning.ts"),
    ]);
    const order = {
      product: "lightning",
      cryptoCurrencyCode: "BTC",
      total: quote.total,
      currencyCode: "BTC",
      amount: quote.amount,
    } as const;
    await prove(page, typed, { kind: "order", id: quote.id }, { order });
    const { data } = await page.call(payLightning, { body: { quote_id: quote.id } });
    page.toast("success", t(data.status === "inside" ? "lightning.send.done" : "lightning.send.on_its_way"));
    onPaid();
  };
  return (
    <Late
      load={loadPayQuote}
      props={{
        quote,
        title: t("lightning.send.confirm_title"),
        facts: [
          [t("lightning.send.gets"), <strong key="gets">{sum(quote.amount)}</strong>],
          [t("lightning.send.worth"), amountText(page.locale, `${quote.usd} USD`)],
          [t("lightning.send.fee"), sum(quote.fee)],
          [t("lightning.send.network"), quote.isInside ? t("lightning.send.inside") : sum(quote.mostNetworkFee)],
          [t("lightning.send.total"), <strong key="total">{sum(quote.total)}</strong>],
        ],
        final: t("lightning.send.final"),
        confirm: t("lightning.send.confirm"),
        back: t("lightning.send.back"),
        onPay: pay,
        onBack,
        children: (
          <div className="grid gap-1 rounded-lg bg-sunken p-4 text-sm">
            {quote.memo && (
              <p className="font-medium [overflow-wrap:anywhere]">
                <bdi>{quote.memo}</bdi>
              </p>
            )}
            <p className="font-mono text-xs text-muted [overflow-wrap:anywhere]" dir="ltr">
              {quote.payee}
            </p>
          </div>
        ),
      }}
      loading={<Spinner />}
      failed={(again) => (
        <Button look="secondary" onClick={again}>
          {t("proof.quote.again")}
        </Button>
      )}
    />
  );
}

/** Of the demo: an invoice of somebody else. */
function OutsideAsks({ onInvoice }: { readonly onInvoice: (invoice: string) => void }) {
  const t = useT();
  const page = usePage();
  const ask = useAction(async () => {
    const { invoiceFromOutside } = await import("#contract/products/lightning/lightning.ts");
    onInvoice((await page.call(invoiceFromOutside, { body: { amount: "0.0001" } })).data.invoice);
  });
  return (
    <Alert kind="warning" size="sm" title={t("lightning.demo.title")}>
      <span className="grid justify-items-start gap-2">
        {t("lightning.demo.send")}
        <Button look="secondary" size="sm" isBusy={ask.isRunning} onClick={() => void ask.run()}>
          {t("lightning.demo.ask")}
        </Button>
      </span>
    </Alert>
  );
}
