/** The thread of a ticket as its person has it: messages, files, a reply, solving, and the rating. */
import { useState } from "react";
import { TICKET_TEXT_MAX } from "#contract/reach/support/names.ts";
import type { TicketMessage, TicketThread, UploadedTicketFile } from "#contract/reach/support/support.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { TicketFiles } from "#widgets/ticket-files.tsx";
import { RatingForm } from "./rating-form.tsx";
import { ClockNotice } from "./ticket/clock.tsx";
import { STATUS_TONES } from "./ticket/list.tsx";

type Written = { readonly text: string; readonly files: string[] };
type Rating = { readonly score: number; readonly text: string };

/** What the reader may do: by their session, or by the link of a guest. */
export type TicketActs = {
  write: (written: Written) => Promise<TicketThread>;
  solve: () => Promise<TicketThread>;
  rate: (rating: Rating) => Promise<TicketThread>;
};

type Props = {
  readonly ticket: TicketThread;
  readonly acts: TicketActs;
  readonly onChange: (ticket: TicketThread) => void;
  readonly token?: string;
};

export function Thread({ ticket, acts, onChange, token }: Props) {
  const page = usePage();
  const t = useT();
  const { mergedInto, status, object } = ticket;
  return (
    <>
      <header className="grid gap-1">
        <h1 className="flex flex-wrap items-center gap-3 text-2xl font-bold tracking-tight">
          {t(`support.topic.${ticket.topic}`)}
          <Badge tone={STATUS_TONES[status]}>{t(`support.status.${status}`)}</Badge>
        </h1>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{t("support.tickets.number", { number: ticket.number })}</span>
          {object && <span>{t(`support.object.${object.kind}`, { ref: object.ref })}</span>}
        </p>
      </header>
      {mergedInto ? (
        <Alert kind="info">
          {t.rich("support.thread.merged", {
            link: () => <MergedLink key="link" number={mergedInto} isGuest={token !== undefined} />,
          })}
        </Alert>
      ) : (
        <ClockNotice ticket={ticket} />
      )}
      <ol aria-label={t("support.thread.messages")} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {ticket.messages.map((message) => (
          <li key={message.seq}>
            <Message message={message} />
          </li>
        ))}
      </ol>
      {(status === "solved" || status === "closed") && !mergedInto && (
        <RatingForm rating={ticket.rating} onRate={async (rating) => onChange(await acts.rate(rating))} />
      )}
      {status !== "closed" && (
        <ReplyForm ticket={ticket} acts={acts} onChange={onChange} {...(token ? { token } : {})} />
      )}
      {token === undefined && (
        <p>
          <a
            className="inline-flex min-h-11 items-center text-sm underline"
            href={page.href("supportTickets", undefined)}
          >
            {t("support.thread.back")}
          </a>
        </p>
      )}
    </>
  );
}

/** A guest has a link of its own to each ticket, in an email. */
function MergedLink({ number, isGuest }: { readonly number: string; readonly isGuest: boolean }) {
  const page = usePage();
  if (isGuest) return <bdi>{number}</bdi>;
  return (
    <a className="underline" href={page.href("supportTicket", { number })}>
      {number}
    </a>
  );
}

function Message({ message }: { readonly message: TicketMessage }) {
  const t = useT();
  const { author, step, text, files, at } = message;
  if (step)
    return (
      <p className="text-center text-xs text-muted" data-step={step}>
        {t(`support.thread.step.${step}`)} · <LocalTime at={at} />
      </p>
    );
  return (
    <Card
      className={`grid grid-cols-[minmax(0,1fr)] gap-2 p-4 text-sm ${author === "staff" ? "me-6 border-brand sm:me-16" : "ms-6 sm:ms-16"}`}
      data-author={author}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-2 text-xs text-muted">
        <span className="font-semibold text-ink">
          {t(author === "staff" ? "support.thread.support" : "support.thread.you")}
        </span>
        <LocalTime at={at} />
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
      {files.map((file) => (
        <a
          key={file.url}
          className="inline-flex min-h-11 items-center underline"
          href={file.url}
          target="_blank"
          rel="noreferrer"
        >
          <bdi>{file.name}</bdi>
        </a>
      ))}
    </Card>
  );
}

function ReplyForm({ ticket, acts, onChange, token }: Props) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly UploadedTicketFile[]>([]);
  const send = useAction(
    async (words: string, sent: readonly UploadedTicketFile[]) => {
      onChange(await acts.write({ text: words, files: sent.map(({ id }) => id) }));
      setText("");
      setFiles([]);
    },
    { fields: ["text", "files"] },
  );
  const solve = useAction(async () => {
    onChange(await acts.solve());
    page.toast("success", t("support.thread.solved"));
  });
  const isSolved = ticket.status === "solved";
  const isReady = hasLetters(text, 3);
  return (
    <Card className="p-5">
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={() => isReady && void send.run(trimmed(text), files)}
      >
        <Field
          label={t("support.thread.reply")}
          hint={t(isSolved ? "support.thread.reopen" : "support.form.text_hint")}
          error={send.refusal?.fault("text")}
        >
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
        <TicketFiles
          files={files}
          onChange={setFiles}
          error={send.refusal?.fault("files")}
          {...(token ? { token } : {})}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!isReady} isBusy={send.isRunning}>
            {t("support.thread.send")}
          </Button>
          {!isSolved && (
            <Button look="secondary" isBusy={solve.isRunning} onClick={() => void solve.run()}>
              {t("support.thread.solve")}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
