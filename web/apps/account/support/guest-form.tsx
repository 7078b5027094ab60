/** Somebody who is signed out writes to support: words first, then a code that comes to the email. */
import { useState } from "react";
import type { SupportProps } from "#contract/reach/pages.ts";
import { type SupportTopic, TICKET_TEXT_MAX } from "#contract/reach/support/names.ts";
import { EMAIL_MAX } from "#contract/platform/lengths.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { leave } from "#sdk/state/leave.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CODE_LENGTH, CodeInput } from "#ui/forms/code-input.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, TextArea } from "#ui/forms/input.tsx";
import { Suggestions } from "./suggestions.tsx";
import { TopicField } from "./topic-field.tsx";

type Typed = { readonly topic: SupportTopic | ""; readonly text: string; readonly email: string };
type Sent = { readonly secret: string; readonly validMinutes: number };

export function GuestForm({ chosen }: Pick<SupportProps, "chosen">) {
  const page = usePage();
  const t = useT();
  const [typed, setTyped] = useState<Typed>({ topic: chosen.topic, text: "", email: "" });
  const [sent, setSent] = useState<Sent | null>(null);
  const ask = useAction(
    async (address: string) => {
      const { sendGuestCode } = await import("#contract/reach/support/support.ts");
      setSent((await page.call(sendGuestCode, { body: { email: address, locale: page.locale } })).data);
    },
    { fields: ["email"], quiet: true },
  );
  const isReady = typed.topic !== "" && hasLetters(typed.text, 3) && typed.email.includes("@");
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 sm:p-6">
      <p className="text-sm text-muted">{t("support.form.lead")}</p>
      <Alert kind="info" size="sm">
        {t.rich("support.form.signed_in_first", {
          link: (chunks) => (
            <a key="link" className="font-semibold underline" href={page.href("login", undefined)}>
              {chunks}
            </a>
          ),
        })}
      </Alert>
      {sent ? (
        <CodeForm sent={sent} typed={typed} onBack={() => setSent(null)} />
      ) : (
        <Form
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={() => isReady && void ask.run(trimmed(typed.email))}
        >
          {ask.refusal && !ask.refusal.fault("email") && <Alert kind="danger">{ask.refusal.message}</Alert>}
          <TopicField topic={typed.topic} onChange={(topic) => setTyped({ ...typed, topic })} />
          <Field label={t("support.form.text")} hint={t("support.form.text_hint")}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={6}
                required
                dir="auto"
                maxLength={TICKET_TEXT_MAX}
                value={typed.text}
                onChange={(event) => setTyped({ ...typed, text: event.target.value })}
              />
            )}
          </Field>
          <Suggestions topic={typed.topic} text={typed.text} />
          <Field
            label={t("support.form.email")}
            hint={t("support.form.email_hint")}
            error={ask.refusal?.fault("email")}
          >
            {(ids) => (
              <Input
                {...ids}
                type="email"
                autoComplete="email"
                required
                dir="ltr"
                maxLength={EMAIL_MAX}
                value={typed.email}
                onChange={(event) => setTyped({ ...typed, email: event.target.value })}
              />
            )}
          </Field>
          <Button type="submit" size="lg" wide disabled={!isReady} isBusy={ask.isRunning}>
            {t("support.form.get_code")}
          </Button>
        </Form>
      )}
    </Card>
  );
}

type CodeProps = { readonly sent: Sent; readonly typed: Typed; readonly onBack: () => void };

/** The ticket opens where its link does: it can be kept, and opened again. */
function CodeForm({ sent, typed, onBack }: CodeProps) {
  const page = usePage();
  const t = useT();
  const [code, setCode] = useState("");
  const email = trimmed(typed.email);
  const open = useAction(
    async (digits: string, { topic, text }: Typed) => {
      if (topic === "") return;
      const { openGuestTicket } = await import("#contract/reach/support/support.ts");
      const body = { secret: sent.secret, code: digits, email, topic, text: trimmed(text), locale: page.locale };
      const { data } = await page.call(openGuestTicket, { body });
      await leave(`${page.href("supportGuest", undefined)}#${data.token}`);
    },
    { fields: ["code"], quiet: true },
  );
  const { refusal } = open;
  return (
    <Form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={() => code.length === CODE_LENGTH && void open.run(code, typed)}
    >
      <p className="text-sm [overflow-wrap:anywhere]">
        {t("support.form.code_sent", { email, minutes: sent.validMinutes })}
      </p>
      {refusal && !refusal.fault("code") && <Alert kind="danger">{refusal.message}</Alert>}
      <Field label={t("support.form.code")} error={refusal?.fault("code")}>
        {(ids) => (
          <CodeInput
            {...ids}
            required
            value={code}
            onCode={setCode}
            onFull={(digits) => void open.run(digits, typed)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={code.length !== CODE_LENGTH} isBusy={open.isRunning}>
          {t("support.form.send")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("support.form.another_email")}
        </Button>
      </div>
    </Form>
  );
}
