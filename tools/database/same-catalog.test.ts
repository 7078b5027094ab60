// Guards: the files of the modules make the database that the migrations make, to the letter of the catalog.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { migrationsOfFiles, schemaText } from "../../server/platform/database-files.ts";
import { LOGINS } from "../../server/platform/logins.ts";
import { migrate, migrationsDigest } from "../../server/platform/migrate.ts";
import { testDb } from "../../server/testing/database.ts";
import { schemaOfModules, writeSchema } from "../write-schema.ts";
import { catalogLines } from "./catalog-lines.ts";
import { split } from "./split.ts";

const WRITE = "run: WRITE_DATABASE_FILES=1 npm test -- same-catalog";
const { owner, url } = await testDb();

async function anEmpty(t: TestContext, suffix: string): Promise<{ url: string; pool: pg.Pool }> {
  const name = `${/test_\w+/.exec(url)?.[0]}_${suffix}`;
  await owner.query(`create database ${name} owner ${LOGINS.owner}`);
  const own = url.replace(/\/test_\w+/, `/${name}`);
  const pool = new pg.Pool({ connectionString: own, max: 1 });
  pool.on("error", () => undefined);
  t.after(async () => {
    await pool.end();
    await owner.query(`drop database ${name} with (force)`);
  });
  return { url: own, pool };
}

test("an empty database of the files has what the migrations made", async (t) => {
  const byMigrations = await anEmpty(t, "migrations");
  await migrate(byMigrations.url, { byMigrations: true });
  // Until the migrations go: writes the files anew from them.
  if (process.env.WRITE_DATABASE_FILES === "1") {
    await split(byMigrations.url);
    writeSchema();
  }
  const byFiles = await anEmpty(t, "files");
  const began = performance.now();
  await migrate(byFiles.url);
  t.diagnostic(`NOTE built in ${Math.round(performance.now() - began)} ms`);
  const [files, migrations] = [await catalogLines(byFiles.pool), await catalogLines(byMigrations.pool)];
  const [inFiles, inMigrations] = [new Set(files), new Set(migrations)];
  const differ = [
    ...migrations.filter((line) => !inFiles.has(line)).map((line) => `- ${line}`),
    ...files.filter((line) => !inMigrations.has(line)).map((line) => `+ ${line}`),
  ];
  assert.equal(differ.slice(0, 40).join("\n"), "", WRITE);
  assert.ok(files.length > 4000, `${files.length} lines`);
  assert.deepEqual(await migrate(byFiles.url), [], "no migration is left to run");
});

test("the files are those of the newest migration, and server/schema.sql is theirs", () => {
  assert.equal(migrationsOfFiles(), migrationsDigest(), WRITE);
  assert.ok(schemaText() === schemaOfModules(), WRITE);
});
