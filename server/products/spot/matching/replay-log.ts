/**
 * The log of a market is its book: what was applied since the last verified snapshot is applied once more, and has to give each
 * digest that was kept meanwhile. A whole snapshot that was reached so is where the next replay begins.
 */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { apply } from "../engine/apply.ts";
import { Book } from "../engine/book.ts";
import { noEffects } from "../engine/commands.ts";
import { type MarketRow, listMarkets } from "../market-rows.ts";
import { commandOf, startOf } from "./command-of.ts";
import { commandsAfter } from "./match-rows.ts";
import { digestsAfter, type KeptBook, noteVerified, verifiedSnapshot } from "./snapshot-rows.ts";

const PAGE = 5000;
const EMPTY: KeptBook = { status: "cancel_only", reference_ticks: null, last_ticks: null, next_rank: 0n, orders: [] };

type Replayed = {
  readonly market: string;
  readonly faults: readonly string[];
  /** The newest whole snapshot that it gave. */
  readonly wholeSeq: bigint | undefined;
};

/** Each market up to its newest digest. */
export async function replayLogs(tx: ReadTx): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  for (const market of await listMarkets(tx)) replayed.push(await replayLog(tx, market));
  return replayed;
}

/** The job: verifies the newest whole snapshot of each market. A broken one is left for the check S6. */
export async function verifySnapshots({ db }: Pick<AppPorts, "db">): Promise<void> {
  const replayed = await db.snapshot(replayLogs);
  for (const { market, faults, wholeSeq } of replayed)
    if (faults.length === 0 && wholeSeq !== undefined)
      await db.tx((tx) => noteVerified(tx, { market, seq: wholeSeq, at: tx.now }));
}

async function replayLog(
  tx: ReadTx,
  { symbol: market, band_bp }: Pick<MarketRow, "symbol" | "band_bp">,
): Promise<Replayed> {
  const start = await verifiedSnapshot(tx, market);
  const digests = await digestsAfter(tx, { market, seq: start?.seq ?? 0n });
  const book = new Book(startOf({ ...(start?.book ?? EMPTY), band_bp }, (start?.book ?? EMPTY).orders));
  const faults: string[] = [];
  if (start && start.digest !== book.digest()) faults.push(`the snapshot of ${market} at ${start.seq} is another book`);

  const wanted = new Map(digests.map((one) => [one.seq, one]));
  let wholeSeq: bigint | undefined;
  const last = digests.at(-1)?.seq ?? 0n;
  for (let seq = start?.seq ?? 0n; seq < last; ) {
    const commands = await commandsAfter(tx, { market, seq }, PAGE);
    for (const row of commands) {
      if (row.seq !== seq + 1n) faults.push(`the log of ${market} has no command ${seq + 1n}`);
      apply(book, { seq: Number(row.seq), command: commandOf(row) }, noEffects());
      seq = row.seq;
      const kept = wanted.get(seq);
      if (kept && kept.digest !== book.digest()) faults.push(`the log of ${market} gives another book at ${seq}`);
      if (kept?.isWhole) wholeSeq = seq;
    }
    if (commands.length === 0) break;
  }
  return { market, faults: faults.slice(0, 10), wholeSeq };
}
