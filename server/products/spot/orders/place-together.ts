/**
 * Orders of calls that are answered one by one, as those of the facade: those that arrive while others commit share the next
 * transaction. Each has its own outcome; if a list fails as a whole, its orders are placed one by one.
 */
import { Refusal } from "#contract/platform/refusals.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import type { OrderRow } from "./order-rows.ts";
import { placeRowsOf, type Placing } from "./place-orders.ts";

type Waiting = {
  readonly placing: Placing;
  readonly settle: (row: OrderRow) => void;
  readonly fail: (error: unknown) => void;
};
type Queue = { readonly waiting: Waiting[]; isBusy: boolean };

const MOST_TOGETHER = 200;
const queues = new WeakMap<Db, Queue>();

/** As it was accepted. Refuses as placeOrders does, by throwing. */
export function placeTogether(db: Db, placing: Placing): Promise<OrderRow> {
  const queue = queues.get(db) ?? { waiting: [], isBusy: false };
  queues.set(db, queue);
  return new Promise((settle, fail) => {
    queue.waiting.push({ placing, settle, fail });
    // After the calls of this turn of the event loop have queued.
    setImmediate(() => void drain(db, queue));
  });
}

async function drain(db: Db, queue: Queue): Promise<void> {
  if (queue.isBusy) return;
  queue.isBusy = true;
  while (queue.waiting.length > 0) {
    const list = queue.waiting.splice(0, MOST_TOGETHER);
    try {
      await placeList(db, list);
    } catch (error) {
      if (list.length === 1) list[0]?.fail(error);
      else for (const one of list) await placeList(db, [one]).catch(one.fail);
    }
  }
  queue.isBusy = false;
}

async function placeList(db: Db, list: readonly Waiting[]): Promise<void> {
  const placings = list.map(({ placing }) => placing);
  const results = await db.txByKey((tx) => placeRowsOf(tx, placings));
  for (const [place, { settle, fail }] of list.entries()) {
    const result = results[place];
    if (result === undefined || result instanceof Refusal) fail(result ?? new Error("no order was placed"));
    else settle(result.row);
  }
}
