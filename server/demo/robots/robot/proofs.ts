/** Robots prove their releases as people do: each with a key that is enrolled with the signer, and only the demo holds. */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { ids } from "../../../platform/ids.ts";
import { SignerRefusal, SignerSilent } from "../../../platform/outside/signer/signer.ts";
import { insertRobotKeys, robotKey, robotsWithoutKey } from "./rows.ts";
import { assertWith, makeSoftwareKey } from "../../software-key.ts";

/** Gives each robot that has none a key. As the owner of the tables, before the market opens. */
export async function equipRobots(tx: Tx): Promise<void> {
  const wanting = await robotsWithoutKey(tx);
  const keys = wanting.map((userId) => ({ userId, ...makeSoftwareKey(`robot-${ids.hash()}`) }));
  await insertRobotKeys(tx, keys);
}

type Release = { readonly hash: string; readonly user_id: bigint };

/** A refusal of the signer is repeated by the release; if the signer does not answer, the next look asks again. */
export async function proveRelease(
  { db, verifier, config, log }: Pick<AppPorts, "db" | "verifier" | "config" | "log">,
  { hash, user_id: userId }: Release,
): Promise<void> {
  const { key, now } = await db.read(async (tx) => ({ key: await robotKey(tx, userId), now: await tx.readClock() }));
  if (!key) throw new Error(`user ${userId} is no robot with a key`);
  const wanted = { kind: "release", id: hash } as const;
  const passkey = assertWith(key, { origin: config.publicUrl.origin, wanted, now });
  try {
    await verifier.prove([{ userId: userId.toString(), for: wanted, shown: { passkey } }]);
  } catch (error) {
    if (!(error instanceof SignerRefusal || error instanceof SignerSilent)) throw error;
    log.warn({ trade: hash, refused: error.message }, "a robot could not prove a release");
  }
}
