/** Bringing dollars to the card account: a sum, the coin that pays, a price for some seconds, and a second step. */
import { useState } from "react";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { CardAccount, CardQuote } from "#contract/products/cards/cards.ts";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PriceValid } from "#widgets/price-valid.tsx";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";

const PRESETS = ["25", "50", "100", "250"] as const;

type Props = {
  readonly account: CardAccount;
  readonly balances: Readonly<Record<CryptoCode, string>>;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function TopUpDialog({ account, balances, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(500);
  const [code, setCode] = useState<CryptoCode>(CRYPTO_CODES.find((one) => Number(balances[one]) > 0) ?? "USDT");
  const [usd, setUsd] = useState("");
  const [answer, setAnswer] = useState<{ quote: CardQuote; code: CryptoCode; usd: string } | null>(null);
  // A price answers one question.
  const quote = answer?.code === code && answer.usd === usd ? answer.quote : null;
  const ask = useAction(
    async () => {
      const { quoteCardTopUp } = await import("#contract/products/cards/cards.ts");
      const { data } = await page.call(quoteCardTopUp, { body: { usd, crypto_currency_code: code } });
      setAnswer({ quote: data, code, usd });
    },
    { fields: ["usd"], quiet: true },
  );
  const proof = useProof();
  const take = useAction(
    async (wanted: CardQuote, typed: Typed) => {
      const [{ prove }, { topUpCards }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/cards/cards.ts"),
      ]);
      const order = {
        product: "card" as const,
        cryptoCurrencyCode: wanted.cryptoCurrencyCode,
        total: wanted.total,
        currencyCode: "USD",
        amount: wanted.usd,
      };
      await prove(page, typed, { kind: "order", id: wanted.id }, { order });
      const { data } = await page.call(topUpCards, { body: { quote_id: wanted.id } });
      page.toast("success", t("cards.top_up.done", { sum: `${fiatText(page.locale, data.usd, "USD")} USD` }));
      onDone();
    },
    { fields: PROOF_FIELDS },
  );
  const leftMs = quote ? Date.parse(quote.expiresAt) - nowMs : 0;
  const isGood = leftMs > 0;
  const press = () => {
    if (!quote || !isGood) void ask.run();
    else if (proof.typed) void take.run(quote, proof.typed);
  };
  const has = (one: CryptoCode) => `${cryptoText(page.locale, balances[one], one)} ${one}`;
  return (
    <Dialog isOpen onClose={onClose} title={t("cards.top_up.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={press}>
        <Field
          label={t("cards.top_up.sum")}
          hint={t("cards.top_up.left", { sum: `${fiatText(page.locale, account.topUpLeft, "USD")} USD` })}
          error={ask.refusal?.fault("usd") ?? ask.refusal?.message}
        >
          {(ids) => (
            <AmountInput
              {...ids}
              unit="USD"
              value={usd}
              onValue={(text) => {
                setUsd(text);
                ask.clear();
              }}
              required
            />
          )}
        </Field>
        <Presets onChoose={setUsd} />
        <Field label={t("cards.top_up.from")}>
          {(ids) => (
            <Select
              {...ids}
              value={code}
              onChange={(event) => setCode(CRYPTO_CODES.find((one) => one === event.target.value) ?? code)}
            >
              {CRYPTO_CODES.map((one) => (
                <option key={one} value={one}>
                  {has(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {quote && (
          <>
            <Price quote={quote} nowMs={nowMs} pct={account.topUpFeePct} />
            <ProofField proof={proof} refusal={take.refusal} onEdit={take.clear} />
          </>
        )}
        <Button
          type="submit"
          wide
          disabled={usd === "" || (isGood && !proof.typed)}
          isBusy={take.isRunning || ask.isRunning}
        >
          {t(isGood ? "cards.top_up.take" : quote ? "cards.top_up.again" : "cards.top_up.ask")}
        </Button>
      </Form>
    </Dialog>
  );
}

function Presets({ onChoose }: { onChoose: (sum: string) => void }) {
  const { locale } = usePage();
  return (
    <div className="flex flex-wrap gap-2">
      {PRESETS.map((sum) => (
        <Button key={sum} look="secondary" size="sm" onClick={() => onChoose(sum)}>
          <bdi>{fiatText(locale, sum, "USD")} USD</bdi>
        </Button>
      ))}
    </div>
  );
}

function Price({ quote, nowMs, pct }: { quote: CardQuote; nowMs: number; pct: string }) {
  const t = useT();
  const { locale } = usePage();
  const coins = (sum: string) => `${cryptoText(locale, sum, quote.cryptoCurrencyCode)} ${quote.cryptoCurrencyCode}`;
  return (
    <div className="grid gap-3 rounded-lg bg-sunken p-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm" aria-live="polite">
        <FactRows
          rows={[
            [t("cards.top_up.gives"), coins(quote.total)],
            [t("cards.top_up.fee", { pct }), coins(quote.fee)],
            [t("cards.top_up.gets"), <strong key="gets">{fiatText(locale, quote.usd, "USD")} USD</strong>],
          ]}
        />
      </dl>
      <PriceValid
        {...{ createdAt: quote.createdAt, expiresAt: quote.expiresAt, nowMs }}
        label={t("cards.top_up.valid")}
        spoken={(left) => t("cards.top_up.valid_spoken", { left })}
        expired={t("cards.top_up.expired")}
      />
    </div>
  );
}
