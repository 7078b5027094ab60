/**
 * Events of trades delivered by worker processes: how fast they empty a backlog, in how many statements, and how far behind
 * they are while 64 callers trade. Against TPC-B on the same cluster.
 */
import { playRecordedRates } from "../../server/money/rates/index.ts";
import { countUndelivered, secondsBehind } from "../../server/platform/events/event-rows.ts";
import type { BenchServer, BenchWorker, Ground } from "../ground.ts";
import { lifecycle } from "../lifecycles.ts";
import { makePairs, type Pair } from "../pairs.ts";
import { during, whole } from "../rounds.ts";
import type { Row } from "../row.ts";
import { openTpcb } from "../tpcb.ts";
import { openWires, type Wire } from "../wire.ts";

const CALLERS = 64;
const BACKLOG_SECONDS = 6;
const STEADY_SECONDS = 12;
const TPCB_SECONDS = 4;
const LOOK_EVERY_MS = 50;
const QUOTE_EVERY_MS = 60_000;

export type Callers = {
  readonly server: BenchServer;
  readonly wires: readonly Wire[];
  readonly pairs: readonly Pair[];
  /** Another process of the web, to which every second wire leads. */
  readonly second?: BenchServer;
};

export async function delivery(ground: Ground): Promise<Row[]> {
  const { say } = ground;
  const pairs = await makePairs(ground, CALLERS);
  const server = await ground.server();
  const callers: Callers = { server, pairs, wires: await openWires(server.port, CALLERS) };
  const workers = [await ground.worker(), await ground.worker()];
  const tpcb = await openTpcb(ground);
  say(`backlogs of ${BACKLOG_SECONDS} s of trades, emptied by one worker and by two`);
  await emptied(ground, callers, workers);
  const one = await emptied(ground, callers, workers.slice(0, 1));
  const two = await emptied(ground, callers, workers);
  const { perSecond: limit } = await tpcb.run(TPCB_SECONDS);
  say(`${CALLERS} callers for ${STEADY_SECONDS} s, one worker beside them`);
  const [first] = workers;
  const steady = await tradeBeside(ground, callers, { worker: first, seconds: STEADY_SECONDS });
  for (const worker of workers) await worker.stop();
  for (const wire of callers.wires) wire.close();
  await server.stop();
  await tpcb.close();
  const against = `TPC-B ${whole(limit)}/s (${tpcb.by})`;
  return [
    {
      name: "trades whose events one worker delivers",
      measured: `${whole(one.perSecond)}/s, ${one.statements.toFixed(2)} statements and ${one.events.toFixed(1)} events a trade`,
      limit: against,
      ratio: one.perSecond / limit,
      target: { atLeast: 0.1 },
    },
    {
      name: "… two workers",
      measured: `${whole(two.perSecond)}/s`,
      limit: against,
      ratio: two.perSecond / limit,
    },
    {
      name: `oldest event while ${CALLERS} callers trade, p99`,
      measured: `${steady.behindSec.toFixed(2)} s at ${whole(steady.perSecond)} trades/s, empty ${steady.emptyAfterSec.toFixed(1)} s after`,
      limit: "1 s",
      ratio: steady.behindSec,
      target: { atMost: 1 },
    },
  ];
}

/** Each caller acts for several pairs in turn, where there are more. */
const trade =
  ({ server, second = server, wires, pairs }: Callers) =>
  (caller: number, round = 0) => {
    const own = Math.floor(pairs.length / wires.length);
    return lifecycle((caller % 2 ? second : server).url, wires[caller], pairs[caller + wires.length * (round % own)]);
  };

/** Trades go on without a worker for a while; then these deliver what waits. */
async function emptied(
  { db }: Ground,
  callers: Callers,
  workers: readonly BenchWorker[],
): Promise<{ perSecond: number; statements: number; events: number }> {
  let trades = 0;
  await during(BACKLOG_SECONDS, CALLERS, async (caller) => {
    await trade(callers)(caller);
    trades += 1;
  });
  const begun = performance.now();
  const drained = await Promise.all(workers.map((worker) => worker.drain()));
  const seconds = (performance.now() - begun) / 1000;
  const { waiting, put_aside } = await db.read(countUndelivered);
  if (waiting + put_aside > 0) throw new Error(`${waiting} events wait and ${put_aside} were put aside`);
  const sumOf = (of: "statements" | "events") => drained.reduce((sum, each) => sum + each[of], 0);
  return { perSecond: trades / seconds, statements: sumOf("statements") / trades, events: sumOf("events") / trades };
}

export type Steady = { readonly perSecond: number; readonly behindSec: number; readonly emptyAfterSec: number };

/** Trades a second while the worker delivers, how far it was behind at most but for one look in a hundred, and when it was done. */
export async function tradeBeside(
  { db }: Ground,
  callers: Callers,
  { worker, seconds }: { worker: BenchWorker | undefined; seconds: number },
): Promise<Steady> {
  // The events of creating these users do not count.
  await worker?.drain();
  worker?.work();
  const behind: number[] = [];
  const looking = setInterval(() => void db.read(secondsBehind).then((seconds) => behind.push(seconds)), LOOK_EVERY_MS);
  // Rates come every minute, or trades are paused.
  const quoting = setInterval(() => void db.tx(playRecordedRates), QUOTE_EVERY_MS);
  const { perSecond } = await during(seconds, CALLERS, trade(callers)).finally(() => {
    clearInterval(looking);
    clearInterval(quoting);
  });
  const ended = performance.now();
  while ((await db.read(countUndelivered)).waiting > 0) await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  const sorted = behind.sort((a, b) => a - b);
  return {
    perSecond,
    behindSec: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    emptyAfterSec: (performance.now() - ended) / 1000,
  };
}
