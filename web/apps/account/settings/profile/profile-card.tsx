/** The public profile, and the currency in which amounts are shown. */
import { useState } from "react";
import { NAME_VISIBILITIES, type NameVisibility } from "#contract/people/name-visibility.ts";
import type { SettingsPageProps } from "#contract/people/pages.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { SettingsCard } from "../settings-card.tsx";

type Props = Pick<SettingsPageProps, "bio" | "mostBio" | "currency" | "nameVisibility" | "fullName" | "currencies">;

export function ProfileCard({ fullName, currencies, mostBio, ...first }: Props) {
  const page = usePage();
  const t = useT();
  const [bio, setBio] = useState(first.bio);
  const [currency, setCurrency] = useState(first.currency);
  const [visibility, setVisibility] = useState(first.nameVisibility);
  const save = useAction(
    async (body: { bio: string; currency_code: string; full_name_visibility?: NameVisibility }) => {
      const { saveSettings } = await import("#contract/people/accounts.ts");
      await page.call(saveSettings, { body });
      page.toast("success", t("account.profile_has_been_updated"));
    },
    { fields: ["bio", "currency_code", "full_name_visibility"], beside: t("account.not_saved") },
  );
  return (
    <SettingsCard title={t("account.profile.title")}>
      <Form
        className="grid gap-4"
        onSubmit={() =>
          void save.run({ bio, currency_code: currency, ...(visibility && { full_name_visibility: visibility }) })
        }
      >
        <Field
          label={t("account.profile.bio")}
          hint={t("account.profile.bio_hint")}
          aside={`${bio.length}/${mostBio}`}
          error={save.refusal?.fault("bio")}
        >
          {(ids) => (
            <TextArea {...ids} maxLength={mostBio} value={bio} onChange={(event) => setBio(event.target.value)} />
          )}
        </Field>
        {visibility && (
          <Field label={t("account.profile.name", { name: isolated(fullName) })} hint={t("account.profile.name_hint")}>
            {(ids) => (
              <Select
                {...ids}
                value={visibility}
                onChange={(event) =>
                  setVisibility(NAME_VISIBILITIES.find((one) => one === event.target.value) ?? visibility)
                }
              >
                {NAME_VISIBILITIES.map((one) => (
                  <option key={one} value={one}>
                    {t(`account.profile.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={t("account.profile.currency")} error={save.refusal?.fault("currency_code")}>
          {(ids) => (
            <Select {...ids} value={currency} onChange={(event) => setCurrency(event.target.value)}>
              {currencies.map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} – {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" className="justify-self-start" isBusy={save.isRunning}>
          {t("account.save")}
        </Button>
      </Form>
    </SettingsCard>
  );
}
