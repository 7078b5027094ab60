/** How somebody's emails are written: in which language, and with which phrase that only they and we know. */
import { useState } from "react";
import { LOCALES, type Locale } from "#contract/page.ts";
import { LANGUAGE_NAMES } from "#sdk/brand.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Input, Select } from "#ui/input.tsx";

const MOST_PHRASE = 40;

export function MailFields(first: { mailPhrase: string; language: Locale }) {
  const page = usePage();
  const t = useT();
  const [phrase, setPhrase] = useState(first.mailPhrase);
  const [language, setLanguage] = useState(first.language);
  const save = useAction(
    async (body: { mail_phrase: string; locale: Locale }) => {
      const { saveSettings } = await import("#contract/accounts.ts");
      await page.call(saveSettings, { body });
      page.toast("success", t("account.saved"));
    },
    { fields: ["mail_phrase"] },
  );
  return (
    <Form
      className="grid gap-4 border-t border-line pt-4"
      onSubmit={() => void save.run({ mail_phrase: phrase.trim(), locale: language })}
    >
      <Field label={t("account.notify.language")}>
        {(ids) => (
          <Select
            {...ids}
            value={language}
            onChange={(event) => setLanguage(LOCALES.find((one) => one === event.target.value) ?? language)}
          >
            {LOCALES.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {LANGUAGE_NAMES[locale]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t("account.notify.phrase")}
        hint={t("account.notify.phrase_hint")}
        aside={`${phrase.length}/${MOST_PHRASE}`}
        error={save.refusal?.fault("mail_phrase")}
      >
        {(ids) => (
          <Input
            {...ids}
            maxLength={MOST_PHRASE}
            autoComplete="off"
            value={phrase}
            onChange={(event) => setPhrase(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start" isBusy={save.isRunning}>
        {t("account.save")}
      </Button>
    </Form>
  );
}
