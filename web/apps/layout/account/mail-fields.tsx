/** When unread messages are told, in which language, and with which phrase that only the reader and we know. */
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

const MOST_MINUTES = 1440;

export function MailFields(first: { mailPhrase: string; language: Locale; interval: number }) {
  const page = usePage();
  const t = useT();
  const [phrase, setPhrase] = useState(first.mailPhrase);
  const [language, setLanguage] = useState(first.language);
  const [minutes, setMinutes] = useState(String(first.interval));
  const save = useAction(
    async (body: { mail_phrase: string; locale: Locale; notify_trade_messages_interval: string }) => {
      const { saveSettings } = await import("#contract/accounts.ts");
      await page.call(saveSettings, { body });
      page.toast("success", t("account.saved"));
    },
    { fields: ["mail_phrase", "notify_trade_messages_interval"] },
  );
  return (
    <Form
      className="grid gap-4 border-t border-line pt-4"
      onSubmit={() =>
        void save.run({
          mail_phrase: phrase.trim(),
          locale: language,
          notify_trade_messages_interval: minutes,
        })
      }
    >
      <Field
        label={t("account.notify.interval")}
        hint={t("account.notify.interval_hint", { max: MOST_MINUTES })}
        error={save.refusal?.fault("notify_trade_messages_interval")}
      >
        {(ids) => (
          <Input
            {...ids}
            inputMode="numeric"
            autoComplete="off"
            value={minutes}
            onChange={(event) => setMinutes(event.target.value.replace(/\D/g, ""))}
          />
        )}
      </Field>
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
