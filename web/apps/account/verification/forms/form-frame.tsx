/** The first step of both forms: which document of which country, what belongs to it, and on to the pictures. */
import type { ReactNode } from "react";
import type { VerificationPageProps } from "#contract/compliance/pages.ts";
import type { DocumentType, VerificationKind } from "#contract/compliance/verification/names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { Stepper } from "#ui/forms/stepper.tsx";

export function Steps({ current }: { current: number }) {
  const t = useT();
  const steps = [t("verification.step.document"), t("verification.step.pictures"), t("verification.step.review")];
  return <Stepper label={t("verification.title")} steps={steps} current={current} />;
}

type Props<T extends DocumentType> = {
  readonly kind: Exclude<VerificationKind, "video">;
  readonly countries: VerificationPageProps["countries"];
  readonly country: string;
  readonly onCountry: (iso3: string) => void;
  readonly countryFault: string | undefined;
  readonly documents: readonly T[];
  readonly document: T | null;
  readonly onDocument: (document: T) => void;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

export function FormFrame<T extends DocumentType>(props: Props<T>) {
  const t = useT();
  const { kind, country, document, children } = props;
  return (
    <Card className="grid gap-5 p-5">
      <Steps current={0} />
      <h2 className="text-lg font-semibold">{t(`verification.kind.${kind}`)}</h2>
      <Form className="grid gap-4" onSubmit={() => document !== null && props.onSubmit()}>
        <Field
          label={t(kind === "id" ? "verification.form.country" : `verification.form.country_${kind}`)}
          error={props.countryFault}
        >
          {(ids) => (
            <Select {...ids} required value={country} onChange={(event) => props.onCountry(event.target.value)}>
              <option value="">{t("verification.form.choose")}</option>
              {props.countries.map(({ iso3, name }) => (
                <option key={iso3} value={iso3}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {kind !== "company" && props.countries.some(({ iso3, isRequired }) => iso3 === country && isRequired) && (
          <p className="text-sm text-muted">{t("verification.form.required")}</p>
        )}
        <RadioCards
          legend={t(kind === "company" ? "verification.form.legal_form" : "verification.form.document")}
          name="document"
          value={document}
          onChange={props.onDocument}
          cards={props.documents.map((value) => ({ value, title: t(`verification.document.${value}`) }))}
        />
        {children}
        <p className="text-xs text-muted">{t("verification.form.privacy")}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={document === null} isBusy={props.isBusy}>
            {t("verification.form.next")}
          </Button>
          <Button look="quiet" onClick={props.onCancel}>
            {t("verification.picture.cancel")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
