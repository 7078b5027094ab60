/** What an operator sells, as tiles: what arrives in large, and below it what it costs in the reader's coin; any sum of a range; codes. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { TopUpOperator, TopUpProduct } from "#contract/products/top-ups.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";

type Props = {
  readonly operator: TopUpOperator;
  readonly coin: CryptoCode;
  readonly balance: string;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Of a range. */
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly amountFault: string | undefined;
};

export function AmountTiles({ operator, coin, balance, chosen, onChoose, amount, onAmount, amountFault }: Props) {
  const t = useT();
  const parts = { coin, balance, chosen, onChoose };
  const sums = operator.products.filter(({ isPin }) => !isPin);
  const codes = operator.products.filter(({ isPin }) => isPin);
  const range = sums.find(({ id, least }) => id === chosen && least !== null);
  return (
    <div className="grid gap-4">
      <Tiles legend={t("topups.amount.tiles")} products={sums} {...parts} />
      {range && <Range product={range} {...{ amount, onAmount, amountFault }} />}
      {codes.length > 0 && (
        <div className="grid gap-1.5">
          <Tiles legend={t("topups.amount.codes")} products={codes} {...parts} />
          <p className="text-xs text-muted">{t("topups.amount.codes_hint")}</p>
        </div>
      )}
    </div>
  );
}

type TilesProps = Pick<Props, "coin" | "balance" | "chosen" | "onChoose"> & {
  readonly legend: string;
  readonly products: readonly TopUpProduct[];
};

function Tiles({ legend, products, coin, balance, chosen, onChoose }: TilesProps) {
  const t = useT();
  const { locale } = usePage();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {products.map(({ id, amount, least, currencyCode, price, note }) => (
          <label
            key={id}
            className={cx(
              "grid min-h-16 cursor-pointer content-center gap-0.5 rounded-lg border px-3 py-2 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              id === chosen ? "border-brand bg-brand-soft" : "border-edge bg-raised hover:bg-sunken",
              least === null && price !== null && Number(price) > Number(balance) && "opacity-60",
            )}
          >
            <input
              type="radio"
              name="amount"
              className="sr-only"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            {least === null ? (
              <bdi className="font-semibold tabular-nums">{amountText(locale, `${amount} ${currencyCode}`)}</bdi>
            ) : (
              <span className="font-semibold">{t("topups.amount.other")}</span>
            )}
            <bdi className="text-xs text-muted tabular-nums">
              {least !== null
                ? `${amountText(locale, least)} – ${amountText(locale, `${amount} ${currencyCode}`)}`
                : price === null
                  ? t("topups.amount.no_price")
                  : amountText(locale, `${price} ${coin}`)}
            </bdi>
            {note && <span className="text-2xs text-muted">{note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type RangeProps = Pick<Props, "amount" | "onAmount" | "amountFault"> & { readonly product: TopUpProduct };

function Range({ product, amount, onAmount, amountFault }: RangeProps) {
  const t = useT();
  const { locale } = usePage();
  const { least, amount: most, currencyCode } = product;
  return (
    <Field
      label={t("topups.amount.typed")}
      hint={t("topups.amount.between", {
        least: isolated(amountText(locale, `${least ?? ""} ${currencyCode}`)),
        most: isolated(amountText(locale, `${most} ${currencyCode}`)),
      })}
      error={amountFault}
    >
      {(ids) => <AmountInput {...ids} unit={currencyCode} value={amount} onValue={onAmount} />}
    </Field>
  );
}
