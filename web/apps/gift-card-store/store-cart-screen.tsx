/** The cart: its lines, the coin that pays, one price for all of it, and the payment. */
import { useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { StoreCartProps } from "#contract/products/pages.ts";
import type { StoreQuote } from "#contract/products/store/gift-card-store.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { amountText, countText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Late } from "#sdk/late.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { gift } from "#ui/icons/shapes.ts";
import { Rows } from "#ui/rows.tsx";
import { type CartLine, QUANTITIES, useCart } from "./cart.ts";
import { Monogram } from "./monogram.tsx";
import { StoreFrame } from "./store-frame.tsx";

export const screen: PageScreen<"store-cart", typeof StoreCartScreen> = {
  title: "store.cart.title",
  texts: ["store", "proof", "refusals"],
};

export default function StoreCartScreen({ balances, simulated }: StoreCartProps) {
  const t = useT();
  const page = usePage();
  const cart = useCart();
  const [quote, setQuote] = useState<StoreQuote | null>(null);
  return (
    <StoreFrame title={t("store.cart.title")} here="cart" simulated={simulated && "short"}>
      {cart.lines.length === 0 && !quote ? (
        <EmptyState
          shape={gift}
          title={t("store.cart.empty")}
          action={<LinkButton href={page.href("giftCardStore", undefined)}>{t("store.nav.store")}</LinkButton>}
        >
          {t("store.cart.empty_text")}
        </EmptyState>
      ) : (
        <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
          {quote ? (
            <Payment key={quote.id} quote={quote} onBack={() => setQuote(null)} onPaid={cart.clear} />
          ) : (
            <Lines balances={balances} onQuote={setQuote} />
          )}
        </div>
      )}
    </StoreFrame>
  );
}

type LinesProps = { readonly balances: StoreCartProps["balances"]; readonly onQuote: (quote: StoreQuote) => void };

function Lines({ balances, onQuote }: LinesProps) {
  const t = useT();
  const page = usePage();
  const { lines } = useCart();
  const [coin, setCoin] = useState<CryptoCode>(coinOf(balances));
  const balance = balances.find(({ code }) => code === coin)?.balance ?? "0";
  const ask = useAction(
    async (wanted: readonly CartLine[], code: CryptoCode) => {
      const { quoteStoreOrder } = await import("#contract/products/store/gift-card-store.ts");
      const body = {
        lines: wanted.map(({ productId, amount, quantity }) => ({ product_id: productId, amount, quantity })),
        crypto_currency_code: code,
      };
      onQuote((await page.call(quoteStoreOrder, { body })).data);
    },
    { quiet: true },
  );
  return (
    <Card className="grid gap-4 p-5">
      <Rows>
        {lines.map((line, place) => (
          <Line
            key={`${line.productId} ${line.amount}`}
            line={line}
            fault={ask.refusal?.fault(`lines.${place}`)}
            onChange={ask.clear}
          />
        ))}
      </Rows>
      <Field
        label={t("store.cart.coin")}
        hint={t("store.cart.available", { amount: isolated(amountText(page.locale, `${balance} ${coin}`)) })}
        className="max-w-60"
      >
        {(ids) => (
          <Select
            {...ids}
            value={coin}
            onChange={(event) => setCoin(balances.find(({ code }) => code === event.target.value)?.code ?? coin)}
          >
            {balances.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </Field>
      {ask.refusal && <Alert kind="danger">{ask.refusal.joined()}</Alert>}
      <Button isBusy={ask.isRunning} onClick={() => void ask.run(lines, coin)}>
        {t("store.cart.next")}
      </Button>
    </Card>
  );
}

/** The first that the reader has any of. */
function coinOf(balances: StoreCartProps["balances"]): CryptoCode {
  const has = ({ balance }: { balance: string }) => Number(balance) > 0;
  return balances.find((one) => one.code === "USDT" && has(one))?.code ?? balances.find(has)?.code ?? "USDT";
}

type LineProps = { readonly line: CartLine; readonly fault: string | undefined; readonly onChange: () => void };

function Line({ line, fault, onChange }: LineProps) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  const cart = useCart();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Monogram brand={line.brand} />
      <span className="grid gap-0.5">
        <a href={page.href("storeProduct", { id: line.productId })} className="font-medium text-ink hover:underline">
          <bdi>{line.brand}</bdi> · <bdi>{amountText(page.locale, `${line.amount} ${line.currencyCode}`)}</bdi>
        </a>
        <span className="text-xs text-muted">{t("store.product.works", { country: nameOf(line.countryIso) })}</span>
        {fault && <span className="text-sm font-medium text-bad">{fault}</span>}
      </span>
      <span className="col-span-full flex items-center justify-end gap-2 sm:col-span-1">
        <Select
          aria-label={t("store.product.quantity")}
          className="w-20"
          value={String(line.quantity)}
          onChange={(event) => {
            cart.change(line, Number(event.target.value));
            onChange();
          }}
        >
          {QUANTITIES.map((many) => (
            <option key={many} value={many}>
              {countText(page.locale, many)}
            </option>
          ))}
        </Select>
        <Button
          look="quiet"
          size="sm"
          aria-label={t("store.cart.remove_of", { brand: isolated(line.brand) })}
          onClick={() => {
            cart.remove(line);
            onChange();
          }}
        >
          {t("store.cart.remove")}
        </Button>
      </span>
    </li>
  );
}

/** The price is loaded when it is asked for. */
const loadPayQuote = async () => (await import("#widgets/pay-quote.tsx")).PayQuote;

type PaymentProps = { readonly quote: StoreQuote; readonly onBack: () => void; readonly onPaid: () => void };

function Payment({ quote, onBack, onPaid }: PaymentProps) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  const { cryptoCurrencyCode, total, costUsd } = quote;
  const pay = async (typed: Typed) => {
    const [{ prove }, { createStoreOrder }] = await Promise.all([
      import("#sdk/calls/prove.ts"),
      import("#contract/products/store/gift-card-store.ts"),
    ]);
    const order = { product: "store", cryptoCurrencyCode, total, currencyCode: "USD", amount: costUsd } as const;
    await prove(page, typed, { kind: "order", id: quote.id }, { order });
    const { data } = await page.call(createStoreOrder, { body: { quote_id: quote.id } });
    onPaid();
    await page.go("storeOrder", { id: data.id });
  };
  const sum = (amount: string, code: string) => amountText(page.locale, `${amount} ${code}`);
  return (
    <Late
      load={loadPayQuote}
      props={{
        quote,
        title: t("store.pay.title"),
        facts: [
          [t("store.pay.total"), <strong key="total">{sum(total, cryptoCurrencyCode)}</strong>],
          [t("store.pay.fee"), sum(quote.fee, cryptoCurrencyCode)],
          [t("store.pay.worth"), sum(quote.totalUsd, "USD")],
          [t("store.pay.provider_price"), sum(costUsd, "USD")],
        ],
        final: t("store.pay.final"),
        confirm: t("store.pay.confirm"),
        back: t("store.pay.back"),
        onPay: pay,
        onBack,
        children: (
          <ul className="grid gap-2 rounded-lg bg-sunken p-4 text-sm">
            {quote.lines.map((line) => (
              <li key={`${line.name} ${line.amount}`} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {countText(page.locale, line.quantity)} × <bdi>{line.brand}</bdi>{" "}
                  <bdi className="tabular-nums">{sum(line.amount, line.currencyCode)}</bdi>
                  <span className="block text-xs text-muted">
                    {t("store.product.works", { country: nameOf(line.countryIso) })}
                  </span>
                </span>
                <bdi className="font-medium tabular-nums">{sum(line.total, cryptoCurrencyCode)}</bdi>
              </li>
            ))}
          </ul>
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
