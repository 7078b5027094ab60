/** Pictures of recoveries for the staff that have opened them: with the viewer's name across them, and not cached by a browser. */
import type { FastifyInstance } from "fastify";
import { RECOVERY_SIDES } from "#contract/compliance/recovery/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { staffMay } from "../../platform/http/policy.ts";
import { mayAct } from "../../people/accounts/index.ts";
import { drawMarked } from "../../platform/files/drawn.ts";
import { openPicture } from "../verification/index.ts";
import { openedPicture } from "./review-rows.ts";

const STAFF = {
  config: {
    policy: {
      ...staffMay("recoveries", "read"),
      objects: { reference: { kind: "recovery", relations: ["staff"] } },
    },
  },
} as const;

/** Refuses recovery.unknown to staff who have not opened it in the last half hour, and verification.corrupted. */
export function mountRecoveryPictures(fastify: FastifyInstance, { db, files }: Pick<AppPorts, "db" | "files">): void {
  fastify.get("/staff/recoveries/:reference/:side", STAFF, async (request, reply) => {
    const { viewer } = request;
    const { reference, side: asked } = request.params as { reference: string; side: string };
    const side = RECOVERY_SIDES.find((one) => one === asked);
    const kept =
      viewer && side && mayAct(viewer, "staff")
        ? await db.read((tx) => openedPicture(tx, { reference, side, staffId: viewer.userId }))
        : undefined;
    if (!viewer || !side || !kept) throw new Refusal("recovery.unknown");
    const picture = await openPicture(files, kept, { reference, side });
    if (!picture) throw new Refusal("verification.corrupted");
    const at = await db.read(async (tx) => tx.now.toISOString().slice(0, 16).replace("T", " "));
    const mark = `${viewer.username} ${at}`;
    const shown = await drawMarked({ bytes: picture, mark, account: `user:${viewer.userId}` });
    return reply.type("image/jpeg").header("cache-control", "no-store").send(shown);
  });
}
