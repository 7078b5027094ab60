/**
 * Sessions of robots: one each, whose proof is made fresh when a release needs it, since a robot has no password to show.
 * The token is thrown away, so nobody holds it.
 */
import type { Tx } from "../platform/db.ts";
import { markProved, openSessions } from "../people/auth/index.ts";
import { lockRobots, setSessions } from "./robot-rows.ts";

const ROBOT = { ip: "127.0.0.1", userAgent: "demo robot" } as const;
const DAYS = 36_500;

/** By user id; users who are no robots are left out. Proved at tx.now. */
export async function robotSessions(tx: Tx, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const wanted = [...new Set(userIds)];
  const robots = await lockRobots(tx, wanted);
  const fresh = robots.filter(({ session_id }) => session_id === null).map(({ user_id }) => user_id);
  const opened = await openSessions(
    tx,
    fresh.map((userId) => ({ userId, ...ROBOT, days: DAYS, idleHours: DAYS * 24 })),
  );
  await setSessions(
    tx,
    fresh.map((userId, index) => ({ userId, sessionId: opened[index]?.id })),
  );
  const sessions = new Map([
    ...robots.flatMap(({ user_id, session_id }) => (session_id === null ? [] : [[user_id, session_id] as const])),
    ...fresh.map((userId, index) => [userId, opened[index]?.id ?? 0n] as const),
  ]);
  await markProved(tx, [...sessions.values()]);
  return sessions;
}
