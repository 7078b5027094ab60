/** A user has a file of their trades or of their wallet made, or stops it. */
import { exportFile, MOST_EXPORT_DAYS, MOST_EXPORTS_A_DAY } from "#contract/market/trades/export/names.ts";
import type { ExportState } from "#contract/market/trades/export/state.ts";
import type { askForTradeExport, TradeExport } from "#contract/market/trades/exports.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { askForStatement, askForWalletFile, WalletFile } from "#contract/products/wallet/files.ts";
import { MOST_HISTORY_DAYS } from "#contract/products/wallet/history-names.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { findUserById, isTimezone, languageOf } from "../../people/accounts/index.ts";
import {
  cancelExport,
  countOfDay,
  type ExportRow,
  exportsOf,
  insertExport,
  type NewExport,
  type SourceName,
  type TradeExportRow,
  type WalletExportRow,
} from "./rows.ts";

const DAY_MS = 86_400_000;

/** Refuses export.days, export.profile, export.timezone, export.running and export.many. */
export async function askForExport(
  tx: Tx,
  userId: bigint,
  { format, profile = "plain", timezone, ...filters }: BodyOf<typeof askForTradeExport>,
): Promise<TradeExport> {
  checkDays(filters, MOST_EXPORT_DAYS);
  if (profile !== "plain" && format !== "csv") throw fieldRefusal("export.profile", "profile");
  const zone = await zoneOf(tx, userId, timezone);
  const hash = await beginExport(tx, userId, {
    ...{ source: "trades", format, profile },
    filters: { ...filters, timezone: zone },
  });
  return viewExport(tx, { userId, hash });
}

/** Refuses export.days, export.timezone, export.running and export.many. */
export async function askForHistory(
  tx: Tx,
  userId: bigint,
  { format, timezone, ...filters }: BodyOf<typeof askForWalletFile>,
): Promise<WalletFile> {
  checkDays(filters, MOST_HISTORY_DAYS);
  const zone = await zoneOf(tx, userId, timezone);
  const hash = await beginExport(tx, userId, {
    ...{ source: "history", format, profile: "plain" },
    filters: { ...filters, timezone: zone },
  });
  return viewWalletFile(tx, { userId, hash });
}

/** Refuses export.month where it has not begun, export.running and export.many. */
export async function askForMonth(
  tx: Tx,
  userId: bigint,
  { month }: BodyOf<typeof askForStatement>,
): Promise<WalletFile> {
  const zone = await zoneOf(tx, userId);
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(tx.now);
  if (month > today.slice(0, 7)) throw fieldRefusal("export.month", "month");
  const [year = 0, number = 0] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const hash = await beginExport(tx, userId, {
    ...{ source: "statement", format: "pdf", profile: "plain" },
    filters: { startDate: `${month}-01`, endDate: month < today.slice(0, 7) ? last : today, timezone: zone },
  });
  return viewWalletFile(tx, { userId, hash });
}

function checkDays({ startDate, endDate }: { startDate: string; endDate: string }, max: number): void {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
  if (days < 1 || days > max) throw fieldRefusal("export.days", "endDate", { max });
}

async function zoneOf(tx: ReadTx, userId: bigint, timezone?: string): Promise<string> {
  if (timezone !== undefined && !isTimezone(timezone)) throw fieldRefusal("export.timezone", "timezone");
  return timezone ?? (await askerOf(tx, userId)).timezone;
}

async function askerOf(tx: ReadTx, userId: bigint) {
  const user = await findUserById(tx, userId);
  if (!user) throw new Error("the viewer has no account");
  return user;
}

async function beginExport(
  tx: Tx,
  userId: bigint,
  asked: Omit<NewExport, "hash" | "userId" | "locale">,
): Promise<string> {
  if ((await countOfDay(tx, userId)) >= MOST_EXPORTS_A_DAY)
    throw new Refusal("export.many", { max: MOST_EXPORTS_A_DAY });
  const hash = ids.hash();
  const locale = languageOf(await askerOf(tx, userId));
  if (!(await insertExport(tx, { ...asked, hash, userId, locale }))) throw new Refusal("export.running");
  return hash;
}

const WALLET = ["history", "statement"] as const;

/** The newest first. */
export async function viewExports(tx: ReadTx, userId: bigint): Promise<TradeExport[]> {
  return (await exportsOf<TradeExportRow>(tx, { userId, sources: ["trades"] })).map(viewTrades);
}

export async function viewWalletFiles(tx: ReadTx, userId: bigint): Promise<WalletFile[]> {
  return (await exportsOf<WalletExportRow>(tx, { userId, sources: WALLET })).map(viewWallet);
}

type One = { readonly userId: bigint; readonly hash: string };

/** Each of these refuses export.not_found. */
export async function viewExport(tx: ReadTx, one: One): Promise<TradeExport> {
  return viewTrades(await findExport<TradeExportRow>(tx, one, ["trades"]));
}

export async function viewWalletFile(tx: ReadTx, one: One): Promise<WalletFile> {
  return viewWallet(await findExport<WalletExportRow>(tx, one, WALLET));
}

/** Each of these refuses export.not_found, and export.over where it is made or has ended. */
export async function stopExport(tx: Tx, one: One): Promise<TradeExport> {
  await stop(tx, await findExport<TradeExportRow>(tx, one, ["trades"]));
  return viewExport(tx, one);
}

export async function stopWalletFile(tx: Tx, one: One): Promise<WalletFile> {
  await stop(tx, await findExport<WalletExportRow>(tx, one, WALLET));
  return viewWalletFile(tx, one);
}

async function stop(tx: Tx, { id }: ExportRow): Promise<void> {
  if (!(await cancelExport(tx, id))) throw new Refusal("export.over");
}

/** Refuses export.not_found. */
export async function findExport<Row extends ExportRow>(
  tx: ReadTx,
  { userId, hash }: One,
  sources: readonly SourceName[],
): Promise<Row> {
  const [row] = await exportsOf<Row>(tx, { userId, sources, hash });
  if (!row) throw new Refusal("export.not_found");
  return row;
}

const viewTrades = (row: TradeExportRow): TradeExport => ({
  ...stateOf(row),
  profile: row.profile,
  filters: row.filters,
});

const viewWallet = (row: WalletExportRow): WalletFile => ({
  ...stateOf(row),
  source: row.source,
  filters: row.filters,
});

function stateOf(row: ExportRow): ExportState {
  return {
    id: row.hash,
    status: row.status,
    format: row.format,
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
