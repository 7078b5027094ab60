/** Recoveries in rows, what waits longest first. */
import type { StaffRecovery } from "#contract/compliance/recovery/recovery.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../../console/queue/move-by-arrows.ts";

type Props = { readonly rows: readonly StaffRecovery[]; readonly onOpen?: (row: StaffRecovery) => void };

const GOOD: readonly StaffRecovery["status"][] = ["approved", "ready", "done"];
const BAD: readonly StaffRecovery["status"][] = ["rejected", "stopped"];
const toneOf = (status: StaffRecovery["status"]) =>
  GOOD.includes(status) ? "good" : BAD.includes(status) ? "bad" : "info";

export function CaseTable({ rows, onOpen }: Props) {
  const t = useT();
  const head = [
    t("recovery.staff.case"),
    t("recovery.staff.account"),
    t("recovery.staff.since"),
    t("recovery.staff.status"),
    ...(onOpen ? [""] : []),
  ];
  return (
    <Table isStacked caption={t("recovery.staff.title")} head={head} wide={[2]}>
      {rows.map((row) => (
        <tr
          key={row.reference}
          data-reference={row.reference}
          tabIndex={-1}
          className="align-top focus-within:bg-sunken"
          onKeyDown={moveByArrows}
        >
          <td>
            <bdi className="font-mono">{row.code}</bdi>
          </td>
          <td>
            {row.username ? (
              <bdi>{row.username}</bdi>
            ) : (
              <span className="text-muted">{t("recovery.staff.nobody")}</span>
            )}
          </td>
          <td className="max-sm:hidden">
            <LocalTime at={row.confirmedAt} />
          </td>
          <td>
            <Badge tone={toneOf(row.status)}>{t(`recovery.staff.is.${row.status}`)}</Badge>
            {row.approvedBy.length > 0 && (
              <span className="block text-2xs text-muted">
                {t("recovery.staff.approved_by", { names: row.approvedBy.join(", ") })}
              </span>
            )}
            {row.rejectedBy && (
              <span className="block text-2xs text-muted">
                <bdi>{row.rejectedBy}</bdi>
                {row.reason && <>: {t(`recovery.reason.${row.reason}`)}</>}
              </span>
            )}
          </td>
          {onOpen && (
            <td className="text-end">
              {row.isOwn ? (
                <span className="text-xs text-muted">{t("recovery.staff.own")}</span>
              ) : (
                <Button size="sm" look="secondary" onClick={() => onOpen(row)}>
                  {t("recovery.staff.open")}
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
