/** Submitted documents in rows, what waits longest first. */
import type { StaffVerification } from "#contract/compliance/verification/verification.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../console/queue/move-by-arrows.ts";

type Props = { readonly rows: readonly StaffVerification[]; readonly onOpen?: (row: StaffVerification) => void };

export function ReviewTable({ rows, onOpen }: Props) {
  const page = usePage();
  const t = useT();
  const head = [
    t("verification.staff.user"),
    t("verification.staff.document"),
    t("verification.staff.submitted"),
    t("verification.staff.status"),
    ...(onOpen ? [""] : []),
  ];
  return (
    <Table isStacked caption={t("verification.staff.caption")} head={head} wide={[2]}>
      {rows.map((row) => (
        <tr
          key={row.reference}
          data-reference={row.reference}
          tabIndex={-1}
          className="align-top focus-within:bg-sunken"
          onKeyDown={moveByArrows}
        >
          <td>
            <a href={page.href("user", { username: row.username })} className="font-medium hover:underline">
              <bdi>{row.username}</bdi>
            </a>
          </td>
          <td>
            {t(`verification.document.${row.documentType}`)}{" "}
            <span className="text-xs text-muted">
              <bdi>{row.countryIso3}</bdi>
            </span>
          </td>
          <td className="max-sm:hidden">
            <LocalTime at={row.submittedAt} />
          </td>
          <td>
            <Badge tone={row.status === "approved" ? "good" : row.status === "rejected" ? "bad" : "info"}>
              {t(`verification.status.${row.status}`)}
            </Badge>
            {row.status === "pending" && row.approvers > 1 && (
              <span className="block text-2xs text-muted">
                {t("verification.staff.approved_of", { count: row.approvedBy.length, all: row.approvers })}
              </span>
            )}
            {row.decidedBy && (
              <span className="block text-2xs text-muted">
                <bdi>{row.decidedBy}</bdi>
              </span>
            )}
          </td>
          {onOpen && (
            <td className="text-end">
              {row.isOwn ? (
                <span className="text-xs text-muted">{t("verification.staff.own")}</span>
              ) : (
                <Button size="sm" look="secondary" onClick={() => onOpen(row)}>
                  {t("verification.staff.open")}
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
