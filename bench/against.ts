/**
 * Listings, the page of an offer, the first page and escrow lifecycles over HTTP, against those of another commit. Machines change
 * their speed within minutes, so both run at once and are called in turns of seconds; the median of the ratios of such pairs counts.
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchServer, Ground, openGround } from "./ground.ts";
import { lifecycle } from "./lifecycles.ts";
import { drawSamples, queryOf, type Sample, walker } from "./offers.ts";
import { makePairs } from "./pairs.ts";
import { during, interleaved, middle, ms, ratioOf } from "./rounds.ts";
import type { Row } from "./row.ts";
import { getRequest, openWires } from "./wire.ts";

const CALLERS = 8;
const ROUNDS = 20;
const SECONDS = 0.7;
const TRADERS = 64;
const TRADE_ROUNDS = 9;
const TRADE_SECONDS = 3;
/** Worse by a tenth is worse. */
const AT_MOST = 1.1;
const AT_LEAST = 0.9;

const PATHS = {
  "listing with a method": (sample: Sample) => `/rest/v1/offers?${new URLSearchParams(queryOf("method", sample))}`,
  "listing of any method": (sample: Sample) => `/rest/v1/offers?${new URLSearchParams(queryOf("anyMethod", sample))}`,
  "page of an offer": ({ hash }: Sample) => `/rest/v1/offers/${hash}`,
  "the first page": () => "/",
} as const;
type What = keyof typeof PATHS;

/** Against the clone in the folder that AGAINST names, with its packages installed; nothing without it. */
export async function againstAnother(ground: Ground): Promise<Row[]> {
  const folder = process.env.AGAINST;
  if (!folder) {
    ground.say("nothing to compare with: AGAINST names no clone of another commit");
    return [];
  }
  const their = (name: string) => import(pathToFileURL(join(resolve(folder), `bench/${name}.ts`)).href);
  const { openGround: open } = (await their("ground")) as { openGround: typeof openGround };
  const other = await open(ground.say);
  try {
    const trading = await compareTrading(
      await openTraders(ground, { makePairs, lifecycle }),
      await openTraders(other, { ...(await their("pairs")), ...(await their("lifecycles")) } as Trading),
      ground.say,
    );
    return [...trading, ...(await compare(await openSide(ground), await openSide(other), ground.say))];
  } finally {
    await other.close();
  }
}

/** How each commit makes people who trade with each other, and lets two of them trade. */
type Trading = { readonly makePairs: typeof makePairs; readonly lifecycle: typeof lifecycle };
type Traders = { trade(seconds: number): ReturnType<typeof during>; stop(): Promise<void> };

async function openTraders(ground: Ground, way: Trading): Promise<Traders> {
  const pairs = await way.makePairs(ground, TRADERS);
  const server: BenchServer = await ground.server();
  const wires = await openWires(server.port, TRADERS);
  return {
    trade: (seconds) => during(seconds, TRADERS, (caller) => way.lifecycle(server.url, wires[caller], pairs[caller])),
    async stop() {
      for (const wire of wires) wire.close();
      await server.stop();
    },
  };
}

async function compareTrading(ours: Traders, theirs: Traders, say: Ground["say"]): Promise<Row[]> {
  say(`${TRADE_ROUNDS} turns of ${TRADE_SECONDS} s each, of ${TRADERS} callers who trade`);
  const rounds = await interleaved(TRADE_ROUNDS, { ours: ours.trade, theirs: theirs.trade }, TRADE_SECONDS);
  await Promise.all([ours.stop(), theirs.stop()]);
  const perSecond = (side: "ours" | "theirs") => `${Math.round(middle(rounds[side], "perSecond"))}/s`;
  return [
    {
      name: "escrow lifecycles over HTTP, against AGAINST",
      measured: perSecond("ours"),
      limit: perSecond("theirs"),
      ratio: ratioOf(rounds.ours, rounds.theirs, "perSecond"),
      target: { atLeast: AT_LEAST },
    },
  ];
}

type Side = { readonly ask: (what: What) => (seconds: number) => ReturnType<typeof during>; stop(): Promise<void> };

async function openSide(ground: Ground): Promise<Side> {
  await ground.offers();
  const at = walker(await drawSamples(ground));
  const server: BenchServer = await ground.server();
  const wires = await openWires(server.port, CALLERS);
  return {
    ask: (what) => (seconds) =>
      during(seconds, CALLERS, async (caller, round) => {
        const reply = await wires[caller]?.ask(getRequest(PATHS[what](at(caller, round))));
        if (reply?.status !== 200) throw new Error(`answered ${reply?.status}: ${reply?.body.slice(0, 200)}`);
      }),
    async stop() {
      for (const wire of wires) wire.close();
      await server.stop();
    },
  };
}

async function compare(ours: Side, theirs: Side, say: Ground["say"]): Promise<Row[]> {
  const whats = Object.keys(PATHS) as What[];
  say(`${ROUNDS} turns of ${SECONDS} s each, of ${CALLERS} readers`);
  const turns = whats.flatMap((what) => [
    [`ours ${what}`, ours.ask(what)] as const,
    [`theirs ${what}`, theirs.ask(what)] as const,
  ]);
  const rounds = await interleaved(ROUNDS, Object.fromEntries(turns), SECONDS);
  await Promise.all([ours.stop(), theirs.stop()]);
  return whats.flatMap((what) => {
    const [now, before] = [rounds[`ours ${what}`] ?? [], rounds[`theirs ${what}`] ?? []];
    const row = (of: "p50" | "p99"): Row => ({
      name: `${what} over HTTP, ${of}, against AGAINST`,
      measured: ms(middle(now, of)),
      limit: ms(middle(before, of)),
      ratio: ratioOf(now, before, of),
      // The slowest call in a second depends on other work of the machine.
      ...(of === "p50" ? { target: { atMost: AT_MOST } } : {}),
    });
    return [row("p50"), row("p99")];
  });
}
