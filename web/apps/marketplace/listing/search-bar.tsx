/** A sentence to fill in: I want to spend this much of this currency, by this way. */
import { useEffect, useState } from "react";
import type { ListingState } from "#contract/market/offers/listing-address.ts";
import type { ListingProps } from "#contract/market/offers/listing-page.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { UNREADABLE } from "#contract/platform/typed-numbers.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { PickerButton } from "#ui/forms/picker-button.tsx";
import { MethodPicker } from "./method-picker.tsx";

const TYPING_MS = 500;

export function SearchBar({
  state,
  methodName,
  facets,
  apply,
}: {
  state: ListingState;
  methodName: string | null;
  facets: ListingProps["facets"];
  apply: (change: Partial<ListingState>) => void;
}) {
  const page = usePage();
  const t = useT();
  const [isPickerOpen, setPickerOpen] = useState(false);
  const more = facets.isExact ? "" : "+";
  const codes = facets.currencies.map((one) => one.code);
  return (
    <div className="grid grid-cols-[1fr_8.5rem] gap-2 max-md:[&_label]:sr-only md:grid-cols-[1fr_12rem_1.2fr] md:gap-x-3 md:rounded-xl md:border md:border-line md:bg-raised md:px-4 md:py-3 md:shadow-card">
      <AmountField
        label={t(state.side === "buy" ? "listing.spend" : "listing.receive")}
        unit={state.currencyCode ?? "USD"}
        value={state.fiatMin ?? ""}
        onValue={(text) =>
          apply({ fiatMin: text === "" ? null : text, convertFromUSD: text !== "" && state.currencyCode === null })
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
      <Field label={t(state.side === "buy" ? "listing.pay_by" : "listing.paid_by")} className="max-md:col-span-2">
        {(ids) => (
          <PickerButton {...ids} onClick={() => setPickerOpen(true)}>
            <bdi className="truncate">{methodName ?? t("listing.any_method")}</bdi>
          </PickerButton>
        )}
      </Field>
      <MethodPicker isOpen={isPickerOpen} onClose={() => setPickerOpen(false)} state={state} facets={facets} />
    </div>
  );
}

/** Asks once the typing has come to rest. */
function AmountField({
  label,
  unit,
  value,
  onValue,
}: {
  label: string;
  unit: string;
  value: string;
  onValue: (text: string) => void;
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
    <Field label={label}>
      {(ids) => (
        <AmountInput {...ids} unit={unit} value={text} onValue={setText} placeholder={t("listing.any_amount")} />
      )}
    </Field>
  );
}
