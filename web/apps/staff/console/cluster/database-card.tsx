/** The primary, the standbys that follow it, and the last failover. */
import type { StaffCluster } from "#contract/staff/cluster.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { countText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Table } from "#ui/table.tsx";
import { bytesText, lagText } from "./measures.ts";

type Database = StaffCluster["database"];

const GRANT = "grant pg_read_all_stats to parley_owner";
const HEAD = ["name", "address", "state", "sync", "lag"] as const;
const FOLLOWS = "streaming";

export function DatabaseCard({ database }: { readonly database: Database }) {
  const t = useT();
  const { locale } = usePage();
  const { failover, timeline } = database;
  const raw = (text: string) => (
    <span dir="ltr" className="[overflow-wrap:anywhere]">
      {text}
    </span>
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <h2 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        {t("clusterstaff.database.title")}
        <Badge tone={database.isInRecovery ? "bad" : "good"}>
          {t(`clusterstaff.database.${database.isInRecovery ? "standby" : "primary"}`)}
        </Badge>
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            ...(database.cluster ? ([[t("clusterstaff.database.cluster"), raw(database.cluster)]] as const) : []),
            [
              t("clusterstaff.database.address"),
              database.address === null ? t("clusterstaff.database.socket") : raw(database.address),
            ],
            [t("clusterstaff.database.version"), raw(`PostgreSQL ${database.version}`)],
            [t("clusterstaff.database.started"), <LocalTime key="started" at={database.startedAt} />],
            [
              t("clusterstaff.database.timeline"),
              timeline === null ? t("clusterstaff.never") : countText(locale, timeline),
            ],
            [
              t("clusterstaff.database.failover"),
              failover === null ? (
                t("clusterstaff.database.no_failover")
              ) : (
                <span key="failover">
                  <LocalTime at={failover.seenAt} /> ·{" "}
                  {t("clusterstaff.database.from_to", {
                    from: countText(locale, failover.from),
                    to: countText(locale, failover.to),
                  })}
                </span>
              ),
            ],
            [
              t("clusterstaff.database.synchronous"),
              database.synchronousNames ? raw(database.synchronousNames) : t("clusterstaff.database.asynchronous"),
            ],
          ]}
        />
      </dl>
      <Standbys database={database} />
    </Card>
  );
}

function Standbys({ database: { showsStandbys, standbys } }: { readonly database: Database }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{t("clusterstaff.standbys.title")}</h3>
      {standbys.length === 0 && <p className="text-sm text-muted">{t("clusterstaff.standbys.none")}</p>}
      {!showsStandbys && (
        <Alert kind="warning">
          {t("clusterstaff.standbys.hidden", { count: standbys.length })}
          <code dir="ltr" className="mt-1 block text-start">
            {GRANT}
          </code>
        </Alert>
      )}
      {showsStandbys && standbys.length > 0 && (
        <Table
          isStacked
          caption={t("clusterstaff.standbys.title")}
          head={HEAD.map((key) => t(`clusterstaff.standbys.${key}`))}
          numbers={[4]}
        >
          {standbys.map((one) => (
            <tr key={`${one.name} ${one.address}`}>
              <td className="font-medium">
                <bdi dir="ltr">{one.name}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{one.address ?? t("clusterstaff.database.socket")}</bdi>
              </td>
              <td>
                <Badge tone={one.state === FOLLOWS ? "good" : "warn"}>{one.state}</Badge>
              </td>
              <td>
                <bdi dir="ltr">{one.syncState}</bdi>
              </td>
              <td className="text-end tabular-nums">
                {[
                  ...(one.lagBytes === null ? [] : [bytesText(locale, one.lagBytes)]),
                  ...(one.lagMs === null ? [] : [lagText(t, locale, one.lagMs)]),
                ].join(" · ")}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}
