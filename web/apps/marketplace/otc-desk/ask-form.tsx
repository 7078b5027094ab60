/** The request: side, coin, amount and currency, payment methods, a note. */
import { useState } from "react";
import { OTC_LIMITS } from "#contract/market/otc/names.ts";
import type { OtcDeskProps } from "#contract/market/pages.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { type ChosenMethod, MethodChoice } from "./method-choice.tsx";

type Props = {
  readonly leastUsd: number;
  readonly own: NonNullable<OtcDeskProps["own"]>;
  readonly onDone: () => void;
};

const FIELDS = ["amount", "payment_methods", "note", "fiat_currency_code"] as const;

export function AskForm({ leastUsd, own, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const [type, setType] = useState<"buy" | "sell">("buy");
  const [crypto, setCrypto] = useState<CryptoCode>("BTC");
  const [fiat, setFiat] = useState(own.fiat);
  const [amount, setAmount] = useState("");
  const [methods, setMethods] = useState<readonly ChosenMethod[]>([]);
  const [note, setNote] = useState("");
  const ask = useAction(
    async (body: {
      amount: string;
      slugs: string[];
      note: string;
      fiat: string;
      type: "buy" | "sell";
      crypto: CryptoCode;
    }) => {
      const { askOtc } = await import("#contract/market/otc/otc.ts");
      await page.call(askOtc, {
        body: {
          type: body.type,
          crypto_currency_code: body.crypto,
          fiat_currency_code: body.fiat,
          amount: body.amount,
          payment_methods: body.slugs,
          ...(body.note ? { note: body.note } : {}),
        },
      });
      onDone();
      setAmount("");
      setNote("");
      page.toast("success", t("otc.ask.sent"));
    },
    { fields: FIELDS },
  );
  const slugs = methods.map(({ slug }) => slug);
  const isReady = own.isVerified && amount !== "" && slugs.length > 0;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="otc-ask">
      <h2 id="otc-ask" className="text-lg font-semibold">
        {t("otc.ask.title")}
      </h2>
      {!own.isVerified && (
        <Alert
          kind="warning"
          action={
            <LinkButton size="sm" href={page.href("kycVerificationOf", { kind: "id" })}>
              {t("otc.ask.verify")}
            </LinkButton>
          }
        >
          {t("otc.ask.level")}
        </Alert>
      )}
      <Form
        className="grid gap-4"
        onSubmit={() => isReady && void ask.run({ amount, slugs, note: trimmed(note), fiat, type, crypto })}
      >
        <WhatFields {...{ type, setType, crypto, setCrypto }} />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <Field
            label={t("otc.ask.amount")}
            hint={t("otc.ask.amount_hint", { amount: amountText(page.locale, `${leastUsd} USD`) })}
            error={ask.refusal?.fault("amount")}
          >
            {(ids) => <AmountInput {...ids} unit={fiat} value={amount} onValue={setAmount} />}
          </Field>
          <Field label={t("otc.ask.currency")} error={ask.refusal?.fault("fiat_currency_code")}>
            {(ids) => (
              <Select {...ids} value={fiat} onChange={(event) => setFiat(event.target.value)}>
                {own.currencies.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {code} – {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <MethodChoice chosen={methods} onChange={setMethods} error={ask.refusal?.fault("payment_methods")} />
        <Field label={t("otc.ask.note")} hint={t("otc.ask.note_hint")} error={ask.refusal?.fault("note")}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              maxLength={OTC_LIMITS.note}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" wide disabled={!isReady} isBusy={ask.isRunning}>
          {t("otc.ask.send")}
        </Button>
      </Form>
    </Card>
  );
}

type What = {
  readonly type: "buy" | "sell";
  readonly setType: (type: "buy" | "sell") => void;
  readonly crypto: CryptoCode;
  readonly setCrypto: (crypto: CryptoCode) => void;
};

function WhatFields({ type, setType, crypto, setCrypto }: What) {
  const t = useT();
  return (
    <>
      <RadioCards
        legend={t("otc.ask.side")}
        name="otc-side"
        value={type}
        onChange={setType}
        cards={(["buy", "sell"] as const).map((value) => ({
          value,
          title: t(`otc.ask.${value}`),
          text: t(`otc.ask.${value}_text`),
        }))}
      />
      <RadioCards
        legend={t("otc.ask.coin")}
        name="otc-coin"
        columns={3}
        value={crypto}
        onChange={setCrypto}
        cards={CRYPTO_CODES.map((code) => ({ value: code, title: code }))}
      />
    </>
  );
}
