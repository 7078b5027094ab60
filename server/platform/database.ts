/** Opens the database at an address: migrated, with the restricted role at hand. */
import { type Db, openDb } from "./db.ts";
import type { Log } from "./log.ts";
import { assertRestrictedRole, migrate } from "./migrate.ts";

export const APP_ROLE = "parley_app";

/** Throws when a migration fails or when connections cannot take the restricted role. */
export async function openDatabase({
  url,
  log,
  say,
}: {
  /** Connects as the owner of the tables. */
  url: string;
  log: Log;
  say: (text: string) => void;
}): Promise<Db> {
  const applied = await migrate(url);
  if (applied.length > 0) say(`prepared the tables (${applied.length} migrations)`);
  await assertRestrictedRole(url, APP_ROLE);
  return openDb({ url, role: APP_ROLE, log, poolSize: 24 });
}
