// Guards: the files of the modules make the database that the migrations make, to the letter of the catalog.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { buildDatabase, schemaText } from "../../server/platform/database-files.ts";
import { LOGINS } from "../../server/platform/logins.ts";
import { testDb } from "../../server/testing/database.ts";
import { schemaOfModules, writeSchema } from "../write-schema.ts";
import { catalogLines } from "./catalog-lines.ts";
import { split } from "./split.ts";

const { owner, url } = await testDb();
// Until the migrations go: WRITE_DATABASE_FILES=1 writes the files anew from them.
if (process.env.WRITE_DATABASE_FILES === "1") {
  await split(url);
  writeSchema();
}

test("server/schema.sql is that of the modules' files", () => {
  assert.ok(schemaText() === schemaOfModules(), "run: WRITE_DATABASE_FILES=1 npm test -- same-catalog");
});

test("an empty database of the files has what the migrations made", async (t) => {
  const name = `${/test_\w+/.exec(url)?.[0]}_files`;
  await owner.query(`create database ${name} owner ${LOGINS.owner}`);
  const built = new pg.Pool({ connectionString: url.replace(/\/test_\w+/, `/${name}`), max: 1 });
  built.on("error", () => undefined);
  t.after(async () => {
    await built.end();
    await owner.query(`drop database ${name} with (force)`);
  });
  const client = await built.connect();
  const began = performance.now();
  await buildDatabase(client).finally(() => client.release());
  t.diagnostic(`NOTE built in ${Math.round(performance.now() - began)} ms`);
  const [files, migrations] = [await catalogLines(built), await catalogLines(owner)];
  const [inFiles, inMigrations] = [new Set(files), new Set(migrations)];
  const missing = migrations.filter((line) => !inFiles.has(line));
  const more = files.filter((line) => !inMigrations.has(line));
  assert.equal(
    [...missing.map((line) => `- ${line}`), ...more.map((line) => `+ ${line}`)].slice(0, 4000).join("\n"),
    "",
  );
  assert.ok(files.length > 4000, `${files.length} lines`);
});
