/** Trading names in rows; arrow keys move from row to row. */
import type { StaffTradingName } from "#contract/compliance/trading-names.ts";
import type { TradingNameStatus } from "#contract/compliance/trading-name-names.ts";
import { TRADING_NAME_APPROVERS } from "#contract/compliance/trading-name-names.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../console/queue/move-by-arrows.ts";

type Props = { readonly rows: readonly StaffTradingName[]; readonly onOpen?: (row: StaffTradingName) => void };

const TONES: Partial<Record<TradingNameStatus, Tone>> = {
  ...{ waiting: "info", approved: "good", refused: "bad", removed: "bad" },
};

export function NameTable({ rows, onOpen }: Props) {
  const page = usePage();
  const t = useT();
  const head = [
    t("tradingname.trading"),
    t("tradingname.staff.company"),
    t("tradingname.staff.asked"),
    t("tradingname.staff.status"),
    ...(onOpen ? [""] : []),
  ];
  return (
    <Table isStacked caption={t("tradingname.staff.title")} head={head} wide={[2]}>
      {rows.map((row) => (
        <tr
          key={row.reference}
          data-reference={row.reference}
          tabIndex={-1}
          className="align-top focus-within:bg-sunken"
          onKeyDown={moveByArrows}
        >
          <td className="font-medium [overflow-wrap:anywhere]">
            <bdi>{row.name}</bdi>
          </td>
          <td>
            <a href={page.href("user", { username: row.username })} className="hover:underline">
              <bdi>{row.username}</bdi>
            </a>
          </td>
          <td className="max-sm:hidden">
            <LocalTime at={row.askedAt} />
          </td>
          <td>
            <State row={row} />
          </td>
          {onOpen && (
            <td className="text-end">
              {row.isOwn ? (
                <span className="text-xs text-muted">{t("tradingname.staff.own")}</span>
              ) : (
                <Button size="sm" look="secondary" onClick={() => onOpen(row)}>
                  {t("tradingname.staff.open")}
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function State({ row }: { row: StaffTradingName }) {
  const t = useT();
  return (
    <>
      <Badge tone={TONES[row.status] ?? "neutral"}>{t(`tradingname.status.${row.status}`)}</Badge>
      {row.status === "waiting" && (
        <span className="block text-2xs text-muted">
          {t("tradingname.staff.approved_of", { count: row.approvedBy.length, all: TRADING_NAME_APPROVERS })}
        </span>
      )}
      {row.reason && (
        <span className="block text-2xs text-muted">
          {row.endedBy && <bdi>{row.endedBy}: </bdi>}
          {t(`tradingname.reason_short.${row.reason}`)}
        </span>
      )}
    </>
  );
}
