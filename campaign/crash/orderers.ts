/** People who order from providers while the server dies under them: airtime, gift cards, and sales of coins to a bank account. */
import assert from "node:assert/strict";
import type { OrderProduct } from "#contract/products/providers/order-names.ts";
import type { ShownOrder } from "#contract/people/sign-in/proofs.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import { ids } from "../../server/platform/ids.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { getFiat } from "../../server/reference/catalog/index.ts";
import { RIGHT_ACCOUNTS } from "../../server/testing/market/payment-accounts.ts";
import { type Actor, type Call, type Callers, insist, isAcknowledged, pause, prove } from "./caller.ts";
import { anActor } from "./people.ts";
import { until } from "./senders.ts";

export const ORDERER_UNITS = 300_000_000n;

/** What the demo's providers sell, by their ids here. */
export type Sold = { readonly airtime: string; readonly card: string; readonly corridor: string };

/** Once the workers have read what is sold, and that the operator has money there. */
export async function readSold(db: Db): Promise<Sold> {
  const find = () =>
    db.read(
      (tx) => tx.rows<Sold & { units: string }>`
        select
          (select product.id::text
           from top_up_products product
           join top_up_operators operator on operator.id = product.operator_id
           where operator.code = 'NG-1' and product.code = '500') as airtime,
          (select id::text from store_products where code = 'tests-gb') as card,
          (select id::text from ramp_corridors where country = 'NG' and direction = 'sell' and rail = 'bank') as corridor,
          coalesce((select balance_units from ledger_accounts where name = 'house:USD:inventory'), 0)::text as units`,
    );
  let sold: Sold | undefined;
  await until("the providers have said what they sell", async () => {
    const [{ units = "0", ...found } = { airtime: "", card: "", corridor: "" }] = await find();
    if (found.airtime && found.card && found.corridor && units !== "0") sold = found;
    return sold !== undefined;
  });
  assert.ok(sold);
  return sold;
}

/** Of an older account, with dollars of this account's. */
export async function makeOrderers(db: Db, { count, from }: { count: number; from: string }): Promise<Actor[]> {
  return db.tx(async (tx) => {
    const people: Actor[] = [];
    for (let place = 0; place < count; place++) {
      const person = await anActor(tx);
      await tx.rows`update users set created_at = created_at - interval '31 days' where id = ${person.userId}`;
      const to = accountOf.available(person.userId, "USDT");
      await post(tx, [{ kind: "test_gift", subject: ids.hash(), postings: [{ from, to, units: ORDERER_UNITS }] }]);
      people.push(person);
    }
    return people;
  });
}

/** The last digits say what the demo's company does: deliver, lose its answer, have nothing left. */
const ENDINGS = ["50", "01", "04"];
/** In dollars, of the demo's test shop: it loses its answer, or has nothing left. */
const FACES = ["1", "3"];

/** One person orders of all three until everything is stopped. */
export async function orderOn(callers: Callers, person: Actor, sold: Sold): Promise<void> {
  const body = { ...RIGHT_ACCOUNTS.NG, holder_name: "Ada Byron", fiat_currency_id: getFiat("NGN").id };
  const account = await insist(callers, person, "/rest/v1/bankaccounts", body);
  for (let round = 0; !callers.stopped(); round++) {
    const coin = { crypto_currency_code: "USDT" };
    const phone = { phone: `+23480312345${ENDINGS[round % ENDINGS.length]}`, country_iso: "NG" };
    const found = await insist(callers, person, "/rest/v1/top-ups/look-ups", phone);
    const airtime = {
      look_up_id: found?.data.id,
      product_id: sold.airtime,
      other_operator: true,
      again: true,
      ...coin,
    };
    await pay(callers, person, {
      product: "top_up",
      quotes: "/rest/v1/top-ups/quotes",
      pays: "/rest/v1/top-ups",
      wish: airtime,
    });
    const lines = [{ product_id: sold.card, amount: FACES[round % FACES.length], quantity: 2 }];
    const store = "/rest/v1/gift-card-store";
    await pay(callers, person, {
      product: "store",
      quotes: `${store}/quotes`,
      pays: `${store}/orders`,
      wish: { lines, ...coin },
    });
    const sale = { corridor_id: sold.corridor, amount: "10000", account_id: account?.data.id, ...coin };
    await pay(callers, person, {
      product: "off_ramp",
      quotes: "/rest/v1/ramps/quotes",
      pays: "/rest/v1/ramps/sales",
      wish: sale,
    });
    await pause(200);
  }
}

type Ordering = {
  readonly product: ShownOrder["product"];
  readonly quotes: string;
  readonly pays: string;
  readonly wish: Record<string, unknown>;
};

/** Pressed twice: a quote is taken once. */
async function pay(callers: Callers, person: Actor, { product, quotes, pays, wish }: Ordering): Promise<void> {
  const quote = await insist(callers, person, quotes, wish);
  if (!quote || quote.status >= 400) return;
  const id = String(quote.data.id);
  await prove(callers, person, { wanted: { kind: "order", id }, order: shownOf(product, quote.data) });
  const take = () => insist(callers, person, pays, { quote_id: id });
  await Promise.all([take(), take()]);
}

function shownOf(product: ShownOrder["product"], quote: Record<string, unknown>): ShownOrder {
  const total = String(quote.total ?? quote.coins);
  const [money, amount] = product === "store" ? ["USD", quote.costUsd] : [quote.currencyCode, quote.amount];
  return {
    ...{ product, total, cryptoCurrencyCode: String(quote.cryptoCurrencyCode) },
    ...{ currencyCode: String(money), amount: String(amount) },
  };
}

export type Ordered = {
  readonly product: OrderProduct;
  readonly hash: string;
  readonly reference: string;
  readonly code: unknown;
  readonly total: unknown;
};

const PAYS: Readonly<Record<string, OrderProduct>> = {
  "/rest/v1/top-ups": "top_up",
  "/rest/v1/gift-card-store/orders": "store",
  "/rest/v1/ramps/sales": "off_ramp",
};

/** The orders of an acknowledged payment: each line of gift cards is one. */
export function orderedBy({ path, answer }: Call): Ordered[] {
  const product = PAYS[path];
  if (!answer || !product) return [];
  const { data } = answer;
  const code = data.cryptoCurrencyCode;
  const orders = product === "store" ? (data.lines as Record<string, unknown>[]) : [data];
  return orders.map((order) => ({
    ...{ product, hash: String(order.id), reference: String(order.reference), code },
    total: product === "off_ramp" ? order.coins : order.total,
  }));
}

/** As an hour later: calls that died with their process are asked about, and not only after a minute. */
export async function endOrders(db: Db): Promise<void> {
  const open = async () => {
    await db.tx(
      (tx) => tx.rows`
        update provider_orders made
        set ask_at = least(made.ask_at, ${tx.now}::timestamptz)
        where made.ended_at is null and not exists (
          select from provider_attempts attempt
          where attempt.order_id = made.id and attempt.ended_at is null and attempt.started_at > ${tx.now}::timestamptz - interval '5 seconds')`,
    );
    return db.read((tx) => tx.rows`select hash from provider_orders where ended_at is null`);
  };
  await until("every order at a provider has come to its end", async () => (await open()).length === 0);
}

/**
 * The providers' own books have each acknowledged order once, and no other. Returns the references of those that they refused, whose
 * coins are back.
 */
export async function assertOrderedOnce(db: Db, history: readonly Call[]): Promise<ReadonlySet<string>> {
  const books = await db.read(
    (tx) => tx.rows<{ reference: string; state: string }>`
      select reference::text as reference, state from house_telco_top_ups
      union all
      select reference::text, state from house_market_orders
      union all
      select reference::text, state from house_bank_orders`,
  );
  const expected = history
    .filter(isAcknowledged)
    .flatMap(orderedBy)
    .map(({ reference }) => reference);
  assert.deepEqual(books.map(({ reference }) => reference).sort(), expected.sort(), "the providers have other orders");
  return new Set(books.filter(({ state }) => state === "failed").map(({ reference }) => reference));
}
