/** Fields that every new key has: its name, how long it works, and from where. */
import { KEY_DAYS } from "#contract/people/api-key-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

export type Days = (typeof KEY_DAYS)[number];
export const USUAL_DAYS = 90;

/** Addresses as users type them: one a line, or with commas. */
export const listed = (text: string) => text.split(/[\s,]+/).filter((one) => one !== "");

type Text = {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
};

export function NameField({ value, onValue, error }: Text) {
  const t = useT();
  return (
    <Field label={t("apikeys.name")} hint={t("apikeys.name_hint")} error={error}>
      {(ids) => (
        <Input {...ids} required maxLength={40} value={value} onChange={(event) => onValue(event.target.value)} />
      )}
    </Field>
  );
}

export function DaysField({ value, onValue }: { value: Days; onValue: (days: Days) => void }) {
  const t = useT();
  return (
    <RadioCards
      legend={t("apikeys.days")}
      name="days"
      value={String(value)}
      cards={KEY_DAYS.map((count) => ({ value: String(count), title: t("apikeys.days_count", { count }) }))}
      onChange={(chosen) => onValue(KEY_DAYS.find((one) => String(one) === chosen) ?? USUAL_DAYS)}
    />
  );
}

export function NetworksField({ value, onValue, error, hint, required }: Text & { hint: string; required?: true }) {
  const t = useT();
  return (
    <Field label={t("apikeys.networks")} hint={hint} error={error}>
      {(ids) => (
        <Input
          {...ids}
          dir="ltr"
          required={required ?? false}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
