/** Pictures of documents for the staff that have opened them: with who looks drawn across, and kept by no browser. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { SIDES } from "#contract/verification-names.ts";
import { Refusal } from "#contract/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { staffMay } from "../../platform/http/policy.ts";
import { mayAct } from "../../people/accounts/index.ts";
import { decryptPicture } from "./picture.ts";
import { openedPicture } from "./review-rows.ts";
import { keptVideoType, rangeOf } from "./video.ts";
import { watermarked } from "./watermark.ts";

const STAFF = {
  config: {
    policy: {
      ...staffMay("documents", "read"),
      objects: { reference: { kind: "verification", relations: ["staff"] } },
    },
  },
} as const;

/** Refuses verification.unknown to whoever has not opened it in the last half hour. */
export function mountPictures(fastify: FastifyInstance, { db, files }: Pick<AppPorts, "db" | "files">): void {
  fastify.get("/staff/verifications/:reference/:side", STAFF, async (request, reply) => {
    const { viewer } = request;
    const { reference, side: asked } = request.params as { reference: string; side: string };
    const side = SIDES.find((one) => one === asked);
    const kept =
      viewer && side && mayAct(viewer, "staff")
        ? await db.read((tx) => openedPicture(tx, { reference, side, staffId: viewer.userId }))
        : undefined;
    if (!viewer || !side || !kept) throw new Refusal("verification.unknown");
    const picture = decryptPicture(
      { bytes: await files.get(kept.file_key), keySealed: kept.key_sealed },
      { reference, side },
    );
    if (side === "video") return sendVideo(reply, picture, request.headers.range);
    const at = await db.read(async (tx) => tx.now.toISOString().slice(0, 16).replace("T", " "));
    return reply
      .type("image/jpeg")
      .header("cache-control", "no-store")
      .send(await watermarked(picture, `${viewer.username} ${at}`));
  });
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
