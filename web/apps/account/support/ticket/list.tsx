/** The reader's tickets with their clocks, the newest first. */
import type { TicketRow } from "#contract/reach/support/support.ts";
import type { TicketStatus } from "#contract/reach/support/names.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { chat } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { ClockLine } from "./clock.tsx";

export const STATUS_TONES: Readonly<Record<TicketStatus, Tone>> = {
  new: "info",
  open: "info",
  waiting: "warn",
  solved: "good",
  closed: "neutral",
};

type Props = { readonly tickets: readonly TicketRow[]; readonly next: string | null };

export function TicketList({ tickets, next }: Props) {
  const page = usePage();
  const t = useT();
  const base = page.href("supportTickets", undefined);
  if (tickets.length === 0)
    return (
      <EmptyState
        shape={chat}
        title={t("support.tickets.none")}
        action={<LinkButton href={page.href("support", undefined)}>{t("support.tickets.write")}</LinkButton>}
      >
        {t("support.tickets.none_text")}
      </EmptyState>
    );
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {tickets.map((ticket) => (
          <li key={ticket.number}>
            <Card className="grid gap-2 p-4 text-sm">
              <p className="flex flex-wrap items-center justify-between gap-2">
                <a
                  className="inline-flex min-h-11 items-center font-semibold underline"
                  href={page.href("supportTicket", { number: ticket.number })}
                >
                  {t(`support.topic.${ticket.topic}`)}
                </a>
                <Badge tone={STATUS_TONES[ticket.status]}>{t(`support.status.${ticket.status}`)}</Badge>
              </p>
              <p className="flex flex-wrap gap-x-4 gap-y-1">
                <span className="text-muted">{t("support.tickets.number", { number: ticket.number })}</span>
                {ticket.object && (
                  <span className="text-muted">
                    {t(`support.object.${ticket.object.kind}`, { ref: ticket.object.ref })}
                  </span>
                )}
                <span className="text-muted">
                  <LocalTime at={ticket.openedAt} />
                </span>
                <ClockLine ticket={ticket} />
              </p>
            </Card>
          </li>
        ))}
      </ul>
      <Pager
        label={t("support.view.tickets")}
        place={null}
        back={null}
        on={next ? { href: `${base}?after=${next}`, label: t("support.tickets.older") } : null}
      />
    </>
  );
}
