/**
 * The market process: reads the commands of a market in their order, matches them in its book, and settles what they did. The
 * book is a function of the settled orders and the log, so a process that dies between the two loses nothing: its successor
 * matches the same commands to the same fills. Only the newest epoch can settle.
 */
import type { AppPorts } from "../../../platform/app-ports.ts";
import { announceStates } from "../../../platform/events/live.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { apply } from "../engine/apply.ts";
import { Book } from "../engine/book.ts";
import { noEffects } from "../engine/commands.ts";
import { CommandBell } from "./command-bell.ts";
import { commandOf, doneOf, startOf } from "./command-of.ts";
import {
  claimMarket,
  type CommandRow,
  commandsAfter,
  liveOrders,
  marketsDue,
  progressOf,
  settle,
  steerMarket,
} from "./match-rows.ts";
import { keepSnapshot } from "./snapshot-rows.ts";

const MOST_COMMANDS = 500;
/** A batch ends early when it has so many fills: each is a journal. */
const MOST_FILLS = 1000;
const STEER_MS = 1000;
/** Readers get the state of a market ten times a second at most. */
const ANNOUNCE_MS = 100;
const IDLE_MS = 500;
const BUSY_MS = 5;
/** So often the job ends, so that its process can stop. */
const TURN_MS = 1000;
/** A digest reads the whole book, so it is taken neither after fewer commands nor sooner. */
const SNAPSHOT_EVERY = 1000n;
const SNAPSHOT_MS = 10_000;
/** The newest of a public channel. */
export const SPOT_FAMILY = "spot";

/** One market, matched by this process. */
export type Matching = {
  readonly market: string;
  readonly epoch: bigint;
  readonly book: Book;
  appliedSeq: bigint;
  snapshotSeq: bigint;
  snapshotAtMs: number;
  /** The last one: it is written beside the commands that follow. */
  snapshot: Promise<void>;
};

/** What this process matches, and when it last did what. */
type Held = {
  readonly markets: Map<string, Matching>;
  readonly bell: CommandBell;
  steeredAtMs: number;
  announcedAtMs: number;
  /** Settled, and not announced yet. */
  hasNews: boolean;
  /** When a command was last due. */
  busyAtMs: number;
  turn: Promise<unknown>;
};
const held = new WeakMap<Db, Held>();

function heldBy(db: Db): Held {
  const here = held.get(db) ?? {
    ...{ markets: new Map(), bell: new CommandBell(db) },
    ...{ steeredAtMs: 0, announcedAtMs: 0, hasNews: false, busyAtMs: 0, turn: Promise.resolve() },
  };
  held.set(db, here);
  return here;
}

/** The job: all markets until nothing is due. A failure drops the market's book, which is read again at the next turn. */
export function matchMarkets({ db }: Pick<AppPorts, "db">): Promise<void> {
  const here = heldBy(db);
  // One turn after the other: two would take the markets from each other.
  const turn = here.turn.then(() => takeTurn(db, here));
  here.turn = turn.catch(() => undefined);
  return turn;
}

async function takeTurn(db: Db, here: Held): Promise<void> {
  const overAtMs = performance.now() + TURN_MS;
  let rang = false;
  do {
    await steerMarkets(db, here);
    const due = await marketsToMatch(db, here);
    for (const market of due) await matchDue(db, here, market);
    await announce(db, here);
    if (due.length > 0) {
      here.busyAtMs = performance.now();
      // In a busy market the next commands are there already.
      rang = await here.bell.rings({ withinMs: BUSY_MS, blindMs: 0 });
    } else if (here.hasNews) return;
    // Without a bell, the longer nothing came, the rarer it looks.
    else rang = await here.bell.rings({ withinMs: IDLE_MS, blindMs: (performance.now() - here.busyAtMs) / 20 });
  } while (rang && performance.now() < overAtMs);
}

async function steerMarkets(db: Db, here: Held): Promise<void> {
  if (performance.now() - here.steeredAtMs < STEER_MS) return;
  for (const { market } of await db.read(marketsDue)) await db.tx((tx) => steerMarket(tx, market, tx.now));
  here.steeredAtMs = performance.now();
}

async function marketsToMatch(db: Db, { bell }: Held): Promise<string[]> {
  const rung = bell.taken();
  if (rung.length > 0) return rung;
  return (await db.read(marketsDue)).flatMap(({ market, due }) => (due ? [market] : []));
}

async function announce(db: Db, here: Held): Promise<void> {
  const nowMs = performance.now();
  if (!here.hasNews || nowMs - here.announcedAtMs < ANNOUNCE_MS) return;
  here.hasNews = false;
  here.announcedAtMs = nowMs;
  await db.tx(async (tx) => announceStates(tx, SPOT_FAMILY));
}

async function matchDue(db: Db, here: Held, market: string): Promise<void> {
  try {
    const matching = here.markets.get(market) ?? (await openMatching(db, market));
    here.markets.set(market, matching);
    while ((await matchNext(db, matching)) === "settled") here.hasNews = true;
  } catch (error) {
    here.markets.delete(market);
    throw error;
  }
}

/** Takes the market over from another process, if one has it. */
export async function openMatching(db: Db, market: string): Promise<Matching> {
  const epoch = await db.tx((tx) => claimMarket(tx, market));
  // On one snapshot: the orders are those that the progress speaks of.
  return db.snapshot(async (tx) => {
    const progress = await progressOf(tx, market);
    const book = new Book(startOf(progress, await liveOrders(tx, market)));
    return {
      market,
      epoch,
      book,
      appliedSeq: progress.applied_seq,
      snapshotSeq: progress.applied_seq,
      snapshotAtMs: 0,
      snapshot: Promise.resolve(),
    };
  });
}

/** `settled`, or `nothing` where no command waits. Throws where another process has the market. */
export async function matchNext(db: Db, matching: Matching): Promise<"settled" | "nothing"> {
  const { market, book, appliedSeq, epoch } = matching;
  const commands = await db.read((tx) => commandsAfter(tx, { market, seq: appliedSeq }, MOST_COMMANDS));
  if (commands.length === 0) return "nothing";
  const { effects, toSeq } = match(book, commands);

  const settling = { market, epoch, fromSeq: appliedSeq + 1n, toSeq, done: doneOf(effects, book.nextRank) };
  let asked: Promise<string> | undefined;
  await db.tx(async (tx) => {
    // Sent together with the commit: where it settles nothing, it has written nothing.
    asked = settle(tx, settling, tx.now);
    tx.later(asked);
  });
  const word = await asked;
  if (word !== "settled") throw new Error(`${market} is matched by another process: ${word}`);

  matching.appliedSeq = toSeq;
  if (toSeq - matching.snapshotSeq >= SNAPSHOT_EVERY && performance.now() - matching.snapshotAtMs >= SNAPSHOT_MS)
    await beginSnapshot(db, matching);
  return "settled";
}

/**
 * Ends when the transaction that writes it sees the orders as these commands left them: a whole book takes a tenth of a second to write, and the
 * market does not wait for it. Throws what the one before failed with.
 */
async function beginSnapshot(db: Db, matching: Matching): Promise<void> {
  await matching.snapshot;
  const { market, epoch, appliedSeq: seq, book } = matching;
  const digest = book.digest();
  matching.snapshotSeq = seq;
  matching.snapshotAtMs = performance.now();
  await new Promise<void>((sees) => {
    matching.snapshot = db.snapshot((tx) => {
      sees();
      return keepSnapshot(tx, { market, epoch, seq, digest }, tx.now);
    });
    matching.snapshot.catch(() => sees());
  });
}

/** Applies commands until they are over or have enough fills. */
function match(book: Book, commands: readonly CommandRow[]) {
  const effects = noEffects();
  let toSeq = 0n;
  for (const row of commands) {
    apply(book, { seq: Number(row.seq), command: commandOf(row) }, effects);
    toSeq = row.seq;
    if (effects.fills.length >= MOST_FILLS) break;
  }
  return { effects, toSeq };
}
