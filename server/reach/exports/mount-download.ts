/** The file itself, for sessions of its owner: opened piece by piece as it is sent. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { exportFile, MOST_SHEET_ROWS } from "#contract/market/trades/export/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { openPiece } from "../../platform/sealed-pieces.ts";
import { findExport } from "./ask-for-export.ts";
import { placeOf } from "./place-of.ts";
import { type ExportRow, pieceAt } from "./rows.ts";

const MINE = { config: { policy: { auth: "session", rateLimit: "read" } } } as const;

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  zip: "application/zip",
} as const;

/** Refuses export.not_found to everybody else, and while there is no file. */
export function mountExports(fastify: FastifyInstance, { db }: Pick<AppPorts, "db">): void {
  fastify.get<{ Params: { id: string } }>(exportFile(":id"), MINE, async (request, reply) => {
    const { viewer, params } = request;
    if (!viewer || !/^[A-Za-z0-9]{10,32}$/.test(params.id)) throw new Refusal("export.not_found");
    const row = await db.read((tx) =>
      findExport<ExportRow>(tx, { userId: viewer.userId, hash: params.id }, ["trades", "history", "statement"]),
    );
    if (row.status !== "completed" || row.bytes === null) throw new Refusal("export.not_found");
    const kind = kindOf(row);
    return reply
      .type(TYPES[kind])
      .header("content-length", String(row.bytes))
      .header("content-disposition", `attachment; filename="${nameOf(row)}.${kind}"`)
      .header("cache-control", "no-store")
      .send(Readable.from(piecesOf(db, row.id)));
  });
}

/** A workbook of very many rows would be unwieldy: they are a csv file in an archive. */
export function kindOf({ format, row_count: rows }: Pick<ExportRow, "format" | "row_count">): keyof typeof TYPES {
  return format === "xlsx" && (rows ?? 0) > MOST_SHEET_ROWS ? "zip" : format;
}

export function nameOf({ source, filters, profile }: Pick<ExportRow, "source" | "filters" | "profile">): string {
  if (source === "statement") return `parley-statement-${filters.startDate.slice(0, 7)}`;
  const columns = profile === "plain" ? "" : `-${profile}`;
  const what = source === "trades" ? "trades" : "wallet";
  return `parley-${what}-${filters.startDate}-to-${filters.endDate}${columns}`;
}

async function* piecesOf(db: Db, exportId: bigint): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place++) {
    const sealed = await db.read((tx) => pieceAt(tx, exportId, place));
    if (!sealed) return;
    yield openPiece(placeOf(exportId, place), sealed);
  }
}
