/** The fields of personal data that the law requires. */
import { NAME_VISIBILITIES } from "#contract/people/name-visibility.ts";
import type { RegisterProps } from "#contract/people/pages.ts";
import { NAME_MAX } from "#contract/platform/lengths.ts";
import { useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import type { RegisterForm } from "./use-register.ts";

export function PersonFields({
  form,
  change,
  fault,
  countries,
}: Pick<RegisterForm, "form" | "change" | "fault"> & Pick<RegisterProps, "countries">) {
  const t = useT();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("auth.register.first_name")} error={fault("first_name")}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="given-name"
            required
            maxLength={NAME_MAX}
            value={form.first_name}
            onChange={(event) => change("first_name", event.target.value)}
          />
        )}
      </Field>
      <Field label={t("auth.register.last_name")} error={fault("last_name")}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="family-name"
            required
            maxLength={NAME_MAX}
            value={form.last_name}
            onChange={(event) => change("last_name", event.target.value)}
          />
        )}
      </Field>
      <Field label={t("auth.register.birth_date")} error={fault("birth_date")}>
        {(ids) => (
          <Input
            {...ids}
            type="date"
            autoComplete="bday"
            required
            min="1900-01-01"
            value={form.birth_date}
            onChange={(event) => change("birth_date", event.target.value)}
          />
        )}
      </Field>
      <Field label={t("auth.register.country")} error={fault("country_iso")}>
        {(ids) => (
          <Select
            {...ids}
            autoComplete="country"
            required
            value={form.country_iso}
            onChange={(event) => change("country_iso", event.target.value)}
          >
            <option value="">{t("auth.register.choose")}</option>
            {countries.map((country) => (
              <option key={country.iso} value={country.iso} disabled={country.isClosed}>
                {country.isClosed ? t("auth.register.closed", { country: country.name }) : country.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field className="sm:col-span-2" label={t("auth.register.name_visibility")} error={fault("full_name_visibility")}>
        {(ids) => (
          <Select
            {...ids}
            value={form.full_name_visibility}
            onChange={(event) =>
              change(
                "full_name_visibility",
                NAME_VISIBILITIES.find((one) => one === event.target.value) ?? form.full_name_visibility,
              )
            }
          >
            {NAME_VISIBILITIES.map((one) => (
              <option key={one} value={one}>
                {t(`auth.register.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
