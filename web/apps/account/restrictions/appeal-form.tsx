/** The appeal against a restriction: possible once, so only its own button sends it. */
import { useState } from "react";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

/** As contract/compliance/restrictions.ts, which reads requests and is no part of the screen. */
const [MIN, MAX] = [20, 2000];

export function AppealForm({ caseNumber, onSent }: { caseNumber: string; onSent: () => void }) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState("");
  const [isShort, setShort] = useState(false);
  const send = useAction(
    async (words: string) => {
      const { appealRestriction } = await import("#contract/compliance/restrictions.ts");
      await page.call(appealRestriction, { body: { case_number: caseNumber, text: words } });
      page.toast("success", t("restrictions.own.sent"));
      onSent();
    },
    { fields: ["text"] },
  );
  const submit = () => {
    const words = trimmed(text);
    const isEnough = hasLetters(words, MIN);
    setShort(!isEnough);
    if (isEnough) void send.run(words);
  };
  const error = isShort ? t("restrictions.own.short", { min: MIN }) : send.refusal?.fault("text");
  return (
    <Form className="grid content-start gap-4" onSubmit={submit}>
      <Field
        label={t("restrictions.own.appeal")}
        hint={t("restrictions.own.hint", { min: MIN, max: MAX })}
        error={error}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={6}
            value={text}
            maxLength={MAX}
            onChange={(event) => {
              setText(event.target.value);
              setShort(false);
            }}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start" isBusy={send.isRunning}>
        {t("restrictions.own.send")}
      </Button>
    </Form>
  );
}
