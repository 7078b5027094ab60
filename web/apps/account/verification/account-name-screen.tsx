/** The name, birth date and country of the reader: before the first trade, offer, deposit or transfer. */
import { useEffect, useState } from "react";
import type { NamePageProps } from "#contract/compliance/pages.ts";
import { NAME_VISIBILITIES } from "#contract/people/name-visibility.ts";
import { NAME_MAX } from "#contract/platform/lengths.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { AuthCard } from "../sign-in/auth-card.tsx";
import { takeName } from "../sign-in/kept-person.ts";
import { leaveTo } from "../sign-in/leave-to.ts";

export const screen: PageScreen<"account-name", typeof NameScreen> = {
  title: "verification.name.title",
  texts: ["verification.name"],
};

const FIELDS = ["first_name", "last_name", "birth_date", "country_iso", "full_name_visibility"] as const;
type NameField = (typeof FIELDS)[number];

export default function NameScreen(props: NamePageProps) {
  const page = usePage();
  const t = useT();
  if (props.isOpen) return <NameForm {...props} />;
  const { state, next } = props;
  return (
    <AuthCard title={t("verification.name.done_title")}>
      <Alert kind={state.isRejected ? "danger" : "success"}>
        {t(
          state.isRejected
            ? "verification.name.rejected"
            : state.isPending
              ? "verification.name.pending"
              : "verification.name.done",
        )}
      </Alert>
      <LinkButton className="justify-self-start" href={next ?? page.href("userDashboard", undefined)}>
        {t("verification.name.go_on")}
      </LinkButton>
    </AuthCard>
  );
}

function useNameForm({ isNamed, countryIso, firstName, lastName, next }: NamePageProps) {
  const page = usePage();
  const t = useT();
  const [form, setForm] = useState<Record<NameField, string>>({
    first_name: firstName,
    last_name: lastName,
    birth_date: "",
    country_iso: countryIso ?? "",
    full_name_visibility: NAME_VISIBILITIES[0],
  });
  useEffect(() => {
    // As the provider of a sign-in knows it.
    const known = isNamed ? null : takeName();
    if (known) setForm((form) => ({ ...form, first_name: known.firstName, last_name: known.lastName }));
  }, [isNamed]);
  const action = useAction(
    async ({ full_name_visibility: wanted, country_iso, ...name }: typeof form) => {
      const { giveName } = await import("#contract/people/accounts.ts");
      const visibility = NAME_VISIBILITIES.find((one) => one === wanted);
      await page.call(giveName, {
        body: {
          ...name,
          ...(isNamed ? {} : { country_iso }),
          ...(visibility ? { full_name_visibility: visibility } : {}),
        },
      });
      const session = page.session.get();
      if (session) page.session.set({ ...session, isNamed: true });
      page.toast("success", t("verification.name.saved"));
      await leaveTo(page, next ?? page.href(isNamed ? "kycVerification" : "userDashboard", undefined));
    },
    { quiet: true },
  );
  return { form, change: (field: NameField, value: string) => setForm({ ...form, [field]: value }), action };
}

function NameForm(props: NamePageProps) {
  const t = useT();
  const { form, change, action } = useNameForm(props);
  const { refusal } = action;
  const isElsewhere = refusal !== null && !FIELDS.some((field) => refusal.fault(field));
  const typed = (field: NameField) => ({
    value: form[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });
  return (
    <AuthCard title={t("verification.name.title")} lead={t("verification.name.lead")}>
      <Form className="grid gap-4" onSubmit={() => void action.run(form)}>
        {props.isNamed && <Alert kind="warning">{t("verification.name.correct")}</Alert>}
        {isElsewhere && <Alert kind="danger">{refusal.message}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("verification.name.first_name")} error={refusal?.fault("first_name")}>
            {(ids) => (
              <Input {...ids} {...typed("first_name")} autoComplete="given-name" required maxLength={NAME_MAX} />
            )}
          </Field>
          <Field label={t("verification.name.last_name")} error={refusal?.fault("last_name")}>
            {(ids) => (
              <Input {...ids} {...typed("last_name")} autoComplete="family-name" required maxLength={NAME_MAX} />
            )}
          </Field>
          <p className="-mt-2 text-xs text-muted sm:col-span-2">{t("verification.name.names_hint")}</p>
          <Field label={t("verification.name.birth_date")} error={refusal?.fault("birth_date")}>
            {(ids) => (
              <Input {...ids} {...typed("birth_date")} type="date" autoComplete="bday" required min="1900-01-01" />
            )}
          </Field>
          <Field label={t("verification.name.country")} error={refusal?.fault("country_iso")}>
            {(ids) => (
              <Select {...ids} {...typed("country_iso")} autoComplete="country" required disabled={props.isNamed}>
                <option value="">{t("verification.name.choose")}</option>
                {props.countries.map((country) => (
                  <option key={country.iso} value={country.iso} disabled={country.isClosed}>
                    {country.isClosed ? t("verification.name.closed", { country: country.name }) : country.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        {!props.isNamed && (
          <Field label={t("verification.name.visibility")} error={refusal?.fault("full_name_visibility")}>
            {(ids) => (
              <Select {...ids} {...typed("full_name_visibility")}>
                {NAME_VISIBILITIES.map((one) => (
                  <option key={one} value={one}>
                    {t(`verification.name.visible.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <p className="text-xs text-muted">{t("verification.name.why")}</p>
        <Button type="submit" size="lg" wide isBusy={action.isRunning}>
          {t("verification.name.save")}
        </Button>
      </Form>
    </AuthCard>
  );
}
