/** Opens the database at an address: migrated by its owner, then entered by each role on its own. */
import { type Db, openDb } from "./db.ts";
import type { Log } from "./log.ts";
import { LOGINS, passwordFrom, provideLogins, RESTRICTED, urlAs, whyMoreThan } from "./logins.ts";
import { migrate } from "./migrate.ts";

/** One for each kind of process; a process alone has all three. */
export type Dbs = Readonly<Record<"web" | "worker" | "chain", Db>>;

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
}: {
  ownerUrl: string;
  /** The passwords of the logins come from it. */
  secret: Uint8Array;
  log: Log;
  say: (text: string) => void;
}): Promise<OpenDatabase> {
  const applied = await migrate(ownerUrl);
  if (applied.length > 0) say(`prepared the tables (${applied.length} migrations)`);
  const passwordOf = (login: string) => passwordFrom(secret, login);
  await provideLogins(ownerUrl, passwordOf);
  const urlOf = (login: string) => urlAs(ownerUrl, { login, password: passwordOf(login) });
  for (const name of RESTRICTED) {
    const login = LOGINS[name];
    const fault = await whyMoreThan(urlOf(login), login);
    if (fault)
      throw new Error(`Parley does not start: a session of ${login} could become more than its role: ${fault}`);
  }
  const dbs = openDbs((name) => urlOf(LOGINS[name]), log);
  return { dbs, signerUrl: urlOf(LOGINS.signer), close: () => closeDbs(dbs) };
}

/** Most connections are the web's; the chains are followed by a handful. */
const POOLS: Readonly<Record<keyof Dbs, number>> = { web: 24, worker: 16, chain: 6 };

export function openDbs(urlOf: (name: keyof Dbs) => string, log: Log, pools: Partial<typeof POOLS> = {}): Dbs {
  const open = (name: keyof Dbs) => openDb({ url: urlOf(name), log, poolSize: pools[name] ?? POOLS[name] });
  return { web: open("web"), worker: open("worker"), chain: open("chain") };
}

export async function closeDbs(dbs: Dbs): Promise<void> {
  await Promise.all(Object.values(dbs).map((db) => db.close()));
}
