/** Sending by a code: an amount is set aside, and another wallet that scans the code collects it. */
import { type ReactNode, useState } from "react";
import type { Lightning } from "#contract/products/lightning/lightning.ts";
import type { LightningWithdrawal, LightningWithdrawalQuote } from "#contract/products/lightning/withdrawals.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Qr } from "#ui/pictures/qr.tsx";
import { PayQuote } from "#widgets/pay-quote.tsx";

type Props = { readonly lightning: Lightning; readonly look: () => void; readonly switcher: ReactNode };

export function WithdrawCard({ lightning, look, switcher }: Props) {
  const t = useT();
  const page = usePage();
  const [amount, type] = useState("");
  const [quote, setQuote] = useState<LightningWithdrawalQuote | null>(null);
  const price = useAction(
    async (amount: string) => {
      const { quoteLightningWithdrawal } = await import("#contract/products/lightning/withdrawals.ts");
      setQuote((await page.call(quoteLightningWithdrawal, { body: { amount } })).data);
    },
    { fields: ["amount"], quiet: true },
  );
  const { withdrawal } = lightning;
  if (quote && !withdrawal)
    return (
      <ProveWithdrawal
        quote={quote}
        onBack={() => setQuote(null)}
        onOpen={() => {
          setQuote(null);
          type("");
          look();
        }}
      />
    );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-5" aria-labelledby="withdraw">
      <h2 id="withdraw" className="text-lg font-semibold">
        {t("lightning.send.title")}
      </h2>
      {switcher}
      {withdrawal ? (
        <ShownWithdrawal withdrawal={withdrawal} look={look} />
      ) : (
        <Form className="grid gap-4" onSubmit={() => void price.run(amount)}>
          <p className="text-sm text-muted">{t("lightning.withdraw.about")}</p>
          <Field label={t("lightning.withdraw.amount")} error={price.refusal?.fault("amount")}>
            {(ids) => <AmountInput {...ids} unit="BTC" required value={amount} onValue={type} />}
          </Field>
          {price.refusal && !price.refusal.fault("amount") && <Alert kind="danger">{price.refusal.joined()}</Alert>}
          <Button type="submit" wide isBusy={price.isRunning} disabled={!lightning.isHere}>
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
      )}
    </Card>
  );
}

type Proving = {
  readonly quote: LightningWithdrawalQuote;
  readonly onBack: () => void;
  readonly onOpen: () => void;
};

function ProveWithdrawal({ quote, onBack, onOpen }: Proving) {
  const t = useT();
  const page = usePage();
  const sum = (amount: string) => amountText(page.locale, `${amount} BTC`);
  const open = async (typed: Typed) => {
    const [{ prove }, { openLightningWithdrawal }] = await Promise.all([
      import("#sdk/calls/prove.ts"),
      import("#contract/products/lightning/withdrawals.ts"),
    ]);
    const order = {
      product: "lightning",
      cryptoCurrencyCode: "BTC",
      total: quote.total,
      currencyCode: "BTC",
      amount: quote.amount,
    } as const;
    await prove(page, typed, { kind: "order", id: quote.id }, { order });
    await page.call(openLightningWithdrawal, { body: { quote_id: quote.id } });
    onOpen();
  };
  return (
    <PayQuote
      quote={quote}
      title={t("lightning.withdraw.confirm_title")}
      facts={[
        [t("lightning.withdraw.gets"), <strong key="gets">{sum(quote.amount)}</strong>],
        [t("lightning.send.worth"), amountText(page.locale, `${quote.usd} USD`)],
        [t("lightning.send.fee"), sum(quote.fee)],
        [t("lightning.send.network"), sum(quote.mostNetworkFee)],
        [t("lightning.send.total"), <strong key="total">{sum(quote.total)}</strong>],
      ]}
      final={t("lightning.withdraw.final")}
      confirm={t("lightning.withdraw.confirm")}
      back={t("lightning.send.back")}
      onPay={open}
      onBack={onBack}
    >
      {null}
    </PayQuote>
  );
}

function ShownWithdrawal({ withdrawal, look }: { withdrawal: LightningWithdrawal; look: () => void }) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  const cancel = useAction(async () => {
    const { cancelLightningWithdrawal } = await import("#contract/products/lightning/withdrawals.ts");
    await page.call(cancelLightningWithdrawal, { params: { id: withdrawal.id } });
    page.toast("success", t("lightning.withdraw.cancelled"));
    look();
  });
  const outside = useAction(async () => {
    const { withdrawFromOutside } = await import("#contract/products/lightning/withdrawals.ts");
    await page.call(withdrawFromOutside, { body: { code: withdrawal.code } });
    look();
  });
  const { code, createdAt, expiresAt } = withdrawal;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-center text-xl font-bold tabular-nums">
        <bdi>{amountText(page.locale, `${withdrawal.amount} BTC`)}</bdi>
      </p>
      <div className="grid justify-items-center">
        <Qr text={`LIGHTNING:${code}`} label={t("lightning.withdraw.code")} size={240} />
      </div>
      <div className="flex items-center gap-2 rounded-lg bg-sunken p-3">
        <bdi dir="ltr" className="min-w-0 grow truncate text-start font-mono text-xs">
          {code}
        </bdi>
        <CopyButton isIcon text={code} label={t("lightning.withdraw.copy")} doneLabel={t("lightning.copied")} />
      </div>
      <Countdown
        leftMs={Math.max(0, Date.parse(expiresAt) - nowMs)}
        totalMs={Date.parse(expiresAt) - Date.parse(createdAt)}
        label={t("lightning.receive.left")}
        spoken={(left) => t("lightning.withdraw.left_spoken", { left })}
      />
      <p className="text-xs text-muted">{t("lightning.withdraw.secret")}</p>
      {page.isDemo && (
        <Alert kind="warning" size="sm" title={t("lightning.demo.title")}>
          <span className="grid justify-items-start gap-2">
            {t("lightning.demo.withdraw")}
            <Button look="secondary" size="sm" isBusy={outside.isRunning} onClick={() => void outside.run()}>
              {t("lightning.demo.collect")}
            </Button>
          </span>
        </Alert>
      )}
      <Button look="secondary" isBusy={cancel.isRunning} onClick={() => void cancel.run()}>
        {t("lightning.withdraw.cancel")}
      </Button>
    </div>
  );
}
