/** Language and appearance. */
import type { SettingsPageProps } from "#contract/people/pages.ts";
import type { Theme } from "#contract/platform/page.ts";
import { usePage, useStore, useT } from "#sdk/page-kit.ts";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { LanguageField } from "./language-field.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { TimezoneField } from "./profile/timezone-field.tsx";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function LookCard({ timezone }: Pick<SettingsPageProps, "timezone">) {
  const page = usePage();
  const t = useT();
  const theme = useStore(page.theme);
  return (
    <SettingsCard title={t("account.look.title")}>
      <LanguageField />
      <RadioCards
        legend={t("shell.nav.appearance")}
        name="theme"
        columns={3}
        value={theme}
        onChange={(chosen) => page.theme.set(chosen)}
        cards={THEMES.map((value) => ({ value, title: t(`shell.nav.theme_${value}`) }))}
      />
      <TimezoneField first={timezone} />
    </SettingsCard>
  );
}
