/**
 * Databases from before the first baseline had their functions in migrations up to 0990. A database at 0990 has
 * exactly the objects of the baseline (decisions/foundations/database-files-and-migrations.md), so it is accepted
 * unchanged; an older one is refused.
 */
import { createHash } from "node:crypto";
import type pg from "pg";

/** Of the names and digests of its 242 migrations, a line each. */
const LAST = "144aae548a7944ee5af0b521f28f53db3a2ef09255a5ffb917059577fbebda46";

/** Runs in the transaction of migrate. Throws when the tables are older, or of something else. */
export async function takeOver(client: pg.ClientBase): Promise<void> {
  const { rows: functions } = await client.query("select from database_files limit 1");
  if (functions.length > 0) return;
  const { rows } = await client.query<{ line: string }>(
    `select name || ' ' || digest as line from migrations order by name collate "C"`,
  );
  if (rows.length === 0)
    throw new Error("this database has tables, but not those of Parley; give Parley one of its own");
  const digest = createHash("sha256")
    .update(rows.map(({ line }) => line).join("\n"))
    .digest("hex");
  if (digest !== LAST) {
    throw new Error(
      "this database was left by an older version of Parley than this one takes over; run `npm run migrate` of commit 2e7d70b4 on it once, then start this version again",
    );
  }
  await client.query("delete from migrations");
  await client.query("grant select on database_files to parley_web, parley_worker, parley_chain, parley_signer");
}
