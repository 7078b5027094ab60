/** What runs, where, and how far behind: processes, the database with its standbys, the lanes of events, and the last restore drill. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, instant } from "../platform/wire.ts";
import { BUS_CARRIERS, LEADS, POOL_KINDS, PROCESS_PARTS, PROCESS_STATES } from "./cluster-names.ts";

const nullableCount = z.nullable(count);

const processPool = z.strictObject({
  /** The login of the database. */
  login: z.string(),
  kind: z.enum(POOL_KINDS),
  most: count,
  open: count,
  busy: count,
  waiting: count,
  /** In the last minute. */
  longestWaitMs: count,
});
export type ProcessPool = z.infer<typeof processPool>;

const seenProcess = z.strictObject({
  /** Drawn at each start. */
  id: z.string(),
  part: z.enum(PROCESS_PARTS),
  host: z.string(),
  pid: count,
  release: z.string(),
  state: z.enum(PROCESS_STATES),
  startedAt: instant,
  seenAt: instant,
  /** Null where the process wrote what nobody can read. */
  figures: z.nullable(
    z.strictObject({
      leads: z.array(z.enum(LEADS)),
      loopP99Ms: count,
      pools: z.array(processPool),
      bus: z.strictObject({
        carrier: z.enum(BUS_CARRIERS),
        /** Null where it listens to nothing. */
        isUp: z.nullable(z.boolean()),
        /** When messages may have been lost; they were read from the database then. */
        gapAt: z.nullable(instant),
      }),
      /** Those that it reads from; without a lag while it is not used. */
      replicas: z.array(z.strictObject({ host: z.string(), lagMs: nullableCount })),
    }),
  ),
});
export type SeenProcess = z.infer<typeof seenProcess>;

const standby = z.strictObject({
  /** Null where the database does not show it. */
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  state: z.nullable(z.string()),
  syncState: z.nullable(z.string()),
  lagBytes: nullableCount,
  /** Null where nothing was written lately. */
  lagMs: nullableCount,
});

const databaseServer = z.strictObject({
  /** The setting cluster_name; empty where it is not set. */
  cluster: z.string(),
  /** Null over a socket of the same machine. */
  address: z.nullable(z.string()),
  version: z.string(),
  startedAt: instant,
  isInRecovery: z.boolean(),
  timeline: nullableCount,
  /** The setting synchronous_standby_names; empty where no commit waits. */
  synchronousNames: z.string(),
  /** False where the database hides its standbys from the owner of the tables. */
  showsStandbys: z.boolean(),
  standbys: z.array(standby),
  /** The last change of the timeline; null where none was seen. */
  failover: z.nullable(z.strictObject({ from: count, to: count, seenAt: instant })),
});

const lane = z.strictObject({ lane: count, waiting: count, oldestAt: z.nullable(instant) });

const restoreDrill = z.strictObject({
  at: instant,
  rpoSec: count,
  rtoSec: count,
  note: z.string(),
});

const staffCluster = z.strictObject({
  /** By the database's clock. */
  at: instant,
  /** Those that run first; for an hour those that do not. */
  processes: z.array(seenProcess),
  database: databaseServer,
  /** With undelivered events, up to a thousand of each lane. */
  lanes: z.array(lane),
  queues: z.strictObject({
    /** Events that failed too often. */
    putAside: count,
    emailsWaiting: count,
    emailsGivenUp: count,
    sendOuts: count,
    /** Of the leading worker; null before the first. */
    leaderSeenAt: z.nullable(instant),
  }),
  drill: z.nullable(restoreDrill),
  /** None yet, or more than ninety days ago. */
  isDrillDue: z.boolean(),
});
export type StaffCluster = z.infer<typeof staffCluster>;

export const getStaffCluster = endpoint({
  name: "getStaffCluster",
  method: "GET",
  path: "/rest/v1/staff/cluster",
  summary: "Processes with their pools, the database with its standbys, undelivered events, and the last restore drill",
  reply: staffCluster,
});
