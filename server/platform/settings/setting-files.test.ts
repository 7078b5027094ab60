// Guards: secrets come from files where settings name them, and a mistake stops the start with the name of the setting.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-setting-files-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (text: string) => {
  const path = join(folder, `secret-${text.length}`);
  writeFileSync(path, text);
  return path;
};
const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: folder, ...env });

test("a setting is the text of the file that NAME_FILE names, without the line break at its end", () => {
  const databaseUrl = "postgres://parley_web:secret@database/parley";
  assert.equal(read({ DATABASE_URL_FILE: file(`${databaseUrl}\n`) }).databaseUrl, databaseUrl);
  const key = "ab".repeat(32);
  assert.equal(read({ SIGNER_KEY_FILE: file(`${key}\r\n`) }).signerKey, key);
  const secret = "a secret of the forty characters or more";
  assert.deepEqual(read({ PARLEY_SECRET_FILE: file(`${secret}\n`) }).secret, read({ PARLEY_SECRET: secret }).secret);
});

test("a file that is away, empty or wrong stops the start, and no message quotes a secret", () => {
  assert.throws(() => read({ SIGNER_KEY_FILE: join(folder, "none") }), /SIGNER_KEY_FILE=\S+none: ENOENT/);
  assert.throws(() => read({ SIGNER_KEY_FILE: file("\n") }), /SIGNER_KEY_FILE=\S+: this file is empty/);
  assert.throws(
    () => read({ SIGNER_KEY_FILE: file("secret-but-wrong") }),
    (error: Error) => /SIGNER_KEY=…: must be 64 hex digits/.test(error.message) && !error.message.includes("wrong"),
  );
});

test("a setting that is given both ways stops the start", () => {
  const env = { SIGNER_KEY: "ab".repeat(32), SIGNER_KEY_FILE: file("cd".repeat(32)) };
  assert.throws(() => read(env), /SIGNER_KEY and SIGNER_KEY_FILE are given, and only one may be/);
  assert.equal(read({ ...env, SIGNER_KEY_FILE: "" }).signerKey, env.SIGNER_KEY);
});

test("a setting whose own name ends in _FILE stays a path", () => {
  const path = file("192.0.2.0/24\n# a range");
  assert.equal(read({ ANONYMIZERS_FILE: path }).anonymizersFile, path);
});
