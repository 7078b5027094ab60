/** The page of the link in the email. Its token is in the fragment, which browsers do not send. */
import { useEffect, useState } from "react";
import type { ResetPasswordProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import type { PageScreen } from "#sdk/screen.ts";
import { AuthCard } from "./auth-card.tsx";
import { type ResetEnd, ResetForm } from "./reset-form.tsx";

export const screen: PageScreen<"reset-password", typeof ResetScreen> = {
  title: "auth.reset.title",
  texts: ["auth", "proof", "questions"],
};

export default function ResetScreen({ holdHours }: ResetPasswordProps) {
  const t = useT();
  const page = usePage();
  const [token, setToken] = useState<string | null>(null);
  const [end, setEnd] = useState<ResetEnd | null>(null);
  useEffect(() => setToken(globalThis.location.hash.slice(1)), []);
  if (end?.waitsUntil) {
    return (
      <AuthCard title={t("auth.reset.waits_title")}>
        <Alert kind="info">
          {t.rich("auth.reset.waits", { time: () => <LocalTime key="time" at={end.waitsUntil ?? ""} /> })}
        </Alert>
      </AuthCard>
    );
  }
  if (end) {
    return (
      <AuthCard title={t("auth.reset.done_title")}>
        <Alert kind="success">{t("auth.reset.done")}</Alert>
        <LinkButton size="lg" wide href={page.href("login", undefined)}>
          {t("shell.nav.sign_in")}
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("auth.reset.title")} lead={t("auth.reset.lead", { hours: holdHours })}>
      {token === "" ? (
        <Alert kind="warning">{t("auth.reset.no_link")}</Alert>
      ) : (
        <ResetForm token={token ?? ""} onEnd={setEnd} />
      )}
      <LinkButton look="quiet" size="sm" className="justify-self-start" href={page.href("forgotPassword", undefined)}>
        {t("auth.reset.ask_again")}
      </LinkButton>
    </AuthCard>
  );
}
