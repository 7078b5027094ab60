/**
 * How long it takes from the commit of a command to the sockets of both sides, while everybody trades: real clients of the
 * live channel in a process of their own, and the times of the commits as PostgreSQL has written them down.
 */
import { tradeBeside, type Callers } from "./live/delivery.ts";
import type { BenchWorker, Ground } from "./ground.ts";
import type { Channel, Received } from "./live/listeners.ts";
import { act, type Pair } from "./pairs.ts";
import { ms, quantile, whole } from "./rounds.ts";
import type { Row } from "./row.ts";
import type { Wire } from "./wire.ts";

/** Both sides of so many pairs have a page open. */
export const LISTENING_PAIRS = 100;
const SECONDS = 20;
/** The last messages have arrived by then. */
const SETTLE_MS = 2000;

export async function reach(ground: Ground, callers: Callers, worker: BenchWorker): Promise<Row> {
  const listeners = await listenersOf(ground, callers);
  ground.say(`${2 * LISTENING_PAIRS} of these people have a page open; once more for ${SECONDS} s`);
  await tradeBeside(ground, callers, { worker, seconds: SECONDS });
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  const received = await listeners.received();
  await listeners.stop();
  const took = await sinceCommits(ground, received);
  const p99 = quantile(took, 0.99);
  return {
    name: `… from commit to a person's socket, ${2 * LISTENING_PAIRS} sockets, p99`,
    measured: `p50 ${ms(quantile(took, 0.5))}, p99 ${ms(p99)}, ${whole(took.length)} times`,
    limit: "1 s",
    ratio: p99 / 1000,
    target: { atMost: 1 },
  };
}

/** Pages of both sides of the first pairs, who are all subscribed when this ends. */
export async function listenersOf(ground: Ground, { server, wires, pairs }: Callers) {
  const [wire] = wires;
  if (!wire) throw new Error("nobody calls");
  const listening: Channel[] = [];
  for (const { buyer, seller } of pairs.slice(0, LISTENING_PAIRS))
    for (const session of [buyer, seller]) listening.push(await channelOf(wire, session));
  const listeners = await ground.listeners();
  await listeners.listen({ url: server.url, channels: listening });
  return listeners;
}

/** With the token that the person's page would ask for. */
async function channelOf(wire: Wire, session: Pair["buyer"]): Promise<Channel> {
  const answer = await act(wire, session, "/account/re-auth-push-subscription", { channels: ["user"] });
  const [found] = (JSON.parse(answer) as { channels: Channel[] }).channels;
  if (!found) throw new Error(`no channel: ${answer}`);
  return found;
}

/**
 * Milliseconds from each commit until a listener had that version of the trade or a later one. A transaction's time is when
 * it began to commit, so the write to the disk is in it.
 */
async function sinceCommits({ db }: Ground, received: readonly Received[]): Promise<number[]> {
  const byTrade = Map.groupBy(received, ({ hash }) => hash);
  const commits = await db.read(
    (tx) => tx.rows<{ hash: string; version: number; committed_ms: number }>`
      select trade.hash,
        (row_number() over (partition by step.trade_id order by step.id))::int as version,
        (extract(epoch from pg_xact_commit_timestamp(step.xmin)) * 1000)::float8 as committed_ms
      from trade_transitions step
      join trades trade on trade.id = step.trade_id
      where trade.hash = any(${[...byTrade.keys()]})`,
  );
  const took: number[] = [];
  for (const { hash, version, committed_ms } of commits)
    for (const own of Map.groupBy(byTrade.get(hash) ?? [], ({ listener }) => listener).values()) {
      const first = own.find((one) => one.version >= version);
      if (!first) throw new Error(`version ${version} of the trade ${hash} came to a side only`);
      took.push(first.atMs - committed_ms);
    }
  if (took.length === 0) throw new Error("no message about a trade arrived");
  return took;
}
