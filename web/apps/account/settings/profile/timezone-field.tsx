/** The time zone of the account, in which trading hours of its offers begin: one of those that the browser knows. */
import { useEffect, useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";

export function TimezoneField({ first }: { first: string }) {
  const page = usePage();
  const t = useT();
  const [zone, setZone] = useState(first);
  // The browser provides the list, so it is filled after the mount.
  const [zones, setZones] = useState<readonly string[]>([first]);
  useEffect(() => setZones([...new Set(["UTC", first, ...Intl.supportedValuesOf("timeZone")])].sort()), [first]);
  const save = useAction(
    async (timezone: string) => {
      const { saveSettings } = await import("#contract/people/accounts.ts");
      await page.call(saveSettings, { body: { timezone } });
      page.toast("success", t("account.profile_has_been_updated"));
    },
    { fields: ["timezone"], beside: t("account.not_saved") },
  );
  return (
    <Field
      label={t("account.look.timezone")}
      hint={t("account.look.timezone_hint")}
      error={save.refusal?.fault("timezone")}
    >
      {(ids) => (
        <Select
          {...ids}
          dir="ltr"
          value={zone}
          onChange={({ target }) => {
            setZone(target.value);
            void save.run(target.value);
          }}
        >
          {zones.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll("_", " ")}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
