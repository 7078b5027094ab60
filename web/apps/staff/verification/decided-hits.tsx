/** Decided hits of the sanctions list, with reviewer and reason; arrow keys move from row to row. */
import type { DecidedHits } from "#contract/compliance/screening.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../console/queue/move-by-arrows.ts";

export function DecidedHitsCard({ hits }: { hits: DecidedHits["rows"] }) {
  const page = usePage();
  const t = useT();
  const head = [t("verification.staff.user"), t("verification.screening.found"), t("verification.staff.status")];
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2">
      <h2 className="px-3 pt-2 font-semibold">{t("verification.screening.decided_title")}</h2>
      <Table isStacked caption={t("verification.screening.decided_title")} head={head}>
        {hits.map((hit) => (
          <tr
            key={hit.reference}
            data-decided={hit.reference}
            tabIndex={-1}
            className="align-top focus-within:bg-sunken"
            onKeyDown={moveByArrows}
          >
            <td>
              <a href={page.href("user", { username: hit.username })} className="font-medium hover:underline">
                <bdi>{hit.username}</bdi>
              </a>
            </td>
            <td>
              <bdi>{hit.listedName}</bdi>
              {hit.listedId !== "" && <bdi> #{hit.listedId}</bdi>} ({hit.percent}%)
            </td>
            <td className="max-w-sm">
              <Badge tone={hit.verdict === "listed" ? "bad" : "good"}>
                {t(`verification.screening.${hit.verdict}`)}
              </Badge>
              <span className="block text-2xs text-muted">
                {t("verification.screening.by", { name: hit.decidedBy })} · <LocalTime at={hit.decidedAt} />
              </span>
              {hit.why && (
                <p dir="auto" className="text-xs [overflow-wrap:anywhere]">
                  {hit.why}
                </p>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
