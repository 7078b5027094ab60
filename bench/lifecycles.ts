/** Escrow lifecycles a second, over HTTP with real sessions and request keys, against TPC-B on the same cluster. */
import { checkBooks } from "../server/staff/console/index.ts";
import type { Ground } from "./ground.ts";
import { act, makePairs, type Pair, release, startTrade } from "./pairs.ts";
import { during, interleaved, middle, ratioOf, whole } from "./rounds.ts";
import type { Row } from "./row.ts";
import { openTpcb } from "./tpcb.ts";
import { openWires, type Wire } from "./wire.ts";

const CALLERS = 64;
const ROUNDS = 5;
const SECONDS = 4;

export async function lifecycles(ground: Ground): Promise<Row[]> {
  const { say } = ground;
  const pairs = await makePairs(ground, CALLERS);
  const server = await ground.server();
  const wires = await openWires(server.port, CALLERS);
  const tpcb = await openTpcb(ground);
  say(`${ROUNDS} rounds of ${CALLERS} callers and of 16 clients of TPC-B (${tpcb.by})`);
  const rounds = await interleaved(
    ROUNDS,
    {
      limit: tpcb.run,
      subject: (seconds) => during(seconds, CALLERS, (caller) => lifecycle(server.url, wires[caller], pairs[caller])),
    },
    SECONDS,
  );
  for (const wire of wires) wire.close();
  await server.stop();
  await tpcb.close();
  const broken = await checkBooks({ db: ground.db, log: ground.log });
  if (broken.length > 0) throw new Error(`the invariants do not hold after the bench: ${JSON.stringify(broken)}`);
  return [
    {
      name: `escrow lifecycles over HTTP, ${CALLERS} callers`,
      measured: `${whole(middle(rounds.subject, "perSecond"))}/s`,
      limit: `TPC-B ${whole(middle(rounds.limit, "perSecond"))}/s (${tpcb.by})`,
      ratio: ratioOf(rounds.subject, rounds.limit, "perSecond"),
      target: { atLeast: 1.2 },
    },
  ];
}

/** Start, payment details, paid, proof with a passkey, release: five calls, each with its own key. */
export async function lifecycle(origin: string, wire: Wire | undefined, pair: Pair | undefined): Promise<void> {
  if (!wire || !pair) throw new Error("more callers than pairs");
  const hash = await startTrade(wire, pair);
  await act(wire, pair.buyer, `/rest/v1/trade/${hash}/payment-account`, {});
  await act(wire, pair.buyer, `/rest/v1/trade/${hash}/paid`, {});
  await release(wire, { origin, pair, hash });
}
