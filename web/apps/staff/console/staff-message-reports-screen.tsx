/** Reports of messages outside trades: what waits longest first; opened for a reason that the audit log keeps, and closed with one. */
import { useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { listMessageReports, lookAtMessageReport, MessageReport } from "#contract/reach/messenger/messenger.ts";
import type { StaffMessageReportsProps } from "#contract/staff/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { Table } from "#ui/table.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { QueuePager } from "./queue/pager.tsx";
import { useQueue } from "./queue/use-queue.ts";
import { LookForm } from "./reports/look-form.tsx";
import { OpenedReport } from "./reports/opened-report.tsx";

export const screen: PageScreen<"staff-message-reports", typeof MessageReportsScreen> = {
  title: "messenger.staff.title",
  texts: ["messenger.staff", "messenger.reason", ...NAV_TEXTS, "console.filter"],
};

const QUEUES = ["waiting", "closed"] as const;
type Opened = { readonly report: MessageReport } & ReplyOf<typeof lookAtMessageReport>;

export default function MessageReportsScreen({ queue, found: first, after }: StaffMessageReportsProps) {
  const page = usePage();
  const t = useT();
  const [asked, ask] = useState<MessageReport | null>(null);
  const [opened, open] = useState<Opened | null>(null);
  const { found, refresh } = useQueue<ReplyOf<typeof listMessageReports>>({
    name: "staff-message-reports",
    asked: { queue, after },
    first,
    load: async (query) => {
      const { listMessageReports } = await import("#contract/reach/messenger/messenger.ts");
      return (await page.call(listMessageReports, { query })).data;
    },
  });
  const base = page.href("staffMessageReports", undefined);
  const look = async (report: MessageReport, reason: string) => {
    const { lookAtMessageReport } = await import("#contract/reach/messenger/messenger.ts");
    const { data } = await page.call(lookAtMessageReport, { params: { number: report.number }, body: { reason } });
    ask(null);
    open({ report, ...data });
  };
  return (
    <ConsoleFrame title={t("messenger.staff.title")} here="staffMessageReports">
      <p className="max-w-3xl text-sm text-muted">{t("messenger.staff.about")}</p>
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("messenger.staff.queue")}
          chosen={queue}
          segments={QUEUES.map((key) => ({
            key,
            label: t(`messenger.staff.${key}`),
            href: key === "waiting" ? base : `${base}?queue=${key}`,
          }))}
        />
      </div>
      {opened && (
        <OpenedReport
          key={opened.report.number}
          {...opened}
          onDone={() => {
            open(null);
            refresh();
          }}
          onClose={() => open(null)}
        />
      )}
      {found.rows.length === 0 ? (
        <EmptyState
          shape={check}
          title={t(queue === "waiting" ? "messenger.staff.none" : "messenger.staff.none_closed")}
        />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <ReportTable rows={found.rows} onOpen={ask} />
        </Card>
      )}
      <QueuePager
        label={t("messenger.staff.title")}
        base={base}
        values={queue === "waiting" ? {} : { queue }}
        after={after}
        next={found.next}
      />
      {asked && <LookForm report={asked} onLook={(reason) => look(asked, reason)} onClose={() => ask(null)} />}
    </ConsoleFrame>
  );
}

function ReportTable({ rows, onOpen }: { rows: readonly MessageReport[]; onOpen: (row: MessageReport) => void }) {
  const page = usePage();
  const t = useT();
  return (
    <Table
      isStacked
      caption={t("messenger.staff.title")}
      head={[t("messenger.staff.by"), t("messenger.staff.of"), t("messenger.staff.why"), t("messenger.staff.at"), ""]}
      wide={[0, 3]}
    >
      {rows.map((row) => (
        <tr key={row.number} className="align-top">
          {[row.by, row.about].map((name, place) => (
            <td key={name} className={place === 0 ? "max-sm:hidden" : undefined}>
              <a className="underline" href={page.href("user", { username: name })}>
                <bdi>{name}</bdi>
              </a>
            </td>
          ))}
          <td>
            <span className="block">{t(`messenger.reason.${row.reason}`)}</span>
            {row.text && (
              <span dir="auto" className="block max-w-md text-xs text-muted [overflow-wrap:anywhere]">
                {row.text}
              </span>
            )}
            {row.others > 0 && (
              <span className="block text-2xs text-muted">{t("messenger.staff.others", { count: row.others })}</span>
            )}
            {row.closed && (
              <span className="mt-1 grid justify-items-start gap-1 text-xs">
                <Badge tone={row.closed.outcome === "upheld" ? "bad" : "neutral"}>
                  {t(`messenger.staff.${row.closed.outcome}`)}
                </Badge>
                <span dir="auto" className="text-muted">
                  <bdi>{row.closed.by}</bdi>: {row.closed.reason}
                </span>
              </span>
            )}
          </td>
          <td className="max-sm:hidden">
            <LocalTime at={row.at} />
          </td>
          <td className="text-end">
            {row.mayDecide ? (
              <Button size="sm" look="secondary" onClick={() => onOpen(row)}>
                {t("messenger.staff.open_row")}
              </Button>
            ) : (
              <span className="text-xs text-muted">{t("messenger.staff.own")}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
