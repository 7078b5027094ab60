// Guards: a bad setting stops the start with a sentence that names it, and contains no secret or password.
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
  ["SUPPORT_EMAIL", "support", "SUPPORT_EMAIL=support: must be an email"],
  ["PORT", "65536", "PORT=65536: must be a whole number from 0 to 65535"],
  ["PORT", "1e3", "PORT=1e3: must be a whole number from 0 to 65535"],
  ["METRICS_PORT", "on", "METRICS_PORT=on: must be a whole number from 0 to 65535"],
  ["HOST", "a\nb", "HOST=a\nb: must be one line"],
  [
    "DATABASE_URL",
    "mysql://root:pass@host/db",
    "DATABASE_URL=mysql://…@host/db: must be postgres://user:password@host:port/database",
  ],
  ["ROLE", "boss", "ROLE=boss: must be one of all, web, worker, chain, market, lightning, signer"],
  [
    "SIGNER_DATABASE_URL",
    "mysql://root:pass@host/db",
    "SIGNER_DATABASE_URL=mysql://…@host/db: must be postgres://user:password@host:port/database",
  ],
  [
    "BUS_URL",
    "kafka://me:word@host",
    "BUS_URL=kafka://…@host: must begin with redis:// or rediss:// or valkey:// or valkeys:// or nats:// or tls://",
  ],
  ["BUS_URL", "nats:///market", "BUS_URL=nats:///market: must name a host"],
  [
    "BUS_URL",
    "redis://host/one/two",
    "BUS_URL=redis://host/one/two: may end with one name, of letters, digits, - and _",
  ],
  [
    "DATABASE_REPLICA_URL",
    "postgres://a:b@one/c,http://me:word@two",
    "DATABASE_REPLICA_URL=postgres://…@two: must be postgres://user:password@host:port/database",
  ],
  ["DATABASE_REPLICA_LAG_SEC", "0", "DATABASE_REPLICA_LAG_SEC=0: must be 1 or more"],
  ["DATABASE_REPLICA_LAG_SEC", "soon", "DATABASE_REPLICA_LAG_SEC=soon: must be a number of seconds"],
  ["PUBLIC_URL", "parley.example", "PUBLIC_URL=parley.example: is not an address"],
  ["PUBLIC_URL", "ftp://parley.example", "PUBLIC_URL=ftp://parley.example: must begin with http:// or https://"],
  ["DEMO", "maybe", "DEMO=maybe: must be on or off"],
  ["BITCOIN_RPC_URL", "tcp://me:word@host", "BITCOIN_RPC_URL=tcp://…@host: must begin with http:// or https://"],
  ["BITCOIND", "/nowhere/bitcoind", "BITCOIND=/nowhere/bitcoind: there is no such file"],
  ["ETHEREUM_RPC_URL", "node", "ETHEREUM_RPC_URL=node: is not an address"],
  ["MAIL_FROM", "Parley", "MAIL_FROM=Parley: must be an email, or a name with an email in angle brackets"],
  ["SMTP_URL", "http://me:word@host", "SMTP_URL=http://…@host: must begin with smtp:// or smtps://"],
  [
    "TRUSTED_PROXIES",
    "10.0.0.1,everybody",
    "TRUSTED_PROXIES=10.0.0.1,everybody: must be addresses or ranges such as 10.0.0.0/8, with commas between them",
  ],
  [
    "TRUSTED_PROXIES",
    "0.0.0.0/0",
    "TRUSTED_PROXIES=0.0.0.0/0: must be addresses or ranges such as 10.0.0.0/8, with commas between them",
  ],
  ["COUNTRY_HEADER", "cf ipcountry", "COUNTRY_HEADER=cf ipcountry: must be the name of a header, such as cf-ipcountry"],
  ["ERROR_REPORTING", "//evil", "ERROR_REPORTING=//evil: must be a path of this host, such as /errors"],
  ["LOG_LEVEL", "loud", "LOG_LEVEL=loud: must be one of debug, info, warn, error, silent"],
  ["PARLEY_SECRET", "short", "PARLEY_SECRET=…: must have 32 characters or more"],
  ["SIGNER_KEY", "zz", "SIGNER_KEY=…: must be 64 hex digits"],
  ["SIGNER_KEY_BEFORE", "zz", "SIGNER_KEY_BEFORE=…: must be 64 hex digits"],
  [
    "SIGNER_BITCOIN_RPC_URL",
    "ftp://me:secret@node",
    "SIGNER_BITCOIN_RPC_URL=ftp://…@node: must begin with http:// or https://",
  ],
  ["SIGNER_ETHEREUM_RPC_URL", "node", "SIGNER_ETHEREUM_RPC_URL=node: is not an address"],
  [
    "COLD_BITCOIN_XPUB",
    "xpub6",
    "COLD_BITCOIN_XPUB=xpub6: must be an extended public key: xpub… or tpub…, of an account",
  ],
  [
    "COLD_ETHEREUM_ADDRESS",
    "0x000000000000000000000000000000000000beef",
    "COLD_ETHEREUM_ADDRESS=0x000000000000000000000000000000000000beef: must be an address of Ethereum in its checksummed form",
  ],
];

for (const [name, text, says] of BAD) {
  test(`${name}=${JSON.stringify(text)} stops the start`, () => {
    assert.throws(
      () => readConfig({ DATA_DIR: folder, [name]: text }),
      (error: Error) => error.message === `Parley does not start, because of its settings:\n  ${says}`,
    );
  });
}

test("replicas are for the web alone, and are separated by commas", () => {
  const DATABASE_REPLICA_URL = "postgres://a:b@one/c, postgres://a:b@two/c";
  assert.throws(() => readConfig({ DATA_DIR: folder, DATABASE_REPLICA_URL }), /DATABASE_REPLICA_URL is for ROLE=web/);
  const web = readConfig({ DATA_DIR: folder, DATABASE_REPLICA_URL, ROLE: "web", DATABASE_REPLICA_LAG_SEC: "5" });
  assert.deepEqual(web.databaseReplicaUrls, ["postgres://a:b@one/c", "postgres://a:b@two/c"]);
  assert.equal(web.databaseReplicaLagSec, 5);
});

test("the bus is for every process but the signer, which would reach another machine", () => {
  const BUS_URL = "nats://me:word@bus:4222/eu";
  assert.equal(readConfig({ DATA_DIR: folder, BUS_URL }).busUrl, BUS_URL);
  assert.throws(() => readConfig({ DATA_DIR: folder, BUS_URL, ROLE: "signer" }), /BUS_URL is not for ROLE=signer/);
});

test("a previous secret belongs to a later version than the first", () => {
  const PARLEY_SECRET_BEFORE = "b".repeat(32);
  assert.throws(() => readConfig({ DATA_DIR: folder, PARLEY_SECRET_BEFORE }), /PARLEY_SECRET_VERSION is 2 or more/);
  const { sealing } = readConfig({ DATA_DIR: folder, PARLEY_SECRET_BEFORE, PARLEY_SECRET_VERSION: "2" });
  assert.equal(sealing.version, 2);
  assert.equal(sealing.before?.length, 32);
});

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

/** Settings that make a market one for others, or one of real coins; each with the words that say so. */
const NOT_FOR_PLAY: readonly (readonly [settings: Record<string, string>, says: string])[] = [
  [{ ROLE: "web" }, "ROLE=web is one process of several"],
  [{ HOST: "0.0.0.0" }, "HOST=0.0.0.0 serves others"],
  [{ HOST: "::" }, "HOST=:: serves others"],
  [{ HOST: "192.168.1.5" }, "HOST=192.168.1.5 serves others"],
  [{ HOST: "localhost.example.org" }, "HOST=localhost.example.org serves others"],
  [{ PUBLIC_URL: "https://parley.example" }, "PUBLIC_URL=https://parley.example serves others"],
  [{ PUBLIC_URL: "http://10.0.0.7:8080" }, "PUBLIC_URL=http://10.0.0.7:8080 serves others"],
  [{ PUBLIC_URL: "http://127.0.0.1.example.org" }, "PUBLIC_URL=http://127.0.0.1.example.org serves others"],
  [{ BITCOIN_RPC_URL: "http://me:word@127.0.0.1:8332" }, "BITCOIN_RPC_URL names a node that was not started for it"],
  [{ ETHEREUM_RPC_URL: "http://127.0.0.1:8545" }, "ETHEREUM_RPC_URL names a node that was not started for it"],
];

for (const [settings, says] of NOT_FOR_PLAY)
  test(`${Object.entries(settings).join()} is no place for a demo: off unless said, and on is refused`, () => {
    assert.equal(readConfig({ DATA_DIR: folder, ...settings }).demo, false);
    const real = readConfig({ DATA_DIR: folder, ...settings, DEMO: "off" });
    assert.deepEqual([real.demo, real.watchList], [false, undefined], "and no list of made-up names");
    assert.throws(
      () => readConfig({ DATA_DIR: folder, ...settings, DEMO: "on" }),
      (error: Error) =>
        error.message ===
        `Parley does not start: DEMO=on is for this machine and its own development chains, and ${says}.`,
    );
  });

test("on this machine and its development chains there is a demo unless it is switched off", () => {
  for (const settings of [
    {},
    { HOST: "localhost", PUBLIC_URL: "http://market.localhost:9000" },
    { HOST: "127.3.2.1", PUBLIC_URL: "https://127.0.0.1" },
    { HOST: "::1", PUBLIC_URL: "http://[::1]:8080" },
    { CHAINS: "off", BITCOIN_RPC_URL: "http://127.0.0.1:8332", ETHEREUM_RPC_URL: "http://127.0.0.1:8545" },
  ]) {
    assert.equal(readConfig({ DATA_DIR: folder, ...settings }).demo, true);
    assert.equal(readConfig({ DATA_DIR: folder, ...settings, DEMO: "on" }).demo, true);
    assert.equal(readConfig({ DATA_DIR: folder, ...settings, DEMO: "off" }).demo, false);
  }
});

test("a real market writes down who signs in, and a demo's terminal has nothing but what is wrong", () => {
  assert.equal(readConfig({ DATA_DIR: folder }).logLevel, "warn");
  assert.equal(readConfig({ DATA_DIR: folder, DEMO: "off" }).logLevel, "info");
  assert.equal(readConfig({ DATA_DIR: folder, DEMO: "off", LOG_LEVEL: "error" }).logLevel, "error");
});
