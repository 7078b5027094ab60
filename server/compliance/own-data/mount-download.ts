/** The archive itself, for the session that asked for it: opened piece by piece as it is sent. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { DATA_FILE } from "#contract/compliance/data-file.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { openPiece } from "../../platform/sealed-pieces.ts";
import { placeOf } from "./pieces.ts";
import { exportOf, pieceAt } from "./rows.ts";

const MINE = { config: { policy: { auth: "session", rateLimit: "read" } } } as const;

/** Refuses request.not_found for everybody else, and while it is being made. */
export function mountDownload(fastify: FastifyInstance, { db }: Pick<AppPorts, "db">): void {
  fastify.get(DATA_FILE, MINE, async (request, reply) => {
    const { viewer } = request;
    const row = viewer && (await db.read((tx) => exportOf(tx, viewer.userId)));
    if (!row?.made_at || row.session_id !== viewer?.sessionId) throw new Refusal("request.not_found");
    return reply
      .type("application/zip")
      .header("content-length", String(row.size_bytes))
      .header("content-disposition", 'attachment; filename="parley-data.zip"')
      .header("cache-control", "no-store")
      .send(Readable.from(piecesOf(db, row.id)));
  });
}

async function* piecesOf(db: Db, exportId: bigint): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place++) {
    const sealed = await db.read((tx) => pieceAt(tx, { exportId, place }));
    if (!sealed) return;
    yield openPiece(placeOf(exportId, place), sealed);
  }
}
