// Guards: a market without the demo starts with all that a real one needs or says in one sentence what is missing.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openColdWallet } from "../../demo/coins/cold-wallet.ts";
import { readConfig } from "./config.ts";
import { coldFault, refuseDemoPeople, refuseUnready } from "./market-kind.ts";
import { unencryptedFault } from "./unencrypted.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-kind-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const WHOLE: Readonly<Record<string, string>> = {
  DEMO: "off",
  PUBLIC_URL: "https://parley.example",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Parley <no-reply@parley.example>",
  LIVE_RATES: "on",
  BITCOIN_RPC_URL: "http://localhost:8332",
  ETHEREUM_RPC_URL: "http://localhost:8545",
  PARLEY_SECRET: "a secret of the test, of thirty-two letters and more",
  SIGNER_KEY: "5e".repeat(32),
};
const PART: Readonly<Record<string, string>> = {
  ...WHOLE,
  DATABASE_URL: "postgres://a:b@localhost/c",
  SIGNER_DATABASE_URL: "postgres://d:e@localhost/c",
};

const SIGNER_PART: Readonly<Record<string, string>> = {
  ...PART,
  SIGNING_SOCKET: "/run/signing",
  SIGNER_BITCOIN_RPC_URL: "http://localhost:8332",
  SIGNER_ETHEREUM_RPC_URL: "http://localhost:8545",
};

/** What a start with these settings says; "" when it goes on. */
function saidOf(settings: Readonly<Record<string, string>>): string {
  try {
    refuseUnready(readConfig({ DATA_DIR: folder, ...settings }));
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("everything that is missing is reported at once, with why this is no demo and where to read on", () => {
  assert.equal(
    saidOf({ DEMO: "off" }),
    "Parley does not start: this is no demo market (DEMO=off), and a real one needs SMTP_URL, MAIL_FROM, LIVE_RATES=on, " +
      "PARLEY_SECRET, SIGNER_KEY and a PUBLIC_URL that begins with https://; docs/operating.md says how to set each, " +
      "and npm start without settings is the demo.",
  );
  assert.match(saidOf({ HOST: "0.0.0.0" }), /no demo market \(HOST=0\.0\.0\.0 serves others\)/);
  assert.match(saidOf({ ...WHOLE, PUBLIC_URL: "http://parley.example" }), /needs a PUBLIC_URL that begins with https/);
  assert.equal(saidOf(WHOLE), "");
  assert.equal(saidOf({}), "", "the demo needs nothing");
});

test("a market that others reach starts no nodes of its own, whose coins would be worth nothing", () => {
  const without = { ...WHOLE, BITCOIN_RPC_URL: "", ETHEREUM_RPC_URL: "" };
  assert.match(saidOf(without), /^Parley does not start: .* a real one needs BITCOIN_RPC_URL and ETHEREUM_RPC_URL; /);
  assert.equal(saidOf({ ...without, CHAINS: "off" }), "");
  const here = { ...without, PUBLIC_URL: "https://localhost" };
  assert.equal(saidOf(here), "", "a try on this machine has them");
  assert.match(saidOf({ ...here, HOST: "0.0.0.0" }), /needs BITCOIN_RPC_URL and ETHEREUM_RPC_URL/);
  const half = { ...here, BITCOIN_RPC_URL: "http://localhost:8332" };
  assert.match(saidOf(half), /needs ETHEREUM_RPC_URL;/, "coins that are worth something beside others that are not");
});

/** The required settings of each role; all others are optional. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  all: [
    ...["PUBLIC_URL", "SMTP_URL", "MAIL_FROM", "LIVE_RATES", "PARLEY_SECRET", "SIGNER_KEY"],
    ...["BITCOIN_RPC_URL", "ETHEREUM_RPC_URL"],
  ],
  web: ["PUBLIC_URL", "PARLEY_SECRET", "DATABASE_URL"],
  worker: ["PUBLIC_URL", "SMTP_URL", "MAIL_FROM", "LIVE_RATES", "PARLEY_SECRET", "DATABASE_URL"],
  chain: ["SIGNER_KEY", "DATABASE_URL", "SIGNER_DATABASE_URL", "BITCOIN_RPC_URL", "ETHEREUM_RPC_URL"],
  market: ["DATABASE_URL"],
  signer: [
    ...["PUBLIC_URL", "SIGNER_KEY", "DATABASE_URL"],
    ...["SIGNING_SOCKET", "SIGNER_BITCOIN_RPC_URL", "SIGNER_ETHEREUM_RPC_URL"],
  ],
};

for (const [role, needed] of Object.entries(NEEDED))
  test(`ROLE=${role} does not start without ${needed.join(", ")}, and without anything else it does`, () => {
    const part = role === "signer" ? SIGNER_PART : PART;
    for (const name of Object.keys(part).filter((one) => one !== "DEMO")) {
      const said = saidOf({ ...part, ROLE: role, [name]: "" }).replace(/ \(.*?\)/, "");
      assert.equal(said !== "", needed.includes(name), `${name}: ${said}`);
      for (const other of needed) assert.equal(new RegExp(`\\b${other}\\b`).test(said), other === name, said);
    }
  });

test("with the signer elsewhere the chains' process needs neither its key nor its login, and takes neither", () => {
  const { BITCOIN_RPC_URL, ETHEREUM_RPC_URL, DATABASE_URL } = PART;
  const given = { BITCOIN_RPC_URL, ETHEREUM_RPC_URL, DATABASE_URL } as Record<string, string>;
  const chain = { ...given, ROLE: "chain", SIGNING_SOCKET: "/run/signing" };
  assert.equal(saidOf(chain), "");
  for (const name of ["SIGNER_KEY", "SIGNER_DATABASE_URL"])
    assert.equal(
      saidOf({ ...chain, [name]: PART[name] ?? "" }),
      "Parley does not start: with SIGNING_SOCKET the signer is a process of its own, and SIGNER_KEY and " +
        "SIGNER_DATABASE_URL are not for ROLE=chain.",
    );
  assert.equal(
    saidOf({ ...chain, VERIFIER_SOCKET: "/run/signing" }),
    "Parley does not start: SIGNING_SOCKET and VERIFIER_SOCKET are for others, and cannot be one.",
  );
  assert.equal(saidOf({ ...SIGNER_PART, ROLE: "signer", CHAINS: "off", SIGNER_BITCOIN_RPC_URL: "" }), "");
});

test("a real market without a cold account says so where its signer is, and takes the account nowhere else", () => {
  const { bitcoin = "", ethereum = "" } = openColdWallet(new Uint8Array(32).fill(3), "main").account;
  const cold = { COLD_BITCOIN_XPUB: bitcoin, COLD_ETHEREUM_ADDRESS: ethereum };
  const faultOf = (settings: Readonly<Record<string, string>>) =>
    coldFault(readConfig({ DATA_DIR: folder, ...settings }));
  assert.match(faultOf(WHOLE) ?? "", /^without COLD_BITCOIN_XPUB and COLD_ETHEREUM_ADDRESS coins stay/);
  assert.match(
    faultOf({ ...SIGNER_PART, ROLE: "signer", COLD_BITCOIN_XPUB: bitcoin }) ?? "",
    /^without COLD_ETHEREUM_/,
  );
  const chain = { ROLE: "chain", DATABASE_URL: "postgres://a:b@localhost/c", SIGNING_SOCKET: "/run/signing" };
  for (const quiet of [{}, { ...WHOLE, ...cold }, { ...PART, ROLE: "web" }, { ...WHOLE, CHAINS: "off" }, chain])
    assert.equal(faultOf(quiet), undefined);
  for (const [name, text] of Object.entries(cold))
    assert.match(saidOf({ ...chain, [name]: text }), /the cold account is in the signer's own settings/);
});

test("what leads to another machine without encryption is named at the start, and what stays here is not", () => {
  const namedOf = (settings: Readonly<Record<string, string>>) =>
    unencryptedFault(readConfig({ DATA_DIR: folder, ...settings }))?.split(":")[0];
  const away = {
    BITCOIN_RPC_URL: "http://user:password@10.0.0.5:8332",
    SIGNER_ETHEREUM_RPC_URL: "http://node.internal:8545",
    DATABASE_URL: "postgres://a:b@db.internal/c?sslmode=require",
    BUS_URL: "valkey://user:password@bus.internal:6379",
    SMTP_URL: "smtp://relay.internal:25?requireTLS=false",
  };
  assert.equal(namedOf(away), "BITCOIN_RPC_URL, SIGNER_ETHEREUM_RPC_URL, DATABASE_URL, BUS_URL, SMTP_URL");
  for (const BUS_URL of ["nats://127.0.0.1", "tls://bus.internal", "rediss://bus.internal", "valkeys://bus.internal"])
    assert.equal(namedOf({ BUS_URL }), undefined, BUS_URL);
  assert.equal(namedOf({ ...WHOLE, SMTP_URL: "smtp://mail.example:587" }), undefined);
  const closed = {
    BITCOIN_RPC_URL: "https://user:password@10.0.0.5",
    ETHEREUM_RPC_URL: "http://127.0.0.1:8545",
    DATABASE_URL: "postgres://a:b@db.internal/c?sslmode=verify-full&sslrootcert=/etc/ca.pem",
    SMTP_URL: "smtps://relay.internal",
  };
  assert.equal(namedOf(closed), undefined);
  const ports = { HOST: "0.0.0.0", METRICS_HOST: "10.0.0.2" };
  assert.equal(namedOf({ ...ports, METRICS_PORT: "9464" }), "HOST, METRICS_HOST");
  assert.equal(namedOf(ports), "HOST");
  const web = { ROLE: "web", DATABASE_URL: "postgres://a:b@localhost/c" };
  const replicas = (mode: string) => `postgres://a:b@localhost/c,postgres://a:b@standby.internal/c?sslmode=${mode}`;
  assert.equal(namedOf({ ...web, DATABASE_REPLICA_URL: replicas("require") }), "DATABASE_REPLICA_URL");
  assert.equal(namedOf({ ...web, DATABASE_REPLICA_URL: replicas("verify-full") }), undefined);
  assert.equal(namedOf({ DATABASE_URL: "postgres://a:b@%2Frun%2Fpostgresql/c" }), undefined);
});

test("accounts of a demo are refused by a real market, and are at home in the demo", () => {
  assert.throws(() => refuseDemoPeople({ demo: false }, true), /has accounts of the demo market/);
  refuseDemoPeople({ demo: false }, false);
  refuseDemoPeople({ demo: true }, true);
});
