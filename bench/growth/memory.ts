/**
 * Whether the processes grow: memory of the web and of a worker while everybody trades and some have a page open, ten minutes
 * unless MINUTES says otherwise. The heap is looked at after a collection, so it is what is really kept.
 */
import { type Callers, tradeBeside } from "../live/delivery.ts";
import type { Ground } from "../ground.ts";
import type { Memory } from "./memory-now.ts";
import { makePairs } from "../pairs.ts";
import { listenersOf } from "../reach.ts";
import { median, whole } from "../rounds.ts";
import type { Row } from "../row.ts";
import { openWires } from "../wire.ts";

const CALLERS = 64;
const PAIRS = 1200;
const MINUTES = Number(process.env.MINUTES ?? 10);
/** So many looks; the middle and the end are of three each. */
const LOOKS = 30;
/** Of what it had in the middle: caches are full by then. */
const AT_MOST = 1.1;

type Looks = readonly { readonly minute: number; readonly memory: Memory }[];

export async function memory(ground: Ground): Promise<Row[]> {
  const server = await ground.server();
  const worker = await ground.worker();
  const pairs = await makePairs(ground, PAIRS);
  const callers: Callers = { server, pairs, wires: await openWires(server.port, CALLERS) };
  const listeners = await listenersOf(ground, callers);
  ground.say(`${CALLERS} callers for ${MINUTES} minutes, one worker beside them`);
  const begun = performance.now();
  const looks = { web: [] as { minute: number; memory: Memory }[], worker: [] as { minute: number; memory: Memory }[] };
  const look = async () => {
    const minute = (performance.now() - begun) / 60_000;
    const [ofWeb, ofWorker] = await Promise.all([server.memory(), worker.memory()]);
    looks.web.push({ minute, memory: ofWeb });
    looks.worker.push({ minute, memory: ofWorker });
  };
  await look();
  const looking = setInterval(() => void look(), (MINUTES * 60_000) / LOOKS);
  const { perSecond } = await tradeBeside(ground, callers, { worker, seconds: MINUTES * 60 }).finally(() =>
    clearInterval(looking),
  );
  await listeners.stop();
  await worker.stop();
  await server.stop();
  for (const wire of callers.wires) wire.close();
  const trades = whole(perSecond * MINUTES * 60);
  return [
    rowOf(`memory of the web, ${MINUTES} minutes, ${trades} trades`, looks.web),
    rowOf("… of a worker", looks.worker),
  ];
}

function rowOf(name: string, looks: Looks): Row {
  const middleAt = Math.floor(looks.length / 2);
  const of = (kind: keyof Memory, from: number, to: number) =>
    median(looks.slice(from, to).map(({ memory }) => memory[kind]));
  const textOf = (kind: keyof Memory) =>
    [of(kind, 0, 1), of(kind, middleAt - 1, middleAt + 2), of(kind, looks.length - 3, looks.length)] as const;
  const [rss, heap] = [textOf("rssMb"), textOf("heapMb")];
  const late = looks.slice(middleAt);
  const slopes = `${perMinute(late, "rssMb")} and ${perMinute(late, "heapMb")} MB a minute since the middle`;
  return {
    name,
    measured: `resident ${rss.map(whole).join(", ")} MB, kept heap ${heap.map(whole).join(", ")} MB at start, middle and end; ${slopes}`,
    limit: "as in the middle",
    ratio: Math.max(rss[2] / rss[1], heap[2] / heap[1]),
    target: { atMost: AT_MOST },
  };
}

/** The line through these looks with the least squares. */
function perMinute(looks: Looks, kind: keyof Memory): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(looks.map(({ minute }) => minute)), mean(looks.map(({ memory }) => memory[kind]))];
  const over = looks.reduce((sum, { minute, memory }) => sum + (minute - x) * (memory[kind] - y), 0);
  const under = looks.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  const slope = over / under;
  return `${slope < 0 ? "" : "+"}${slope.toFixed(2)}`;
}
