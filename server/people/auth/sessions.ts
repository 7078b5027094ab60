/** Sessions: an opaque token of 256 bits in the cookie, its hash in the database, and nothing to forge. */
import { createHash } from "node:crypto";
import type { Db, ReadTx, Tx } from "../../platform/db.ts";
import type { Caller, Role, Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { endLiveSession } from "../../platform/live.ts";
import { touchLastSeen } from "../accounts/index.ts";

const SESSION_DAYS = 30;

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type NewSession = {
  readonly userId: bigint;
  readonly ip: string;
  readonly userAgent: string;
  readonly days: number;
};

/** New sessions, proved now. Returns their ids, and the tokens for their cookies, in order. */
export async function openSessions(
  tx: Tx,
  wanted: readonly NewSession[],
): Promise<{ readonly id: bigint; readonly token: string }[]> {
  const made = wanted.map((session) => ({ ...session, token: ids.secret(), publicId: ids.hash() }));
  const rows = await tx.rows<{ id: bigint; public_id: string }>`
    insert into sessions (public_id, token_hash, user_id, created_at, seen_at, proved_at, expires_at, ip, user_agent)
    select public_id, token_hash, user_id, ${tx.now}, ${tx.now}, ${tx.now},
      ${tx.now}::timestamptz + make_interval(days => days), ip, user_agent
    from unnest(
      ${made.map(({ publicId }) => publicId)}::text[], ${made.map(({ token }) => hashOf(token))}::bytea[],
      ${made.map(({ userId }) => userId)}::bigint[], ${made.map(({ days }) => days)}::int[],
      ${made.map(({ ip }) => ip)}::text[], ${made.map(({ userAgent }) => userAgent)}::text[]
    ) as made (public_id, token_hash, user_id, days, ip, user_agent)
    returning id, public_id`;
  const idOf = new Map(rows.map((row) => [row.public_id, row.id]));
  return made.map(({ publicId, token }) => ({ id: idOf.get(publicId) ?? 0n, token }));
}

/** A new session, proved by the password that was just shown. Returns the token for the cookie. */
export async function startSession(tx: Tx, { userId, caller }: { userId: bigint; caller: Caller }): Promise<string> {
  const { ip, userAgent } = caller;
  const [session] = await openSessions(tx, [{ userId, ip, userAgent, days: SESSION_DAYS }]);
  // Later requests record it once a minute only: without this, who has just come would be away for one.
  await touchLastSeen(tx, userId);
  return session?.token ?? "";
}

/** The proof of these sessions is fresh again. */
export async function markProved(tx: Tx, sessionIds: readonly bigint[]): Promise<void> {
  await tx.rows`
    update sessions
    set proved_at = ${tx.now}
    where id = any(${sessionIds}::bigint[])`;
}

type ViewerRow = {
  token_hash: string;
  user_id: bigint;
  external_id: string;
  username: string;
  session_id: bigint;
  roles: Role[] | null;
  restrictions: string[] | null;
  level: number;
  country_iso: string;
  is_demo: boolean;
  is_stale: boolean;
};

/** Who holds this token; undefined for an unknown, ended or expired one. */
export async function identify(db: Db, token: string): Promise<Viewer | undefined> {
  const row = await lookUp(db, hashOf(token).toString("hex"));
  if (!row) return undefined;
  if (row.is_stale) await touch(db, row);
  return {
    userId: row.user_id,
    externalId: row.external_id,
    username: row.username,
    sessionId: row.session_id,
    roles: row.roles ?? [],
    restrictions: row.restrictions ?? [],
    level: row.level,
    countryIso: row.country_iso,
    isDemo: row.is_demo,
  };
}

type Asked = {
  readonly hash: string;
  readonly settle: (row: ViewerRow | undefined) => void;
  readonly fail: (error: unknown) => void;
};

/** Who waits to be told, by database. Every call asks, so those that come while one query runs share the next. */
const desks = new WeakMap<Db, { queue: Asked[]; busy: boolean }>();
const MOST_AT_ONCE = 500;

function lookUp(db: Db, hash: string): Promise<ViewerRow | undefined> {
  const desk = desks.get(db) ?? { queue: [], busy: false };
  desks.set(db, desk);
  return new Promise((settle, fail) => {
    desk.queue.push({ hash, settle, fail });
    if (!desk.busy) {
      desk.busy = true;
      setImmediate(() => void answerAll(db, desk));
    }
  });
}

async function answerAll(db: Db, desk: { queue: Asked[]; busy: boolean }): Promise<void> {
  while (desk.queue.length > 0) {
    const asked = desk.queue.splice(0, MOST_AT_ONCE);
    try {
      const found = await findViewers(
        db,
        asked.map(({ hash }) => hash),
      );
      for (const { hash, settle } of asked) settle(found.get(hash));
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }
  desk.busy = false;
}

async function findViewers(db: Db, hashes: readonly string[]): Promise<Map<string, ViewerRow>> {
  const rows = await db.read(
    (tx) => tx.rows<ViewerRow>`
      select encode(sessions.token_hash, 'hex') as token_hash,
        users.id as user_id, users.external_id::text, users.username, sessions.id as session_id,
        (select array_agg(role) from user_roles where user_roles.user_id = users.id) as roles,
        (select array_agg(state) from user_restrictions r where r.user_id = users.id and r.lifted_at is null) as restrictions,
        users.level::float8 as level, users.country_iso, users.is_demo,
        sessions.seen_at < clock.now - interval '1 minute' as is_stale
      from (select market_now() as now) as clock
      cross join unnest(${hashes}::text[]) as wanted (hash)
      join sessions on sessions.token_hash = decode(wanted.hash, 'hex')
      join users on users.id = sessions.user_id
      where sessions.ended_at is null and sessions.expires_at > clock.now`,
  );
  return new Map(rows.map((row) => [row.token_hash, row]));
}

/** Whether the session may still be used: for what was granted to it earlier. */
export async function isSessionOpen(tx: ReadTx, id: bigint): Promise<boolean> {
  const rows = await tx.rows`
    select
    from sessions
    where id = ${id} and ended_at is null and expires_at > market_now()`;
  return rows.length > 0;
}

async function touch(db: Db, { session_id, user_id }: ViewerRow): Promise<void> {
  await db.tx(async (tx) => {
    await tx.rows`
      update sessions
      set seen_at = ${tx.now}
      where id = ${session_id}`;
    await touchLastSeen(tx, user_id);
  });
}

/** Ends sessions of a user: one by public id, or all but one. Their sockets close. */
export async function endSessions(
  tx: Tx,
  { userId, publicId, exceptId }: { userId: bigint; publicId?: string; exceptId?: bigint },
): Promise<number> {
  const ended = await tx.rows<{ id: bigint }>`
    update sessions
    set ended_at = ${tx.now}
    where user_id = ${userId} and ended_at is null
      and (${publicId ?? null}::text is null or public_id = ${publicId ?? null})
      and (${exceptId ?? null}::bigint is null or id <> ${exceptId ?? null})
    returning id`;
  for (const { id } of ended) await endLiveSession(tx, id);
  return ended.length;
}

export async function endSessionById(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update sessions
    set ended_at = ${tx.now}
    where id = ${id} and ended_at is null`;
  await endLiveSession(tx, id);
}

type SessionRow = { id: bigint; public_id: string; user_agent: string; ip: string; created_at: Date; seen_at: Date };

export async function listSessions(tx: ReadTx, { userId, currentId }: { userId: bigint; currentId: bigint }) {
  const rows = await tx.rows<SessionRow>`
    select id, public_id, user_agent, ip, created_at, seen_at
    from sessions
    where user_id = ${userId} and ended_at is null and expires_at > ${tx.now}
    order by seen_at desc, id desc
    limit 100`;
  return rows.map((row) => ({
    id: row.public_id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

/** "Firefox on Linux": enough to recognise one's own. */
export function deviceOf(userAgent: string): string {
  const browsers: [RegExp, string][] = [
    [/Edg\//, "Edge"],
    [/OPR\//, "Opera"],
    [/Firefox\//, "Firefox"],
    [/(Headless)?Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
  ];
  const systems: [RegExp, string][] = [
    [/Android/, "Android"],
    [/iPhone|iPad/, "iOS"],
    [/Windows/, "Windows"],
    [/Mac OS/, "macOS"],
    [/Linux/, "Linux"],
  ];
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers) ?? "Unknown browser";
  const system = find(systems);
  return system ? `${browser} on ${system}` : browser;
}
