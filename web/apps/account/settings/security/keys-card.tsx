/** The way to the keys with which programs read. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { SettingsCard } from "../settings-card.tsx";

export function KeysCard() {
  const t = useT();
  const page = usePage();
  return (
    <SettingsCard title={t("account.keys.title")} lead={t("account.keys.lead")}>
      <LinkButton look="secondary" className="justify-self-start" href={page.href("accountKeys", undefined)}>
        {t("account.keys.link")}
      </LinkButton>
      <LinkButton look="secondary" className="justify-self-start" href={page.href("accountWebhooks", undefined)}>
        {t("account.keys.webhooks")}
      </LinkButton>
    </SettingsCard>
  );
}
