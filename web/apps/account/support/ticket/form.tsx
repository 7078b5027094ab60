/** Somebody who is signed in writes to support: the topic, what of their own it is about, words and files. */
import { useState } from "react";
import type { SupportProps } from "#contract/reach/pages.ts";
import { type SupportTopic, TICKET_TEXT_MAX } from "#contract/reach/support/names.ts";
import type { ObjectChoice, SupportObject, UploadedTicketFile } from "#contract/reach/support/support.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { TicketFiles } from "#widgets/ticket-files.tsx";
import { Suggestions } from "../suggestions.tsx";
import { TopicField } from "../topic-field.tsx";

type Typed = { readonly topic: SupportTopic; readonly text: string; readonly object: SupportObject | null };

export function TicketForm({ objects, chosen }: Pick<SupportProps, "objects" | "chosen">) {
  const page = usePage();
  const t = useT();
  const [topic, setTopic] = useState<SupportTopic | "">(chosen.topic);
  const [object, setObject] = useState<SupportObject | null>(chosen.object);
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly UploadedTicketFile[]>([]);
  const send = useAction(
    async (typed: Typed, sent: readonly UploadedTicketFile[]) => {
      const { openTicket } = await import("#contract/reach/support/support.ts");
      const body = {
        ...{ topic: typed.topic, text: trimmed(typed.text), files: sent.map(({ id }) => id) },
        ...(typed.object ? { object: typed.object } : {}),
      };
      const { data } = await page.call(openTicket, { body });
      page.toast("success", t("support.form.sent"));
      await page.go("supportTicket", { number: data.number });
    },
    { fields: ["text", "object", "files"], quiet: true },
  );
  const { refusal } = send;
  const isAtField = refusal?.fault("text") ?? refusal?.fault("object") ?? refusal?.fault("files");
  const isReady = topic !== "" && hasLetters(text, 3);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 sm:p-6">
      <p className="text-sm text-muted">{t("support.form.lead")}</p>
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={() => topic && isReady && void send.run({ topic, text, object }, files)}
      >
        {refusal && !isAtField && <Alert kind="danger">{refusal.message}</Alert>}
        <TopicField topic={topic} onChange={setTopic} />
        <ObjectField objects={objects} chosen={object} error={refusal?.fault("object")} onChange={setObject} />
        <Field label={t("support.form.text")} hint={t("support.form.text_hint")} error={refusal?.fault("text")}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={6}
              required
              dir="auto"
              maxLength={TICKET_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Suggestions topic={topic} text={text} />
        <TicketFiles files={files} onChange={setFiles} error={refusal?.fault("files")} />
        <Button type="submit" size="lg" wide disabled={!isReady} isBusy={send.isRunning}>
          {t("support.form.send")}
        </Button>
      </Form>
    </Card>
  );
}

type ObjectProps = {
  readonly objects: readonly ObjectChoice[];
  readonly chosen: SupportObject | null;
  readonly error: string | undefined;
  readonly onChange: (object: SupportObject | null) => void;
};

const keyOf = ({ kind, ref }: SupportObject) => `${kind}:${ref}`;

/** What the address names is there too, however old it is. */
function ObjectField({ objects, chosen, error, onChange }: ObjectProps) {
  const t = useT();
  const listed: readonly SupportObject[] =
    chosen && !objects.some((one) => keyOf(one) === keyOf(chosen)) ? [chosen, ...objects] : objects;
  if (listed.length === 0) return null;
  return (
    <Field label={t("support.object.label")} error={error}>
      {(ids) => (
        <Select
          {...ids}
          value={chosen ? keyOf(chosen) : ""}
          onChange={({ target }) => onChange(listed.find((one) => keyOf(one) === target.value) ?? null)}
        >
          <option value="">{t("support.object.none")}</option>
          {listed.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {t(`support.object.${one.kind}`, { ref: one.ref })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
