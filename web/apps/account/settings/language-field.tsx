/** The language of the account and of its pages. A choice alone changes nothing: by keyboard a reader passes others on the way. */
import { useState } from "react";
import { languageName } from "#contract/platform/language-names.ts";
import { LOCALES, localeOf } from "#contract/platform/locales.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLanguageChange } from "#sdk/state/use-language.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";

export function LanguageField() {
  const page = usePage();
  const t = useT();
  const change = useLanguageChange();
  const [locale, setLocale] = useState(page.locale);
  const save = useAction(() => change(locale, localized(locale, splitLocale(page.url).rest)));
  return (
    <Field label={t("shell.nav.language")}>
      {(ids) => (
        <div className="flex flex-wrap gap-2">
          <div className="min-w-48 grow">
            <Select {...ids} value={locale} onChange={({ target }) => setLocale(localeOf(target.value))}>
              {LOCALES.map((one) => (
                <option key={one} value={one} lang={one}>
                  {languageName(one)}
                </option>
              ))}
            </Select>
          </div>
          <Button
            look="secondary"
            disabled={locale === page.locale}
            isBusy={save.isRunning}
            onClick={() => void save.run()}
          >
            {t("account.look.change_language")}
          </Button>
        </div>
      )}
    </Field>
  );
}
