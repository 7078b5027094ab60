/** People who write and cancel trades all the time, and what of it must be there afterwards. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { postMessage } from "#contract/market/trades/chat.ts";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../server/money/ledger/index.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { aMarket, aTrade, type TestMarket } from "../../server/testing/index.ts";
import { type KeyedCall, sendKeyed } from "../../server/testing/send-keyed.ts";
import type { Stage, Web } from "./stage.ts";

const MARKETS = 4;
const TRADES = 3;
/** The chat takes thirty messages of a user in a minute. */
const EVERY_MS = 2200;

export type Writer = {
  readonly token: string;
  /** Of their live messages. */
  readonly channel: string;
  readonly trades: readonly string[];
};
export type Act = {
  readonly writer: Writer;
  readonly call: KeyedCall;
  readonly text: string;
  readonly doneAtMs: number;
};

export type Load = {
  readonly writers: readonly Writer[];
  /** Messages that were acknowledged so far. */
  readonly acts: readonly Act[];
  /** When each act was acknowledged. */
  readonly doneAtMs: readonly number[];
  /** Until acts are acknowledged again, as many as there are writers. */
  flows(): Promise<void>;
  /** Ends the load when everything that was begun is done, and compares it with what is there. */
  end(): Promise<void>;
  /** Ends it at once: what was not acknowledged is asked for no more. */
  abandon(): Promise<void>;
};

/** Messages without a pause, each under its key until it is acknowledged, by either web process; in the end each trade is cancelled. */
export async function load(stage: Stage, name: string): Promise<Load> {
  const writers = await writersOf(stage);
  const doneAtMs: number[] = [];
  const acts: Act[] = [];
  let isOver = false;
  let isAbandoned = false;
  let turn = 0;
  const send = async (writer: Writer, call: KeyedCall): Promise<boolean> => {
    for (let tries = 0; tries < 3000 && !isAbandoned; tries++) {
      const web = stage.webs[turn++ % stage.webs.length] as Web;
      if (!(await isDone(web, writer, call))) continue;
      doneAtMs.push(performance.now());
      return true;
    }
    if (isAbandoned) return false;
    throw new Error(`${call.key} was never done`);
  };
  const startedAtMs = performance.now();
  const running = writers.map(async (writer, place) => {
    const firstAtMs = startedAtMs + (place * EVERY_MS) / writers.length;
    await pause(Math.max(0, firstAtMs - performance.now()));
    for (let n = 0; !isOver; n++) {
      const text = `${name} ${place} ${n}`;
      const id = writer.trades[n % writer.trades.length] ?? "";
      const call = { endpoint: postMessage, id, body: { text }, key: `message-${text.replaceAll(" ", "-")}` };
      if (await send(writer, call)) acts.push({ writer, call, text, doneAtMs: performance.now() });
      // The writers keep their distances, also after a pause that all of them share.
      await pause(EVERY_MS - ((performance.now() - firstAtMs) % EVERY_MS));
    }
  });
  const ended = Promise.all(running);
  let fault: unknown;
  ended.catch((error: unknown) => {
    fault = error;
  });
  return {
    ...{ writers, acts, doneAtMs },
    async flows() {
      const wanted = doneAtMs.length + writers.length;
      for (let tries = 0; doneAtMs.length < wanted; tries++) {
        if (fault) throw fault;
        if (tries > 600) throw new Error("no acts are acknowledged");
        await pause(100);
      }
    },
    async end() {
      isOver = true;
      await ended;
      const buyers = writers.filter((_, place) => place % 2 === 0);
      const trades = buyers.flatMap((writer) => writer.trades.map((id) => ({ writer, id })));
      await Promise.all(
        trades.map(({ writer, id }) => send(writer, { endpoint: cancelTrade, id, key: `cancel-${name}-${id}` })),
      );
      await compare(stage.world, name, { said: acts.map(({ text }) => text), trades: trades.map(({ id }) => id) });
      stage.note(
        `${name}: ${acts.length} messages and ${trades.length} cancelled trades were acknowledged, and are there, once`,
      );
    },
    async abandon() {
      isOver = isAbandoned = true;
      await ended;
    },
  };
}

/** Whether it is acknowledged now. Waits a moment where it is not. */
export async function isDone(
  { app }: Pick<Web, "app">,
  { token }: Pick<Writer, "token">,
  call: KeyedCall,
): Promise<boolean> {
  const { status, code } = await sendKeyed(app, token, call);
  if (status === 200) return true;
  assert.ok(status === 503 || status === 429 || code === "idempotency.in_flight", `${status} ${code}`);
  await pause(status === 429 ? 2000 : 100);
  return false;
}

/** Both sides of trades, each of which writes to the other. */
async function writersOf({ cluster, world, reconnected }: Stage): Promise<Writer[]> {
  await cluster.whole();
  await reconnected();
  const all: Writer[] = [];
  for (let one = 0; one < MARKETS; one++) {
    const market: TestMarket = await aMarket(world);
    const trades: string[] = [];
    for (let trade = 0; trade < TRADES; trade++) trades.push(await aTrade(market));
    for (const { client, id } of [market.buyer, market.seller]) {
      const { rows } = await world.owner.query("select external_id from users where id = $1", [id]);
      all.push({ token: client.token, channel: `user:${rows[0].external_id}`, trades });
    }
  }
  return all;
}

export type Kept = { readonly owner: Pick<pg.Pool, "query">; readonly db: Db };

export async function compare(
  { owner, db }: Kept,
  name: string,
  { said, trades }: { said: readonly string[]; trades: readonly string[] },
): Promise<void> {
  assert.deepEqual(
    await messagesOf(owner, name),
    said.toSorted().map((body) => ({ body, times: 1 })),
    "every acknowledged message is there, once, and no other",
  );
  const { rows: cancelled } = await owner.query(
    `select count(*)::int as times, count(distinct step.trade_id)::int as trades
     from trade_transitions step join trades trade on trade.id = step.trade_id
     where trade.hash = any($1) and step.status = 'cancelled_buyer'`,
    [trades],
  );
  assert.deepEqual(cancelled, [{ times: trades.length, trades: trades.length }]);
  assert.deepEqual(await db.tx((tx) => checkInvariants(tx, LEDGER_CHECKS)), []);
}

export async function messagesOf(owner: Kept["owner"], name: string): Promise<{ body: string; times: number }[]> {
  const { rows } = await owner.query(
    `select body, count(*)::int as times from chat_messages where body like $1 || ' %' group by body order by body collate "C"`,
    [name],
  );
  return rows;
}

/** The longest time between two acknowledged acts around this moment, of acts that flow again. */
export function pauseAround(doneAtMs: readonly number[], atMs: number): number {
  const times = doneAtMs.filter((one) => one > atMs - 3000);
  return Math.max(...times.slice(1).map((one, place) => one - (times[place] ?? one)));
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
