/** The kind of proof of address, and its address. */
import { useState } from "react";
import { ADDRESS_DOCUMENTS } from "#contract/compliance/verification/names.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import { FormFrame } from "./form-frame.tsx";
import type { FormProps } from "./id-form.tsx";
import { TextField } from "./text-field.tsx";

const NAMES = [
  ["address_line_1", "address_1", "address-line1", 120],
  ["address_line_2", "address_2", "address-line2", 120],
  ["city_name", "city", "address-level2", 120],
  ["region_name", "region", "address-level1", 120],
  ["zip_code", "zip", "postal-code", 20],
] as const;
const NIGERIAN = [
  ["nga_nin", "nin"],
  ["nga_bvn", "bvn"],
] as const;
const REQUIRED: readonly string[] = ["address_line_1", "city_name"];
type Name = (typeof NAMES)[number][0] | (typeof NIGERIAN)[number][0];
type Typed = Readonly<Partial<Record<Name, string>>>;

export function AddressForm({ countries, documentCountry, onStarted, onCancel }: FormProps) {
  const page = usePage();
  const t = useT();
  const [country, setCountry] = useState(documentCountry);
  const [typed, setTyped] = useState<Typed>({});
  const [document, setDocument] = useState<(typeof ADDRESS_DOCUMENTS)[number] | null>(null);
  const start = useAction(
    async (iso3: string, wish: Typed, kind: (typeof ADDRESS_DOCUMENTS)[number]) => {
      const { startDocumentVerification } = await import("#contract/compliance/verification/verification.ts");
      const { address_line_1 = "", city_name = "", ...rest } = filled(wish);
      const body = { country_iso3: iso3, document_type: kind, address_line_1, city_name, ...rest };
      onStarted((await page.call(startDocumentVerification, { body })).data);
    },
    { fields: ["country_iso3", ...NAMES.map(([name]) => name), ...NIGERIAN.map(([name]) => name)] },
  );
  const field = (name: Name) => ({
    fault: start.refusal?.fault(name),
    value: typed[name] ?? "",
    required: REQUIRED.includes(name),
    onText: (text: string) => setTyped((now) => ({ ...now, [name]: text })),
  });
  return (
    <FormFrame
      kind="address"
      countries={countries}
      country={country}
      onCountry={setCountry}
      countryFault={start.refusal?.fault("country_iso3")}
      documents={ADDRESS_DOCUMENTS}
      document={document}
      onDocument={setDocument}
      isBusy={start.isRunning}
      onSubmit={() => document && void start.run(country, typed, document)}
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {NAMES.map(([name, label, autoComplete, maxLength]) => (
          <TextField
            key={name}
            label={t(`verification.form.${label}`)}
            autoComplete={autoComplete}
            maxLength={maxLength}
            {...field(name)}
          />
        ))}
        {country === "NGA" &&
          NIGERIAN.map(([name, label]) => (
            <TextField
              key={name}
              label={t(`verification.form.${label}`)}
              inputMode="numeric"
              pattern="[0-9]{11}"
              title={t("verification.form.digits")}
              autoComplete="off"
              {...field(name)}
              onText={(text) => field(name).onText(typedCode(text).replace(/[ -]/g, ""))}
            />
          ))}
      </div>
    </FormFrame>
  );
}

function filled(typed: Typed): Typed {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (isBlank(text) ? [] : [[name, trimmed(text)]])),
  );
}
