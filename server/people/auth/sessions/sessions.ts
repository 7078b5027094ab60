/**
 * Sessions: an opaque token of 256 bits in the cookie, its hash in the database, and nothing to forge. The session's public id
 * precedes the secret: data bound to the session, such as a page's own token, stays valid when the secret is exchanged.
 */
import { createHash } from "node:crypto";
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { Caller, Viewer } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { endLiveSession } from "../../../platform/events/live.ts";
import { countryOf } from "../../../platform/words/places.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { countryName } from "../../../reference/catalog/index.ts";
import { noteCountries, touchLastSeen } from "../../accounts/index.ts";
import {
  closeSession,
  closeSessions,
  exchangeToken,
  insertSessions,
  openSessionsOf,
  recentAddresses,
  touchSession,
  type ViewerRow,
  viewersByToken,
  type WhichSessions,
} from "./session-rows.ts";

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type NewSession = {
  readonly userId: bigint;
  readonly ip: string;
  readonly userAgent: string;
  readonly days: number;
  readonly idleHours: number;
  /** Begun with an authenticator app or a passkey. */
  readonly isStrong: boolean;
};

/** New sessions. Returns their ids, and the tokens for their cookies, in order. */
export async function openSessions(
  tx: Tx,
  wanted: readonly NewSession[],
): Promise<{ readonly id: bigint; readonly token: string }[]> {
  const made = wanted.map((session) => {
    const publicId = ids.hash();
    return { ...session, publicId, token: newToken(publicId) };
  });
  const rows = await insertSessions(
    tx,
    made.map((session) => ({ ...session, tokenHash: hashOf(session.token) })),
  );
  const idOf = new Map(rows.map((row) => [row.public_id, row.id]));
  return made.map(({ publicId, token }) => ({ id: idOf.get(publicId) ?? 0n, token }));
}

function newToken(publicId: string): string {
  return `${publicId}.${ids.secret()}`;
}

/**
 * The session goes on under another token, and the previous token is worth nothing: for when it may more than before.
 * Undefined when another call of the same session has exchanged it already.
 */
export async function exchangeSessionToken(
  tx: Tx,
  { sessionId, tokenHash }: Pick<Viewer, "sessionId" | "tokenHash">,
): Promise<string | undefined> {
  let token: string | undefined;
  await exchangeToken(tx, {
    id: sessionId,
    from: tokenHash,
    to: (publicId) => {
      token = newToken(publicId);
      return hashOf(token);
    },
  });
  return token;
}

/** A new session. Returns the token for the cookie. */
export async function startSession(
  tx: Tx,
  { userId, caller, isStrong }: { userId: bigint; caller: Caller; isStrong: boolean },
): Promise<string> {
  const { ip, userAgent } = caller;
  const ends = await readSettings(tx, ["auth.session_days", "auth.session_idle_hours"]);
  const [session] = await openSessions(tx, [
    { userId, ip, userAgent, days: ends["auth.session_days"], idleHours: ends["auth.session_idle_hours"], isStrong },
  ]);
  // Later requests record it once a minute only: without this, a user who has just come would be shown as away for one.
  await touchLastSeen(tx, userId);
  await notePlace(tx, { userId, ip });
  return session?.token ?? "";
}

/** Usual is where most of the last sign-ins were from; of several the one of the latest. */
async function notePlace(tx: Tx, { userId, ip }: { userId: bigint; ip: string }): Promise<void> {
  const signIn = countryOf(ip);
  if (signIn === undefined) return;
  const counts = new Map<string, number>();
  for (const address of await recentAddresses(tx, userId)) {
    const country = countryOf(address);
    if (country) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const usual = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [signIn, 0]);
  await noteCountries(tx, { userId, signIn, usual: usual[0] });
}

/** The holder of this token, asked by a page and not a person; undefined for an unknown, ended or expired one. */
export async function identifyUnseen(db: Db, token: string): Promise<Viewer | undefined> {
  const row = await lookUp(db, hashOf(token).toString("hex"));
  return row && viewerFrom(row);
}

/** The same, and how long it may be cached unless a change is reported. */
export async function identifyFor(
  db: Db,
  token: string,
): Promise<{ readonly viewer: Viewer; readonly goodForMs: number } | undefined> {
  const row = await lookUp(db, hashOf(token).toString("hex"));
  if (!row) return undefined;
  if (row.is_stale) await touch(db, row);
  return { viewer: viewerFrom(row), goodForMs: row.good_for_ms };
}

function viewerFrom(row: ViewerRow): Viewer {
  return {
    userId: row.user_id,
    externalId: row.external_id,
    username: row.username,
    sessionId: row.session_id,
    tokenHash: row.token_hash,
    roles: row.roles ?? [],
    restrictions: row.restrictions ?? [],
    blocks: row.blocks,
    level: row.level,
    lacks: row.lacks,
    countryIso: row.country_iso,
    isDemo: row.is_demo,
    isStrong: row.is_strong || row.is_demo,
  };
}

type Asked = {
  readonly hash: string;
  readonly settle: (row: ViewerRow | undefined) => void;
  readonly fail: (error: unknown) => void;
};

/** Waiting lookups by database. Every call asks, so those that come while one query runs share the next. */
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
  const rows = await db.read((tx) => viewersByToken(tx, hashes));
  return new Map(rows.map((row) => [row.token_hash, row]));
}

async function touch(db: Db, { session_id, user_id }: ViewerRow): Promise<void> {
  await db.tx(async (tx) => {
    await touchSession(tx, session_id);
    await touchLastSeen(tx, user_id);
  });
}

/** Ends sessions of a user: one by public id, or all but one. Their sockets close. */
export async function endSessions(tx: Tx, which: WhichSessions): Promise<number> {
  const ended = await closeSessions(tx, which);
  for (const { id } of ended) await endLiveSession(tx, id);
  return ended.length;
}

export async function endSessionById(tx: Tx, id: bigint): Promise<void> {
  await closeSession(tx, id);
  await endLiveSession(tx, id);
}

type Listing = { readonly userId: bigint; readonly currentId: bigint; readonly locale: string };

export async function listSessions(tx: ReadTx, { userId, currentId, locale }: Listing) {
  const rows = await openSessionsOf(tx, userId);
  return rows.map((row) => ({
    id: row.public_id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    place: placeOf(row.ip, locale),
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

/** The country of an address, by its name in a language. */
export function placeOf(ip: string, locale: string): string | null {
  const iso = countryOf(ip);
  return iso === undefined ? null : countryName(iso, locale);
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
