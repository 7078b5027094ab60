/** What modules and the app exchange: events to subscribe to, jobs to run, and the shape of a module's entry in the map. */
import type { EventType } from "#contract/platform/events.ts";
import type { Config } from "./settings/config.ts";
import type { Dbs } from "./postgres/schema/database.ts";
import type { Db, Fragment, NewEvent, ReadTx, Tx } from "./postgres/db.ts";
import type { Files } from "./files/files.ts";
import type { Route } from "./http/policy.ts";
import type { LivePost, LiveStates } from "./events/live.ts";
import type { Log } from "./log.ts";
import type { Chains } from "./outside/chains/chains.ts";
import type { LightningNode } from "./outside/chains/lightning-node.ts";
import type { Verifier } from "./outside/signer/signer.ts";
import type { ClosingSteps, OwnDataSection, RetentionKind, TableData } from "./personal-data.ts";

export type StoredEvent<T extends EventType = EventType> = NewEvent<T> & { readonly id: bigint; readonly at: Date };

/** Runs with the events of one batch, in a transaction together with the mark that they were delivered. */
export type Subscription = {
  readonly types: readonly EventType[];
  /** Events of these types, those of one subject in their order. Returns what goes to live channels, for all of them at once. */
  run(tx: Tx, events: readonly StoredEvent[]): Promise<readonly LivePost[]>;
  /** Writes rows that calls wait for: runs after everything else of the batch, so that its locks end with its own statements. */
  readonly isLast: boolean;
};

/** A subscription to events of these types. */
export function on<T extends EventType>(
  types: readonly T[],
  run: (tx: Tx, events: readonly StoredEvent<T>[]) => Promise<readonly LivePost[]>,
  { isLast = false } = {},
): Subscription {
  return { types, run: run as Subscription["run"], isLast };
}

/** What a job or a start-up step may use. */
export type AppPorts = {
  /** Of the role in which the holder acts. */
  readonly db: Db;
  /** Of each role that this process has the credentials of. */
  readonly dbs: Partial<Dbs>;
  readonly config: Config;
  readonly log: Log;
  readonly files: Files;
  /** Verifies users in the signer's process. */
  readonly verifier: Verifier;
  /** The nodes and the signer; absent in tests that need no chain. */
  readonly chains?: Chains;
  /** The operator's Lightning node, once it is there; absent where there is none, and in processes that do not use it. */
  readonly lightning?: () => LightningNode | undefined;
  /** Of a demo: somebody else's Lightning node, which pays and is paid. */
  readonly outsideLightning?: () => LightningNode | undefined;
  /** What the web's build wrote; absent in tests that draw no page. */
  readonly distDir?: string;
};

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /**
   * SQL that is true where there is work, read as the job's role. One statement asks for all such jobs of a role, and those of which it is true run:
   * a market at rest costs next to nothing. Without it the job runs each time.
   */
  readonly due?: Fragment;
  /** Of a job with `due`: it runs so often in any case, for work that no statement sees. */
  readonly alsoEveryMs?: number;
  /** The credentials it needs; a worker's by default. */
  readonly role?: "chain" | "market" | "lightning";
  /** Safe to run twice, at once and after a crash; only the leading process runs it. Gets what all modules declare, in their order. */
  readonly run: (app: AppPorts, declared: readonly Module[]) => Promise<void>;
};

/** What a job gets: the ports, with the database as its role. Throws in a process that has no credentials of it. */
export function portsOfJob(app: Omit<AppPorts, "db">, { role = "worker" }: { readonly role?: keyof Dbs }): AppPorts {
  const db = app.dbs[role];
  if (!db) throw new Error(`this process has no login of the role ${role}`);
  return { ...app, db };
}

/** A figure for the metrics that is read from the database, by state. */
export type StoredGauge = {
  readonly name: string;
  readonly help: string;
  readonly read: (tx: ReadTx) => Promise<Readonly<Record<string, number>>>;
};

/** Whose the fees in journals of these kinds are, which the operator's accounts `fees_…` got: the partner program shares them. */
export type FeeSource = {
  readonly kinds: readonly string[];
  /** A function of the database; see note_product_fees. */
  readonly by: `fees_of_${string}`;
};

/** What counts toward the limits of the users' levels: the module calls level_obstacle before and count_limit_use after, in the same transaction. */
export type LimitUse = {
  readonly kind: string;
  /** A function of the database without parameters, of all uses of this kind: subject, user_id, begun_at, cents. The night's check compares. */
  readonly by: `limit_uses_of_${string}`;
};

/** What a module is and has: its `module.ts` declares it, modules.ts lists all of them. */
export type Module = {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly subscriptions?: readonly Subscription[];
  readonly jobs?: readonly Job[];
  readonly liveStates?: LiveStates;
  readonly gauges?: readonly StoredGauge[];
  /** What happens to the rows of each of its tables. */
  readonly data?: Readonly<Record<string, TableData>>;
  readonly ownData?: readonly OwnDataSection[];
  readonly retention?: readonly RetentionKind[];
  readonly closing?: ClosingSteps;
  readonly fees?: FeeSource;
  readonly limitUses?: readonly LimitUse[];
  /** Seals with the new secret what an older one has sealed, or ends it. As the owner of the tables; twice is once. Returns what to say. */
  readonly sealAnew?: (db: Db, config: Pick<Config, "secret" | "sealing">) => Promise<string>;
  /** Moves deadlines by the time that the platform was down; runs before any timer does. */
  readonly afterOutage?: (tx: Tx, outageMs: number) => Promise<void>;
};
