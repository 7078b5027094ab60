// Guards: the logins get the passwords of the files that their processes read, and a wrong file changes none.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { LOGINS, RESTRICTED } from "../server/platform/postgres/logins.ts";
import { testDb } from "../server/testing/index.ts";

const { url } = await testDb();
const folder = mkdtempSync(join(tmpdir(), "parley-logins-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const write = (role: string, text: string) => writeFileSync(join(folder, `database_url_${role}`), `${text}\n`);

function provide() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "tools/provide-logins.ts", folder],
    { env: { DATABASE_URL: url, DATA_DIR: folder }, encoding: "utf8" },
  );
  return { status, said: stdout + stderr };
}

test("an address of another login, or without a password, stops it with the name of the file", () => {
  for (const role of RESTRICTED) write(role, `postgres://${LOGINS[role]}:a-password-of-some-length@database/parley`);
  write("signer", "postgres://parley_web:a-password-of-some-length@database/parley");
  const other = provide();
  assert.equal(other.status, 1);
  assert.match(other.said, /database_url_signer must be an address with the login parley_signer/);
  assert.doesNotMatch(other.said, /a-password/);
  write("signer", "postgres://parley_signer@database/parley");
  assert.match(provide().said, /and a password of 16 characters or more/);
});
