/**
 * Everything included: durable commands a second of people of the first level, each release with a passkey that the signer
 * verifies, while a worker delivers what happens. Against TPC-B on the same cluster, before and after.
 */
import { countUndelivered } from "../server/platform/events/event-rows.ts";
import { tradeBeside } from "./live/delivery.ts";
import type { Ground } from "./ground.ts";
import { makePairs } from "./pairs.ts";
import { reach } from "./reach.ts";
import { whole } from "./rounds.ts";
import type { Row } from "./row.ts";
import { openTpcb } from "./tpcb.ts";
import { openWires } from "./wire.ts";

const CALLERS = 64;
/** Of two people each, who may trade for 700 USD a day. */
const PAIRS = 1200;
const SECONDS = 60;
const TPCB_SECONDS = 8;
/** Start, payment details, paid, proof with a passkey, release: each is written before it is answered. */
const COMMANDS = 5;

export async function commands(ground: Ground): Promise<Row[]> {
  ground.say(`${2 * PAIRS} people of the first level`);
  const pairs = await makePairs(ground, PAIRS, 1);
  const server = await ground.server();
  const worker = await ground.worker();
  const wires = await openWires(server.port, CALLERS);
  const tpcb = await openTpcb(ground);
  const before = await tpcb.run(TPCB_SECONDS);
  ground.say(`${CALLERS} callers for ${SECONDS} s, one worker beside them`);
  const steady = await tradeBeside(ground, { server, wires, pairs }, { worker, seconds: SECONDS });
  const { waiting, put_aside } = await ground.db.read(countUndelivered);
  const after = await tpcb.run(TPCB_SECONDS);
  const reached = await reach(ground, { server, wires, pairs }, worker);
  for (const wire of wires) wire.close();
  await worker.stop();
  await server.stop();
  await tpcb.close();
  if (waiting + put_aside > 0) throw new Error(`${waiting} events wait and ${put_aside} were put aside`);
  const limit = (before.perSecond + after.perSecond) / 2;
  return [
    {
      name: `durable commands, ${2 * PAIRS} people, a worker beside, ${SECONDS} s`,
      measured: `${whole(COMMANDS * steady.perSecond)}/s (${whole(steady.perSecond)} trades)`,
      limit: `TPC-B ${whole(limit)}/s (${tpcb.by})`,
      ratio: (COMMANDS * steady.perSecond) / limit,
      target: { atLeast: 0.5 },
    },
    {
      name: "… oldest undelivered event, p99",
      measured: `${steady.behindSec.toFixed(2)} s, none ${steady.emptyAfterSec.toFixed(1)} s after the last call`,
      limit: "1 s",
      ratio: steady.behindSec,
      target: { atMost: 1 },
    },
    reached,
  ];
}
