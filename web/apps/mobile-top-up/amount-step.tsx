/** The operator, the coin and the amount: tiles in the local currency, each with its price; then the price to pay. */
import { useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { TopUpPageProps } from "#contract/products/pages.ts";
import type { TopUpLookUp, TopUpOperator, TopUpProduct, TopUpQuote } from "#contract/products/top-ups.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { listTopUpOperators } from "#contract/products/top-ups.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AmountTiles } from "./amount-tiles.tsx";

type Offer = NonNullable<TopUpPageProps["offer"]>;
type Props = {
  readonly offer: Offer;
  readonly lookUp: TopUpLookUp;
  readonly onQuote: (quote: TopUpQuote) => void;
};

/** Refusals that the user may confirm. */
const CONFIRMED = { "top_up.other_operator": "other_operator", "top_up.again": "again" } as const;
type Confirmed = { readonly [K in (typeof CONFIRMED)[keyof typeof CONFIRMED]]?: true };

export function AmountStep({ offer, lookUp, onQuote }: Props) {
  const t = useT();
  const [coin, setCoin] = useState<CryptoCode>(offer.again?.cryptoCurrencyCode ?? coinOf(offer));
  const { data: sold } = useSold(lookUp.countryIso, coin);
  const [operatorId, setOperatorId] = useState(lookUp.operatorId ?? "");
  const [productId, setProductId] = useState(offer.again?.productId ?? "");
  const operator = sold?.operators.find(({ id }) => id === operatorId);
  const product = operator?.products.find(({ id }) => id === productId);
  const [amount, setAmount] = useState(offer.again?.isRange ? offer.again.amount : "");
  const ask = useQuote(lookUp, coin, onQuote);
  const balance = offer.balances.find(({ code }) => code === coin)?.balance ?? "0";
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="top-up-amount">
      <h2 id="top-up-amount" className="font-semibold">
        {t("topups.amount.title")}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <OperatorField lookUp={lookUp} operators={sold?.operators ?? []} value={operatorId} onChoose={setOperatorId} />
        <CoinField offer={offer} coin={coin} balance={balance} onChoose={setCoin} />
      </div>
      {!sold && <Spinner />}
      {sold?.pausedUntil && (
        <Alert kind="warning">
          {t("topups.amount.paused")} <LocalTime at={sold.pausedUntil} />
        </Alert>
      )}
      {operator && !sold?.pausedUntil && (
        <AmountTiles
          {...{ operator, coin, balance, amount }}
          chosen={productId}
          onChoose={(id) => {
            setProductId(id);
            ask.clear();
          }}
          onAmount={(typed) => {
            setAmount(typed);
            ask.clear();
          }}
          amountFault={ask.refusal?.fault("amount")}
        />
      )}
      {product && !sold?.pausedUntil && <AskPrice {...{ product, amount, balance, ask }} />}
    </Card>
  );
}

/** The first that the reader has any of. */
function coinOf({ balances }: Offer): CryptoCode {
  return (
    balances.find(({ code, balance }) => code === "USDT" && Number(balance) > 0)?.code ??
    balances.find(({ balance }) => Number(balance) > 0)?.code ??
    "USDT"
  );
}

function useSold(country: string, coin: CryptoCode) {
  const page = usePage();
  return usePageQuery<ReplyOf<typeof listTopUpOperators>>({
    queryKey: ["top-up-operators", country, coin],
    queryFn: async () => {
      const { listTopUpOperators } = await import("#contract/products/top-ups.ts");
      return (await page.call(listTopUpOperators, { query: { country, crypto_currency_code: coin } })).data;
    },
  });
}

type OperatorProps = {
  readonly lookUp: TopUpLookUp;
  readonly operators: readonly TopUpOperator[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
};

function OperatorField({ lookUp, operators, value, onChoose }: OperatorProps) {
  const t = useT();
  const isOther = lookUp.operatorId !== null && value !== lookUp.operatorId;
  const hint =
    lookUp.operatorId === null
      ? "topups.operator.unknown"
      : isOther
        ? "topups.operator.other"
        : "topups.operator.found";
  return (
    <Field label={t("topups.operator.label")} hint={t(hint)}>
      {(ids) => (
        <Select {...ids} value={value} onChange={(event) => onChoose(event.target.value)}>
          {value === "" && <option value="">{t("topups.operator.choose")}</option>}
          {operators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type CoinProps = {
  readonly offer: Offer;
  readonly coin: CryptoCode;
  readonly balance: string;
  readonly onChoose: (coin: CryptoCode) => void;
};

function CoinField({ offer, coin, balance, onChoose }: CoinProps) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Field
      label={t("topups.amount.coin")}
      hint={t("topups.amount.available", { amount: isolated(amountText(locale, `${balance} ${coin}`)) })}
    >
      {(ids) => (
        <Select
          {...ids}
          value={coin}
          onChange={(event) => onChoose(offer.balances.find(({ code }) => code === event.target.value)?.code ?? coin)}
        >
          {offer.balances.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function useQuote(lookUp: TopUpLookUp, coin: CryptoCode, onQuote: Props["onQuote"]) {
  const page = usePage();
  return useAction(
    async (product: TopUpProduct, amount: string, confirmed: Confirmed) => {
      const { quoteTopUp } = await import("#contract/products/top-ups.ts");
      const wish = { look_up_id: lookUp.id, product_id: product.id, crypto_currency_code: coin, ...confirmed };
      const body = product.least === null ? wish : { ...wish, amount };
      onQuote((await page.call(quoteTopUp, { body })).data);
    },
    { quiet: true, fields: ["amount"] },
  );
}

type AskProps = {
  readonly product: TopUpProduct;
  readonly amount: string;
  readonly balance: string;
  readonly ask: ReturnType<typeof useQuote>;
};

function AskPrice({ product, amount, balance, ask }: AskProps) {
  const t = useT();
  const [confirmed, confirm] = useState<Confirmed>({});
  const code = ask.refusal?.code;
  const asked = code === "top_up.other_operator" || code === "top_up.again" ? CONFIRMED[code] : undefined;
  const isShort = product.least === null && product.price !== null && Number(product.price) > Number(balance);
  const isEmpty = product.least !== null && amount === "";
  const run = (next: Confirmed) => {
    confirm(next);
    void ask.run(product, amount, next);
  };
  return (
    <div className="grid gap-3">
      {ask.refusal && !ask.refusal.fault("amount") && (
        <Alert kind={asked ? "warning" : "danger"}>{ask.refusal.joined()}</Alert>
      )}
      <Button
        isBusy={ask.isRunning}
        disabled={isShort || isEmpty || product.price === null}
        onClick={() => run(asked ? { ...confirmed, [asked]: true } : confirmed)}
      >
        {t(asked ? "topups.pay.once_more" : isShort ? "topups.amount.too_much" : "topups.amount.next")}
      </Button>
    </div>
  );
}
