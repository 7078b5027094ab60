/** Pictures of documents for the staff that have opened them: with the viewer's name across them, and not cached by a browser. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { type Side, SIDES } from "#contract/compliance/verification/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { drawMarked } from "../../../platform/files/drawn.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { staffMay } from "../../../platform/http/policy.ts";
import { mayAct } from "../../../people/accounts/index.ts";
import { openPicture } from "./picture.ts";
import { markCorrupted, openedPicture, type PictureRow } from "../review-rows.ts";
import { keptVideoType, rangeOf } from "../video.ts";

const STAFF = {
  config: {
    policy: {
      ...staffMay("documents", "read"),
      objects: { reference: { kind: "verification", relations: ["staff"] } },
    },
  },
} as const;

type Ports = Pick<AppPorts, "db" | "files">;

/**
 * Serves pictures, and of a PDF one page. Refuses verification.unknown to staff who have not opened it in the last half hour,
 * verification.corrupted, upload.broken_pdf.
 */
export function mountPictures(fastify: FastifyInstance, { db, files }: Ports): void {
  fastify.get("/staff/verifications/:reference/:side", STAFF, async (request, reply) => {
    const { viewer } = request;
    const { reference, side: asked } = request.params as { reference: string; side: string };
    const side = SIDES.find((one) => one === asked);
    const kept =
      viewer && side && mayAct(viewer, "staff")
        ? await db.read((tx) => openedPicture(tx, { reference, side, staffId: viewer.userId }))
        : undefined;
    if (!viewer || !side || !kept) throw new Refusal("verification.unknown");
    const picture = await readOrMark({ db, files }, kept, { reference, side, staffId: viewer.userId });
    if (side === "video") return sendVideo(reply, picture, request.headers.range);
    const page = kept.pages === null ? undefined : pageAsked(request.query, kept.pages);
    const at = await db.read(async (tx) => tx.now.toISOString().slice(0, 16).replace("T", " "));
    const mark = `${viewer.username} ${at}`;
    const isWanted = () => !request.raw.socket.destroyed;
    const shown = await drawMarked({ mark, page, bytes: picture, account: `user:${viewer.userId}`, isWanted });
    return reply.type("image/jpeg").header("cache-control", "no-store").send(shown);
  });
}

/** The first where none is asked for. Refuses verification.unknown. */
function pageAsked(query: unknown, pages: number): number {
  const { page = "1" } = query as { page?: unknown };
  const number = typeof page === "string" && /^\d{1,2}$/.test(page) ? Number(page) : 0;
  if (number < 1 || number > pages) throw new Refusal("verification.unknown");
  return number;
}

type Asked = { readonly reference: string; readonly side: Side; readonly staffId: bigint };

/**
 * What cannot be read is marked before it is refused, so that nobody approves with it; what can be read again, because its file is back,
 * is marked no more. Refuses verification.corrupted.
 */
async function readOrMark({ db, files }: Ports, kept: PictureRow, asked: Asked): Promise<Buffer> {
  const picture = await openPicture(files, kept, asked);
  if ((picture === undefined) !== kept.is_corrupted)
    await db.tx((tx) => markCorrupted(tx, { ...asked, fileKey: kept.file_key, isCorrupted: picture === undefined }));
  if (picture) return picture;
  throw new Refusal("verification.corrupted");
}

/** As it came, in parts where a player asks for them; the page draws the reader's name over it. */
function sendVideo(reply: FastifyReply, video: Buffer, asked: string | undefined): FastifyReply {
  const range = rangeOf(asked, video.length);
  reply.type(keptVideoType(video)).header("cache-control", "no-store").header("accept-ranges", "bytes");
  if (range === null) return reply.code(416).header("content-range", `bytes */${video.length}`).send("");
  if (range === undefined) return reply.send(video);
  const { from, to } = range;
  return reply
    .code(206)
    .header("content-range", `bytes ${from}-${to}/${video.length}`)
    .send(video.subarray(from, to + 1));
}
