/**
 * Delivers committed events to their subscribers, in order, each once: the subscribers' writes and the mark that the
 * event was delivered are one transaction. One process at a time does this; the others stand by.
 */
import type { Module, StoredEvent, Subscription } from "./app-ports.ts";
import type { Db, ReadTx, Tx } from "./db.ts";
import type { Log } from "./log.ts";

const BATCH = 100;
const MOST_ATTEMPTS = 8;

export type Dispatcher = {
  /** Delivers what is waiting now; returns how many events were delivered. */
  drain(): Promise<number>;
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
  const byType = new Map<string, Subscription[]>();
  for (const subscription of subscriptions)
    for (const type of subscription.types) byType.set(type, [...(byType.get(type) ?? []), subscription]);
  const deliver = async (tx: Tx, event: StoredEvent) => {
    for (const subscription of byType.get(event.type) ?? []) await subscription.run(tx, event);
  };

  const deliverBatch = (): Promise<number> =>
    db.tx(async (tx) => {
      const events = await waiting(tx, BATCH);
      for (const event of events) await deliver(tx, event);
      await markDelivered(
        tx,
        events.map((event) => event.id),
      );
      return events.length;
    });

  /** After a batch failed: one by one, so that the event that cannot be delivered is found and put aside. */
  const deliverOne = async (): Promise<number> => {
    let current: StoredEvent | undefined;
    try {
      return await db.tx(async (tx) => {
        const [event] = await waiting(tx, 1);
        current = event;
        if (!event) return 0;
        await deliver(tx, event);
        await markDelivered(tx, [event.id]);
        return 1;
      });
    } catch (error) {
      if (!current) throw error;
      const failed = current;
      log.error({ err: error, event: failed.type, subject: failed.subject }, "a subscriber failed");
      await db.tx((tx) => recordFault(tx, failed.id, error instanceof Error ? error.message : String(error)));
      return 0;
    }
  };

  return {
    async drain() {
      let delivered = 0;
      for (;;) {
        let count: number;
        try {
          count = await deliverBatch();
        } catch (error) {
          log.warn(
            { err: error instanceof Error ? error.message : error },
            "a batch of events failed; delivering them one by one",
          );
          count = await deliverOne();
        }
        delivered += count;
        if (count === 0) return delivered;
      }
    },
  };
}

async function waiting(tx: Tx, limit: number): Promise<StoredEvent[]> {
  return tx.rows<StoredEvent>`
    select id, type, subject, payload, at
    from events
    where dispatched_at is null and attempts < ${MOST_ATTEMPTS}
    order by id
    limit ${limit}
    for update skip locked`;
}

async function markDelivered(tx: Tx, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows`
    update events
    set dispatched_at = ${tx.now}
    where id = any(${ids})`;
}

async function recordFault(tx: Tx, id: bigint, fault: string): Promise<void> {
  await tx.rows`
    update events
    set attempts = attempts + 1, fault = ${fault.slice(0, 500)}
    where id = ${id}`;
}

/** How many events wait, and how many were put aside because they failed too often. */
export async function countUndelivered(tx: ReadTx): Promise<{ waiting: number; put_aside: number }> {
  const [row] = await tx.rows<{ waiting: number; put_aside: number }>`
    select count(*) filter (where attempts < ${MOST_ATTEMPTS})::int as waiting,
      count(*) filter (where attempts >= ${MOST_ATTEMPTS})::int as put_aside
    from events
    where dispatched_at is null`;
  return row ?? { waiting: 0, put_aside: 0 };
}

/** What all modules subscribe to, in their order. */
export function subscriptionsOf(modules: readonly Module[]): Subscription[] {
  return modules.flatMap(({ subscriptions = [] }) => subscriptions);
}
