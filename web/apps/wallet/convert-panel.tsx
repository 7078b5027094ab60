/** Converting between the coins: a quote for some seconds, then who it is. What was typed to confirm stays when the quote is asked for anew. */
import { useState } from "react";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { ConversionQuote } from "#contract/products/wallet/wallet.ts";
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
import { FactRows } from "#ui/fact-rows.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { MaxButton } from "./max-button.tsx";

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
      const { quoteConversion } = await import("#contract/products/wallet/wallet.ts");
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
        import("#contract/products/wallet/wallet.ts"),
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
  const isGood = leftMs > 0;
  const press = () => {
    if (!quote || !isGood) void ask.run(to, amount);
    else if (proof.typed) void take.run(quote, proof.typed);
  };
  return (
    <Form className="grid gap-4" onSubmit={press}>
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
            action={
              <MaxButton
                onPress={() => {
                  setAmount(available);
                  ask.clear();
                }}
              />
            }
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
      {quote && (
        <>
          <Price quote={quote} leftMs={leftMs} />
          <ProofField proof={proof} refusal={take.refusal} onEdit={take.clear} />
        </>
      )}
      <Button type="submit" disabled={isGood && !proof.typed} isBusy={take.isRunning || ask.isRunning}>
        {t(isGood ? "wallet.convert.take" : quote ? "wallet.convert.again" : "wallet.convert.ask")}
      </Button>
    </Form>
  );
}

function Price({ quote, leftMs }: { quote: ConversionQuote; leftMs: number }) {
  const t = useT();
  const { locale } = usePage();
  const totalMs = Date.parse(quote.expiresAt) - Date.parse(quote.createdAt);
  const sum = (amount: string, code: CryptoCode) => `${cryptoText(locale, amount, code)} ${code}`;
  return (
    <div className="grid gap-3 rounded-lg bg-sunken p-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm" aria-live="polite">
        <FactRows
          rows={[
            [t("wallet.convert.give"), sum(quote.fromAmount, quote.from)],
            [t("wallet.convert.get"), <strong key="get">{sum(quote.toAmount, quote.to)}</strong>],
            [t("wallet.send.rate"), `1 ${quote.from} = ${sum(quote.rate, quote.to)}`],
            [t("wallet.convert.spread_label"), t("wallet.convert.spread", { pct: quote.spreadPct })],
            [t("wallet.send.arrival"), t("wallet.convert.at_once")],
          ]}
        />
      </dl>
      {leftMs > 0 ? (
        <Countdown
          leftMs={Math.min(leftMs, totalMs)}
          totalMs={totalMs}
          label={t("wallet.send.valid")}
          spoken={(left) => t("wallet.send.valid_spoken", { left })}
        />
      ) : (
        <p className="text-sm font-medium text-warn">{t("wallet.convert.expired")}</p>
      )}
    </div>
  );
}
