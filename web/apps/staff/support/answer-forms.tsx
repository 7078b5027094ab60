/** The answer, with canned replies that are filled for the ticket; and a note for the staff. */
import { useState } from "react";
import { TICKET_TEXT_MAX } from "#contract/reach/support/names.ts";
import type { UploadedTicketFile } from "#contract/reach/support/support.ts";
import type { OpenedTicket } from "#contract/staff/support.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { isDeclined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { TicketFiles } from "#widgets/ticket-files.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";

type Props = { readonly opened: OpenedTicket; readonly onChange: (opened: OpenedTicket) => void };

export function AnswerForms({ opened, onChange }: Props) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly UploadedTicketFile[]>([]);
  const [hasNews, setNews] = useState(false);
  const { number, lastSeq } = opened;
  const params = { number };
  const answer = useAction(
    async (words: string, after: number, solves: boolean) => {
      const { answerTicket, openTicketAsStaff } = await import("#contract/staff/support.ts");
      try {
        const body = { text: words, after, solves, files: files.map(({ id }) => id) };
        onChange((await page.call(answerTicket, { params, body })).data);
        setText("");
        setFiles([]);
        setNews(false);
        page.toast("success", t("support.staff.answered"));
      } catch (error) {
        if (!isDeclined(error) || error.code !== "support.answered_meanwhile") throw error;
        // What was written meanwhile is shown, and what is typed stays: a second press confirms it.
        onChange((await page.call(openTicketAsStaff, { params })).data);
        setNews(true);
      }
    },
    { fields: ["text", "files"] },
  );
  const isReady = hasLetters(text, 1);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={() => isReady && void answer.run(trimmed(text), lastSeq, false)}
      >
        {hasNews && <Alert kind="warning">{t("support.staff.meanwhile")}</Alert>}
        <CannedReplies opened={opened} onUse={setText} />
        <Field label={t("support.staff.answer")} error={answer.refusal?.fault("text")}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={5}
              dir="auto"
              maxLength={TICKET_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <TicketFiles files={files} onChange={setFiles} error={answer.refusal?.fault("files")} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!isReady} isBusy={answer.isRunning}>
            {t("support.staff.answer_send")}
          </Button>
          <Button
            look="secondary"
            disabled={!isReady}
            isBusy={answer.isRunning}
            onClick={() => void answer.run(trimmed(text), lastSeq, true)}
          >
            {t("support.staff.answer_solve")}
          </Button>
        </div>
      </Form>
      <NoteForm opened={opened} onChange={onChange} />
    </div>
  );
}

type CannedProps = { readonly opened: OpenedTicket; readonly onUse: (text: string) => void };

function CannedReplies({ opened: { replies, lang }, onUse }: CannedProps) {
  const t = useT();
  const [key, setKey] = useState("");
  const chosen = replies.find((one) => one.key === key);
  if (replies.length === 0) return <p className="text-xs text-muted">{t("support.staff.canned_none")}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Field label={t("support.staff.canned")}>
        {(ids) => (
          <Select {...ids} value={key} onChange={(event) => setKey(event.target.value)}>
            <option value="">{t("support.staff.canned_choose")}</option>
            {replies.map((one) => (
              <option key={one.key} value={one.key}>
                {one.locale === lang ? one.title : `${one.title} (${t("support.staff.canned_english")})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {chosen && (
        <figure className="grid gap-2 rounded-lg bg-sunken p-3 text-sm">
          <figcaption className="text-xs text-muted">{t("support.staff.preview")}</figcaption>
          <blockquote dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {chosen.text}
          </blockquote>
          <Button
            size="sm"
            look="secondary"
            className="justify-self-start"
            onClick={() => {
              onUse(chosen.text);
              setKey("");
            }}
          >
            {t("support.staff.use")}
          </Button>
        </figure>
      )}
    </div>
  );
}

function NoteForm({ opened: { number }, onChange }: Props) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState("");
  const note = useAction(
    async (words: string) => {
      const { noteOnTicket } = await import("#contract/staff/support.ts");
      onChange((await page.call(noteOnTicket, { params: { number }, body: { text: words } })).data);
      setText("");
      page.toast("success", t("support.staff.noted"));
    },
    { fields: ["text"] },
  );
  const isReady = hasLetters(text, 1);
  return (
    <details className="rounded-lg border border-dashed border-edge p-3">
      <summary className="cursor-pointer text-sm font-medium">{t("support.staff.note")}</summary>
      <Form className="mt-3 grid gap-3" onSubmit={() => isReady && void note.run(trimmed(text))}>
        <Field label={t("support.staff.note")} hint={t("support.staff.note_hint")} error={note.refusal?.fault("text")}>
          {(ids) => (
            <TextArea
              {...ids}
              dir="auto"
              maxLength={TICKET_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          look="secondary"
          className="justify-self-start"
          disabled={!isReady}
          isBusy={note.isRunning}
        >
          {t("support.staff.add_note")}
        </Button>
      </Form>
    </details>
  );
}
