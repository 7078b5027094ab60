/** A sentence to fill in: I want to spend this much of this currency, by this way; usual amounts are one press. */
import { type ReactNode, useEffect, useState } from "react";
import type { ListingState } from "#contract/market/offers/listing/address.ts";
import type { ListingProps } from "#contract/market/offers/listing/page.ts";
import { countText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import { AmountInput } from "#sdk/number-input.tsx";
import { UNREADABLE } from "#contract/platform/typed-numbers.ts";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { PickerButton } from "#ui/forms/picker/button.tsx";

const TYPING_MS = 500;
const loadPicker = () => import("./method-picker.tsx").then((module) => module.MethodPicker);

export function SearchBar({
  state,
  methodName,
  facets,
  apply,
  children,
}: {
  state: ListingState;
  methodName: string | null;
  facets: ListingProps["facets"];
  apply: (change: Partial<ListingState>) => void;
  /** Beside the method on a phone. */
  children: ReactNode;
}) {
  const page = usePage();
  const t = useT();
  const [isPickerOpen, setPickerOpen] = useState(false);
  const more = facets.isExact ? "" : "+";
  const codes = facets.currencies.map((one) => one.code);
  const unit = state.currencyCode ?? "USD";
  const setAmount = (text: string) =>
    apply({ fiatMin: text === "" ? null : text, convertFromUSD: text !== "" && state.currencyCode === null });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-end gap-2 max-md:[&_label]:sr-only md:grid-cols-[1.3fr_11rem_1.2fr] md:items-start md:gap-x-3 md:rounded-xl md:border md:border-line md:bg-raised md:px-4 md:pt-2.5 md:pb-3 md:shadow-card">
      <AmountField
        label={t(state.side === "buy" ? "listing.spend" : "listing.receive")}
        unit={unit}
        value={state.fiatMin ?? ""}
        onValue={setAmount}
        aside={
          <Presets
            usual={facets.currencies.find(({ code }) => code === unit)?.usualAmount}
            unit={unit}
            value={state.fiatMin}
            onValue={setAmount}
          />
        }
      />
      <Field label={t("listing.currency")}>
        {(ids) => (
          <Select
            {...ids}
            value={state.currencyCode ?? ""}
            onChange={(event) => apply({ currencyCode: event.target.value || null, convertFromUSD: false })}
          >
            <option value="">{t("listing.any_currency")}</option>
            {state.currencyCode && !codes.includes(state.currencyCode) && (
              <option value={state.currencyCode}>{state.currencyCode}</option>
            )}
            {facets.currencies.map((one) => (
              <option key={one.code} value={one.code}>
                {one.code} ({countText(page.locale, one.count)}
                {more})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex min-w-0 items-end gap-1 max-md:col-span-2">
        <Field label={t(state.side === "buy" ? "listing.pay_by" : "listing.paid_by")} className="min-w-0 grow">
          {(ids) => (
            <PickerButton {...ids} onClick={() => setPickerOpen(true)}>
              <bdi className="truncate">
                {methodName ?? t(state.isOfGiftCards ? "listing.any_card" : "listing.any_method")}
              </bdi>
            </PickerButton>
          )}
        </Field>
        <div className="flex gap-1 sm:hidden">{children}</div>
      </div>
      {isPickerOpen && (
        <Late
          load={loadPicker}
          props={{ isOpen: isPickerOpen, onClose: () => setPickerOpen(false), state, facets }}
          loading={null}
          failed={() => null}
        />
      )}
    </div>
  );
}

const SHARES_OF_USUAL = [0.2, 0.5, 1, 5] as const;
const USUAL_DOLLARS = "100";

type PresetProps = {
  readonly usual: string | undefined;
  readonly unit: string;
  readonly value: string | null;
  readonly onValue: (text: string) => void;
};

function Presets({ usual = USUAL_DOLLARS, unit, value, onValue }: PresetProps) {
  const { locale } = usePage();
  const t = useT();
  return (
    <fieldset aria-label={t("listing.presets")} className="flex flex-wrap gap-1">
      {SHARES_OF_USUAL.map((share) => {
        const amount = String(Math.round(Number(usual) * share));
        const isChosen = amount === value;
        return (
          <button
            key={share}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onValue(isChosen ? "" : amount)}
            className={cx(
              "min-h-6 rounded-md border px-2 text-2xs font-semibold tabular-nums",
              isChosen ? "border-brand bg-brand-soft text-brand" : "border-line text-muted hover:bg-sunken",
            )}
          >
            {fiatText(locale, amount, unit)}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Asks once the typing has come to rest. */
function AmountField({
  label,
  unit,
  value,
  onValue,
  aside,
}: {
  label: string;
  unit: string;
  value: string;
  onValue: (text: string) => void;
  aside: ReactNode;
}) {
  const t = useT();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from elsewhere, by a step back or a cleared filter. What was typed here comes back as `known`.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    const clean = text.replace(/\.$/, "");
    if (clean === known || clean === UNREADABLE) return;
    const timer = setTimeout(() => {
      const wanted = /^0*\.?0*$/.test(clean) ? "" : clean.replace(/^0+(?=\d)/, "");
      if (wanted === known) return;
      setKnown(wanted);
      onValue(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Field label={label} aside={aside}>
      {(ids) => (
        <AmountInput {...ids} unit={unit} value={text} onValue={setText} placeholder={t("listing.any_amount")} />
      )}
    </Field>
  );
}
