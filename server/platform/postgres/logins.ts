/**
 * The roles that log in to the database, one for each kind of process. None can become another: an attacker with a connection
 * has the rights of its role only, and the start refuses where that is not so.
 */
import { createHmac } from "node:crypto";
import pg from "pg";
import { SESSION_SETTINGS } from "./session-settings.ts";

/** Migrations run as the first; the others own nothing. */
export const LOGINS = {
  owner: "parley_owner",
  web: "parley_web",
  worker: "parley_worker",
  chain: "parley_chain",
  market: "parley_market",
  lightning: "parley_lightning",
  signer: "parley_signer",
} as const;

export type LoginName = keyof typeof LOGINS;
export const RESTRICTED = [
  "web",
  "worker",
  "chain",
  "market",
  "lightning",
  "signer",
] as const satisfies readonly LoginName[];

export type Credentials = { readonly login: string; readonly password?: string | undefined };

/** The same server and database with another login. */
export function urlAs(url: string, { login, password }: Credentials): string {
  const who = `${encodeURIComponent(login)}${password === undefined ? "" : `:${encodeURIComponent(password)}`}`;
  return url.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?/, (_, scheme: string) => `${scheme}${who}@`);
}

/** A derived password, which is stored nowhere: every process of the marketplace derives it from the secret. */
export function passwordFrom(secret: Uint8Array | string, login: string): string {
  return createHmac("sha256", secret).update(`database login ${login}`).digest("base64url");
}

/**
 * Gives each restricted login its password, where the one it has is another. Runs as the owner, after the migrations
 * that made the logins. Throws when the owner is a superuser or may not do this.
 */
export async function provideLogins(ownerUrl: string, passwordOf: (login: string) => string): Promise<void> {
  await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string; is_superuser: boolean }>(
      "select rolname as name, rolsuper as is_superuser from pg_roles where rolname = session_user",
    );
    const [user] = rows;
    if (user?.is_superuser) {
      throw new Error(
        `the database user ${user.name} is a superuser; make one that is not: create role ${LOGINS.owner} login createrole password '…'; alter database … owner to ${LOGINS.owner}`,
      );
    }
    for (const name of RESTRICTED) {
      await settle(owner, LOGINS[name]);
      const credentials = { login: LOGINS[name], password: passwordOf(LOGINS[name]) };
      if (await canEnter(urlAs(ownerUrl, credentials))) continue;
      await owner.query(`alter role ${LOGINS[name]} password ${pg.escapeLiteral(credentials.password)}`);
    }
  });
}

/** What its sessions are given wherever they come from, as by a pooler. */
async function settle(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ settings: string[] | null }>(
    "select rolconfig as settings from pg_roles where rolname = $1",
    [login],
  );
  for (const [name, value] of Object.entries(SESSION_SETTINGS))
    if (!rows[0]?.settings?.some((one) => one.toLowerCase() === `${name}=${value}`.toLowerCase()))
      await owner.query(`alter role ${login} set ${name} = ${pg.escapeLiteral(value)}`);
}

/** Whether these credentials open a connection; any other fault than theirs is thrown. */
export async function canEnter(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("select"));
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && /^28/.test(error.code ?? "")) return false;
    throw error;
  }
}

/** Why a connection could do more than its role is for; undefined when it cannot. Looks from inside that connection. */
export async function whyMoreThan(url: string, login: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ fault: string }>(FAULTS, [login]);
    return rows[0]?.fault;
  });
}

/** Everything by which a session of PostgreSQL gets at more than was granted to its role. */
const FAULTS = `
  select format('it is %s, not %s', session_user, $1::text) as fault where session_user <> $1 or current_user <> $1
  union all
  select 'it has ' || case when rolsuper then 'superuser' when rolcreaterole then 'createrole'
    when rolcreatedb then 'createdb' when rolreplication then 'replication' else 'bypassrls' end
  from pg_roles
  where rolname = session_user and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
  union all
  select format('it may become %s', rolname) from pg_roles
  where rolname <> session_user and pg_has_role(session_user, oid, 'member')
  union all
  select format('it owns %s', oid::regclass) from pg_class where pg_has_role(session_user, relowner, 'usage')
  union all
  select format('it owns %s', oid::regprocedure) from pg_proc where pg_has_role(session_user, proowner, 'usage')
  union all
  select format('it owns the database %s', datname) from pg_database where pg_has_role(session_user, datdba, 'usage')
  union all
  select format('it may create in the schema %s', nspname) from pg_namespace
  where nspname !~ '^pg_(toast_)?temp' and has_schema_privilege(session_user, oid, 'create')
  union all
  select format('it may set %s for others', 'session_replication_role')
  where has_parameter_privilege(session_user, 'session_replication_role', 'set')`;

/** A connection for one piece of work, outside of every pool. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
