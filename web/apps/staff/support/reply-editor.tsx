/** Writes a canned reply in one language, with a preview of what a reader gets. */
import { useState } from "react";
import { BRAND } from "#contract/platform/brand.ts";
import { languageName, LOCALES } from "#contract/platform/locales.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { TICKET_TEXT_MAX } from "#contract/reach/support/names.ts";
import { fillReply, REPLY_PLACEHOLDERS } from "#contract/staff/canned-replies.ts";
import type { CannedReplies, CannedReply } from "#contract/staff/support.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select, TextArea } from "#ui/forms/input.tsx";

type Props = {
  readonly first: CannedReply;
  readonly onSaved: (replies: CannedReplies) => void;
  readonly onClose: () => void;
};

export function ReplyEditor({ first, onSaved, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const [reply, setReply] = useState<CannedReply>({
    key: first.key,
    locale: first.locale,
    title: first.title,
    body: first.body,
  });
  const save = useAction(
    async (typed: CannedReply) => {
      const { saveCannedReply } = await import("#contract/staff/support.ts");
      onSaved((await page.call(saveCannedReply, { body: typed })).data);
      page.toast("success", t("support.staff.edit.saved"));
    },
    { fields: ["key", "title", "body"] },
  );
  const { key, locale, title, body } = reply;
  const fault = (name: string) => save.refusal?.fault(name);
  const isReady = key !== "" && hasLetters(title, 3) && hasLetters(body, 3);
  const names = REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(" ");
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 lg:grid-cols-2">
      <Form
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-3"
        onSubmit={() => isReady && void save.run({ ...reply, title: trimmed(title), body: trimmed(body) })}
      >
        <Field label={t("support.staff.edit.key")} hint={t("support.staff.edit.key_hint")} error={fault("key")}>
          {(ids) => (
            <Input
              {...ids}
              dir="ltr"
              maxLength={40}
              pattern="[a-z0-9][a-z0-9\-]*"
              value={key}
              onChange={(event) => setReply({ ...reply, key: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("support.staff.edit.locale")}>
          {(ids) => (
            <Select
              {...ids}
              value={locale}
              onChange={({ target }) =>
                setReply({ ...reply, locale: LOCALES.find((one) => one === target.value) ?? locale })
              }
            >
              {LOCALES.map((one) => (
                <option key={one} value={one}>
                  {languageName(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("support.staff.edit.name")} error={fault("title")}>
          {(ids) => (
            <Input
              {...ids}
              dir="auto"
              maxLength={80}
              value={title}
              onChange={(event) => setReply({ ...reply, title: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={t("support.staff.edit.body")}
          hint={t("support.staff.edit.placeholders", { names })}
          error={fault("body")}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={7}
              dir="auto"
              maxLength={TICKET_TEXT_MAX}
              value={body}
              onChange={(event) => setReply({ ...reply, body: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!isReady} isBusy={save.isRunning}>
            {t("support.staff.edit.save")}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("support.staff.close")}
          </Button>
        </div>
      </Form>
      <Preview body={body} />
    </Card>
  );
}

/** With made-up values. */
function Preview({ body }: Pick<CannedReply, "body">) {
  const t = useT();
  const sample = { name: "amara_k", number: "482109375512", topic: t("support.staff.edit.sample_topic"), brand: BRAND };
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-sm font-semibold">{t("support.staff.edit.preview")}</h3>
      <p dir="auto" className="rounded-lg bg-sunken p-4 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        {fillReply(body, sample)}
      </p>
    </section>
  );
}
