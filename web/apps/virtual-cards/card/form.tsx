/** Name, limits and closed kinds of merchants of a card: for a new one, and for one that there is. */
import { useState } from "react";
import { CLOSABLE_GROUPS, type ClosableGroup, LABEL_MAX } from "#contract/products/cards/names.ts";
import type { Card } from "#contract/products/cards/cards.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";

const LIMITS = ["payment", "day", "month"] as const;
type LimitName = (typeof LIMITS)[number];
export const FORM_FIELDS = ["label", "payment_limit", "day_limit", "month_limit"] as const;

export function useCardForm(card?: Card) {
  const [label, setLabel] = useState(card?.label ?? "");
  const [limits, setLimits] = useState<Record<LimitName, string>>({
    payment: card?.paymentLimit ?? "",
    day: card?.dayLimit ?? "",
    month: card?.monthLimit ?? "",
  });
  const [closed, setClosed] = useState<readonly ClosableGroup[]>(card?.closedGroups ?? []);
  const limit = (name: LimitName) => (limits[name] === "" ? {} : { [`${name}_limit`]: limits[name] });
  return {
    ...{ label, setLabel, limits, setLimits, closed, setClosed },
    body: {
      label: trimmed(label),
      closed_groups: [...closed],
      ...limit("payment"),
      ...limit("day"),
      ...limit("month"),
    },
  };
}

type Props = {
  readonly form: ReturnType<typeof useCardForm>;
  readonly faultOf: (field: string) => string | undefined;
};

export function CardFields({ form, faultOf }: Props) {
  const t = useT();
  return (
    <>
      <Field label={t("cards.label")} hint={t("cards.label_hint")} error={faultOf("label")}>
        {(ids) => (
          <Input
            {...ids}
            required
            maxLength={LABEL_MAX}
            value={form.label}
            onChange={(event) => form.setLabel(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-3">
        <legend className="text-sm font-medium">{t("cards.limit.title")}</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {LIMITS.map((name) => (
            <Field key={name} label={t(`cards.limit.${name}`)} error={faultOf(`${name}_limit`)}>
              {(ids) => (
                <AmountInput
                  {...ids}
                  unit="USD"
                  value={form.limits[name]}
                  onValue={(text) => form.setLimits({ ...form.limits, [name]: text })}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      <fieldset className="grid">
        <legend className="text-sm font-medium">{t("cards.closed_title")}</legend>
        <div className="grid sm:grid-cols-2">
          {CLOSABLE_GROUPS.map((group) => (
            <Checkbox
              key={group}
              checked={form.closed.includes(group)}
              onChange={(event) =>
                form.setClosed(
                  CLOSABLE_GROUPS.filter((one) => (one === group ? event.target.checked : form.closed.includes(one))),
                )
              }
            >
              {t(`cards.group.${group}`)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </>
  );
}
