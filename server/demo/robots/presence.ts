/** The robots that are online: two in five at any time, others every hour; the special ones always. */
import { createHash } from "node:crypto";
import type { AppPorts } from "../../platform/app-ports.ts";
import { recordLastSeen } from "../../people/accounts/index.ts";
import { isKnownByName } from "../seed/traders.ts";
import { listRobots, type Robot } from "./robot/rows.ts";

const HOUR_MS = 3_600_000;
const SHARE_PERCENT = 40;

/** When this robot was last here, as seen at an instant: now, or some hours ago, never so long that its offers rest. */
export function seenAt({ user_id, username }: Robot, now: Date): Date {
  if (isKnownByName(username)) return now;
  const hour = Math.floor(now.getTime() / HOUR_MS);
  for (let ago = 0; ago < 8; ago++) {
    if (isHere(user_id, hour - ago)) return ago === 0 ? now : new Date((hour - ago + 1) * HOUR_MS - 60_000);
  }
  return new Date((hour - 8) * HOUR_MS);
}

function isHere(userId: bigint, hour: number): boolean {
  const drawn = createHash("sha256").update(`${userId}:${hour}`).digest().readUInt16BE(0);
  return drawn % 100 < SHARE_PERCENT;
}

/** Job: marks those who are here as seen. */
export async function keepRobotsHere({ db }: Pick<AppPorts, "db">): Promise<void> {
  await db.tx(async (tx) => {
    const robots = await listRobots(tx);
    await recordLastSeen(
      tx,
      robots.map((robot) => ({ userId: robot.user_id, at: seenAt(robot, tx.now) })),
    );
  });
}
