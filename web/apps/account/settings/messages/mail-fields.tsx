/** Settings of emails about unread messages: interval, language and anti-phishing phrase. */
import { useState } from "react";
import type { NotificationSettings } from "#contract/reach/notifications.ts";
import { languageName } from "#contract/platform/language-names.ts";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { CountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

const MOST_PHRASE = 40;

type Saved = { notify_trade_messages_interval: string; locale: Locale; mail_phrase: string };
type Part = { readonly value: string; readonly onChange: (value: string) => void; readonly fault?: string | undefined };

export function MailFields(first: Pick<NotificationSettings, "mailPhrase" | "language" | "interval" | "mostInterval">) {
  const page = usePage();
  const t = useT();
  const [form, setForm] = useState<Saved>({
    notify_trade_messages_interval: String(first.interval),
    locale: first.language,
    mail_phrase: first.mailPhrase,
  });
  const save = useAction(
    async (body: Saved) => {
      const { saveSettings } = await import("#contract/people/accounts.ts");
      await page.call(saveSettings, { body: { ...body, mail_phrase: trimmed(body.mail_phrase) } });
      page.toast("success", t("account.profile_has_been_updated"));
    },
    { fields: ["mail_phrase", "notify_trade_messages_interval"], beside: t("account.not_saved") },
  );
  const part = (name: keyof Saved): Part => ({
    value: form[name],
    onChange: (value) => setForm({ ...form, [name]: value }),
    fault: save.refusal?.fault(name),
  });
  return (
    <Form className="grid gap-4" onSubmit={() => void save.run(form)}>
      <IntervalField {...part("notify_trade_messages_interval")} most={first.mostInterval} />
      <LanguageField {...part("locale")} />
      <PhraseField {...part("mail_phrase")} />
      <Button type="submit" className="justify-self-start" isBusy={save.isRunning}>
        {t("account.save")}
      </Button>
    </Form>
  );
}

function IntervalField({ value, onChange, fault, most }: Part & { readonly most: number }) {
  const t = useT();
  return (
    <Field label={t("account.notify.interval")} hint={t("account.notify.interval_hint", { max: most })} error={fault}>
      {(ids) => <CountInput {...ids} value={value} onValue={onChange} />}
    </Field>
  );
}

function LanguageField({ value, onChange }: Part) {
  const t = useT();
  return (
    <Field label={t("account.notify.language")}>
      {(ids) => (
        <Select {...ids} value={value} onChange={({ target }) => onChange(target.value)}>
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {languageName(locale)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function PhraseField({ value, onChange, fault }: Part) {
  const t = useT();
  return (
    <Field
      label={t("account.notify.phrase")}
      hint={t("account.notify.phrase_hint")}
      aside={`${value.length}/${MOST_PHRASE}`}
      error={fault}
    >
      {(ids) => (
        <Input
          {...ids}
          maxLength={MOST_PHRASE}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
