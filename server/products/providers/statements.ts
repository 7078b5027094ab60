/** Imports the statement of each past day, in order, and books it; what does not add up is shown and read again. */
import type { OrderProduct } from "#contract/products/providers/order-names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { emitOrderEnds } from "./emit-order-ends.ts";
import type { Provider, ProviderStatement } from "./provider.ts";
import { importStatement, lastBook, openOrders, settledOf } from "./statement-rows.ts";

const DAY_MS = 86_400_000;
/** In one turn. */
const MOST_DAYS = 30;

type Importing = { readonly product: OrderProduct; readonly provider: Provider<never> };

/** Every day after the last accepted one, up to yesterday. */
export async function importStatements(
  { db, log }: Pick<AppPorts, "db" | "log">,
  { product, provider }: Importing,
): Promise<void> {
  for (let read = 0; read < MOST_DAYS; read++) {
    const { last, now } = await db.read(async (tx) => ({ last: await lastBook(tx, provider.name), now: tx.now }));
    const yesterday = dayOf(now.getTime() - DAY_MS);
    const day = last ? dayOf(Date.parse(last.day) + DAY_MS) : yesterday;
    if (day > yesterday) return;
    const statement = await provider.statement(day, last?.closing_units ?? 0n).catch((error: unknown) => {
      log.warn({ provider: provider.name, day, err: String(error) }, "a statement could not be read");
    });
    if (!statement) return;
    const outcome = await db.tx((tx) => bookStatement(tx, { product, provider: provider.name, day, statement }));
    if (outcome !== "gap") continue;
    log.error({ provider: provider.name, day }, "a provider's statement does not add up; nothing of it is booked");
    return;
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

type Book = { product: string; provider: string; day: string; statement: ProviderStatement };

async function bookStatement(tx: Tx, { product, provider, day, statement }: Book): Promise<string> {
  const lines = statement.lines
    .filter(({ units }) => units !== 0n)
    .map(({ units, at, ...line }) => ({ ...line, units: String(units), at: at.toISOString() }));
  const open = await openOrders(tx, provider, lines);
  const outcome = await importStatement(tx, { product, provider, day, lines, statement });
  await emitOrderEnds(tx, await settledOf(tx, open), "settled");
  return outcome;
}
