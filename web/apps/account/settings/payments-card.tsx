/** The way to the accounts that a person is paid to. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { SettingsCard } from "./settings-card.tsx";

export function PaymentsCard() {
  const t = useT();
  const page = usePage();
  return (
    <SettingsCard title={t("account.payments.title")} lead={t("account.payments.lead")}>
      <LinkButton look="secondary" className="justify-self-start" href={page.href("accountPayments", undefined)}>
        {t("account.payments.link")}
      </LinkButton>
    </SettingsCard>
  );
}
