/** Settings in rows by name; arrow keys move from row to row. */
import type { ConsoleSetting } from "#contract/staff/console.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../queue/move-by-arrows.ts";
import { rangeText, valueText } from "./value.ts";

type Props = { readonly rows: readonly ConsoleSetting[]; readonly onOpen: (name: string) => void };

export function SettingTable({ rows, onOpen }: Props) {
  const t = useT();
  const head = (["setting", "value", "initial", "range", "last", "act"] as const).map((key) =>
    t(`console.head.${key}`),
  );
  return (
    <Table isStacked caption={t("console.title")} head={head} wide={[2, 3, 4]}>
      {rows.map((row) => (
        <Row key={row.name} row={row} onOpen={onOpen} />
      ))}
    </Table>
  );
}

function Row({ row, onOpen }: { row: ConsoleSetting; onOpen: Props["onOpen"] }) {
  const t = useT();
  const { locale } = usePage();
  const isChanged = JSON.stringify(row.value) !== JSON.stringify(row.initial);
  return (
    <tr tabIndex={-1} data-setting={row.name} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
      <td className="max-w-md">
        <p className="flex flex-wrap items-center gap-x-2 font-medium [overflow-wrap:anywhere]">
          <bdi>{row.name}</bdi>
          {row.takesTwo && <Badge tone="warn">{t("console.two")}</Badge>}
        </p>
        <p className="text-xs text-muted">{row.says[locale]}</p>
      </td>
      <td className="max-w-48 tabular-nums [overflow-wrap:anywhere]">
        <bdi className={isChanged ? "font-semibold" : undefined}>{valueText(t, row.value)}</bdi>
        {row.unit && <span className="block text-2xs text-muted">{t(`console.unit.${row.unit}`)}</span>}
      </td>
      <td className="max-w-48 text-muted tabular-nums [overflow-wrap:anywhere] max-sm:hidden">
        <bdi>{valueText(t, row.initial)}</bdi>
      </td>
      <td className="text-xs text-muted max-sm:hidden">
        <bdi>{rangeText(t, row.shape)}</bdi>
      </td>
      <td className="text-xs text-muted max-sm:hidden">
        {row.changedAt ? (
          <>
            <LocalTime at={row.changedAt} />
            <bdi className="block">{row.changedBy ?? t("console.operator")}</bdi>
          </>
        ) : (
          t("console.never")
        )}
      </td>
      <td>
        <Button
          look="secondary"
          size="sm"
          aria-label={t("console.edit", { name: row.name })}
          onClick={() => onOpen(row.name)}
        >
          {t("console.change")}
        </Button>
      </td>
    </tr>
  );
}
