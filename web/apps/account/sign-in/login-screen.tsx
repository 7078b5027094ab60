/** Signing in; in a demo market also by one press as an existing user. */
import { useState } from "react";
import type { LoginProps } from "#contract/people/pages.ts";
import type { SecondFactor } from "#contract/people/sign-in/sign-in.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { AuthCard } from "./auth-card.tsx";
import { leaveTo } from "./leave-to.ts";
import { PasswordField } from "./password/field.tsx";
import { SecondStep } from "./second-step.tsx";
import { SocialButtons } from "./social-buttons.tsx";

export const screen: PageScreen<"login", typeof LoginScreen> = {
  title: "auth.login.title",
  texts: ["auth", "proof"],
};

export default function LoginScreen({ next, demoUsers, providers }: LoginProps) {
  const page = usePage();
  const t = useT();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState<SecondFactor | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const signIn = useAction(
    async (who: { email: string; password: string }) => {
      const { login } = await import("#contract/people/sign-in/auth.ts");
      const { data } = await page.call(login, { body: { ...who, ...(next ? { next } : {}) } });
      setWhy(null);
      if (data.secondFactor) setAsked(data.secondFactor);
      else await leaveTo(page, next ?? data.redirectTo);
    },
    { quiet: true },
  );
  const back = (said: string | null) => {
    setAsked(null);
    setPassword("");
    setWhy(said);
  };
  if (asked) return <SecondStep asked={asked} next={next} onBack={back} />;
  const registerHref = page.href("register", undefined) + (next ? `?next=${encodeURIComponent(next)}` : "");
  return (
    <AuthCard
      title={t("auth.login.title")}
      lead={t.rich("auth.login.lead", {
        link: (chunks) => (
          <a key="link" href={registerHref} className="font-semibold text-brand underline">
            {chunks}
          </a>
        ),
      })}
      after={demoUsers.length > 0 && <DemoUsers users={demoUsers} isBusy={signIn.isRunning} onPick={signIn.run} />}
    >
      <Form className="grid gap-4" onSubmit={() => void signIn.run({ email: email.trim(), password })}>
        {why && !signIn.refusal && <Alert kind="warning">{why}</Alert>}
        {signIn.refusal && <Alert kind="danger">{signIn.refusal.message}</Alert>}
        <Field label={t("auth.email")}>
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
        <PasswordField
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" size="lg" wide isBusy={signIn.isRunning}>
          {t("shell.nav.sign_in")}
        </Button>
        <a href={page.href("forgotPassword", undefined)} className="justify-self-start text-sm text-brand underline">
          {t("auth.login.forgot")}
        </a>
      </Form>
      <SocialButtons providers={providers} next={next} />
    </AuthCard>
  );
}

function DemoUsers({
  users,
  isBusy,
  onPick,
}: {
  users: LoginProps["demoUsers"];
  isBusy: boolean;
  onPick: (who: { email: string; password: string }) => Promise<void>;
}) {
  const t = useT();
  return (
    <Card className="grid gap-3 p-5 sm:p-8" aria-labelledby="demo-title">
      <div>
        <h2 id="demo-title" className="text-sm font-semibold">
          {t("auth.demo.title")}
        </h2>
        <p className="text-xs text-muted">{t("auth.demo.text")}</p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {users.map((user) => (
          <li key={user.email}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void onPick({ email: user.email, password: user.password })}
              className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-edge px-3 text-start hover:bg-sunken disabled:opacity-55"
            >
              <Avatar name={user.username} size={32} />
              <span className="grid min-w-0">
                <bdi className="truncate text-sm font-semibold">{user.username}</bdi>
                <span className="text-2xs text-muted">{t.maybe(`auth.demo.roles.${user.role}`, user.role)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
