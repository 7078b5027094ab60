/** Opens the database at an address: migrated by its owner, then entered by each role on its own. */
import type { OutsideBus } from "../../bus/bus.ts";
import { type Db, type DbOptions, openDb, type Pooler } from "../db.ts";
import type { Log } from "../../log.ts";
import { LOGINS, passwordFrom, provideLogins, RESTRICTED, urlAs, whyMoreThan } from "../logins.ts";
import { migrate, migrationFault } from "../migrate.ts";

/** One for each kind of process; a process alone has all of them. */
export type Dbs = Readonly<Record<"web" | "worker" | "chain" | "market" | "lightning", Db>>;

export type OpenDatabase = {
  readonly dbs: Dbs;
  /** For the signer's own reader. */
  readonly signerUrl: string;
  close(): Promise<void>;
};

/** Throws when a migration fails, and when a session could become more than its role. */
export async function openDatabase({
  ownerUrl,
  secret,
  log,
  say,
  bus,
}: {
  ownerUrl: string;
  /** The passwords of the logins come from it. */
  secret: Uint8Array;
  log: Log;
  say: (text: string) => void;
  bus?: OutsideBus | undefined;
}): Promise<OpenDatabase> {
  const applied = await migrate(ownerUrl);
  const { isNew, migrations, functions } = applied;
  if (isNew) say("prepared the tables");
  else if (migrations.length + functions.length > 0)
    say(`brought the tables forward (${migrations.length} migrations, ${functions.length} functions)`);
  const passwordOf = (login: string) => passwordFrom(secret, login);
  await provideLogins(ownerUrl, passwordOf);
  const urlOf = (login: string) => urlAs(ownerUrl, { login, password: passwordOf(login) });
  for (const name of RESTRICTED) await refuseMore(urlOf(LOGINS[name]), LOGINS[name]);
  const dbs = openDbs((name) => urlOf(LOGINS[name]), log, { busOf: () => bus });
  return { dbs, signerUrl: urlOf(LOGINS.signer), close: () => closeDbs(dbs) };
}

/**
 * As one role, where each process has only its own credentials: the tables are there already. Throws when they are of
 * another version, and when the session is of another role or could become more.
 */
export async function enterDatabase({
  url,
  role,
  log,
  pooler,
  bus,
  replicas,
}: {
  url: string;
  role: keyof Dbs;
  log: Log;
  pooler?: Pooler | undefined;
  bus?: OutsideBus | undefined;
  replicas?: DbOptions["replicas"];
}): Promise<{ dbs: Partial<Dbs>; close(): Promise<void> }> {
  await refuseOtherLogin(pooler?.directUrl ?? url, LOGINS[role]);
  const db = openDb({ url, log, poolSize: POOLS[role], pooler, bus, replicas });
  return { dbs: { [role]: db }, close: () => db.close() };
}

/** Throws what enterDatabase throws; opens nothing. */
export async function refuseOtherLogin(url: string, login: string): Promise<void> {
  await refuseMore(url, login);
  const fault = await migrationFault(url);
  if (fault) throw new Error(`Parley does not start: ${fault} npm run migrate, as the owner, makes its tables.`);
}

async function refuseMore(url: string, login: string): Promise<void> {
  const fault = await whyMoreThan(url, login);
  if (fault) throw new Error(`Parley does not start: a session of ${login} could become more than its role: ${fault}`);
}

/** Most connections are the web's; the chains are followed by a handful. */
const POOLS: Readonly<Record<keyof Dbs, number>> = { web: 24, worker: 16, chain: 6, market: 4, lightning: 4 };

export type DbsOptions = Pick<DbOptions, "isStopped"> & {
  readonly pools?: Partial<typeof POOLS>;
  readonly busOf?: (name: keyof Dbs) => OutsideBus | undefined;
};

export function openDbs(
  urlOf: (name: keyof Dbs) => string,
  log: Log,
  { pools, isStopped, busOf }: DbsOptions = {},
): Dbs {
  const open = (name: keyof Dbs) =>
    openDb({ url: urlOf(name), log, poolSize: pools?.[name] ?? POOLS[name], isStopped, bus: busOf?.(name) });
  return {
    web: open("web"),
    worker: open("worker"),
    chain: open("chain"),
    market: open("market"),
    lightning: open("lightning"),
  };
}

export async function closeDbs(dbs: Dbs): Promise<void> {
  await Promise.all(Object.values(dbs).map((db) => db.close()));
}
