/** The connections of a process to the database, for each login. */
import type { ProcessPool } from "#contract/staff/cluster.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { countText } from "#sdk/words/money.ts";
import { cx } from "#ui/cx.ts";
import { Table } from "#ui/table.tsx";
import { lagText } from "./measures.ts";

const HEAD = ["name", "busy", "waiting", "longest"] as const;
/** Calls are refused after five seconds. */
const LONG_MS = 1000;

export function PoolTable({ pools }: { readonly pools: readonly ProcessPool[] }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Table
      caption={t("clusterstaff.pools.title")}
      head={HEAD.map((key) => t(`clusterstaff.pools.${key}`))}
      numbers={[1, 2, 3]}
    >
      {pools.map((pool) => (
        <tr key={`${pool.login} ${pool.kind}`}>
          <td>
            <span className="block">{t(`clusterstaff.pools.${pool.kind}`)}</span>
            <bdi dir="ltr" className="text-2xs text-muted">
              {pool.login}
            </bdi>
          </td>
          <td className="text-end whitespace-nowrap tabular-nums">
            {t("clusterstaff.pools.of", {
              busy: countText(locale, pool.busy),
              most: countText(locale, pool.most),
            })}
          </td>
          <td className="text-end tabular-nums">{countText(locale, pool.waiting)}</td>
          <td
            className={cx(
              "text-end whitespace-nowrap tabular-nums",
              pool.longestWaitMs >= LONG_MS && "font-semibold text-bad",
            )}
          >
            {lagText(t, locale, pool.longestWaitMs)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
