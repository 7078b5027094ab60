/** How soon a change of the book is with everybody who reads it: from the commit that settled it to each of many sockets. */
import { setTimeout as pause } from "node:timers/promises";
import type { Ground } from "../ground.ts";
import { ms, quantile, whole } from "../rounds.ts";
import type { Row } from "../row.ts";

const SOCKETS = Number(process.env.SOCKETS ?? 2000);
const CHANGES = 60;
/** Readers get a market ten times a second at most: each change comes by itself. */
const EVERY_MS = 250;
const MOST_MS = 250;

/** `change` places an order that rests, and gives its number in the log. */
export async function bookReaders(
  { server, listeners, owner, say }: Ground,
  { market, change }: { market: string; change: () => Promise<bigint> },
): Promise<Row> {
  const [web, pages] = [await server(), await listeners()];
  const channel = `spot:${market}`;
  await pages.listen({ url: web.url, channels: Array.from({ length: SOCKETS }, () => ({ channel })) });
  await pages.received();
  say(`${CHANGES} changes of a book to ${whole(SOCKETS)} sockets`);
  const seqs: bigint[] = [];
  for (let one = 0; one < CHANGES; one++) {
    const next = pause(EVERY_MS);
    seqs.push(await change());
    await next;
  }
  await pause(1000);
  const { rows } = await owner.query<{ seq: string; at_ms: number }>(
    `select seq, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at_ms
     from spot_orders where market = $1 and seq = any ($2::bigint[])`,
    [market, seqs],
  );
  const settledAt = new Map(rows.map(({ seq, at_ms: atMs }) => [seq, atMs]));
  const took = (await pages.received()).flatMap(({ hash: seq, atMs }) => {
    const from = settledAt.get(seq);
    return from === undefined ? [] : [atMs - from];
  });
  await pages.stop();
  await web.stop();
  const p99 = quantile(took, 0.99);
  return {
    name: `from a change of a book to ${whole(SOCKETS)} sockets, p99 of ${whole(took.length)}`,
    measured: ms(p99),
    limit: ms(MOST_MS),
    ratio: took.length < (SOCKETS * CHANGES) / 2 ? Number.NaN : p99 / MOST_MS,
    target: { atMost: 1 },
  };
}
