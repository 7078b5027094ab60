/** A user has a file of their trades made, or stops it. */
import { exportFile, MOST_EXPORT_DAYS, MOST_EXPORTS_A_DAY } from "#contract/market/trades/export-names.ts";
import type { askForTradeExport, TradeExport } from "#contract/market/trades/exports.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { fieldRefusal, Refusal } from "#contract/platform/refusals.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { findUserById, isTimezone, languageOf } from "../../people/accounts/index.ts";
import { cancelExport, countOfDay, type ExportRow, exportsOf, insertExport } from "./rows.ts";

const DAY_MS = 86_400_000;

/** Refuses export.days, export.profile, export.timezone, export.running and export.many. */
export async function askForExport(
  tx: Tx,
  userId: bigint,
  { format, profile = "plain", timezone, ...filters }: BodyOf<typeof askForTradeExport>,
): Promise<TradeExport> {
  const days = (Date.parse(filters.endDate) - Date.parse(filters.startDate)) / DAY_MS + 1;
  if (days < 1 || days > MOST_EXPORT_DAYS) throw fieldRefusal("export.days", "endDate", { max: MOST_EXPORT_DAYS });
  if (profile !== "plain" && format !== "csv") throw fieldRefusal("export.profile", "profile");
  if (timezone !== undefined && !isTimezone(timezone)) throw fieldRefusal("export.timezone", "timezone");
  if ((await countOfDay(tx, userId)) >= MOST_EXPORTS_A_DAY)
    throw new Refusal("export.many", { max: MOST_EXPORTS_A_DAY });
  const hash = ids.hash();
  const user = await findUserById(tx, userId);
  if (!user) throw new Error("the viewer has no account");
  const asked = { ...filters, timezone: timezone ?? user.timezone };
  const isAlone = await insertExport(tx, { hash, userId, format, profile, locale: languageOf(user), filters: asked });
  if (!isAlone) throw new Refusal("export.running");
  return viewExport(tx, { userId, hash });
}

/** The newest first. */
export async function viewExports(tx: ReadTx, userId: bigint): Promise<TradeExport[]> {
  return (await exportsOf(tx, userId)).map(viewOf);
}

type One = { readonly userId: bigint; readonly hash: string };

/** Refuses export.not_found. */
export async function viewExport(tx: ReadTx, one: One): Promise<TradeExport> {
  return viewOf(await findExport(tx, one));
}

/** Refuses export.not_found, and export.over where it is made or has ended. */
export async function stopExport(tx: Tx, one: One): Promise<TradeExport> {
  const found = await findExport(tx, one);
  if (!(await cancelExport(tx, found.id))) throw new Refusal("export.over");
  return viewExport(tx, one);
}

export async function findExport(tx: ReadTx, { userId, hash }: One): Promise<ExportRow> {
  const [row] = await exportsOf(tx, userId, hash);
  if (!row) throw new Refusal("export.not_found");
  return row;
}

function viewOf(row: ExportRow): TradeExport {
  return {
    id: row.hash,
    status: row.status,
    format: row.format,
    profile: row.profile,
    filters: row.filters,
    rows: row.row_count,
    rowsDone: row.rows_done,
    bytes: row.bytes,
    digest: row.digest,
    fault: row.fault,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    file: row.status === "completed" ? exportFile(row.hash) : null,
  };
}
