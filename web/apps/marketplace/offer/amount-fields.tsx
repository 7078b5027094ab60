/** The two linked amounts, or the few that the owner takes. */
import type { OfferView } from "#contract/market/offers/offers.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";
import type { AmountFault, TradeAmounts, Typed } from "./trade-amounts.ts";

export function AmountFields({
  offer,
  amounts,
  typed,
  onTyped,
  fault,
}: {
  offer: OfferView;
  amounts: TradeAmounts;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  fault: AmountFault | null;
}) {
  const page = usePage();
  const t = useT();
  const code = offer.fiatCurrencyCode;
  const limits = {
    min: fiatText(page.locale, offer.fiatLimitMin, code),
    max: fiatText(page.locale, offer.fiatLimitMax, code),
    code,
  };
  const error = fault ? t(`offer.fault.${fault}`, limits) : undefined;
  const isFixed = offer.amountType === "predefined";
  return (
    <div className="grid gap-3">
      {isFixed ? (
        <fieldset className="grid gap-1.5">
          <legend className="text-sm font-medium">{t(offer.isSell ? "offer.start.pay" : "offer.start.receive")}</legend>
          <div className="flex flex-wrap gap-2">
            {offer.predefinedAmounts.map((amount) => (
              <button
                key={amount}
                type="button"
                aria-pressed={typed.text === amount}
                onClick={() => onTyped({ field: "fiat", text: amount })}
                className={cx(
                  "min-h-11 rounded-lg border px-4 text-sm font-semibold tabular-nums",
                  typed.text === amount ? "border-brand bg-brand-soft text-brand" : "border-edge hover:bg-sunken",
                )}
              >
                {fiatText(page.locale, amount, code)} {code}
              </button>
            ))}
          </div>
        </fieldset>
      ) : (
        <Field
          label={t(offer.isSell ? "offer.start.pay" : "offer.start.receive")}
          error={typed.field === "fiat" ? error : undefined}
          hint={t("offers.row.limits", limits)}
        >
          {(ids) => (
            <AmountInput
              {...ids}
              unit={code}
              value={amounts.fiat}
              onValue={(text) => onTyped({ field: "fiat", text })}
            />
          )}
        </Field>
      )}
      <Field
        label={t(offer.isSell ? "offer.start.receive" : "offer.start.give")}
        error={typed.field === "crypto" ? error : undefined}
      >
        {(ids) => (
          <AmountInput
            {...ids}
            unit={offer.cryptoCurrencyCode}
            value={amounts.crypto}
            readOnly={isFixed}
            onValue={(text) => onTyped({ field: "crypto", text })}
          />
        )}
      </Field>
    </div>
  );
}
