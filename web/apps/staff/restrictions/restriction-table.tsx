/** Restrictions in rows, what waits longest first; arrow keys move from row to row. */
import type { StaffRestriction } from "#contract/compliance/restrictions.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../console/queue/move-by-arrows.ts";
import type { Decision } from "./decide-restriction.tsx";
import { DecideButtons } from "./decide-buttons.tsx";
import { useReasonText } from "../../../widgets/restriction-words.ts";

type Props = { readonly rows: readonly StaffRestriction[]; readonly onDecide: (decision: Decision) => void };

export function RestrictionTable({ rows, onDecide }: Props) {
  const t = useT();
  const head = [
    t("restrictions.staff.user"),
    t("restrictions.state_label"),
    t("restrictions.review"),
    t("restrictions.staff.set_by"),
    t("restrictions.staff.decision"),
  ];
  return (
    <Table isStacked caption={t("restrictions.staff.caption")} head={head} wide={[2, 3, 4]}>
      {rows.map((row) => (
        <Row key={row.caseNumber} row={row} onDecide={onDecide} />
      ))}
    </Table>
  );
}

function Row({ row, onDecide }: { row: StaffRestriction; onDecide: (decision: Decision) => void }) {
  const page = usePage();
  const t = useT();
  const reason = useReasonText();
  return (
    <tr tabIndex={-1} data-case={row.caseNumber} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
      <td>
        <a href={page.href("user", { username: row.username })} className="font-medium hover:underline">
          <bdi>{row.username}</bdi>
        </a>
        <span className="block text-2xs text-muted">
          {t("restrictions.case")} <bdi>{row.caseNumber}</bdi>
        </span>
      </td>
      <td className="max-w-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {t(`restrictions.state.${row.state}`)}
          {row.appeal?.outcome === null && <Badge tone="info">{t("restrictions.staff.appealed")}</Badge>}
        </p>
        <p className="text-xs text-muted">{reason(row.reasonCode)}</p>
        {row.appeal?.outcome === null && (
          <p dir="auto" className="mt-1 line-clamp-4 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
            {row.appeal.text}
          </p>
        )}
        <div className="mt-2 grid gap-2 sm:hidden">
          <p className="text-xs text-muted">
            {t("restrictions.review")}: <Review row={row} />
          </p>
          <DecideButtons row={row} onDecide={onDecide} />
        </div>
      </td>
      <td className="whitespace-nowrap max-sm:hidden">
        <Review row={row} />
      </td>
      <td className="max-sm:hidden">
        <bdi>{row.setBy ?? t("restrictions.staff.operator")}</bdi>
      </td>
      <td className="max-sm:hidden">
        <DecideButtons row={row} onDecide={onDecide} />
      </td>
    </tr>
  );
}

function Review({ row }: { row: StaffRestriction }) {
  const t = useT();
  return (
    <>
      <LocalTime at={row.reviewAt} dateOnly />
      {row.isDue && (
        <span className="mt-1 block">
          <Badge tone="warn">{t("restrictions.staff.due_now")}</Badge>
        </span>
      )}
    </>
  );
}
