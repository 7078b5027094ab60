/**
 * Delivers committed events to their subscribers in batches, each event once: what the subscribers write and the mark that
 * the events were delivered are one transaction. Each subject is in one of eight lanes. A lane is delivered by one process
 * at a time, in order; processes deliver different lanes concurrently, and others take over the lanes of a process that dies.
 */
import type { Module, StoredEvent, Subscription } from "../app-ports.ts";
import type { Db, Tx } from "../postgres/db.ts";
import {
  lanesWaiting,
  markDelivered,
  recordFault,
  subjectsTriedLater,
  takeLanes,
  waitingEvents,
} from "./event-rows.ts";
import { type LivePost, pushLive } from "./live.ts";
import type { Log } from "../log.ts";

const MOST_AT_ONCE = 500;
/** Fewer larger batches cost less; other processes want lanes too. */
const LANES_AT_ONCE = 4;
/** A batch that failed is tried again so many times smaller, until the failing event is alone. */
const SMALLER = 8;

export type Dispatcher = {
  /** Delivers what is waiting now and not under way in another process; returns how many events it delivered. */
  drain(): Promise<number>;
};

/** Until nothing is left that can be delivered. */
type Round = {
  readonly db: Db;
  readonly log: Log;
  readonly subscriptions: readonly Subscription[];
  /** Subjects with an event that failed, in this round or lately: what follows it waits until it is tried again. */
  readonly failed: Set<string>;
  /** How many events are delivered at once. */
  size: number;
};

export function makeDispatcher({
  db,
  log,
  subscriptions,
}: {
  db: Db;
  log: Log;
  subscriptions: readonly Subscription[];
}): Dispatcher {
  return {
    async drain() {
      const [later, waiting] = await Promise.all([db.read(subjectsTriedLater), db.read((tx) => lanesWaiting(tx, []))]);
      if (waiting.length === 0) return 0;
      const failed = new Set(later);
      const round: Round = { db, log, subscriptions, failed, size: MOST_AT_ONCE };
      let delivered = 0;
      for (;;) {
        const lanes = new Set(await db.read((tx) => lanesWaiting(tx, [...round.failed])));
        let hasMoved = false;
        while (lanes.size > 0) {
          const step = await deliverSome(round, [...lanes]);
          if (step.taken.length === 0) break;
          for (const lane of step.taken) lanes.delete(lane);
          delivered += step.delivered;
          hasMoved = true;
        }
        if (!hasMoved) return delivered;
      }
    },
  };
}

type Step = { readonly taken: readonly number[]; readonly delivered: number };

/** Delivers the oldest events of some lanes that no other process has, or finds the one that fails. */
async function deliverSome(round: Round, lanes: readonly number[]): Promise<Step> {
  let taken: readonly number[] = [];
  let events: readonly StoredEvent[] = [];
  try {
    await round.db.txByKey(async (tx) => {
      // What failed meanwhile in another process that had a lane is tried as late as there.
      const [lanesTaken, triedLater] = await Promise.all([takeLanes(tx, lanes, LANES_AT_ONCE), subjectsTriedLater(tx)]);
      taken = lanesTaken;
      if (taken.length === 0) return;
      for (const subject of triedLater) round.failed.add(subject);
      events = await waitingEvents(tx, { lanes: taken, without: [...round.failed], limit: round.size });
      await deliver(tx, { lanes: taken, events, subscriptions: round.subscriptions });
    });
    round.size = Math.min(MOST_AT_ONCE, round.size * SMALLER);
    return { taken, delivered: events.length };
  } catch (error) {
    const [event] = events;
    if (!event) throw error;
    if (events.length === 1) await noteFailure(round, { lanes: taken, event, error });
    else round.log.warn({ err: messageOf(error), events: events.length }, "a batch of events failed; trying fewer");
    round.size = Math.max(1, Math.floor(events.length / SMALLER));
    return { taken, delivered: 0 };
  }
}

type Batch = {
  readonly lanes: readonly number[];
  readonly events: readonly StoredEvent[];
  readonly subscriptions: readonly Subscription[];
};

async function deliver(tx: Tx, { lanes, events, subscriptions }: Batch): Promise<void> {
  if (events.length === 0) return;
  const posts: LivePost[] = [];
  const run = async ({ types, run: subscriber }: Subscription) => {
    const theirs = events.filter(({ type }) => types.includes(type));
    if (theirs.length > 0) posts.push(...(await subscriber(tx, theirs)));
  };
  for (const subscription of subscriptions) if (!subscription.isLast) await run(subscription);
  await pushLive(tx, posts.splice(0));
  tx.later(
    markDelivered(
      tx,
      lanes,
      events.map(({ id }) => id),
    ),
  );
  for (const subscription of subscriptions) if (subscription.isLast) await run(subscription);
  if (posts.length > 0) throw new Error("a subscriber that runs last has something for live channels");
}

async function noteFailure(
  { db, log, failed }: Round,
  { lanes, event, error }: { lanes: readonly number[]; event: StoredEvent; error: unknown },
): Promise<void> {
  log.error({ err: error, event: event.type, subject: event.subject }, "a subscriber failed");
  await db.tx((tx) => recordFault(tx, lanes, { id: event.id, fault: messageOf(error) }));
  failed.add(event.subject);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What all modules subscribe to, in their order. */
export function subscriptionsOf(modules: readonly Module[]): Subscription[] {
  return modules.flatMap(({ subscriptions = [] }) => subscriptions);
}
