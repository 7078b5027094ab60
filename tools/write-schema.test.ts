// Guards: server/schema.sql and server/rows.sql, from which a database is built, are those of the modules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsText, schemaText } from "../server/platform/postgres/schema/files.ts";
import { rowsOfModules, schemaOfModules } from "./write-schema.ts";

test("server/schema.sql has the tables and views of all modules", () => {
  assert.ok(schemaText() === schemaOfModules(), "run: npm run docs");
});

test("server/rows.sql has the rows that the modules declare", async () => {
  assert.ok(rowsText() === (await rowsOfModules()), "run: npm run docs");
});
