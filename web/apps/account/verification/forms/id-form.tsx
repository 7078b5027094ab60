/** The kind of identity document, and its data. */
import { useState } from "react";
import type { VerificationPageProps } from "#contract/compliance/pages.ts";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import { ID_DOCUMENTS } from "#contract/compliance/verification/names.ts";
import { NAME_MAX } from "#contract/platform/lengths.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { FormFrame } from "./form-frame.tsx";
import { TextField } from "./text-field.tsx";

export type FormProps = VerificationPageProps & {
  readonly onStarted: (started: OwnVerification) => void;
  readonly onCancel: () => void;
};

const FIELDS = [
  "issue_country_iso3",
  "first_name_original",
  "middle_name_original",
  "last_name_original",
  "document_number",
];
type Typed = { country: string; first: string; middle: string; last: string; number: string };

export function IdForm({ countries, documentCountry, firstName, lastName, onStarted, onCancel }: FormProps) {
  const page = usePage();
  const t = useT();
  const [typed, setTyped] = useState<Typed>({
    country: documentCountry,
    first: firstName,
    middle: "",
    last: lastName,
    number: "",
  });
  const [document, setDocument] = useState<(typeof ID_DOCUMENTS)[number] | null>(null);
  const change = (some: Partial<Typed>) => setTyped((now) => ({ ...now, ...some }));
  const start = useAction(
    async (wish: Typed, kind: (typeof ID_DOCUMENTS)[number]) => {
      const { startIdVerification } = await import("#contract/compliance/verification/verification.ts");
      const body = {
        issue_country_iso3: wish.country,
        document_type: kind,
        first_name_original: trimmed(wish.first),
        ...(isBlank(wish.middle) ? {} : { middle_name_original: trimmed(wish.middle) }),
        last_name_original: trimmed(wish.last),
        document_number: trimmed(wish.number),
      };
      onStarted((await page.call(startIdVerification, { body })).data);
    },
    { fields: FIELDS },
  );
  const accepted = countries.find(({ iso3 }) => iso3 === typed.country)?.documents ?? ID_DOCUMENTS;
  const fault = (field: string) => start.refusal?.fault(field);
  return (
    <FormFrame
      kind="id"
      countries={countries}
      country={typed.country}
      onCountry={(country) => change({ country })}
      countryFault={fault("issue_country_iso3")}
      documents={accepted}
      document={document && accepted.includes(document) ? document : null}
      onDocument={setDocument}
      isBusy={start.isRunning}
      onSubmit={() => document && accepted.includes(document) && void start.run(typed, document)}
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("verification.form.first_name")}
          hint={t("verification.form.name_hint")}
          fault={fault("first_name_original")}
          required
          maxLength={NAME_MAX}
          autoComplete="given-name"
          value={typed.first}
          onText={(first) => change({ first })}
        />
        <TextField
          label={t("verification.form.last_name")}
          fault={fault("last_name_original")}
          required
          maxLength={NAME_MAX}
          autoComplete="family-name"
          value={typed.last}
          onText={(last) => change({ last })}
        />
        <TextField
          label={t("verification.form.middle_name")}
          fault={fault("middle_name_original")}
          maxLength={NAME_MAX}
          autoComplete="additional-name"
          value={typed.middle}
          onText={(middle) => change({ middle })}
        />
        <TextField
          label={t("verification.form.number")}
          fault={fault("document_number")}
          required
          minLength={3}
          maxLength={40}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={typed.number}
          onText={(number) => change({ number })}
        />
      </div>
    </FormFrame>
  );
}
