/** The reference of a transfer: free text, nothing, or exactly the owner's text. */
import { BANK_REFERENCE_MAX, BANK_REFERENCES } from "#contract/reference/bank-reference-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import type { OfferForm } from "./use-offer-form.ts";

export function BankReference({ form: { draft, set, fault } }: { form: OfferForm }) {
  const t = useT();
  const { type, message } = draft.bank_reference_message ?? { type: "no_preference" };
  const error = fault("bank_reference_message");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("myoffers.form.reference")}
        hint={t("myoffers.form.reference_hint")}
        error={type === "exact_message" ? undefined : error}
      >
        {(ids) => (
          <Select
            {...ids}
            value={type}
            onChange={(event) => {
              const next = BANK_REFERENCES.find((one) => one === event.target.value) ?? "no_preference";
              set({ bank_reference_message: next === "exact_message" ? { type: next, message: "" } : { type: next } });
            }}
          >
            {BANK_REFERENCES.map((one) => (
              <option key={one} value={one}>
                {t(`myoffers.form.reference_type.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {type === "exact_message" && (
        <Field label={t("myoffers.form.reference_message")} error={error}>
          {(ids) => (
            <Input
              {...ids}
              dir="auto"
              autoComplete="off"
              maxLength={BANK_REFERENCE_MAX}
              value={message ?? ""}
              onChange={(event) => set({ bank_reference_message: { type, message: event.target.value } })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
