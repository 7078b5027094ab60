/** Orders of calls that are answered one by one, as those of the facade: those that arrive while others commit share the next transaction. */
import type { Db } from "../../../platform/postgres/db.ts";
import { together } from "../../../platform/together.ts";
import type { OrderRow } from "./order-rows.ts";
import { placeRowsOf, type Placing } from "./place-orders.ts";

type Place = (placing: Placing) => Promise<OrderRow>;

const places = new WeakMap<Db, Place>();

/** As it was accepted. Refuses as placeOrders does, by throwing. */
export function placeTogether(db: Db, placing: Placing): Promise<OrderRow> {
  const place = places.get(db) ?? together((placings: readonly Placing[]) => placeList(db, placings));
  places.set(db, place);
  return place(placing);
}

async function placeList(db: Db, placings: readonly Placing[]): Promise<readonly (OrderRow | Error)[]> {
  const results = await db.txByKey((tx) => placeRowsOf(tx, placings));
  return results.map((result) => (result instanceof Error ? result : result.row));
}
