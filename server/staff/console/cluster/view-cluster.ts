/** What runs, where, and how far behind, for administrators. */
import type { SeenProcess, StaffCluster } from "#contract/staff/cluster.ts";
import { countUndelivered, lanesBehind } from "../../../platform/events/event-rows.ts";
import { heartbeatAt } from "../../../platform/events/workers.ts";
import { countUnsentMails } from "../../../platform/mail/mail.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { processFigures } from "../../../platform/presence/figures.ts";
import { openSendOuts } from "../checks/status-rows.ts";
import {
  databaseRow,
  lastDrill,
  lastFailover,
  type ProcessRow,
  processRows,
  type StandbyRow,
  standbyRows,
} from "./cluster-rows.ts";

export async function viewCluster(tx: ReadTx): Promise<StaffCluster> {
  const [processes, lanes, drill] = await Promise.all([processRows(tx), lanesBehind(tx), lastDrill(tx)]);
  const { at, database } = await viewDatabase(tx);
  return {
    at,
    processes: processes.map(processOf),
    database,
    lanes: lanes.map(({ lane, waiting, oldest_at }) => ({ lane, waiting, oldestAt: oldest_at.toISOString() })),
    queues: await viewQueueSizes(tx),
    drill: drill
      ? { at: drill.at.toISOString(), rpoSec: drill.rpo_sec, rtoSec: drill.rto_sec, note: drill.note }
      : null,
    isDrillDue: drill?.is_old ?? true,
  };
}

function processOf(row: ProcessRow): SeenProcess {
  const { data } = processFigures.safeParse(row.figures);
  return {
    id: row.instance,
    ...{ part: row.part, host: row.host, pid: row.pid, release: row.release, state: row.state },
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    figures: data
      ? { ...data, bus: { carrier: data.bus.carrier, isUp: data.bus.isUp, gapAt: gapOf(row, data.bus.gapSec) } }
      : null,
  };
}

function gapOf({ seen_at }: ProcessRow, gapSec: number | null): string | null {
  return gapSec === null ? null : new Date(seen_at.getTime() - gapSec * 1000).toISOString();
}

async function viewDatabase(tx: ReadTx): Promise<{ at: string; database: StaffCluster["database"] }> {
  const here = await databaseRow(tx);
  const [standbys, failover] = await Promise.all([here.is_in_recovery ? [] : standbyRows(tx), lastFailover(tx)]);
  return {
    at: here.at.toISOString(),
    database: {
      ...{ cluster: here.cluster, address: here.address, version: here.version, timeline: here.timeline },
      startedAt: here.started_at.toISOString(),
      isInRecovery: here.is_in_recovery,
      synchronousNames: here.synchronous_names,
      showsStandbys: standbys.every((one) => one.may_see),
      standbys: standbys.map(standbyOf),
      failover: failover
        ? { from: failover.timeline_before, to: failover.timeline, seenAt: failover.seen_at.toISOString() }
        : null,
    },
  };
}

function standbyOf(row: StandbyRow): StaffCluster["database"]["standbys"][number] {
  return {
    ...{ name: row.name, address: row.address, state: row.state, syncState: row.sync_state },
    lagBytes: row.lag_bytes === null ? null : Math.max(0, row.lag_bytes),
    lagMs: row.lag_sec === null ? null : Math.max(0, Math.round(row.lag_sec * 1000)),
  };
}

async function viewQueueSizes(tx: ReadTx): Promise<StaffCluster["queues"]> {
  const [events, mails, sendOuts, leader] = await Promise.all([
    countUndelivered(tx),
    countUnsentMails(tx),
    openSendOuts(tx),
    heartbeatAt(tx),
  ]);
  return {
    putAside: events.put_aside,
    emailsWaiting: mails.waiting,
    emailsGivenUp: mails.given_up,
    sendOuts: sendOuts.reduce((sum, one) => sum + one.count, 0),
    leaderSeenAt: leader?.toISOString() ?? null,
  };
}
