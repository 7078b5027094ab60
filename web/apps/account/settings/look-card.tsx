/** Language and appearance. Languages are links: each has an address of its own. */
import type { SettingsPageProps } from "#contract/people/pages.ts";
import { languageName } from "#contract/platform/language-names.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import type { Theme } from "#contract/platform/page.ts";
import { usePage, useStore, useT } from "#sdk/page-kit.ts";
import { useLanguage } from "#sdk/state/use-language.ts";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { Segments } from "#ui/segments.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { TimezoneField } from "./profile/timezone-field.tsx";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function LookCard({ timezone }: Pick<SettingsPageProps, "timezone">) {
  const page = usePage();
  const t = useT();
  const theme = useStore(page.theme);
  const choose = useLanguage();
  const { rest } = splitLocale(page.url);
  return (
    <SettingsCard title={t("account.look.title")}>
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{t("shell.nav.language")}</p>
        <Segments
          label={t("shell.nav.language")}
          chosen={page.locale}
          segments={LOCALES.map((locale) => ({
            key: locale,
            label: <span lang={locale}>{languageName(locale)}</span>,
            href: localized(locale, rest),
            onClick: (event) => choose(event, locale),
          }))}
        />
      </div>
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
