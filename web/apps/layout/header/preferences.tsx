/** What the menu of language and appearance shows. Languages are links: each has an address of its own. */
import { languageName } from "#contract/platform/language-names.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import type { Theme } from "#contract/platform/page.ts";
import { usePage, useStore, useT } from "#sdk/page-kit.ts";
import { useLanguage } from "#sdk/state/use-language.ts";
import { check, moon, sliders, sun } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { MenuButton, MenuLink, MenuTitle } from "#ui/dialogs/menu.tsx";

const THEMES: { theme: Theme; shape: string; label: "theme_system" | "theme_light" | "theme_dark" }[] = [
  { theme: "system", shape: sliders, label: "theme_system" },
  { theme: "light", shape: sun, label: "theme_light" },
  { theme: "dark", shape: moon, label: "theme_dark" },
];

export default function Preferences() {
  const page = usePage();
  const t = useT();
  const theme = useStore(page.theme);
  const choose = useLanguage();
  const { rest } = splitLocale(page.url);
  return (
    <>
      <MenuTitle>{t("shell.nav.language")}</MenuTitle>
      {LOCALES.map((locale) => (
        <MenuLink
          key={locale}
          href={localized(locale, rest)}
          lang={locale}
          isCurrent={locale === page.locale}
          onClick={(event) => choose(event, locale)}
        >
          <span className="grow">{languageName(locale)}</span>
          {locale === page.locale && <Icon shape={check} />}
        </MenuLink>
      ))}
      <MenuTitle>{t("shell.nav.appearance")}</MenuTitle>
      {THEMES.map((one) => (
        <MenuButton key={one.theme} onPress={() => page.theme.set(one.theme)}>
          <Icon shape={one.shape} />
          <span className="grow">{t(`shell.nav.${one.label}`)}</span>
          {one.theme === theme && <Icon shape={check} label="✓" />}
        </MenuButton>
      ))}
    </>
  );
}
