/**
 * Sessions of the demo market's robots: their proof is always fresh, since they have no password to show. Only for
 * accounts that nobody can sign in to; the token is thrown away, so nobody holds it.
 */
import { createHash } from "node:crypto";
import type { Tx } from "../../platform/db.ts";
import { ids, systemRandom } from "../../platform/ids.ts";
import { NO_PASSWORD } from "../accounts/index.ts";

const AGENT = "demo robot";

/** By user id, those without an account that a robot may use left out. Proved at tx.now. */
export async function robotSessions(tx: Tx, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return new Map();
  await tx.rows`
    insert into sessions (public_id, token_hash, user_id, created_at, seen_at, proved_at, expires_at, ip, user_agent)
    select robot.public_id, robot.token_hash, users.id, ${tx.now}, ${tx.now}, ${tx.now},
      ${tx.now}::timestamptz + interval '100 years', '127.0.0.1', ${AGENT}
    from unnest(
      ${wanted}::bigint[], ${wanted.map(() => ids.hash())}::text[], ${wanted.map(unknownToken)}::bytea[]
    ) as robot (user_id, public_id, token_hash)
    join users on users.id = robot.user_id and users.password_hash = ${NO_PASSWORD}
    where not exists (select from sessions where sessions.user_id = users.id and sessions.user_agent = ${AGENT})`;
  const rows = await tx.rows<{ id: bigint; user_id: bigint }>`
    update sessions
    set proved_at = ${tx.now}, seen_at = ${tx.now}
    from users
    where sessions.user_id = any(${wanted}::bigint[]) and sessions.user_agent = ${AGENT}
      and users.id = sessions.user_id and users.password_hash = ${NO_PASSWORD}
    returning sessions.id, sessions.user_id`;
  return new Map(rows.map((row) => [row.user_id, row.id]));
}

function unknownToken(): Buffer {
  return createHash("sha256").update(systemRandom.bytes(32)).digest();
}
