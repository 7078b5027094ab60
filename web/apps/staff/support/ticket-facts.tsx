/** The facts of an opened ticket: its clocks, who has it, other tickets of the same person, and its history. */
import type { ReactNode } from "react";
import { languageName } from "#contract/platform/language-names.ts";
import type { OpenedTicket, StaffTicketRow } from "#contract/staff/support.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { wordFor } from "./ticket-table.tsx";

type Props = { readonly opened: OpenedTicket; readonly onOther: (row: StaffTicketRow) => void };

export function TicketFacts({ opened, onOther }: Props) {
  const t = useT();
  const { object, answerBy, solveBy, answeredAt, rating, ratingText, mergedInto } = opened;
  const when = (at: string) => <LocalTime at={at} />;
  const rows: (readonly [string, ReactNode] | null)[] = [
    [t("support.staff.person"), opened.username ?? t("support.staff.guest")],
    opened.email ? [t("support.staff.facts.email"), opened.email] : null,
    object ? [t("support.staff.facts.object"), t(`support.object.${object.kind}`, { ref: object.ref })] : null,
    [t("support.staff.facts.priority"), t(`support.staff.priority.${opened.priority}`)],
    [t("support.staff.facts.lang"), languageName(opened.lang)],
    [t("support.staff.facts.opened"), when(opened.openedAt)],
    answerBy ? [t("support.staff.facts.answer_by"), when(answerBy)] : null,
    solveBy ? [t("support.staff.facts.solve_by"), when(solveBy)] : null,
    answeredAt ? [t("support.staff.facts.answered"), when(answeredAt)] : null,
    [t("support.staff.facts.assigned"), opened.assigned.join(", ")],
    mergedInto ? [t("support.staff.facts.merged"), mergedInto] : null,
    rating ? [t("support.staff.facts.rating"), t("support.staff.facts.score", { score: rating })] : null,
  ];
  return (
    <section className="grid gap-4">
      {opened.isLate && (
        <p>
          <Badge tone="bad">{t("support.staff.late")}</Badge>
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
        <FactRows rows={rows.filter((row) => row !== null)} />
      </dl>
      {ratingText && (
        <p dir="auto" className="rounded-lg bg-sunken p-3 text-sm [overflow-wrap:anywhere]">
          {ratingText}
        </p>
      )}
      {opened.others.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">{t("support.staff.facts.others")}</h3>
          <ul className="grid gap-1">
            {opened.others.map((row) => (
              <li key={row.number} className="flex items-center justify-between gap-2 text-sm">
                <span>
                  {t(`support.topic.${row.topic}`)}{" "}
                  <span className="text-xs text-muted">{t(`support.staff.is.${row.status}`)}</span>
                </span>
                <Button size="sm" look="quiet" onClick={() => onOther(row)}>
                  {t(wordFor(row))}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{t("support.staff.facts.history")}</h3>
        <ol className="grid gap-1 text-xs text-muted">
          {opened.events.map((event) => (
            <li key={`${event.kind} ${event.at} ${event.by}`} className="[overflow-wrap:anywhere]">
              <span className="text-ink">{t(`support.staff.event.${event.kind}`)}</span>
              {event.by && (
                <>
                  {" "}
                  <bdi>{event.by}</bdi>
                </>
              )}
              {event.detail && <bdi> ({event.detail})</bdi>} · <LocalTime at={event.at} />
            </li>
          ))}
        </ol>
      </section>
    </section>
  );
}
