/** Converting between the coins: a quote for some seconds, taken once. What confirms it is typed before, so that the seconds are enough. */
import { useState } from "react";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { ConversionQuote } from "#contract/products/wallet.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";

export function ConvertPanel({ from, available, onDone }: { from: CryptoCode; available: string; onDone: () => void }) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(500);
  const others = CRYPTO_CODES.filter((code) => code !== from);
  const [to, setTo] = useState<CryptoCode>(others[0] ?? "USDT");
  const [amount, setAmount] = useState("");
  const [answer, setAnswer] = useState<{ quote: ConversionQuote; to: CryptoCode; amount: string } | null>(null);
  // A quote answers one question: with another amount or another coin it is none, also when it comes late.
  const isOfNow = answer?.quote.from === from && answer.to === to && answer.amount === amount;
  const quote = isOfNow ? answer.quote : null;
  const ask = useAction(
    async (to: CryptoCode, amount: string) => {
      const { quoteConversion } = await import("#contract/products/wallet.ts");
      const { data } = await page.call(quoteConversion, { body: { from, to, amount } });
      setAnswer({ quote: data, to, amount });
    },
    { fields: ["amount"], quiet: true },
  );
  const proof = useProof();
  const take = useAction(
    async (quote: ConversionQuote, typed: Typed) => {
      const [{ prove }, { createConversion }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/wallet.ts"),
      ]);
      await prove(page, typed, { kind: "convert", id: quote.id }, { conversion: quote });
      const { data } = await page.call(createConversion, { body: { quote_id: quote.id } });
      setAmount("");
      proof.setText("");
      page.toast(
        "success",
        t("wallet.convert.done", { amount: cryptoText(page.locale, data.toAmount, data.to), code: data.to }),
      );
      onDone();
    },
    { fields: PROOF_FIELDS },
  );
  const leftMs = quote ? Date.parse(quote.expiresAt) - nowMs : 0;
  return (
    <Form className="grid gap-4" onSubmit={() => void ask.run(to, amount)}>
      <Field
        label={t("wallet.convert.amount")}
        error={ask.refusal?.fault("amount") ?? ask.refusal?.message}
        hint={t("wallet.send.available", { amount: cryptoText(page.locale, available, from), code: from })}
      >
        {(ids) => (
          <AmountInput
            {...ids}
            value={amount}
            onValue={(text) => {
              setAmount(text);
              ask.clear();
            }}
            unit={from}
            required
          />
        )}
      </Field>
      <Field label={t("wallet.convert.to")}>
        {(ids) => (
          <Select
            {...ids}
            value={to}
            onChange={(event) => {
              setTo(others.find((code) => code === event.target.value) ?? to);
              ask.clear();
            }}
          >
            {others.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </Field>
      <ProofField proof={proof} refusal={take.refusal} onEdit={take.clear} />
      {quote && leftMs > 0 ? (
        <>
          <Price quote={quote} leftMs={leftMs} />
          <Button
            disabled={!proof.typed}
            isBusy={take.isRunning}
            onClick={() => proof.typed && void take.run(quote, proof.typed)}
          >
            {t("wallet.convert.take")}
          </Button>
        </>
      ) : (
        <Button type="submit" isBusy={ask.isRunning}>
          {t("wallet.convert.ask")}
        </Button>
      )}
    </Form>
  );
}

function Price({ quote, leftMs }: { quote: ConversionQuote; leftMs: number }) {
  const t = useT();
  const { locale } = usePage();
  const totalMs = Date.parse(quote.expiresAt) - Date.parse(quote.createdAt);
  return (
    <>
      <p className="text-lg font-semibold tabular-nums" aria-live="polite">
        <bdi>
          {cryptoText(locale, quote.fromAmount, quote.from)} {quote.from} →{" "}
          {cryptoText(locale, quote.toAmount, quote.to)} {quote.to}
        </bdi>
      </p>
      <p className="text-xs text-muted">{t("wallet.convert.spread", { pct: quote.spreadPct })}</p>
      <Countdown
        leftMs={Math.min(leftMs, totalMs)}
        totalMs={totalMs}
        label={t("wallet.send.valid")}
        spoken={(left) => t("wallet.send.valid_spoken", { left })}
      />
    </>
  );
}
