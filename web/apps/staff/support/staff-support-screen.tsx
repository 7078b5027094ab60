/** The queue of support by the nearest clock, what is past it first; a ticket that the reader has taken is open above. */
import { useState } from "react";
import { LOCALES, languageName } from "#contract/platform/locales.ts";
import { SUPPORT_PRIORITIES, SUPPORT_TOPICS } from "#contract/reach/support/names.ts";
import type { StaffSupportProps } from "#contract/staff/pages.ts";
import { SUPPORT_QUEUES } from "#contract/staff/support-queues.ts";
import type { OpenedTicket, StaffTicketRow, StaffTickets } from "#contract/staff/support.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { chat } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { queueHref, QueueFilters } from "../console/queue/filters.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { JoinDialog } from "./dialogs.tsx";
import { OpenedTicketCard } from "./opened-ticket.tsx";
import { NAV_TEXTS } from "../console/console-nav.tsx";
import { SupportFrame } from "./support-frame.tsx";
import { TicketTable } from "./ticket-table.tsx";

export const screen: PageScreen<"staff-support", typeof StaffSupportScreen> = {
  title: "support.staff.title",
  texts: [
    "support.staff",
    "support.topic",
    "support.object",
    "support.thread",
    "restrictions",
    "verification.kind",
    "verification.status",
    ...NAV_TEXTS,
    "console.filter",
  ],
};

export default function StaffSupportScreen({ queue, found: first, filters }: StaffSupportProps) {
  const page = usePage();
  const t = useT();
  const [opened, show] = useState<OpenedTicket | null>(null);
  const [joined, join] = useState<StaffTicketRow | null>(null);
  const { found, refresh } = useQueue<StaffTickets>({
    name: "staff-support",
    asked: { queue, ...filters },
    first,
    load: async (query) => {
      const { listStaffTickets } = await import("#contract/staff/support.ts");
      return (await page.call(listStaffTickets, { query })).data;
    },
  });
  const changed = (ticket: OpenedTicket | null) => {
    show(ticket);
    refresh();
  };
  const open = useAction(async ({ number, isAssigned, assignee }: StaffTicketRow) => {
    const { openTicketAsStaff, takeTicket } = await import("#contract/staff/support.ts");
    const params = { number };
    if (isAssigned) return changed((await page.call(openTicketAsStaff, { params })).data);
    if (assignee === null) return changed((await page.call(takeTicket, { params, body: {} })).data);
  });
  const begin = (row: StaffTicketRow) => (row.assignee && !row.isAssigned ? join(row) : void open.run(row));
  const base = page.href("staffSupport", undefined);
  const { after, ...values } = filters;
  const kept = queue === "open" ? "" : queue;
  return (
    <SupportFrame title={t("support.staff.title")} here="tickets">
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("support.staff.which")}
          chosen={queue}
          segments={SUPPORT_QUEUES.map((key) => ({
            key,
            label: t(`support.staff.queue.${key}`, { count: found.waiting }),
            href: queueHref(base, { queue: key === "open" ? "" : key }),
          }))}
        />
      </div>
      {found.late > 0 && <Alert kind="danger">{t("support.staff.late_count", { count: found.late })}</Alert>}
      <Filters base={base} kept={kept} filters={filters} />
      {opened && (
        <OpenedTicketCard
          key={opened.number}
          opened={opened}
          onChange={changed}
          onClose={() => show(null)}
          onOther={begin}
        />
      )}
      {found.rows.length === 0 ? (
        <EmptyState shape={chat} title={t(`support.staff.none.${queue}`)} />
      ) : (
        <Card className="p-2">
          <TicketTable rows={found.rows} onOpen={begin} />
          <QueuePager
            label={t("support.staff.title")}
            base={base}
            values={{ queue: kept, ...values }}
            after={after}
            next={found.next}
          />
        </Card>
      )}
      {joined && <JoinDialog row={joined} onJoined={changed} onClose={() => join(null)} />}
    </SupportFrame>
  );
}

type FiltersProps = Pick<StaffSupportProps, "filters"> & { readonly base: string; readonly kept: string };

function Filters({ base, kept, filters }: FiltersProps) {
  const t = useT();
  return (
    <QueueFilters
      base={base}
      kept={{ queue: kept }}
      fields={[
        { name: "number", label: t("support.staff.filter.number"), value: filters.number },
        { name: "who", label: t("support.staff.filter.who"), value: filters.who },
        {
          name: "topic",
          label: t("support.staff.filter.topic"),
          value: filters.topic,
          options: SUPPORT_TOPICS.map((one) => [one, t(`support.topic.${one}`)] as const),
        },
        {
          name: "priority",
          label: t("support.staff.filter.priority"),
          value: filters.priority,
          options: SUPPORT_PRIORITIES.map((one) => [one, t(`support.staff.priority.${one}`)] as const),
        },
        {
          name: "lang",
          label: t("support.staff.filter.lang"),
          value: filters.lang,
          options: LOCALES.map((one) => [one, languageName(one)] as const),
        },
        {
          name: "mine",
          label: t("support.staff.facts.assigned"),
          value: filters.mine,
          options: [["1", t("support.staff.filter.mine")]],
        },
      ]}
    />
  );
}
