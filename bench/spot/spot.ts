/** Spot markets: orders that are placed, matched and settled, the way from an order to its trade, the replay of a log, and a killed market process. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { placeSpotOrder } from "#contract/products/spot/spot.ts";
import { randomCommands } from "../../campaign/spot/random-commands.ts";
import { type Matcher, startMatcher } from "../../campaign/spot/matchers.ts";
import { mayAct, refusalByBlock, standingsOf } from "../../server/people/accounts/index.ts";
import { makeGroupPoster } from "../../server/platform/http/group.ts";
import { route as routeOf } from "../../server/platform/http/policy.ts";
import { apply } from "../../server/products/spot/engine/apply.ts";
import { Book } from "../../server/products/spot/engine/book.ts";
import { noEffects } from "../../server/products/spot/engine/commands.ts";
import { PLACING } from "../../server/products/spot/http.ts";
import { type NewOrderRow, placeRows } from "../../server/products/spot/orders/order-rows.ts";
import type { Placing } from "../../server/products/spot/orders/place-orders.ts";
import { aUser, giveCoins } from "../../server/testing/index.ts";
import type { Ground } from "../ground.ts";
import { during, interleaved, median, middle, ms, quantile, ratioOf, type Timed, whole } from "../rounds.ts";
import type { Row } from "../row.ts";
import { matcherAlone } from "./matcher.ts";
import { bookReaders } from "./readers.ts";
import { openTpcb } from "../tpcb.ts";

const CALLERS = 256;
const ROUNDS = 3;
const SECONDS = 4;
/** So many that nobody has more open orders than a market allows. */
const PEOPLE = 1024;
const OPEN_ORDERS = Number(process.env.OPEN_ORDERS ?? 20_000);
const REPLAYED = 1_000_000;
const MARKET = "BTC-USDT";

type Stage = Ground & { readonly people: readonly bigint[] };

export async function spot(ground: Ground): Promise<Row[]> {
  const stage = { ...ground, people: await openMarket(ground) };
  const matcher = await startMatcher(ground.databaseUrl);
  await pause(2000);
  const rate = await orderRate(stage);
  const way = await fromOrderToTrade(stage, rate.perSecond / 2);
  const readers = await bookReaders(stage, { market: MARKET, change: resting(stage) });
  const recovery = await killedMarket(stage, matcher);
  return [rate.row, way, readers, replay(), matcherAlone(), recovery];
}

/** People with coins and a trading session without an end in sight, and a market at 100,000 dollars. */
async function openMarket({ db, owner, say }: Ground): Promise<bigint[]> {
  say(`${PEOPLE} people on a spot market`);
  await owner.query(
    "update rates set rate = case crypto when 'BTC' then 100000 else 1 end, stale_at = now() + interval '1 day', is_divergent = false where fiat = 'USD'",
  );
  const people: bigint[] = [];
  for (let one = 0; one < PEOPLE; one++)
    people.push(
      await db.tx(async (tx) => {
        const id = await aUser(tx, { username: `spot_bench_${one}` });
        await giveCoins(tx, id, "BTC", 10_000_000_000_000n);
        await giveCoins(tx, id, "USDT", 100_000_000_000_000n);
        return id;
      }),
    );
  await owner.query(
    `insert into spot_sessions (hash, user_id, day_usd_cents, markets, opened_at, expires_at, day)
     select 'spotbench' || one, one, 1000000000000000, array['BTC-USDT'], market_now(), market_now() + interval '23 hours', (market_now() at time zone 'utc')::date
     from unnest($1::bigint[]) as one`,
    [people],
  );
  return people;
}

/** One call an order, as the HTTP route makes it. Half of the orders meet another one; the others rest and wait. */
function placer({ db, people }: Stage): (caller: number, round: number) => Promise<void> {
  const poster = makeGroupPoster(db, { of: standingsOf, mayAct, refusalByBlock });
  const route = routeOf(
    placeSpotOrder,
    { auth: "session", rateLimit: "money" },
    { group: PLACING, command: (context) => (context as unknown as { placing: Placing }).placing },
  );
  return async (caller, round) => {
    const side = caller % 2 ? "buy" : "sell";
    const away = round % 2 ? (side === "buy" ? -3000 : 3000) : 0;
    const body = { market: MARKET, side, type: "limit", price: String(100_000 + away), amount: "0.0001" } as const;
    const placing: Placing = { userId: people[(caller + round * CALLERS) % PEOPLE] ?? 0n, body };
    const { body: answer } = await poster.submit(route, { placing } as never, undefined);
    if (!answer.includes('"status":"success"')) throw new Error(`an order was ${answer}`);
  };
}

async function orderRate(stage: Stage): Promise<{ row: Row; perSecond: number }> {
  const tpcb = await openTpcb(stage);
  stage.say(`${ROUNDS} rounds of ${CALLERS} callers that place orders and of 16 clients of TPC-B (${tpcb.by})`);
  const place = placer(stage);
  const subject = async (seconds: number): Promise<Timed> => {
    const begun = performance.now();
    let orders = 0;
    const timed = await during(seconds, CALLERS, async (caller, round) => {
      await place(caller, round);
      orders += 1;
    });
    await settled(stage);
    return { ...timed, perSecond: (orders * 1000) / (performance.now() - begun) };
  };
  const rounds = await interleaved(ROUNDS, { limit: tpcb.run, subject }, SECONDS);
  await tpcb.close();
  const perSecond = middle(rounds.subject, "perSecond");
  return {
    perSecond,
    row: {
      name: `spot orders placed, matched and settled, ${CALLERS} callers`,
      measured: `${whole(perSecond)}/s`,
      limit: `TPC-B ${whole(middle(rounds.limit, "perSecond"))}/s (${tpcb.by})`,
      ratio: ratioOf(rounds.subject, rounds.limit, "perSecond"),
      target: { atLeast: 0.3 },
    },
  };
}

async function settled({ owner }: Ground): Promise<void> {
  const due =
    "select from spot_markets market join spot_progress progress on progress.market = market.symbol where market.next_seq - 1 > progress.applied_seq";
  while ((await owner.query(due)).rows.length > 0) await pause(5);
}

/** From the begin of the transaction that takes an order to the commit that has its trade, at half of the highest rate. */
async function fromOrderToTrade(stage: Stage, perSecond: number): Promise<Row> {
  const { owner, cluster, say } = stage;
  say(`orders and their trades at ${whole(perSecond)} a second`);
  const durable = new pg.Client({ connectionString: cluster.adminUrl("tpcb") });
  await durable.connect();
  await durable.query("create table if not exists durable (n bigint)");
  const insert = () => during(3, 1, () => durable.query("insert into durable values (1)"));
  const before = await insert();
  const { rows: last } = await owner.query("select next_fill from spot_progress where market = $1", [MARKET]);
  const place = placer(stage);
  const everyMs = (CALLERS * 1000) / perSecond;
  const begun = performance.now();
  await during(10, CALLERS, async (caller, round) => {
    await pause(Math.max(0, begun + (round + caller / CALLERS) * everyMs - performance.now()));
    await place(caller, round);
  });
  await settled(stage);
  const after = await insert();
  await durable.end();
  const { rows } = await owner.query(
    `select extract(epoch from pg_xact_commit_timestamp(fill.xmin) - command.at)::float * 1000 as took
     from spot_fills fill
     join spot_commands command on command.market = fill.market and command.seq = fill.seq
     where fill.market = $1 and fill.n >= $2`,
    [MARKET, last[0].next_fill],
  );
  const p99 = quantile(
    rows.map(({ took }) => Number(took)),
    0.99,
  );
  const p50 = median([before.p50, after.p50]);
  return {
    name: `from an order to its trade, p99 of ${whole(rows.length)}, at half the highest rate`,
    measured: ms(p99),
    limit: `a durable insert ${ms(p50)} (p50)`,
    ratio: p99 / p50,
    target: { atMost: 6 },
  };
}

/** The engine alone over commands of a busy market, as a replay of the log reads them. */
function replay(): Row {
  const commands = [...randomCommands(1, REPLAYED)];
  const start = { status: "trading", referenceTicks: 1000, lastTicks: null, nextRank: 0, orders: [] } as const;
  const book = new Book({ ...start, bandBp: 1000 });
  let effects = noEffects();
  const begun = performance.now();
  commands.forEach((command, seq) => {
    apply(book, { seq, command }, effects);
    if (seq % 500 === 0) effects = noEffects();
  });
  const perSecond = (REPLAYED * 1000) / (performance.now() - begun);
  const limit = 500_000;
  return {
    name: `commands that the book replays, of ${whole(REPLAYED)}`,
    measured: `${whole(perSecond)}/s`,
    limit: `${whole(limit)}/s`,
    ratio: perSecond / limit,
    target: { atLeast: 1 },
  };
}

const MOST_MS = 3000;
const AT_ONCE = 250;

/** Places an order beside the others, and gives its number in the log. */
function resting({ db, owner, people }: Stage): () => Promise<bigint> {
  let placed = 0;
  return async () => {
    const hash = `benchreader${String(++placed).padStart(8, "0")}`;
    const row = {
      ...PLAIN,
      user_id: String(people[placed % PEOPLE]),
      hash,
      side: "buy",
      price_ticks: "950000",
    } as const;
    await db.tx((tx) => placeRows(tx, [row], tx.now));
    return BigInt((await owner.query("select seq from spot_orders where hash = $1", [hash])).rows[0].seq);
  };
}

const PLAIN: Omit<NewOrderRow, "user_id" | "hash" | "side" | "price_ticks"> = {
  ...{ key_id: null, client_id: null, market: MARKET, type: "limit", tif: "gtc" },
  ...{ stop_ticks: null, oco_ticks: null, lots: "10", quote_limit_units: null },
};

/** From the kill of the process, with many open orders, to the next trade of its successor. */
async function killedMarket(stage: Stage, matcher: Matcher): Promise<Row> {
  const { db, owner, people, say } = stage;
  say(`${whole(OPEN_ORDERS)} open orders`);
  const row = (at: number, price: number): NewOrderRow => ({
    ...PLAIN,
    user_id: String(people[at % PEOPLE]),
    hash: `benchorder${String(at).padStart(9, "0")}`,
    side: at % 2 ? "buy" : "sell",
    price_ticks: String(price),
  });
  const far = (at: number) => 1_000_000 + (at % 2 ? -1 : 1) * (40_000 + (at % 20_000));
  for (let at = 0; at < OPEN_ORDERS; at += AT_ONCE)
    await db.tx((tx) =>
      placeRows(
        tx,
        Array.from({ length: AT_ONCE }, (_, one) => row(at + one, far(at + one))),
        tx.now,
      ),
    );
  await settled(stage);
  const { rows } = await owner.query("select next_fill from spot_progress where market = $1", [MARKET]);

  const begun = performance.now();
  await matcher.kill();
  await db.tx((tx) => placeRows(tx, [row(OPEN_ORDERS, 1_000_000), row(OPEN_ORDERS + 1, 1_000_000)], tx.now));
  const successor = await startMatcher(stage.databaseUrl);
  while (
    (await owner.query("select from spot_progress where market = $1 and next_fill > $2", [MARKET, rows[0].next_fill]))
      .rows.length === 0
  )
    await pause(5);
  const tookMs = performance.now() - begun;
  await successor.kill();
  return {
    name: `from the kill of a market process with ${whole(OPEN_ORDERS)} open orders to the next trade`,
    measured: ms(tookMs),
    limit: ms(MOST_MS),
    ratio: tookMs / MOST_MS,
    target: { atMost: 1 },
  };
}
