/** Making an account, with what signing in needs. The name comes before the first trade. */
import { useState } from "react";
import type { RegisterProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { AuthCard } from "./auth-card.tsx";
import { PasswordField } from "./password/field.tsx";
import { PasswordMeter } from "./password/meter.tsx";
import { LEAST_LETTERS, strengthOf } from "./password/strength.ts";
import { ReferralField } from "./referral-field.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { FIELDS, useRegister } from "./use-register.ts";

export const screen: PageScreen<"register", typeof RegisterScreen> = {
  title: "auth.register.title",
  texts: ["auth"],
  isPublic: true,
};

export default function RegisterScreen(props: RegisterProps) {
  const page = usePage();
  const t = useT();
  const { form, change, submit, isRunning, refusal, fault, person } = useRegister(props);
  const isElsewhere = refusal !== null && !FIELDS.some((field) => refusal.fault(field));
  const [isTried, setTried] = useState(false);
  const [isInvited, setInvited] = useState(form.referral_code !== "");
  const strength = strengthOf(form.password, [form.email.split("@")[0] ?? "", form.username]);
  const weak = t(`auth.register.strength.${strength.word}`, { min: LEAST_LETTERS });
  const send = () => {
    setTried(true);
    if (strength.step === 0) document.querySelector<HTMLElement>("input[autocomplete='new-password']")?.focus();
    else void submit();
  };
  const loginHref = page.href("login", undefined) + (props.next ? `?next=${encodeURIComponent(props.next)}` : "");
  return (
    <AuthCard
      title={t("auth.register.title")}
      lead={t.rich("auth.register.lead", {
        link: (chunks) => (
          <a key="link" href={loginHref} className="font-semibold text-brand underline">
            {chunks}
          </a>
        ),
      })}
    >
      <Form className="grid gap-4" onSubmit={send}>
        {person && <Alert kind="info">{t("auth.social.register", { name: person.title })}</Alert>}
        {isElsewhere && <Alert kind="danger">{refusal.message}</Alert>}
        <Field
          label={t("auth.email")}
          error={fault("email")}
          hint={page.isDemo ? t("auth.register.email_demo") : undefined}
        >
          {(ids) => (
            <Input
              {...ids}
              type="email"
              autoComplete="email"
              required
              dir="ltr"
              value={form.email}
              onChange={(event) => change("email", event.target.value)}
            />
          )}
        </Field>
        <PasswordField
          autoComplete="new-password"
          required
          value={form.password}
          hint={form.password === "" ? t("auth.register.password_hint") : <PasswordMeter strength={strength} />}
          error={fault("password") ?? (isTried && strength.step === 0 ? weak : undefined)}
          onChange={(event) => change("password", event.target.value)}
        />
        <Field label={t("auth.register.username")} hint={t("auth.register.username_hint")} error={fault("username")}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="nickname"
              dir="ltr"
              maxLength={20}
              value={form.username}
              onChange={(event) => change("username", event.target.value)}
            />
          )}
        </Field>
        {isInvited ? (
          <ReferralField value={form.referral_code} onChange={(value) => change("referral_code", value)} />
        ) : (
          <Button look="quiet" size="sm" className="-ms-3 justify-self-start" onClick={() => setInvited(true)}>
            {t("auth.register.invited")}
          </Button>
        )}
        <Checkbox required>
          {t.rich("auth.register.agree", {
            terms: (chunks) => (
              <a key="terms" href={page.href("legal/terms-of-service", undefined)} className="text-brand underline">
                {chunks}
              </a>
            ),
            privacy: (chunks) => (
              <a key="privacy" href={page.href("legal/privacy-policy", undefined)} className="text-brand underline">
                {chunks}
              </a>
            ),
          })}
        </Checkbox>
        <Button type="submit" size="lg" wide isBusy={isRunning}>
          {t("shell.nav.register")}
        </Button>
      </Form>
      {!person && <SocialButtons providers={props.providers} next={props.next} />}
    </AuthCard>
  );
}
