// Guards: server/schema.sql, from which an empty database is built, is that of the modules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { schemaText } from "../server/platform/database-files.ts";
import { schemaOfModules } from "./write-schema.ts";

test("server/schema.sql has the tables and views of all modules", () => {
  assert.ok(schemaText() === schemaOfModules(), "run: npm run docs");
});
