/** Where mails go, and whether that is confirmed. */
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { SettingsCard } from "./settings-card.tsx";

export function EmailCard({ email, isConfirmed: wasConfirmed }: { email: string; isConfirmed: boolean }) {
  const page = usePage();
  const t = useT();
  // It may have been confirmed since the page was made.
  const isConfirmed = useSession()?.isEmailConfirmed ?? wasConfirmed;
  return (
    <SettingsCard title={t("account.email.title")} lead={t("account.email.lead")}>
      <p className="flex flex-wrap items-center gap-3">
        <bdi className="font-medium break-all">{email}</bdi>
        <Badge tone={isConfirmed ? "good" : "warn"}>
          {t(isConfirmed ? "account.email.confirmed" : "account.email.open")}
        </Badge>
        {!isConfirmed && (
          <LinkButton size="sm" look="secondary" href={page.href("confirmEmail", undefined)}>
            {t("account.email.confirm")}
          </LinkButton>
        )}
      </p>
    </SettingsCard>
  );
}
