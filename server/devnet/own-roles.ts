/** The passwords of an embedded cluster, and the database in it that its owner owns: an owner that is no superuser. */
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { LOGINS, passwordFrom, RESTRICTED, urlAs, withClient } from "../platform/postgres/logins.ts";
import { syncFolderNow } from "../platform/files/sync-folder.ts";
import type { Place } from "./postgres/place.ts";

/** Made by initdb; its name is that of the first versions, whose clusters live on. */
export const ADMIN = "parley";

/** Beside the cluster, for the user who starts it alone. */
function keptSecret(dataDir: string): { secret: string; isNew: boolean } {
  const file = join(dataDir, "password");
  const isNew = !existsSync(file);
  if (isNew) {
    mkdirSync(dataDir, { recursive: true });
    const made = `${file}.${process.pid}`;
    writeFileSync(made, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
    renameSync(made, file);
    syncFolderNow(dataDir);
  }
  return { secret: readFileSync(file, "utf8").trim(), isNew };
}

export type Passwords = {
  readonly of: (login: string) => string;
  /** The cluster does not know them yet. */
  readonly isNew: boolean;
};

/** By login, all from one secret. */
export function openPasswords(dataDir: string): Passwords {
  const { secret, isNew } = keptSecret(dataDir);
  return { of: (login) => passwordFrom(secret, login), isNew };
}

const MARK = "# written by Parley: who is asked for what before he may enter\n";

/** How the cluster asks who comes: by password, or not at all for as long as its passwords are set. */
export function writeAccess(
  { cluster, owner }: Pick<Place, "cluster" | "owner">,
  way: "trust" | "scram-sha-256",
): void {
  const file = join(cluster, "pg_hba.conf");
  writeFileSync(`${file}.new`, `${MARK}local all all ${way}\n`, { mode: 0o600, flush: true });
  if (owner) chownSync(`${file}.new`, owner.uid, owner.gid);
  renameSync(`${file}.new`, file);
}

export function asksForPasswords({ cluster }: Pick<Place, "cluster">): boolean {
  return readFileSync(join(cluster, "pg_hba.conf"), "utf8") === `${MARK}local all all scram-sha-256\n`;
}

/** Sets the administrator's password while nobody is asked for one; from then on everybody is. */
export async function askForPasswords(
  place: Place,
  { url, password }: { url: string; password: string },
): Promise<void> {
  await withClient(url, async (admin) => {
    await admin.query(`alter role ${ADMIN} password ${pg.escapeLiteral(password)}`);
    writeAccess(place, "scram-sha-256");
    await admin.query("select pg_reload_conf()");
  });
}

/**
 * Makes the owner and a database of his, or hands one over that an earlier version's administrator owned. Safe to call at
 * each start. Returns the owner's address of it.
 */
export async function ownDatabase(
  adminUrl: (database: string) => string,
  { name, password }: { name: string; password?: string },
): Promise<string> {
  await withClient(adminUrl("postgres"), async (admin) => {
    const { rows } = await admin.query<{ rolname: string }>("select rolname from pg_roles");
    const known = new Set(rows.map(({ rolname }) => rolname));
    if (!known.has(LOGINS.owner)) await admin.query(`create role ${LOGINS.owner} login createrole`);
    // Logins that the migrations of the administrator made are the owner's to give passwords to.
    for (const login of RESTRICTED.map((restricted) => LOGINS[restricted]))
      if (known.has(login)) await admin.query(`grant ${login} to ${LOGINS.owner} with admin option`);
    if (password !== undefined) await admin.query(`alter role ${LOGINS.owner} password ${pg.escapeLiteral(password)}`);
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
    if (!rowCount) await admin.query(`create database ${name} owner ${LOGINS.owner}`);
  });
  await withClient(adminUrl(name), (admin) => admin.query(HAND_OVER));
  return urlAs(adminUrl(name), { login: LOGINS.owner, password });
}

/** The tables and functions of the marketplace, their database and schema; a catalog of the system keeps its owner. */
const HAND_OVER = `
  do $$
  declare
    thing text;
  begin
    execute format('alter database %I owner to ${LOGINS.owner}', current_database());
    execute 'alter schema public owner to ${LOGINS.owner}';
    for thing in
      select format('table %s', oid::regclass) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = session_user::regrole
      union all
      select format('view %s', oid::regclass) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v' and relowner = session_user::regrole
      union all
      select format('sequence %s', class.oid::regclass) from pg_class class
      where relnamespace = 'public'::regnamespace and relkind = 'S' and relowner = session_user::regrole
        and not exists (select from pg_depend where objid = class.oid and deptype in ('a', 'i'))
      union all
      select format('function %s', oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace and proowner = session_user::regrole
    loop
      execute format('alter %s owner to ${LOGINS.owner}', thing);
    end loop;
  end $$`;
