/** Every setting of the server, in one place. A bad value stops the start with a sentence that names it. */
import { createHash, randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export type Config = {
  /** PORT: where the marketplace listens. */
  readonly port: number;
  /** HOST: the address it binds; 127.0.0.1 unless you mean to serve others. */
  readonly host: string;
  /** DATA_DIR: database, chain data, uploads, keys. */
  readonly dataDir: string;
  /** DATABASE_URL: a PostgreSQL 15 or newer; without it an embedded one runs under DATA_DIR. */
  readonly databaseUrl: string | undefined;
  /** PUBLIC_URL: the address people type; decides cookies, links in mails and the allowed origin. */
  readonly publicUrl: URL;
  /** DEMO: on fills the market with robots and play money, off starts empty. */
  readonly demo: boolean;
  /** BITCOIN_RPC_URL: http://user:password@host:port of a node; without it a regtest node is started. */
  readonly bitcoinRpcUrl: string | undefined;
  /** BITCOIND: the path of a bitcoind to start. */
  readonly bitcoindPath: string | undefined;
  /** ETHEREUM_RPC_URL: an Ethereum node; without it a development node is started. */
  readonly ethereumRpcUrl: string | undefined;
  /** CHAINS=off starts no chain nodes; the wallet then shows the rails as not available. */
  readonly chains: boolean;
  /** SMTP_URL: smtp://user:password@host:port; without it mail goes to the local inbox. */
  readonly smtpUrl: string | undefined;
  /** MAIL_FROM: the sender of mails. */
  readonly mailFrom: string;
  /** LIVE_RATES=on asks the exchanges; off plays recorded daily rates, marked as recorded. */
  readonly liveRates: boolean;
  /** ERROR_REPORTING: a path of this host, such as /errors, to which browsers send what broke; a proxy takes it from there. */
  readonly errorReporting: string | undefined;
  /** ERROR_REPORTING_KEY: goes along with each report, for a service that tells its senders apart by it. */
  readonly errorReportingKey: string | undefined;
  /** LOG_LEVEL: debug, info, warn, error, silent. */
  readonly logLevel: string;
  /** WORKERS=off serves requests only; timers, mail and chain followers then run in another process. */
  readonly workers: boolean;
  /** RATE_LIMITS=off for load tests only. */
  readonly rateLimits: boolean;
  /** PARLEY_SECRET: signs anti-forgery and channel tokens; made once under DATA_DIR when not given. */
  readonly secret: Uint8Array;
  /** SIGNER_KEY: 64 hex digits that encrypt the wallet's seed at rest; without it the file's mode protects it. */
  readonly signerKey: string | undefined;
};

class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T): T => {
    const text = env[name];
    if (text === undefined || text === "") return fallback;
    try {
      return parse(text);
    } catch (error) {
      faults.push(
        `${name}=${name.includes("KEY") || name.includes("SECRET") ? "…" : withoutPassword(text)}: ${(error as Error).message}`,
      );
      return fallback;
    }
  };
  const port = read("PORT", 8080, wholeNumber(0, 65_535));
  const dataDir = resolve(read("DATA_DIR", ".data", (text) => text));
  const config = {
    port,
    host: read("HOST", "127.0.0.1", plain),
    dataDir,
    databaseUrl: read("DATABASE_URL", undefined, databaseAddress),
    publicUrl: read("PUBLIC_URL", new URL(`http://localhost:${port}`), url("http:", "https:")),
    demo: read("DEMO", true, onOff),
    bitcoinRpcUrl: read("BITCOIN_RPC_URL", undefined, (text) => String(url("http:", "https:")(text))),
    bitcoindPath: read("BITCOIND", undefined, existing),
    ethereumRpcUrl: read("ETHEREUM_RPC_URL", undefined, (text) => String(url("http:", "https:")(text))),
    chains: read("CHAINS", true, onOff),
    smtpUrl: read("SMTP_URL", undefined, (text) => String(url("smtp:", "smtps:")(text))),
    mailFrom: read("MAIL_FROM", "Parley <no-reply@parley.localhost>", plain),
    liveRates: read("LIVE_RATES", false, onOff),
    errorReporting: read("ERROR_REPORTING", undefined, ownPath),
    errorReportingKey: read("ERROR_REPORTING_KEY", undefined, plain),
    logLevel: read("LOG_LEVEL", "warn", oneOf("debug", "info", "warn", "error", "silent")),
    workers: read("WORKERS", true, onOff),
    rateLimits: read("RATE_LIMITS", true, onOff),
    signerKey: read("SIGNER_KEY", undefined, hex64),
  };
  const secret = read<Uint8Array | undefined>("PARLEY_SECRET", undefined, longSecret);
  if (faults.length > 0)
    throw new ConfigError(`Parley does not start, because of its settings:\n  ${faults.join("\n  ")}`);
  return { ...config, secret: secret ?? keptSecret(dataDir) };
}

/** As it was given, but for the name and password of an address. */
function withoutPassword(text: string): string {
  return text.replace(/\/\/.*@/, "//…@");
}

/** A secret that was made at the first start and stays with the data. */
function keptSecret(dataDir: string): Uint8Array {
  const file = join(dataDir, "secret");
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new ConfigError(`DATA_DIR=${dataDir}: this folder cannot be written; set DATA_DIR to one that can.`);
  }
  if (!existsSync(file)) {
    // Whole or not at all: half a secret, after a crash in between, would sign like a whole one.
    const made = `${file}.${process.pid}`;
    writeFileSync(made, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
    renameSync(made, file);
  }
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ConfigError(`${file} is damaged: it must hold 64 hex digits`);
  return Buffer.from(text, "hex");
}

function ownPath(text: string): string {
  if (!/^\/[\w/-]+$/.test(text)) throw new Error("must be a path of this host, such as /errors");
  return text;
}

function wholeNumber(min: number, max: number) {
  return (text: string) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new ConfigError(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

function onOff(text: string): boolean {
  if (["on", "true", "1", "yes"].includes(text.toLowerCase())) return true;
  if (["off", "false", "0", "no"].includes(text.toLowerCase())) return false;
  throw new ConfigError("must be on or off");
}

function url(...protocols: string[]) {
  return (text: string) => {
    if (!URL.canParse(text)) throw new ConfigError("is not an address");
    const parsed = new URL(text);
    if (!protocols.includes(parsed.protocol)) throw new ConfigError(`must begin with ${protocols.join(" or ")}//`);
    return parsed;
  };
}

/** Also of the form that names a socket's folder, which is no URL to the rest of the world. */
function databaseAddress(text: string): string {
  if (!/^postgres(ql)?:\/\/\S+\/\S+$/.test(text))
    throw new ConfigError("must be postgres://user:password@host:port/database");
  return text;
}

function oneOf(...allowed: string[]) {
  return (text: string) => {
    if (!allowed.includes(text)) throw new ConfigError(`must be one of ${allowed.join(", ")}`);
    return text;
  };
}

function plain(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new ConfigError("must be one line");
  return text;
}

function existing(text: string): string {
  if (!existsSync(text)) throw new ConfigError("there is no such file");
  return text;
}

function hex64(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new ConfigError("must be 64 hex digits");
  return text;
}

function longSecret(text: string): Uint8Array {
  if (text.length < 32) throw new ConfigError("must have 32 characters or more");
  return createHash("sha256").update(text).digest();
}
