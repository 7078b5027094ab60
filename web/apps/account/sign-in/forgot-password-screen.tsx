/** Asking for a link to a new password. What it answers is the same for every address. */
import { useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { AuthCard } from "./auth-card.tsx";
import { InboxNotice } from "./inbox-notice.tsx";

export const screen: PageScreen<"forgot-password", typeof ForgotScreen> = {
  title: "auth.forgot.title",
  texts: ["auth"],
};

type Sent = { readonly email: string; readonly minutes: number };

export default function ForgotScreen() {
  const page = usePage();
  const t = useT();
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState<Sent | null>(null);
  const ask = useAction(
    async (to: string) => {
      const { forgotPassword } = await import("#contract/people/sign-in/passwords.ts");
      const { data } = await page.call(forgotPassword, { body: { email: to } });
      setSent({ email: to, minutes: data.validMinutes });
    },
    { quiet: true },
  );
  const back = (
    <LinkButton look="quiet" size="sm" className="justify-self-start" href={page.href("login", undefined)}>
      {t("auth.forgot.back")}
    </LinkButton>
  );
  if (sent) {
    return (
      <AuthCard title={t("auth.forgot.sent_title")}>
        <Alert kind="success">{t("auth.forgot.sent", { minutes: sent.minutes })}</Alert>
        <InboxNotice to={sent.email} />
        {back}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("auth.forgot.title")} lead={t("auth.forgot.lead")}>
      <Form className="grid gap-4" onSubmit={() => void ask.run(email.trim())}>
        {ask.refusal && <Alert kind="danger">{ask.refusal.message}</Alert>}
        <Field label={t("auth.email")} error={ask.refusal?.fault("email")}>
          {(ids) => (
            <Input
              {...ids}
              type="email"
              name="email"
              autoComplete="username"
              required
              dir="ltr"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" size="lg" wide isBusy={ask.isRunning}>
          {t("auth.forgot.send")}
        </Button>
      </Form>
      <LinkButton look="quiet" size="sm" className="justify-self-start" href={page.href("recoverAccount", undefined)}>
        {t("auth.forgot.no_mailbox")}
      </LinkButton>
      {back}
    </AuthCard>
  );
}
