/** What an operator sells, as tiles: what arrives in large, and below it what it costs in the reader's coin. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { TopUpOperator } from "#contract/products/top-ups.ts";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";

type Props = {
  readonly operator: TopUpOperator;
  readonly coin: CryptoCode;
  readonly balance: string;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
};

export function AmountTiles({ operator, coin, balance, chosen, onChoose }: Props) {
  const t = useT();
  const { locale } = usePage();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("topups.amount.tiles")}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {operator.products.map(({ id, amount, currencyCode, price, note }) => (
          <label
            key={id}
            className={cx(
              "grid min-h-16 cursor-pointer content-center gap-0.5 rounded-lg border px-3 py-2 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              id === chosen ? "border-brand bg-brand-soft" : "border-edge bg-raised hover:bg-sunken",
              price !== null && Number(price) > Number(balance) && "opacity-60",
            )}
          >
            <input
              type="radio"
              name="amount"
              className="sr-only"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <bdi className="font-semibold tabular-nums">{amountText(locale, `${amount} ${currencyCode}`)}</bdi>
            <bdi className="text-xs text-muted tabular-nums">
              {price === null ? t("topups.amount.no_price") : amountText(locale, `${price} ${coin}`)}
            </bdi>
            {note && <span className="text-2xs text-muted">{note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
