/** The SQL of sessions. */
import type { WalletBlock } from "#contract/products/wallet/blocks.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { Role } from "../../../platform/http/policy.ts";
import { LACKS } from "../../accounts/index.ts";

/** Returns their ids by public id. */
export async function insertSessions(
  tx: Tx,
  made: readonly NewSessionRow[],
): Promise<{ id: bigint; public_id: string }[]> {
  return tx.rows<{ id: bigint; public_id: string }>`
    insert into sessions (public_id, token_hash, user_id, created_at, seen_at, token_at, expires_at, idle_hours, ip, user_agent,
      is_strong)
    select public_id, token_hash, user_id, ${tx.now}, ${tx.now}, ${tx.now},
      ${tx.now}::timestamptz + make_interval(days => days), idle_hours, ip, user_agent, is_strong
    from unnest(
      ${made.map(({ publicId }) => publicId)}::text[], ${made.map(({ tokenHash }) => tokenHash)}::bytea[],
      ${made.map(({ userId }) => userId)}::bigint[], ${made.map(({ days }) => days)}::int[],
      ${made.map(({ idleHours }) => idleHours)}::int[],
      ${made.map(({ ip }) => ip)}::text[], ${made.map(({ userAgent }) => userAgent)}::text[],
      ${made.map(({ isStrong }) => isStrong)}::boolean[]
    ) as made (public_id, token_hash, user_id, days, idle_hours, ip, user_agent, is_strong)
    returning id, public_id`;
}

export type NewSessionRow = {
  readonly publicId: string;
  readonly tokenHash: Uint8Array;
  readonly userId: bigint;
  readonly days: number;
  readonly idleHours: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly isStrong: boolean;
};

export type ViewerRow = {
  token_hash: string;
  user_id: bigint;
  external_id: string;
  username: string;
  session_id: bigint;
  roles: Role[] | null;
  restrictions: string[] | null;
  blocks: WalletBlock[];
  level: number;
  lacks: "email" | "name" | null;
  country_iso: string;
  is_demo: boolean;
  is_strong: boolean;
  is_stale: boolean;
  /** Until it is to be recorded that they were seen, or until the session ends. */
  good_for_ms: number;
};

/** Those of these sessions that may still be used: for what was granted to them earlier. */
export async function findOpenSessions(tx: ReadTx, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const rows = await tx.rows<{ id: bigint }>`
    select id
    from sessions
    where id = any(${[...ids]}::bigint[]) and ended_at is null and expires_at > market_now()
      and seen_at > market_now() - make_interval(hours => idle_hours)`;
  return new Set(rows.map(({ id }) => id));
}

export type SessionRow = {
  id: bigint;
  public_id: string;
  user_agent: string;
  ip: string;
  created_at: Date;
  seen_at: Date;
};

/** The viewers of these tokens; hashes in hexadecimal. */
export async function viewersByToken(tx: ReadTx, hashes: readonly string[]): Promise<ViewerRow[]> {
  return tx.rows<ViewerRow>`
    select encode(sessions.token_hash, 'hex') as token_hash,
      users.id as user_id, users.external_id::text, users.username, sessions.id as session_id,
      (select array_agg(role) from user_roles where user_roles.user_id = users.id) as roles,
      (select array_agg(state order by r.id) from user_restrictions r where r.user_id = users.id and r.lifted_at is null)
        as restrictions,
      blocked.reasons as blocks,
      users.level::float8 as level, ${LACKS} as lacks, users.country_iso, users.is_demo, sessions.is_strong,
      sessions.seen_at < clock.now - interval '1 minute' as is_stale,
      (extract(epoch from least(
        case when sessions.seen_at < clock.now - interval '1 minute' then clock.now else sessions.seen_at end
          + interval '1 minute',
        sessions.expires_at) - clock.now) * 1000)::float8 as good_for_ms
    from (select market_now() as now) as clock
    -- By key, also where the plan was made while there were few sessions.
    join sessions on sessions.token_hash = any(array(
      select decode(wanted.hash, 'hex')
      from unnest(${hashes}::text[]) as wanted (hash)))
    join users on users.id = sessions.user_id
    join wallet_blocks_of(array(
      select held.user_id
      from sessions held
      where held.token_hash = any(array(
        select decode(wanted.hash, 'hex')
        from unnest(${hashes}::text[]) as wanted (hash))))) blocked on blocked.user_id = sessions.user_id
    where sessions.ended_at is null and sessions.expires_at > clock.now
      and sessions.seen_at > clock.now - make_interval(hours => sessions.idle_hours)
      and not exists (
        select
        from user_roles granted
        where granted.user_id = sessions.user_id and granted.granted_at > sessions.token_at
      )`;
}

/** Returns its public id; undefined when another call has exchanged the token since. Hashes in hexadecimal. */
export async function exchangeToken(
  tx: Tx,
  { id, from, to }: { id: bigint; from: string; to: (publicId: string) => Uint8Array },
): Promise<string | undefined> {
  const [row] = await tx.rows<{ public_id: string }>`
    select public_id
    from sessions
    where id = ${id} and token_hash = decode(${from}, 'hex') and ended_at is null
    for update`;
  if (!row) return undefined;
  await tx.rows`
    update sessions
    set token_hash = ${to(row.public_id)}, token_at = ${tx.now}
    where id = ${id}`;
  return row.public_id;
}

export async function touchSession(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update sessions
    set seen_at = ${tx.now}
    where id = ${id}`;
}

/** Sessions of a user: one by public id, or all but one. Returns the ids of those that were open. */
export async function closeSessions(tx: Tx, { userId, publicId, exceptId }: WhichSessions): Promise<{ id: bigint }[]> {
  return tx.rows<{ id: bigint }>`
    update sessions
    set ended_at = ${tx.now}
    where user_id = ${userId} and ended_at is null
      and (${publicId ?? null}::text is null or public_id = ${publicId ?? null})
      and (${exceptId ?? null}::bigint is null or id <> ${exceptId ?? null})
    returning id`;
}

export type WhichSessions = {
  readonly userId: bigint;
  readonly publicId?: string | undefined;
  readonly exceptId?: bigint | undefined;
};

export async function closeSession(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update sessions
    set ended_at = ${tx.now}
    where id = ${id} and ended_at is null`;
}

/** The newest use first; at most 100. */
const USUAL_DAYS = 90;

/** The addresses of a user's last sign-ins, the newest first. */
export async function recentAddresses(tx: ReadTx, userId: bigint): Promise<string[]> {
  const rows = await tx.rows<{ ip: string }>`
    select ip
    from sessions
    where user_id = ${userId} and created_at > ${tx.now}::timestamptz - make_interval(days => ${USUAL_DAYS})
    order by id desc
    limit 50`;
  return rows.map(({ ip }) => ip);
}

export async function openSessionsOf(tx: ReadTx, userId: bigint): Promise<SessionRow[]> {
  return tx.rows<SessionRow>`
    select id, public_id, user_agent, ip, created_at, seen_at
    from sessions
    where user_id = ${userId} and ended_at is null and expires_at > ${tx.now}
      and seen_at > ${tx.now}::timestamptz - make_interval(hours => idle_hours)
    order by seen_at desc, id desc
    limit 100`;
}
