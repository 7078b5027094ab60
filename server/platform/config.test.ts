// Guards: a bad setting stops the start with a sentence that names it, and no secret or password stands in it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-config-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const BAD: readonly (readonly [name: string, text: string, says: string])[] = [
  ["PORT", "eighty", "PORT=eighty: must be a whole number from 0 to 65535"],
  ["PORT", "65536", "PORT=65536: must be a whole number from 0 to 65535"],
  ["PORT", "1e3", "PORT=1e3: must be a whole number from 0 to 65535"],
  ["HOST", "a\nb", "HOST=a\nb: must be one line"],
  [
    "DATABASE_URL",
    "mysql://root:pass@host/db",
    "DATABASE_URL=mysql://…@host/db: must be postgres://user:password@host:port/database",
  ],
  ["PUBLIC_URL", "parley.example", "PUBLIC_URL=parley.example: is not an address"],
  ["PUBLIC_URL", "ftp://parley.example", "PUBLIC_URL=ftp://parley.example: must begin with http:// or https://"],
  ["DEMO", "maybe", "DEMO=maybe: must be on or off"],
  ["BITCOIN_RPC_URL", "tcp://me:word@host", "BITCOIN_RPC_URL=tcp://…@host: must begin with http:// or https://"],
  ["BITCOIND", "/nowhere/bitcoind", "BITCOIND=/nowhere/bitcoind: there is no such file"],
  ["ETHEREUM_RPC_URL", "node", "ETHEREUM_RPC_URL=node: is not an address"],
  ["SMTP_URL", "http://me:word@host", "SMTP_URL=http://…@host: must begin with smtp:// or smtps://"],
  ["COUNTRY_HEADER", "cf ipcountry", "COUNTRY_HEADER=cf ipcountry: must be the name of a header, such as cf-ipcountry"],
  ["ERROR_REPORTING", "//evil", "ERROR_REPORTING=//evil: must be a path of this host, such as /errors"],
  ["LOG_LEVEL", "loud", "LOG_LEVEL=loud: must be one of debug, info, warn, error, silent"],
  ["PARLEY_SECRET", "short", "PARLEY_SECRET=…: must have 32 characters or more"],
  ["SIGNER_KEY", "zz", "SIGNER_KEY=…: must be 64 hex digits"],
];

for (const [name, text, says] of BAD) {
  test(`${name}=${JSON.stringify(text)} stops the start`, () => {
    assert.throws(
      () => readConfig({ DATA_DIR: folder, [name]: text }),
      (error: Error) => error.message === `Parley does not start, because of its settings:\n  ${says}`,
    );
  });
}

test("every bad setting is named, not only the first", () => {
  assert.throws(
    () => readConfig({ DATA_DIR: folder, PORT: "x", DEMO: "x" }),
    (error: Error) => error.message.includes("PORT=x") && error.message.includes("DEMO=x"),
  );
});

test("nothing has to be set, and an empty text is nothing", () => {
  const { secret, ...config } = readConfig({ DATA_DIR: folder, DEMO: "", PORT: "" });
  assert.equal(secret.length, 32);
  assert.deepEqual(readConfig({ DATA_DIR: folder }).secret, secret, "the secret stays");
  assert.equal(config.port, 8080);
  assert.equal(config.publicUrl.href, "http://localhost:8080/");
  assert.equal(config.demo, true);
  assert.equal(config.liveRates, false);
  assert.equal(config.databaseUrl, undefined);
});

test("on and off are written in any case, and yes, no, true, false, 1 and 0 say the same", () => {
  for (const text of ["on", "TRUE", "1", "Yes"])
    assert.equal(readConfig({ DATA_DIR: folder, CHAINS: text }).chains, true);
  for (const text of ["OFF", "false", "0", "no"])
    assert.equal(readConfig({ DATA_DIR: folder, CHAINS: text }).chains, false);
});
