/** Asks for a sum of bitcoin, from a wallet of either kind: an amount, then one code until it is paid. */
import { useEffect, useState } from "react";
import type { LightningInvoice } from "#contract/products/lightning/lightning.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { BitcoinRequest } from "./bitcoin-request.tsx";

const SOON_MS = 400;
const LATER_MS = 3000;

export function AskForBitcoin({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const page = usePage();
  const [amount, type] = useState("");
  const [invoice, setInvoice] = useState<LightningInvoice | null>(null);
  const ask = useAction(
    async (amount: string) => {
      const { createLightningInvoice } = await import("#contract/products/lightning/lightning.ts");
      setInvoice((await page.call(createLightningInvoice, { body: { amount } })).data);
    },
    { fields: ["amount"], quiet: true },
  );
  if (invoice) return <Asked first={invoice} onDone={onDone} />;
  return (
    <Form className="grid gap-3" onSubmit={() => void ask.run(amount)}>
      <Field label={t("wallet.request.amount")} hint={t("wallet.request.hint")} error={ask.refusal?.fault("amount")}>
        {(ids) => <AmountInput {...ids} unit="BTC" required value={amount} onValue={type} />}
      </Field>
      {ask.refusal && !ask.refusal.fault("amount") && <Alert kind="danger">{ask.refusal.joined()}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="grow" isBusy={ask.isRunning}>
          {t("wallet.request.make")}
        </Button>
        <Button look="secondary" onClick={onDone}>
          {t("wallet.request.back")}
        </Button>
      </div>
    </Form>
  );
}

function Asked({ first, onDone }: { readonly first: LightningInvoice; readonly onDone: () => void }) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  const invoice = useInvoice(first);
  const isOver = invoice.status === "expired" || Date.parse(invoice.expiresAt) <= nowMs;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {invoice.paid !== null ? (
        <Alert kind="success">
          {t("wallet.request.paid", { amount: amountText(page.locale, `${invoice.paid} BTC`) })}
        </Alert>
      ) : isOver ? (
        <Alert kind="warning">{t("wallet.request.over")}</Alert>
      ) : invoice.invoice === null ? (
        <p className="flex items-center gap-3 py-10 text-muted" role="status">
          <Spinner /> {t("wallet.request.making")}
        </p>
      ) : (
        <>
          <p className="text-center text-xl font-bold tabular-nums">
            <bdi>{amountText(page.locale, `${invoice.amount} BTC`)}</bdi>
          </p>
          <BitcoinRequest amount={invoice.amount} invoice={invoice.invoice} />
          <p className="text-xs text-muted">
            {t("wallet.request.until")} <LocalTime at={invoice.expiresAt} />
          </p>
        </>
      )}
      <Button look="secondary" onClick={onDone}>
        {t("wallet.request.back")}
      </Button>
    </div>
  );
}

/** Looked at until it has ended: often until the node has made it. */
function useInvoice(first: LightningInvoice): LightningInvoice {
  const page = usePage();
  const [invoice, setInvoice] = useState(first);
  const isMade = invoice.invoice !== null;
  const isOver = invoice.status !== "asked" && invoice.status !== "open";
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(
      async () => {
        const { getLightningInvoice } = await import("#contract/products/lightning/lightning.ts");
        await page.call(getLightningInvoice, { params: { id: first.id } }).then(
          ({ data }) => setInvoice(data),
          () => undefined,
        );
      },
      isMade ? LATER_MS : SOON_MS,
    );
    return () => clearInterval(timer);
  }, [isMade, isOver, first.id, page]);
  return invoice;
}
