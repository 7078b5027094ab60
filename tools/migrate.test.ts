// Guards: npm run migrate, as the owner of a market whose processes are apart, exchanges its secret while they are stopped.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { aUser, testDb } from "../server/testing/index.ts";

const { db, url } = await testDb();
const folder = mkdtempSync(join(tmpdir(), "parley-migrate-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const [old, secret] = ["the old secret of these forty characters", "the new secret of these forty characters"];

function migrate(env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "tools/migrate.ts"],
    { env: { DATABASE_URL: url, DATA_DIR: folder, PARLEY_SECRET: secret, ...env }, encoding: "utf8" },
  );
  return { status, said: stdout + stderr };
}

test("with the previous secret it seals anew what that one sealed, and says so", async () => {
  useSealingSecret(createHash("sha256").update(old).digest());
  await db.tx((tx) => aUser(tx));
  const wrong = migrate({ PARLEY_SECRET_BEFORE: old });
  assert.equal(wrong.status, 1);
  assert.match(wrong.said, /PARLEY_SECRET_VERSION is 2 or more/);
  const done = migrate({ PARLEY_SECRET_BEFORE: old, PARLEY_SECRET_VERSION: "2" });
  assert.equal(done.status, 0, done.said);
  assert.match(done.said, /sealed 1 accounts[\s\S]*\nThe tables are up to date/);
});
