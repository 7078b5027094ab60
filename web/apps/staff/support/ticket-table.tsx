/** Tickets in rows, what is past its clock first; nothing of what was written. */
import type { StaffTicketRow } from "#contract/staff/support.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../console/queue/move-by-arrows.ts";

const TONES = { normal: "neutral", high: "warn", urgent: "bad" } as const satisfies Record<string, Tone>;

type Props = { readonly rows: readonly StaffTicketRow[]; readonly onOpen: (row: StaffTicketRow) => void };

export function TicketTable({ rows, onOpen }: Props) {
  const t = useT();
  const head = (["clock", "topic", "person", "status", "assignee"] as const).map((key) =>
    t(`support.staff.head.${key}`),
  );
  return (
    <Table isStacked caption={t("support.staff.title")} head={[...head, ""]} wide={[2, 3, 4]}>
      {rows.map((row) => (
        <tr
          key={row.number}
          data-number={row.number}
          tabIndex={-1}
          className={`align-top focus-within:bg-sunken ${row.isLate ? "bg-bad-soft" : ""}`}
          onKeyDown={moveByArrows}
        >
          <td>
            {row.isLate && <Badge tone="bad">{t("support.staff.late")}</Badge>}{" "}
            {row.dueAt ? <LocalTime at={row.dueAt} /> : <LocalTime at={row.lastAt} />}
          </td>
          <td>
            <span className="font-medium">{t(`support.topic.${row.topic}`)}</span>{" "}
            <Badge tone={TONES[row.priority]}>{t(`support.staff.priority.${row.priority}`)}</Badge>
            <span className="block text-2xs text-muted">
              <bdi className="font-mono">{row.number}</bdi>
              {row.object && <> · {t(`support.object.${row.object.kind}`, { ref: row.object.ref })}</>}
            </span>
          </td>
          <td className="max-sm:hidden">
            {row.username ? <bdi>{row.username}</bdi> : <span className="text-muted">{t("support.staff.guest")}</span>}
          </td>
          <td className="max-sm:hidden">{t(`support.staff.is.${row.status}`)}</td>
          <td className="max-sm:hidden">
            {row.assignee ? <bdi>{row.assignee}</bdi> : <span className="text-muted">{t("support.staff.nobody")}</span>}
          </td>
          <td className="text-end">
            {row.isOwn ? (
              <span className="text-xs text-muted">{t("support.staff.own")}</span>
            ) : (
              <Button size="sm" look="secondary" onClick={() => onOpen(row)}>
                {t(wordFor(row))}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function wordFor({ isAssigned, assignee }: Pick<StaffTicketRow, "isAssigned" | "assignee">) {
  if (isAssigned) return "support.staff.open" as const;
  return assignee === null ? ("support.staff.take" as const) : ("support.staff.join" as const);
}
