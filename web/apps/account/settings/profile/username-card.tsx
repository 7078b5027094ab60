/** The name that others see; it can be chosen anew once, or as often as staff allow. */
import { useState } from "react";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { SettingsCard } from "../settings-card.tsx";

export function UsernameCard({ username, renamesLeft }: { username: string; renamesLeft: number }) {
  const page = usePage();
  const t = useT();
  const [name, setName] = useState(username);
  const rename = useAction(
    async (username: string) => {
      const { setUsername } = await import("#contract/people/accounts.ts");
      await page.call(setUsername, { body: { username } });
      // The header and links of every part of the page contain the name.
      await page.go("accountSettings", undefined);
    },
    { fields: ["username"] },
  );
  return (
    <SettingsCard title={t("account.username.title")} lead={t("account.username.lead")}>
      {renamesLeft > 0 ? (
        <Form className="grid grid-cols-[1fr_auto] items-start gap-3" onSubmit={() => void rename.run(trimmed(name))}>
          <Field label={t("account.username.label")} error={rename.refusal?.fault("username")}>
            {(ids) => (
              <Input
                {...ids}
                dir="ltr"
                maxLength={20}
                autoComplete="nickname"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Button
            type="submit"
            look="secondary"
            className="mt-7"
            isBusy={rename.isRunning}
            disabled={trimmed(name) === username || isBlank(name)}
          >
            {t("account.change")}
          </Button>
        </Form>
      ) : (
        <p>
          <bdi className="font-semibold">{username}</bdi>
        </p>
      )}
      <p className="text-xs text-muted">
        {renamesLeft > 0 ? t("account.username.left", { count: renamesLeft }) : t("account.username.final")}
      </p>
    </SettingsCard>
  );
}
