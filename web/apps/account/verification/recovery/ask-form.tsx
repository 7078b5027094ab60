/** Which account, where the answer goes, and what happened. What it answers is the same for every account. */
import { useState } from "react";
import { EMAIL_MAX } from "#contract/platform/lengths.ts";
import { STORY_MAX, STORY_MIN } from "#contract/compliance/recovery/names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, TextArea } from "#ui/forms/input.tsx";
import type { OpenCase } from "./open-case.ts";

type Typed = { readonly account: string; readonly email: string; readonly story: string };

export function AskForm({ onBegun }: { readonly onBegun: (begun: OpenCase) => void }) {
  const page = usePage();
  const t = useT();
  const [typed, setTyped] = useState<Typed>({ account: "", email: "", story: "" });
  const ask = useAction(
    async ({ account, email, story }: Typed) => {
      const { startRecovery } = await import("#contract/compliance/recovery/recovery.ts");
      const body = { account: trimmed(account), email: trimmed(email), story: trimmed(story), locale: page.locale };
      onBegun((await page.call(startRecovery, { body })).data);
    },
    { quiet: true },
  );
  const { refusal } = ask;
  const isAtField = refusal?.fault("account") ?? refusal?.fault("email") ?? refusal?.fault("story");
  return (
    <Form className="grid gap-4" onSubmit={() => void ask.run(typed)}>
      <Alert kind="info" size="sm">
        {t("recovery.ask.needs")}
      </Alert>
      {refusal && !isAtField && <Alert kind="danger">{refusal.message}</Alert>}
      <Field label={t("recovery.ask.account")} hint={t("recovery.ask.account_hint")} error={refusal?.fault("account")}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            required
            maxLength={EMAIL_MAX}
            dir="ltr"
            value={typed.account}
            onChange={(event) => setTyped({ ...typed, account: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("recovery.ask.email")} hint={t("recovery.ask.email_hint")} error={refusal?.fault("email")}>
        {(ids) => (
          <Input
            {...ids}
            type="email"
            autoComplete="email"
            required
            maxLength={EMAIL_MAX}
            dir="ltr"
            value={typed.email}
            onChange={(event) => setTyped({ ...typed, email: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("recovery.ask.story")} hint={t("recovery.ask.story_hint")} error={refusal?.fault("story")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={5}
            required
            minLength={STORY_MIN}
            maxLength={STORY_MAX}
            value={typed.story}
            onChange={(event) => setTyped({ ...typed, story: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" size="lg" wide disabled={!hasLetters(typed.story, STORY_MIN)} isBusy={ask.isRunning}>
        {t("recovery.ask.next")}
      </Button>
    </Form>
  );
}
