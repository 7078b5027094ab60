/** Trades by one process of the web and one worker, and by two of each, on the same database: everything on this machine. */
import { type Callers, tradeBeside } from "./live/delivery.ts";
import type { Ground } from "./ground.ts";
import { makePairs, type Pair } from "./pairs.ts";
import { whole } from "./rounds.ts";
import type { Row } from "./row.ts";
import { openWires } from "./wire.ts";

const CALLERS = 64;
const PAIRS = 256;
const SECONDS = 15;

export async function processes(ground: Ground): Promise<Row[]> {
  const pairs = await makePairs(ground, PAIRS);
  ground.say(`${CALLERS} callers for ${SECONDS} s of one web and one worker, of two each, and of one each again`);
  const before = await perSecond(ground, { pairs, isTwo: false });
  const two = await perSecond(ground, { pairs, isTwo: true });
  const after = await perSecond(ground, { pairs, isTwo: false });
  const one = (before + after) / 2;
  return [
    {
      name: "trades of two processes of the web and two workers",
      measured: `${whole(two)}/s`,
      limit: `one of each ${whole(one)}/s`,
      ratio: two / one,
      target: { atLeast: 1.7 },
    },
  ];
}

async function perSecond(
  ground: Ground,
  { pairs, isTwo }: { pairs: readonly Pair[]; isTwo: boolean },
): Promise<number> {
  const servers = [await ground.server(), ...(isTwo ? [await ground.server()] : [])];
  const workers = [await ground.worker(), ...(isTwo ? [await ground.worker()] : [])];
  const [server, second] = servers;
  if (!server) throw new Error("no server");
  const each = await Promise.all(servers.map(({ port }) => openWires(port, CALLERS / servers.length)));
  const wires = Array.from(
    { length: CALLERS },
    (_, at) => each[at % servers.length]?.[Math.floor(at / servers.length)],
  );
  const callers: Callers = { server, second: second ?? server, wires: wires.flatMap((wire) => wire ?? []), pairs };
  workers[1]?.work();
  const { perSecond: found } = await tradeBeside(ground, callers, { worker: workers[0], seconds: SECONDS });
  for (const wire of callers.wires) wire.close();
  for (const one of [...workers, ...servers]) await one.stop();
  return found;
}
