/** Receiving: an amount and a note, then the invoice as a code and as text until it is paid. */
import { useState } from "react";
import { LN_LIFETIMES, LN_MEMO_MAX } from "#contract/products/lightning/names.ts";
import type { Lightning, LightningInvoice } from "#contract/products/lightning/lightning.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { ShownInvoice } from "./shown-invoice.tsx";

type Props = { readonly lightning: Lightning; readonly look: () => void };

export function ReceiveCard({ lightning, look }: Props) {
  const t = useT();
  const page = usePage();
  const [shown, show] = useState<string | null>(null);
  const [made, setMade] = useState<LightningInvoice | null>(null);
  const [[amount, memo, seconds], type] = useState<readonly [string, string, string]>([
    "",
    "",
    String(LN_LIFETIMES[1]),
  ]);
  const ask = useAction(
    async (amount: string, memo: string, seconds: string) => {
      const { createLightningInvoice } = await import("#contract/products/lightning/lightning.ts");
      const life = LN_LIFETIMES.find((one) => String(one) === seconds) ?? LN_LIFETIMES[1];
      const body = { ...(amount ? { amount } : {}), ...(memo ? { memo } : {}), seconds: life };
      const { data } = await page.call(createLightningInvoice, { body });
      setMade(data);
      show(data.id);
      look();
    },
    { fields: ["amount"], quiet: true },
  );
  const invoice = lightning.invoices.find(({ id }) => id === shown) ?? (made?.id === shown ? made : undefined);
  return (
    <Card className="grid content-start gap-4 p-5" aria-labelledby="receive">
      <h2 id="receive" className="text-lg font-semibold">
        {t("lightning.receive.title")}
      </h2>
      {invoice ? (
        <ShownInvoice invoice={invoice} onMade={look} onDone={() => show(null)} />
      ) : (
        <Form className="grid gap-4" onSubmit={() => void ask.run(amount, memo, seconds)}>
          <Field
            label={t("lightning.receive.amount")}
            hint={t("lightning.receive.amount_hint")}
            error={ask.refusal?.fault("amount")}
          >
            {(ids) => (
              <AmountInput {...ids} unit="BTC" value={amount} onValue={(next) => type([next, memo, seconds])} />
            )}
          </Field>
          <Field label={t("lightning.receive.memo")}>
            {(ids) => (
              <Input
                {...ids}
                value={memo}
                maxLength={LN_MEMO_MAX}
                onChange={(event) => type([amount, event.target.value, seconds])}
              />
            )}
          </Field>
          <Field label={t("lightning.receive.life")}>
            {(ids) => (
              <Select {...ids} value={seconds} onChange={(event) => type([amount, memo, event.target.value])}>
                {LN_LIFETIMES.map((one) => (
                  <option key={one} value={String(one)}>
                    {t(`lightning.life.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {ask.refusal && !ask.refusal.fault("amount") && <Alert kind="danger">{ask.refusal.joined()}</Alert>}
          <Button type="submit" wide isBusy={ask.isRunning} disabled={!lightning.isHere}>
            {t("lightning.receive.make")}
          </Button>
          <p className="text-xs text-muted">
            {t("lightning.receive.most", { amount: amountText(page.locale, `${lightning.canReceive} BTC`) })}
          </p>
        </Form>
      )}
    </Card>
  );
}
