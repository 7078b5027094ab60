/**
 * What must not grow with the history: two markets are compared, one with a hundred times the trades of the other, and
 * are asked the same in turns. TRADES makes the large one smaller.
 */
import pg from "pg";
import { presetMarket } from "../../server/demo/index.ts";
import { ownDatabase } from "../../server/devnet/own-roles.ts";
import { lockUsage } from "../../server/market/trades/start/limits.ts";
import { listTrades } from "../../server/market/trades/index.ts";
import { checkBooks, checkWhatIsNew } from "../../server/staff/console/index.ts";
import { refreshReputation, summariesOf } from "../../server/people/reputation/index.ts";
import { type Db, openDb } from "../../server/platform/postgres/db.ts";
import { migrate } from "../../server/platform/postgres/migrate.ts";
import { type Busy, manyTrades, moreTrades } from "../../server/testing/market/many-trades.ts";
import type { Ground } from "../ground.ts";
import { during, interleaved, middle, ms, ratioOf, type Timed, whole } from "../rounds.ts";
import type { Row } from "../row.ts";

const ROUNDS = 5;
const SECONDS = 1;
/** Trades that end between two checks of a minute. */
const BETWEEN = 200;

type Market = {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly trades: number;
  readonly busy: Busy;
  /** Of the last page of the busy user's history. */
  readonly lastPage: { page: number; before: string };
};

export async function growth(ground: Ground): Promise<Row[]> {
  const large = Number(process.env.TRADES ?? 1_000_000);
  const markets: Market[] = [];
  try {
    for (const trades of [Math.round(large / 100), large]) markets.push(await openMarket(ground, trades));
    const [small, big] = markets;
    if (!small || !big) throw new Error("there are two markets");
    return [...(await askedInTurns(ground, small, big)), ...(await checkedInTurns(ground, small, big))];
  } finally {
    for (const { db, pool } of markets) await Promise.all([db.close(), pool.end()]);
  }
}

async function openMarket({ cluster, log, say }: Ground, trades: number): Promise<Market> {
  const name = `grown_${trades}`;
  const url = await ownDatabase(cluster.adminUrl, { name });
  await migrate(url);
  const db = openDb({ url, log, poolSize: 4 });
  await db.tx((tx) => presetMarket(tx, { isDemo: false }));
  const pool = new pg.Pool({ connectionString: cluster.adminUrl(name), max: 2 });
  pool.on("error", () => undefined);
  const begun = performance.now();
  const busy = await manyTrades(pool, trades);
  const { rows } = await pool.query(
    `select hash, (select count(*) from trades where $1 in (buyer_id, seller_id))::int as count
     from trades
     where $1 in (buyer_id, seller_id)
     order by started_at, id
     offset 10 limit 1`,
    [busy.userId],
  );
  const shown = await db.read((tx) => listTrades(tx, { userId: busy.userId, page: 1 }));
  if (shown.data.length !== 10 || shown.meta.total !== rows[0].count)
    throw new Error("the history is not what was written");
  say(`${whole(trades)} trades in ${Math.round((performance.now() - begun) / 1000)} s`);
  return { db, pool, trades, busy, lastPage: { page: Math.ceil(rows[0].count / 10), before: rows[0].hash } };
}

const ASKED: Readonly<Record<string, (market: Market) => Promise<unknown>>> = {
  "limits at a start": ({ db, busy }) => db.tx((tx) => lockUsage(tx, [busy.userId])),
  "first page of the history": ({ db, busy }) => db.read((tx) => listTrades(tx, { userId: busy.userId, page: 1 })),
  "its canceled ones": ({ db, busy }) =>
    db.read((tx) => listTrades(tx, { userId: busy.userId, page: 1, status: "cancelled", role: "seller" })),
  "last page of the history": ({ db, busy, lastPage }) =>
    db.read((tx) => listTrades(tx, { userId: busy.userId, ...lastPage })),
  "reputation after a release": ({ db, busy }) => db.tx((tx) => refreshReputation(tx, [busy.userId, busy.partnerId])),
  "a pair's trades together": ({ db, busy }) =>
    db.read((tx) => summariesOf(tx, { userIds: [busy.partnerId], viewerId: busy.userId })),
};

async function askedInTurns({ say }: Ground, small: Market, big: Market): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, ask] of Object.entries(ASKED)) {
    say(`${name}, ${ROUNDS} rounds`);
    const of = (market: Market) => (seconds: number) => during(seconds, 1, () => ask(market));
    const rounds = await interleaved(ROUNDS, { limit: of(small), subject: of(big) }, SECONDS);
    rows.push(rowOf({ name: `${name}, user with a tenth of the trades`, small, big, rounds }));
  }
  return rows;
}

/** Each check of a minute has the same number of trades before it; that of everything informs. */
async function checkedInTurns({ say, log }: Ground, small: Market, big: Market): Promise<Row[]> {
  say("the check of the ledger");
  const minute =
    ({ db, pool }: Market) =>
    async (): Promise<Timed> => {
      await moreTrades(pool, BETWEEN);
      return timed(() => checkWhatIsNew({ db, log }));
    };
  const everything = ({ db }: Market) => timed(() => checkBooks({ db, log }));
  const inFull = { limit: [await everything(small)], subject: [await everything(big)] };
  const rounds = await interleaved(ROUNDS, { limit: minute(small), subject: minute(big) }, 0);
  return [
    rowOf({ name: `check of the ledger each minute, ${BETWEEN} trades since`, small, big, rounds }),
    { ...rowOf({ name: "check of the ledger in full, each night", small, big, rounds: inFull }), target: undefined },
  ];
}

/** One call, which has to find nothing. */
async function timed(check: () => Promise<readonly object[]>): Promise<Timed> {
  const begun = performance.now();
  const found = await check();
  if (found.length > 0) throw new Error(`the ledger does not hold: ${JSON.stringify(found)}`);
  const took = performance.now() - begun;
  return { perSecond: 1000 / took, p50: took, p99: took };
}

type Measured = {
  readonly name: string;
  readonly small: Market;
  readonly big: Market;
  readonly rounds: Record<"limit" | "subject", readonly Timed[]>;
};

function rowOf({ name, small, big, rounds }: Measured) {
  return {
    name,
    measured: `${ms(middle(rounds.subject, "p50"))} at ${whole(big.trades)}`,
    limit: `${ms(middle(rounds.limit, "p50"))} at ${whole(small.trades)}`,
    ratio: ratioOf(rounds.subject, rounds.limit, "p50"),
    target: { atMost: 1.5 },
  };
}
