/**
 * Makes the files that were requested, each on one snapshot of the database and in sealed pieces. One that was lost in the
 * middle is begun again; after three tries it has failed.
 */
import { createHash } from "node:crypto";
import { MOST_PAGE_ROWS } from "#contract/market/trades/export/names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { sealingVersion } from "../../platform/sealed.ts";
import { inPieces, sealPiece } from "../../platform/sealed-pieces.ts";
import { findUserById } from "../../people/accounts/index.ts";
import { type Making, writeFile } from "./file.ts";
import { placeOf } from "./place-of.ts";
import {
  beginTry,
  dropGone,
  dropUnreadable,
  endExport,
  type ExportRow,
  finishExport,
  keepPiece,
  noteCounted,
  noteProgress,
  runningExports,
  type Try,
} from "./rows.ts";
import { tradeSource } from "./sources/trades.ts";
import { walletSource } from "./sources/wallet.ts";

type Ports = Pick<AppPorts, "db" | "log" | "config">;

const MOST_TRIES = 3;
/** More than anybody trades in 31 days, or moves in a year. */
const MOST_ROWS = 1_000_000;

export async function makeExports(ports: Ports): Promise<void> {
  const { db, log } = ports;
  for (const row of await db.read(runningExports)) {
    // One that fails is tried again at the next turn, and delays none behind it.
    await makeOne(ports, row).catch((error: unknown) =>
      log.error({ err: error, export: row.hash }, "a file was not made"),
    );
  }
}

/** A file whose time is over, or that was given up, leaves nothing. */
export const dropExports = ({ db }: Pick<AppPorts, "db">): Promise<void> => db.tx(dropGone);

/** Another secret cannot open them. */
export async function dropOlder(db: Db, version: number): Promise<string> {
  const dropped = await db.tx((tx) => dropUnreadable(tx, version));
  return `ended the files of records that the old secret had sealed: ${dropped}`;
}

async function makeOne(ports: Ports, row: ExportRow): Promise<void> {
  const { db } = ports;
  const attempt = await db.tx((tx) => beginTry(tx, row.id));
  if (!attempt) return;
  if (attempt.number > MOST_TRIES) return db.tx((tx) => endExport(tx, attempt, { status: "failed", fault: "broke" }));
  // The transaction holds one snapshot; what is kept meanwhile is written by others.
  await db.snapshot(async (tx) => {
    const user = await findUserById(tx, row.user_id);
    const asker = { username: user?.username ?? "", origin: ports.config.publicUrl.origin };
    const source = row.source === "trades" ? await tradeSource(tx, row, asker) : await walletSource(tx, row, asker);
    const count = await source.count(MOST_ROWS);
    if (count === 0 && !source.isMadeEmpty) return db.tx((other) => endExport(other, attempt, { status: "no_data" }));
    if (row.format === "pdf" && count > MOST_PAGE_ROWS)
      return db.tx((other) => endExport(other, attempt, { status: "failed", fault: "too_many" }));
    if (!(await db.tx((other) => noteCounted(other, attempt, count)))) return;
    const onProgress = (done: number) => stillWanted(db.tx((other) => noteProgress(other, attempt, done)));
    await keepFile(ports, attempt, { row, making: { source, count, onProgress } });
  });
}

/** Thrown when another try has begun, or the user has canceled. */
class Unwanted extends Error {}

async function stillWanted(noted: Promise<boolean>): Promise<void> {
  if (!(await noted)) throw new Unwanted();
}

async function keepFile(
  { db }: Ports,
  attempt: Try,
  { row, making }: { row: ExportRow; making: Making },
): Promise<void> {
  const digest = createHash("sha256");
  let [place, bytes] = [0, 0];
  try {
    for await (const piece of inPieces(writeFile(row, making))) {
      const sealed = sealPiece(placeOf(row.id, place), piece);
      await stillWanted(db.tx((tx) => keepPiece(tx, attempt, place, sealed)));
      digest.update(piece);
      bytes += piece.length;
      place += 1;
    }
    const made = { bytes, digest: digest.digest("hex"), sealedWith: sealingVersion(), rows: making.count };
    await db.tx((tx) => finishExport(tx, attempt, made));
  } catch (error) {
    if (!(error instanceof Unwanted)) throw error;
  }
}
