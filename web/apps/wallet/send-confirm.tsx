/** A quoted transfer: what arrives, what it costs and when it is there; then who it is, once more. */
import { useRef, useState } from "react";
import type { SendOutQuote, WalletCurrency } from "#contract/products/wallet/wallet.ts";
import { cryptoText, fiatText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { isProofFault, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Form } from "#ui/forms/form.tsx";
import type { Translate } from "#sdk/words/t.ts";
import { networkText } from "./network-words.ts";

/** As long as the signer takes a code, a little less. */
const CODE_MS = 9.5 * 60_000;

/** A transfer that waits begins its way later. */
function arrivalText(t: Translate, { rail: { chain } }: WalletCurrency, { waitHours }: SendOutQuote): string {
  return t(waitHours > 0 ? `wallet.send.arrival_${chain}_waits` : `wallet.send.arrival_${chain}`);
}

type ConfirmProps = {
  readonly quote: SendOutQuote;
  readonly currency: WalletCurrency | undefined;
  /** The price of one coin in the currency of the quote, where it is known. */
  readonly rate: string | null;
  readonly onBack: () => void;
  readonly onSent: (isWaiting: boolean) => void;
};

export function SendConfirm({ quote, currency, rate, onBack, onSent }: ConfirmProps) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  // The fee is kept until a code that was sent for it has ended.
  const [codeSentMs, setCodeSent] = useState<number | null>(null);
  const proof = useProof({
    codesFor: { kind: "send_out", id: quote.id, onSent: () => setCodeSent(page.nowMs()) },
  });
  const code = quote.cryptoCurrencyCode;
  // A press that comes after the answer and before the next screen finds the quote used.
  const isSent = useRef(false);
  const send = useAction(
    async (typed: Typed) => {
      if (isSent.current) return;
      const [{ prove }, { createSendOut }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/wallet/wallet.ts"),
      ]);
      await prove(page, typed, { kind: "send_out", id: quote.id }, { sendOut: quote });
      const { data } = await page.call(createSendOut, { params: { code }, body: { quote_id: quote.id } });
      isSent.current = true;
      onSent(data.waitsUntil !== null);
    },
    { quiet: true },
  );
  const crypto = (amount: string) => `${cryptoText(page.locale, amount, code)}\u00a0${code}`;
  const beganMs = codeSentMs ?? Date.parse(quote.createdAt);
  const endsMs = codeSentMs === null ? Date.parse(quote.expiresAt) : codeSentMs + CODE_MS;
  const leftMs = endsMs - nowMs;
  const totalMs = endsMs - beganMs;
  const fiat = (sum: string | null) =>
    sum === null ? "" : ` (${fiatText(page.locale, sum, quote.fiatCurrencyCode)}\u00a0${quote.fiatCurrencyCode})`;
  const rows: [string, string][] = [
    [t("wallet.send.arrives"), `${crypto(quote.amount)}${fiat(quote.fiatAmount)}`],
    [t("wallet.send.fee"), `${crypto(quote.fee)}${fiat(quote.fiatFee)}`],
    [t("wallet.send.total"), crypto(quote.total)],
    ...(rate === null
      ? []
      : [
          [
            t("wallet.send.rate"),
            `1\u00a0${code} = ${priceText(page.locale, rate, quote.fiatCurrencyCode)}\u00a0${quote.fiatCurrencyCode}`,
          ] as [string, string],
        ]),
    ...(currency
      ? ([
          [t("wallet.network.label"), networkText(t, currency)],
          [t("wallet.send.arrival"), arrivalText(t, currency, quote)],
        ] as [string, string][])
      : []),
  ];
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && void send.run(proof.typed)}>
      <p className="rounded-lg bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
        {quote.address}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <FactRows rows={rows} />
      </dl>
      {quote.warnings.map((warning) => (
        <Alert key={warning} kind="warning" size="sm">
          {t(`wallet.send.warning.${warning}`)}
        </Alert>
      ))}
      {quote.waitHours > 0 && (
        <Alert kind="info" size="sm">
          {t("wallet.send.waits", { hours: String(quote.waitHours) })}
        </Alert>
      )}
      {send.refusal && !isProofFault(send.refusal) && (
        <Alert kind="danger" size="sm">
          {send.refusal.message}
        </Alert>
      )}
      <ProofField proof={proof} refusal={send.refusal} isLimited />
      <Countdown
        leftMs={Math.min(leftMs, totalMs)}
        totalMs={totalMs}
        label={t("wallet.send.valid")}
        spoken={(left) => t("wallet.send.valid_spoken", { left })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={leftMs <= 0 || !proof.typed} isBusy={send.isRunning}>
          {t("wallet.send.confirm")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("wallet.send.back")}
        </Button>
      </div>
    </Form>
  );
}
