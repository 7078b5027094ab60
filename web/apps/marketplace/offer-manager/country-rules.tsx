/** From where others may trade: everywhere, only from some countries, or not from some. */
import { useState } from "react";
import { OFFER_LIMITS } from "#contract/market/offers/offer-fields.ts";
import type { OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { close, plus } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Select } from "#ui/forms/input.tsx";
import { PickerDialog } from "#ui/forms/picker/dialog.tsx";
import type { OfferForm } from "./use-offer-form.ts";

const RULES = ["none", "allowed", "disallowed"] as const;

export function CountryRules({ form, countries }: { form: OfferForm; countries: OfferFormPageProps["countries"] }) {
  const t = useT();
  const { draft, set, fault } = form;
  const rule = draft.country_limitation_type ?? "none";
  const error = fault("country_limitation_list");
  return (
    <div className="grid gap-3">
      <Field label={t("myoffers.form.countries")} error={error}>
        {(ids) => (
          <Select
            {...ids}
            value={rule}
            onChange={(event) => {
              const next = RULES.find((one) => one === event.target.value) ?? "none";
              set({ country_limitation_type: next, ...(next === "none" ? { country_limitation_list: [] } : {}) });
            }}
          >
            {RULES.map((one) => (
              <option key={one} value={one}>
                {t(`myoffers.form.country_rule.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {rule !== "none" && (
        <CountryChips
          chosen={draft.country_limitation_list ?? []}
          onChange={(country_limitation_list) => set({ country_limitation_list })}
          countries={countries}
          most={OFFER_LIMITS.countriesMax}
        />
      )}
    </div>
  );
}

type ChipsProps = {
  readonly chosen: readonly string[];
  readonly onChange: (isos: string[]) => void;
  readonly countries: OfferFormPageProps["countries"];
  readonly most: number;
};

/** Countries that were chosen, each to be taken away again, and one more. */
export function CountryChips({ chosen, onChange, countries, most }: ChipsProps) {
  const t = useT();
  const [isPicking, setPicking] = useState(false);
  const nameOf = (iso: string) => countries.find((country) => country.iso === iso)?.name ?? iso;
  return (
    <div className="flex flex-wrap gap-2">
      {chosen.map((iso) => (
        <Button
          key={iso}
          look="secondary"
          size="sm"
          aria-label={t("myoffers.form.country_remove", { country: nameOf(iso) })}
          onClick={() => onChange(chosen.filter((one) => one !== iso))}
        >
          {nameOf(iso)}
          <Icon shape={close} size={14} />
        </Button>
      ))}
      <Button look="quiet" size="sm" disabled={chosen.length >= most} onClick={() => setPicking(true)}>
        <Icon shape={plus} />
        {t("myoffers.form.country_add")}
      </Button>
      <PickerDialog
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        title={t("myoffers.form.country_add")}
        closeLabel={t("shell.close")}
        searchLabel={t("myoffers.form.search_country")}
        emptyText={t("myoffers.form.no_country")}
        items={countries
          .filter(({ iso }) => !chosen.includes(iso))
          .map(({ iso, name }) => ({ key: iso, label: name, search: iso }))}
        chosen={null}
        onPick={(iso) => {
          onChange([...chosen, iso]);
          setPicking(false);
        }}
      />
    </div>
  );
}
