/** The price for some seconds: what the number gets, what leaves the balance, and who pays. */
import type { TopUpQuote } from "#contract/products/top-ups.ts";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Button } from "#ui/button.tsx";
import { Late } from "#sdk/late.tsx";

/** The price is loaded when it is asked for. */
const loadPayQuote = async () => (await import("#widgets/pay-quote.tsx")).PayQuote;

type Props = { readonly quote: TopUpQuote; readonly onBack: () => void };

export function PayStep({ quote, onBack }: Props) {
  const t = useT();
  const page = usePage();
  const pay = async (typed: Typed) => {
    const [{ prove }, { createTopUp }] = await Promise.all([
      import("#sdk/calls/prove.ts"),
      import("#contract/products/top-ups.ts"),
    ]);
    await prove(page, typed, { kind: "order", id: quote.id }, { order: { product: "top_up", ...quote } });
    const { data } = await page.call(createTopUp, { body: { quote_id: quote.id } });
    await page.go("topUpReceipt", { id: data.id });
  };
  const sum = (amount: string, code: string) => amountText(page.locale, `${amount} ${code}`);
  return (
    <Late
      load={loadPayQuote}
      props={{
        quote,
        title: t("topups.pay.title"),
        facts: [
          [
            t(quote.isPin ? "topups.pay.code_worth" : "topups.pay.gets"),
            <strong key="gets">{sum(quote.amount, quote.currencyCode)}</strong>,
          ],
          [t("topups.pay.total"), <strong key="total">{sum(quote.total, quote.cryptoCurrencyCode)}</strong>],
          [t("topups.pay.fee"), sum(quote.fee, quote.cryptoCurrencyCode)],
          [t("topups.pay.worth"), sum(quote.totalUsd, "USD")],
          [t("topups.pay.provider_price"), sum(quote.costUsd, "USD")],
        ],
        final: t(quote.isPin ? "topups.pay.final_code" : "topups.pay.final"),
        confirm: t("topups.pay.confirm"),
        back: t("topups.number.change_amount"),
        onPay: pay,
        onBack,
        children: (
          <div className="grid gap-1 rounded-lg bg-sunken p-4 text-center">
            <bdi dir="ltr" className="text-2xl font-bold tracking-tight tabular-nums">
              {quote.shown}
            </bdi>
            <span className="text-sm text-muted">{quote.operator}</span>
          </div>
        ),
      }}
      loading={<Spinner />}
      failed={(again) => (
        <Button look="secondary" onClick={again}>
          {t("quote.again")}
        </Button>
      )}
    />
  );
}
