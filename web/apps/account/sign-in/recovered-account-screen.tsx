/** The page of the link after the wait: a new password. Its token is in the fragment, which browsers do not send. */
import { useEffect, useState } from "react";
import type { RecoveredAccountProps } from "#contract/compliance/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Form } from "#ui/forms/form.tsx";
import { AuthCard } from "./auth-card.tsx";
import { PasswordField } from "./password/field.tsx";

export const screen: PageScreen<"recovered-account", typeof FinishScreen> = {
  title: "recovery.finish.title",
  texts: ["recovery.finish", "auth"],
};

export default function FinishScreen({ holdHours }: RecoveredAccountProps) {
  const page = usePage();
  const t = useT();
  const [token, setToken] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  useEffect(() => setToken(globalThis.location.hash.slice(1)), []);
  const finish = useAction(
    async (chosen: string) => {
      const { finishRecovery } = await import("#contract/compliance/recovery/recovery.ts");
      await page.call(finishRecovery, { body: { token: token ?? "", new_password: chosen } });
      setDone(true);
    },
    { quiet: true },
  );
  if (isDone)
    return (
      <AuthCard title={t("recovery.finish.done_title")}>
        <Alert kind="success">{t("recovery.finish.done")}</Alert>
        <LinkButton size="lg" wide href={page.href("login", undefined)}>
          {t("shell.nav.sign_in")}
        </LinkButton>
      </AuthCard>
    );
  const { refusal } = finish;
  return (
    <AuthCard title={t("recovery.finish.title")} lead={t("recovery.finish.lead", { hours: holdHours })}>
      {token === "" ? (
        <Alert kind="warning">{t("recovery.finish.no_link")}</Alert>
      ) : (
        <Form className="grid gap-4" onSubmit={() => void finish.run(password)}>
          {refusal && !refusal.fault("new_password") && <Alert kind="danger">{refusal.message}</Alert>}
          <PasswordField
            label={t("auth.new_password")}
            name="new_password"
            autoComplete="new-password"
            hint={t("auth.register.password_hint")}
            error={refusal?.fault("new_password")}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" size="lg" wide disabled={!token} isBusy={finish.isRunning}>
            {t("recovery.finish.save")}
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
