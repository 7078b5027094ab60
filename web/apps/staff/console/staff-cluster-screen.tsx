/** What runs, where, and how far behind: processes, the database with its standbys, events that wait, and the last restore drill. */
import type { StaffClusterProps } from "#contract/staff/pages.ts";
import type { StaffCluster } from "#contract/staff/cluster.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { agoText, durationText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { DatabaseCard } from "./cluster/database-card.tsx";
import { ProcessList } from "./cluster/process-list.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";

export const screen: PageScreen<"staff-cluster", typeof StaffClusterScreen> = {
  title: "clusterstaff.title",
  texts: ["clusterstaff", ...NAV_TEXTS],
};

const AGAIN_MS = 10_000;

export default function StaffClusterScreen({ found: first }: StaffClusterProps) {
  const t = useT();
  const page = usePage();
  const { data, isError } = usePageQuery<StaffCluster>({
    queryKey: ["staff-cluster"],
    refetchInterval: AGAIN_MS,
    initialData: first,
    queryFn: async () => {
      const { getStaffCluster } = await import("#contract/staff/cluster.ts");
      return (await page.call(getStaffCluster, {})).data;
    },
  });
  const found = data ?? first;
  return (
    <ConsoleFrame title={t("clusterstaff.title")} here="staffCluster">
      <p className="max-w-3xl text-sm text-muted">{t("clusterstaff.about")}</p>
      {isError && (
        <Alert kind="danger">
          {t("clusterstaff.stale")} <LocalTime at={found.at} />
        </Alert>
      )}
      <ProcessList processes={found.processes} />
      <DatabaseCard database={found.database} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start">
        <EventsCard found={found} />
        <DrillCard found={found} />
      </div>
    </ConsoleFrame>
  );
}

type Found = { readonly found: StaffCluster };

function EventsCard({ found: { at, lanes, queues } }: Found) {
  const t = useT();
  const { locale } = usePage();
  const ago = (then: string) => agoText(t, Date.parse(at) - Date.parse(then));
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="font-semibold">{t("clusterstaff.events.title")}</h2>
      {lanes.length === 0 && <p className="text-sm text-muted">{t("clusterstaff.events.none")}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            ...lanes.map(
              ({ lane, waiting, oldestAt }) =>
                [
                  t("clusterstaff.events.lane", { lane: countText(locale, lane) }),
                  <span key="waiting">
                    {countText(locale, waiting)}
                    {oldestAt && ` · ${t("clusterstaff.events.oldest", { time: ago(oldestAt) })}`}
                  </span>,
                ] as const,
            ),
            [t("clusterstaff.events.put_aside"), countText(locale, queues.putAside)],
            [t("clusterstaff.events.emails"), countText(locale, queues.emailsWaiting)],
            [t("clusterstaff.events.emails_failed"), countText(locale, queues.emailsGivenUp)],
            [t("clusterstaff.events.transfers"), countText(locale, queues.sendOuts)],
            [
              t("clusterstaff.events.leader"),
              queues.leaderSeenAt === null ? t("clusterstaff.never") : ago(queues.leaderSeenAt),
            ],
          ]}
        />
      </dl>
    </Card>
  );
}

const COMMAND = "npm run admin -- restore-drill --at … --rpo-seconds … --rto-seconds … --note …";

function DrillCard({ found: { at, drill, isDrillDue } }: Found) {
  const t = useT();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="font-semibold">{t("clusterstaff.drill.title")}</h2>
      {isDrillDue && <Alert kind="warning">{t(`clusterstaff.drill.${drill ? "old" : "none"}`)}</Alert>}
      {drill && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
          <FactRows
            rows={[
              [t("clusterstaff.drill.at"), <LocalTime key="at" at={drill.at} />],
              [t("clusterstaff.drill.age"), agoText(t, Date.parse(at) - Date.parse(drill.at))],
              [t("clusterstaff.drill.rpo"), durationText(t, drill.rpoSec)],
              [t("clusterstaff.drill.rto"), durationText(t, drill.rtoSec)],
              [
                t("clusterstaff.drill.note"),
                <span key="note" className="[overflow-wrap:anywhere]">
                  {drill.note}
                </span>,
              ],
            ]}
          />
        </dl>
      )}
      <p className="grid gap-1 text-xs text-muted">
        {t("clusterstaff.drill.how")}
        <code dir="ltr" className="text-start [overflow-wrap:anywhere]">
          {COMMAND}
        </code>
      </p>
    </Card>
  );
}
