/** The conditions for takers, and the trading hours. */
import { useState } from "react";
import { OFFER_RULES } from "#contract/market/offers/offer-fields.ts";
import type { OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { useT } from "#sdk/page-kit.ts";
import { AmountInput, CountInput } from "#sdk/number-input.tsx";
import { UNREADABLE } from "#contract/platform/typed-numbers.ts";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { CountryRules } from "./country-rules.tsx";
import { DutyHours } from "./duty-hours.tsx";
import { Section } from "./section.tsx";
import type { OfferForm } from "./use-offer-form.ts";

const RULES = Object.values(OFFER_RULES);

const FIELDS = [
  "require_min_past_trades",
  "new_buyer_max_fiat_limit",
  "country_limitation_list",
  "duty_hours",
  "timezone",
] as const;

type Props = Pick<OfferFormPageProps, "countries" | "timezone" | "knowsAnonymizers"> & { form: OfferForm };

export function RulesCard({ form, countries, timezone, knowsAnonymizers }: Props) {
  const t = useT();
  const { draft, set, fault } = form;
  const [isOpen, setOpen] = useState(false);
  const isFaulty = FIELDS.some((field) => fault(field) !== undefined);
  return (
    <Section title={t("myoffers.form.rules")}>
      <details open={isOpen || isFaulty} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted">{t("myoffers.form.rules_text")}</summary>
        <div className="grid gap-5 pt-3">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("myoffers.form.past_trades")}
              hint={t("myoffers.form.past_trades_hint")}
              error={fault("require_min_past_trades")}
            >
              {(ids) => (
                <CountInput
                  {...ids}
                  value={countText(draft.require_min_past_trades)}
                  // An unreadable count is NaN, which the call refuses.
                  onValue={(text) => set({ require_min_past_trades: Number(text) })}
                />
              )}
            </Field>
            <Field
              label={t("myoffers.form.new_buyers")}
              hint={t("myoffers.form.new_buyers_hint")}
              error={fault("new_buyer_max_fiat_limit")}
            >
              {(ids) => (
                <AmountInput
                  {...ids}
                  value={draft.new_buyer_max_fiat_limit ?? ""}
                  onValue={(new_buyer_max_fiat_limit) => set({ new_buyer_max_fiat_limit })}
                  unit={draft.fiat_currency_code}
                />
              )}
            </Field>
          </div>
          <CountryRules form={form} countries={countries} />
          <div className="grid gap-1">
            {RULES.map(({ wire }) => (
              <Checkbox
                key={wire}
                checked={draft[wire] ?? false}
                onChange={(event) => set({ [wire]: event.target.checked })}
              >
                {t(`rules.form.${wire}`)}
                {wire === "block_anonymizer_users" && !knowsAnonymizers && (
                  <span className="text-xs text-muted"> {t("myoffers.form.no_anonymizer_list")}</span>
                )}
              </Checkbox>
            ))}
          </div>
          <DutyHours form={form} timezone={timezone} />
        </div>
      </details>
    </Section>
  );
}

function countText(count: number | undefined): string {
  return Number.isNaN(count) ? UNREADABLE : String(count || "");
}
