/** A ticket that is open to the reader: its thread with notes, what staff can do, and a column of facts. */
import { useState } from "react";
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import type { OpenedTicket, StaffTicketRow } from "#contract/staff/support.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { AnswerForms } from "./answer-forms.tsx";
import { HandOverDialog, LookDialog, MergeDialog } from "./dialogs.tsx";
import { PersonCard } from "./person-card.tsx";
import { TicketFacts } from "./ticket-facts.tsx";

type Props = {
  readonly opened: OpenedTicket;
  readonly onChange: (opened: OpenedTicket | null) => void;
  readonly onClose: () => void;
  readonly onOther: (row: StaffTicketRow) => void;
};

type Asked = "hand_over" | "merge" | "look";

export function OpenedTicketCard({ opened, onChange, onClose, onOther }: Props) {
  const page = usePage();
  const t = useT();
  const [asked, ask] = useState<Asked | null>(null);
  const [person, setPerson] = useState<StaffPerson | null>(null);
  const { number, status, lastSeq } = opened;
  const solve = useAction(async (after: number) => {
    const { solveTicketAsStaff } = await import("#contract/staff/support.ts");
    onChange((await page.call(solveTicketAsStaff, { params: { number }, body: { after } })).data);
    page.toast("success", t("support.staff.solved"));
  });
  const isClosed = status === "closed";
  const close = () => ask(null);
  return (
    <Card
      className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start"
      data-opened={number}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
            {t(`support.topic.${opened.topic}`)} <bdi className="font-mono text-sm">{number}</bdi>
            <Badge>{t(`support.staff.is.${status}`)}</Badge>
          </h2>
          <Button size="sm" look="secondary" onClick={onClose}>
            {t("support.staff.close")}
          </Button>
        </div>
        <StaffThread opened={opened} />
        {!isClosed && (
          <>
            <AnswerForms opened={opened} onChange={onChange} />
            <div className="flex flex-wrap gap-2 border-t border-line pt-4">
              {status !== "solved" && (
                <Button look="secondary" isBusy={solve.isRunning} onClick={() => void solve.run(lastSeq)}>
                  {t("support.staff.solve")}
                </Button>
              )}
              <Button look="secondary" onClick={() => ask("hand_over")}>
                {t("support.staff.hand_over")}
              </Button>
              {opened.others.length > 0 && (
                <Button look="secondary" onClick={() => ask("merge")}>
                  {t("support.staff.merge")}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TicketFacts opened={opened} onOther={onOther} />
        {person ? (
          <PersonCard person={person} />
        ) : (
          <Button look="secondary" onClick={() => ask("look")}>
            {t("support.staff.look")}
          </Button>
        )}
      </div>
      {asked === "hand_over" && <HandOverDialog number={number} onDone={() => onChange(null)} onClose={close} />}
      {asked === "merge" && <MergeDialog opened={opened} onMerged={onChange} onClose={close} />}
      {asked === "look" && <LookDialog number={number} onFound={setPerson} onClose={close} />}
    </Card>
  );
}

function StaffThread({ opened: { messages } }: { readonly opened: OpenedTicket }) {
  const t = useT();
  return (
    <ol aria-label={t("support.thread.messages")} className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {messages.map(({ seq, author, isNote, by, step, text, files, at }) => (
        <li
          key={seq}
          data-author={author}
          className={`grid grid-cols-[minmax(0,1fr)] gap-1 rounded-lg p-3 ${isNote ? "border border-dashed border-edge bg-warn-soft" : author === "person" ? "bg-sunken" : "border border-line"}`}
        >
          <p className="flex flex-wrap items-baseline gap-2 text-xs text-muted">
            {isNote && <Badge tone="warn">{t("support.staff.note")}</Badge>}
            <span className="font-semibold text-ink">
              {author === "person" ? t("support.staff.person") : <bdi>{by}</bdi>}
            </span>
            <LocalTime at={at} />
          </p>
          {step ? (
            <p className="text-muted">{t(`support.staff.step.${step}`)}</p>
          ) : (
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </p>
          )}
          {files.map((file) => (
            <a key={file.url} className="underline" href={file.url} target="_blank" rel="noreferrer">
              <bdi>{file.name}</bdi>
            </a>
          ))}
        </li>
      ))}
    </ol>
  );
}
