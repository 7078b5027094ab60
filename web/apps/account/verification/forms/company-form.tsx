/** A company's entry in its register, its owners, and the reader's role in it. */
import { useState } from "react";
import type { CompanyPageProps } from "#contract/compliance/pages.ts";
import { OWNER_SHARE_MIN, OWNERS_MAX } from "#contract/compliance/company-names.ts";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import { COMPANY_FORMS } from "#contract/compliance/verification/names.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { CountInput } from "#sdk/number-input.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Button } from "#ui/button.tsx";
import { FormFrame } from "./form-frame.tsx";
import { TextField } from "./text-field.tsx";

type Props = Pick<CompanyPageProps, "countries" | "documentCountry"> & {
  readonly onStarted: (started: OwnVerification) => void;
  readonly onCancel: () => void;
};

const NAMES = [
  ["legal_name", "legal_name", "organization", 160],
  ["registration_number", "registration_number", "off", 40],
  ["address_line_1", "address_1", "address-line1", 120],
  ["address_line_2", "address_2", "address-line2", 120],
  ["city_name", "city", "address-level2", 120],
  ["region_name", "region", "address-level1", 120],
  ["zip_code", "zip", "postal-code", 20],
  ["position", "position", "organization-title", 120],
] as const;
type Name = (typeof NAMES)[number][0];
type Typed = Readonly<Partial<Record<Name, string>>>;
type Owner = { readonly name: string; readonly share: string };
type Form = (typeof COMPANY_FORMS)[number];
const OPTIONAL: readonly Name[] = ["address_line_2", "region_name", "zip_code"];

export function CompanyForm({ countries, documentCountry, onStarted, onCancel }: Props) {
  const page = usePage();
  const t = useT();
  const [country, setCountry] = useState(documentCountry);
  const [typed, setTyped] = useState<Typed>({});
  const [owners, setOwners] = useState<readonly Owner[]>([{ name: "", share: "" }]);
  const [form, setForm] = useState<Form | null>(null);
  const start = useAction(
    async (iso3: string, wish: Typed, owned: readonly Owner[], legalForm: Form) => {
      const { startCompanyVerification } = await import("#contract/compliance/companies.ts");
      const text = (name: Name) => trimmed(wish[name] ?? "");
      const optional = Object.fromEntries(OPTIONAL.flatMap((name) => (text(name) ? [[name, text(name)]] : [])));
      const body = {
        country_iso3: iso3,
        legal_form: legalForm,
        legal_name: text("legal_name"),
        registration_number: text("registration_number"),
        address_line_1: text("address_line_1"),
        city_name: text("city_name"),
        position: text("position"),
        ...optional,
        owners: owned
          .filter(({ name }) => !isBlank(name))
          .map(({ name, share }) => ({ name: trimmed(name), share: Number(share) })),
      };
      onStarted((await page.call(startCompanyVerification, { body })).data);
    },
    { fields: ["country_iso3", "owners", ...NAMES.map(([name]) => name)] },
  );
  const shares = owners.reduce((sum, { share }) => sum + Number(share || 0), 0);
  const tooMany = shares > 100 ? t("verification.company.too_much") : undefined;
  return (
    <FormFrame
      kind="company"
      countries={countries}
      country={country}
      onCountry={setCountry}
      countryFault={start.refusal?.fault("country_iso3")}
      documents={COMPANY_FORMS}
      document={form}
      onDocument={setForm}
      isBusy={start.isRunning}
      onSubmit={() => form && !tooMany && void start.run(country, typed, owners, form)}
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {NAMES.map(([name, label, autoComplete, maxLength]) => (
          <TextField
            key={name}
            label={t(`verification.form.${label}`)}
            autoComplete={autoComplete}
            maxLength={maxLength}
            fault={start.refusal?.fault(name)}
            value={typed[name] ?? ""}
            required={!OPTIONAL.includes(name)}
            onText={(text) => setTyped((now) => ({ ...now, [name]: text }))}
          />
        ))}
      </div>
      <Owners owners={owners} onOwners={setOwners} fault={tooMany ?? start.refusal?.fault("owners")} />
    </FormFrame>
  );
}

type OwnersProps = {
  readonly owners: readonly Owner[];
  readonly onOwners: (owners: readonly Owner[]) => void;
  readonly fault: string | undefined;
};

function Owners({ owners, onOwners, fault }: OwnersProps) {
  const t = useT();
  const change = (at: number, some: Partial<Owner>) =>
    onOwners(owners.map((owner, place) => (place === at ? { ...owner, ...some } : owner)));
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-semibold">{t("verification.company.owners")}</legend>
      <p className="text-xs text-muted">{t("verification.company.owners_hint", { percent: OWNER_SHARE_MIN })}</p>
      {owners.map((owner, place) => (
        // Owners have no names of their own before they are typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are added at the end only
        <div key={place} className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
          <TextField
            label={t("verification.company.owner", { number: place + 1 })}
            fault={place === 0 ? fault : undefined}
            maxLength={140}
            autoComplete="off"
            value={owner.name}
            onText={(name) => change(place, { name })}
          />
          <Field label={t("verification.company.share")}>
            {(ids) => (
              <CountInput
                {...ids}
                range={[OWNER_SHARE_MIN, 100]}
                required={!isBlank(owner.name)}
                value={owner.share}
                onValue={(share) => change(place, { share })}
              />
            )}
          </Field>
        </div>
      ))}
      {owners.length < OWNERS_MAX && (
        <Button
          look="quiet"
          size="sm"
          className="justify-self-start"
          onClick={() => onOwners([...owners, { name: "", share: "" }])}
        >
          {t("verification.company.add_owner")}
        </Button>
      )}
    </fieldset>
  );
}
