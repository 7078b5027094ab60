/** Files of tickets, by the links that their readers were given; kept by no browser. */
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { openFile } from "../../../platform/files/encrypted-file.ts";
import { placeOfFile } from "../sealed-ticket.ts";
import { isFileLink } from "./file-links.ts";
import { findSentFile } from "./file-rows.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;

/** Even if a decoder misreads it, it runs nothing and cannot be framed. */
const FILE_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Refuses upload.not_found to every other link. */
export function mountTicketFiles(fastify: FastifyInstance, { db, files }: Pick<AppPorts, "db" | "files">): void {
  fastify.get("/support/files/:hash", OPEN, async (request, reply) => {
    const { hash } = request.params as { hash: string };
    const { until = "", mark = "" } = request.query as { until?: string; mark?: string };
    const kept = await db.read(async (tx) =>
      isFileLink(hash, { until: String(until), mark: String(mark), now: tx.now }) ? findSentFile(tx, hash) : undefined,
    );
    const bytes = kept && (await openFile(files, kept, placeOfFile(hash)));
    if (!kept || !bytes) throw new Refusal("upload.not_found");
    const way = kept.mime_type === "application/pdf" ? "attachment" : "inline";
    return reply
      .type(kept.mime_type)
      .header("content-disposition", `${way}; filename*=UTF-8''${encodeURIComponent(kept.name)}`)
      .header("content-security-policy", FILE_POLICY)
      .header("cache-control", "no-store")
      .send(bytes);
  });
}
