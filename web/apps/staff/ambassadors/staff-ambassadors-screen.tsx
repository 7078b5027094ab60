/** Applications of ambassadors with their notes, and the ambassadors of now. */
import { useState } from "react";
import type { StaffAmbassador, StaffApplication } from "#contract/reach/ambassadors.ts";
import type { StaffAmbassadorsProps } from "#contract/staff/pages.ts";
import { holdsRight } from "#contract/staff/rights.ts";
import { amountText, countText, isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { Table } from "#ui/table.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { NoteForm } from "./note-form.tsx";

export const screen: PageScreen<"staff-ambassadors", typeof StaffAmbassadorsScreen> = {
  title: "ambassadors.nav",
  texts: [
    "ambassadors.staff",
    "ambassadors.levels",
    "ambassadors.application",
    "refusals",
    ...NAV_TEXTS,
    "console.filter",
  ],
};

const LISTS = ["open", "decided"] as const satisfies readonly StaffAmbassadorsProps["show"][];

export default function StaffAmbassadorsScreen({
  show,
  applications,
  next,
  after,
  ambassadors,
  more,
}: StaffAmbassadorsProps) {
  const page = usePage();
  const t = useT();
  const [changed, setChanged] = useState<readonly StaffApplication[]>([]);
  const base = page.href("staffAmbassadors", undefined);
  const rows = applications.map((row) => changed.find(({ number }) => number === row.number) ?? row);
  return (
    <ConsoleFrame title={t("ambassadors.nav")} here="staffAmbassadors">
      <p className="max-w-3xl text-sm text-muted">{t("ambassadors.staff.about")}</p>
      <Segments
        label={t("ambassadors.staff.applications")}
        chosen={show}
        segments={LISTS.map((key) => ({
          key,
          label: t(`ambassadors.staff.${key}`),
          href: key === "open" ? base : `${base}?show=${key}`,
        }))}
      />
      {rows.length === 0 && <EmptyState shape={check} title={t("ambassadors.staff.none")} />}
      {rows.map((row) => (
        <ApplicationRow
          key={row.number}
          row={row}
          onChange={(now) => setChanged([...changed.filter(({ number }) => number !== now.number), now])}
        />
      ))}
      <QueuePager
        label={t("ambassadors.staff.applications")}
        base={base}
        values={show === "open" ? {} : { show }}
        after={after}
        next={next}
      />
      <AmbassadorList rows={ambassadors} />
      <QueuePager
        label={t("ambassadors.staff.list")}
        base={base}
        values={show === "open" ? {} : { show }}
        after=""
        next={more}
        name="from"
      />
    </ConsoleFrame>
  );
}

function ApplicationRow({ row, onChange }: { row: StaffApplication; onChange: (row: StaffApplication) => void }) {
  const page = usePage();
  const t = useT();
  const mayGive = holdsRight(useSession()?.roles ?? [], "console");
  const countries = new Intl.DisplayNames(page.locale, { type: "region" });
  const isOpen = row.status === "sent" || row.status === "interview";
  return (
    <Card className="grid gap-3 p-5" aria-label={row.number}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a className="font-semibold underline" href={page.href("user", { username: row.username })}>
            <bdi>{row.username}</bdi>
          </a>
          <span className="text-sm text-muted">
            {t("ambassadors.staff.country")}: {countries.of(row.country)} ·{" "}
            {t("ambassadors.staff.trades", { count: row.trades })}
          </span>
        </p>
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-muted">{row.number}</span>
          <Badge tone={isOpen ? "info" : row.status === "accepted" ? "good" : "neutral"}>
            {t(`ambassadors.application.status.${row.status}`)}
          </Badge>
        </span>
      </header>
      <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{row.text}</p>
      <p className="text-xs text-muted">
        <LocalTime at={row.sentAt} />
        {row.decidedBy && <> · {t("ambassadors.staff.by", { name: isolated(row.decidedBy) })}</>}
      </p>
      {row.notes.length > 0 && (
        <section className="grid gap-2 border-t border-line pt-3">
          <h3 className="text-sm font-semibold">{t("ambassadors.staff.notes")}</h3>
          <ul className="grid gap-2 text-sm">
            {row.notes.map((note) => (
              <li key={`${note.at} ${note.by}`} className="[overflow-wrap:anywhere]">
                <span className="text-xs text-muted">
                  <bdi>{note.by}</bdi> · <LocalTime at={note.at} />
                </span>
                <span className="block whitespace-pre-line">{note.text}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isOpen && (
        <NoteForm row={row} onDone={onChange}>
          {mayGive && (
            <LinkButton look="quiet" size="sm" href={page.href("staffDesk", undefined)}>
              {t("ambassadors.staff.level")}
            </LinkButton>
          )}
        </NoteForm>
      )}
    </Card>
  );
}

function AmbassadorList({ rows }: { rows: readonly StaffAmbassador[] }) {
  const page = usePage();
  const t = useT();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="ambassadors">
      <h2 id="ambassadors" className="font-semibold">
        {t("ambassadors.staff.list")}
      </h2>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t("ambassadors.staff.list_none")}</p>
      ) : (
        <Table
          caption={t("ambassadors.staff.list")}
          head={(["name", "level_head", "since", "newcomers", "rewarded", "amount"] as const).map((key) =>
            t(`ambassadors.staff.${key}`),
          )}
          numbers={[3, 4, 5]}
          wide={[2, 3, 4]}
        >
          {rows.map((row) => (
            <tr key={row.username}>
              <td>
                <a className="underline" href={page.href("user", { username: row.username })}>
                  <bdi>{row.username}</bdi>
                </a>
              </td>
              <td>{t(`ambassadors.levels.${row.level}`)}</td>
              <td className="max-sm:hidden">
                <LocalTime at={row.since} dateOnly />
              </td>
              <td className="text-end tabular-nums max-sm:hidden">{countText(page.locale, row.newcomers)}</td>
              <td className="text-end tabular-nums max-sm:hidden">{countText(page.locale, row.rewarded)}</td>
              <td className="text-end tabular-nums">
                <bdi className="whitespace-nowrap">{amountText(page.locale, `${row.amount} USDT`)}</bdi>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
