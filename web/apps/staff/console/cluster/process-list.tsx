/** Each process: where it runs, whether it is there, what it leads in, and how busy its connections are. */
import type { SeenProcess } from "#contract/staff/cluster.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { countText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { info } from "#ui/icons/shapes.ts";
import { lagText } from "./measures.ts";
import { PoolTable } from "./pool-table.tsx";

const TONES: Record<SeenProcess["state"], Tone> = { running: "good", lost: "bad", stopped: "neutral" };

export function ProcessList({ processes }: { readonly processes: readonly SeenProcess[] }) {
  const t = useT();
  const running = processes.filter(({ state }) => state === "running");
  const isWhole = running.some(({ part }) => part === "all");
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold">{t("clusterstaff.processes.title")}</h2>
      {running.length === 0 ? (
        <EmptyState shape={info} title={t("clusterstaff.processes.none")} />
      ) : (
        isWhole && <Alert kind="light">{t("clusterstaff.processes.whole")}</Alert>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2 xl:items-start">
        {processes.map((one) => (
          <li key={one.id}>
            <ProcessCard one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProcessCard({ one }: { readonly one: SeenProcess }) {
  const t = useT();
  const { locale } = usePage();
  const { figures, state } = one;
  const isRunning = state === "running";
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h3 className="flex flex-wrap items-center justify-between gap-2 font-medium">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t(`clusterstaff.part.${one.part}`)} · <bdi dir="ltr">{one.host}</bdi>
        </span>
        <Badge tone={TONES[state]}>{t(`clusterstaff.state.${state}`)}</Badge>
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            ...(isRunning
              ? []
              : ([[t(`clusterstaff.process.${state}`), <LocalTime key="seen" at={one.seenAt} />]] as const)),
            [t("clusterstaff.process.started"), <LocalTime key="started" at={one.startedAt} />],
            [
              t("clusterstaff.process.release"),
              <span key="release" dir="ltr">
                {one.release} · {one.pid}
              </span>,
            ],
          ]}
        />
        {isRunning && figures && <RunningRows figures={figures} />}
      </dl>
      {isRunning &&
        figures?.replicas.map(({ host, lagMs }) => (
          <p key={host} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span className="text-muted">
              {t("clusterstaff.process.replica")} <bdi dir="ltr">{host}</bdi>
            </span>
            <Badge tone={lagMs === null ? "bad" : "good"}>
              {lagMs === null
                ? t("clusterstaff.process.unused")
                : t("clusterstaff.process.behind", { time: lagText(t, locale, lagMs) })}
            </Badge>
          </p>
        ))}
      {isRunning && figures && figures.pools.length > 0 && <PoolTable pools={figures.pools} />}
      {isRunning && !figures && <Alert kind="warning">{t("clusterstaff.process.unreadable")}</Alert>}
    </Card>
  );
}

function RunningRows({ figures }: { readonly figures: NonNullable<SeenProcess["figures"]> }) {
  const t = useT();
  const { locale } = usePage();
  const { bus, leads, loopP99Ms } = figures;
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const isUp = bus.isUp === null ? "idle" : bus.isUp ? "up" : "down";
  return (
    <FactRows
      rows={[
        ...(leads.length > 0
          ? ([
              [t("clusterstaff.process.leads"), list.format(leads.map((lead) => t(`clusterstaff.lead.${lead}`)))],
            ] as const)
          : []),
        [t("clusterstaff.process.loop"), t("clusterstaff.ms", { count: countText(locale, loopP99Ms) })],
        [
          t("clusterstaff.process.bus"),
          <span key="bus">
            {t(`clusterstaff.carrier.${bus.carrier}`)} · {t(`clusterstaff.bus.${isUp}`)}
          </span>,
        ],
        ...(bus.gapAt ? ([[t("clusterstaff.process.gap"), <LocalTime key="gap" at={bus.gapAt} />]] as const) : []),
      ]}
    />
  );
}
