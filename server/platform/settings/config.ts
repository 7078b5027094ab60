/** Every setting of the server, in one place. A bad value stops the start with a sentence that names it. */
import { BRAND } from "#contract/platform/brand.ts";
import { createHash, randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { whyNoDemo } from "./demo-place.ts";
import { isRange } from "../words/networks.ts";
import { ethereumChecksummed } from "../outside/chains/chain-keys.ts";
import { readAccountKey } from "../outside/chains/cold/account.ts";
import { PROVIDER_SETTINGS, type ProviderConfig, providersFrom } from "./provider-settings.ts";
import { withFiles } from "./setting-files.ts";
import { address, busAddress, ConfigError, existingFile, onOff, oneLine } from "./setting-forms.ts";
import type { Sealing } from "../sealed.ts";
import { syncFolderNow } from "../files/sync-folder.ts";

export type Config = ProviderConfig & {
  /** PORT: where the marketplace listens. */
  readonly port: number;
  /** HOST: the address it binds; 127.0.0.1 unless you mean to serve others. */
  readonly host: string;
  /** METRICS_PORT: where what the process measures is shown, at /metrics; without it nowhere. */
  readonly metricsPort: number | undefined;
  /** METRICS_HOST: the address that port binds; 127.0.0.1 unless another machine of yours reads it. */
  readonly metricsHost: string;
  /** DATA_DIR: database, chain data, uploads, keys. */
  readonly dataDir: string;
  /**
   * ROLE: which part of the market this process is: web, worker, market, lightning, chain (with the signer below it unless
   * SIGNING_SOCKET is set) or signer; all is the whole. Each part has the login of its role in DATABASE_URL and no other.
   */
  readonly role: ProcessRole;
  /**
   * DATABASE_URL: a PostgreSQL 15 or newer, as the owner of the database; without it an embedded one under DATA_DIR. With
   * a ROLE, as the login of that role.
   */
  readonly databaseUrl: string | undefined;
  /**
   * DATABASE_POOLER: DATABASE_URL is of a pooler in transaction mode; with unnamed statements for one that keeps no names, as PgBouncer before 1.21.
   * DATABASE_DIRECT_URL: the same login past it, for what is listened to and for locks of sessions.
   */
  readonly databasePooler: "transaction" | "transaction_unnamed" | undefined;
  readonly databaseDirectUrl: string | undefined;
  /**
   * DATABASE_REPLICA_URL: standbys of the database, separated by commas, with the login of ROLE=web, for what may be some seconds old.
   * DATABASE_REPLICA_LAG_SEC: how much older than the primary; beyond it a standby is not used.
   */
  readonly databaseReplicaUrls: readonly string[];
  readonly databaseReplicaLagSec: number;
  /**
   * BUS_URL: what wakes other processes after a commit, instead of PostgreSQL's NOTIFY: redis:// or valkey:// (rediss://, valkeys:// with
   * TLS), nats:// (tls://). Its path is the name of this market where several share the carrier. Not for the signer.
   */
  readonly busUrl: string | undefined;
  /** SIGNER_DATABASE_URL: the signer's own login, for ROLE=chain. */
  readonly signerDatabaseUrl: string | undefined;
  /** VERIFIER_SOCKET: where ROLE=signer or chain verifies people for web and worker; in DATA_DIR unless they have different ones. */
  readonly verifierSocket: string;
  /** SIGNING_SOCKET: where ROLE=signer signs for ROLE=chain; chain has the signer as its child without it. */
  readonly signingSocket: string | undefined;
  /** ATTESTATION_KEY: what addresses are verified with, if not what the signer says of itself at the start. */
  readonly attestationKey: string | undefined;
  /** PUBLIC_URL: the address people type; decides cookies, links in mails and the allowed origin. */
  readonly publicUrl: URL;
  /**
   * DEMO: on fills the market with robots and play money, off starts an empty, real one. On by default where HOST and
   * PUBLIC_URL are this machine's and the chains are started for development; elsewhere off, and on is refused.
   */
  readonly demo: boolean;
  /** BITCOIN_RPC_URL: http://user:password@host:port of a node; without it a regtest node is started. */
  readonly bitcoinRpcUrl: string | undefined;
  /** BITCOIND: the path of a bitcoind to start. */
  readonly bitcoindPath: string | undefined;
  /** ETHEREUM_RPC_URL: an Ethereum node; without it a development node is started. */
  readonly ethereumRpcUrl: string | undefined;
  /**
   * SIGNER_BITCOIN_RPC_URL, SIGNER_ETHEREUM_RPC_URL: nodes of the signer's own, which it asks before it signs whether the
   * coins are there; without them those above.
   */
  readonly signerBitcoinRpcUrl: string | undefined;
  readonly signerEthereumRpcUrl: string | undefined;
  /**
   * COLD_BITCOIN_XPUB: the account that bitcoin beyond the hot limit is moved to, as an extended public key for native
   * segwit, best with its origin before it ([fingerprint/84'/0'/0']xpub…). COLD_ETHEREUM_ADDRESS: the same for ether and
   * tokens. The signer's own; without them everything stays hot.
   */
  readonly coldBitcoinXpub: string | undefined;
  readonly coldEthereumAddress: string | undefined;
  /** CHAINS=off starts no chain nodes; the wallet then shows the rails as not available. */
  readonly chains: boolean;
  /** SMTP_URL: smtp://user:password@host:port; without it the mail of the demo goes to the local inbox. */
  readonly smtpUrl: string | undefined;
  /** MAIL_FROM: the sender of mails, "Parley <no-reply@parley.example>". A real market has no default for it. */
  readonly mailFrom: string;
  /** MAIL_FROM was given. */
  readonly hasOwnMailFrom: boolean;
  /** LIVE_RATES=on asks the exchanges; off plays recorded daily rates, marked as recorded, in the demo. */
  readonly liveRates: boolean;
  /** ERROR_REPORTING: a path of this host, such as /errors, to which browsers send what broke; a proxy takes it from there. */
  readonly errorReporting: string | undefined;
  /** ERROR_REPORTING_KEY: goes along with each report, for a service that distinguishes its senders by it. */
  readonly errorReportingKey: string | undefined;
  /**
   * APERTIUM: the translator of texts that users wrote to each other: its name on the path, or its file. Without it the apertium of this machine,
   * where there is one; off uses none.
   */
  readonly apertium: string | undefined;
  /** SUPPORT_EMAIL: where people write to who can get no further by themselves. */
  readonly supportEmail: string | undefined;
  /**
   * TRUSTED_PROXIES: addresses and ranges of your proxies, separated by commas. X-Forwarded-For is trusted from these
   * only; without them it is ignored, because any caller could send it.
   */
  readonly trustedProxies: readonly string[];
  /**
   * COUNTRY_HEADER: the header in which your proxy names the visitor's country, such as cf-ipcountry; guests then start
   * in its currency. Without it such a header is ignored, because any caller could send it.
   */
  readonly countryHeader: string | undefined;
  /** LOG_LEVEL: debug, info, warn, error, silent. */
  readonly logLevel: string;
  /** WORKERS=off serves requests only; timers, mail and chain followers then run in another process. */
  readonly workers: boolean;
  /** RATE_LIMITS=off for load tests only. */
  readonly rateLimits: boolean;
  /** PARLEY_SECRET: signs anti-forgery and channel tokens; made once under DATA_DIR when not given. */
  readonly secret: Uint8Array;
  /**
   * PARLEY_SECRET_VERSION: the number of this secret, 1 unless it was rotated. PARLEY_SECRET_BEFORE: the previous
   * secret during a rotation; the next start seals its data again with PARLEY_SECRET.
   */
  readonly sealing: Sealing;
  /** PARLEY_SECRET was given, not made. */
  readonly hasOwnSecret: boolean;
  /** SIGNER_KEY: 64 hex digits that encrypt the wallet's seed at rest; without it the file's mode protects it. */
  readonly signerKey: string | undefined;
  /** SIGNER_KEY_BEFORE: the previous one, while it is exchanged; at the next start the seed is encrypted with SIGNER_KEY. */
  readonly signerKeyBefore: string | undefined;
};

/** A process of its own for each login of the database. */
const ROLES = ["all", "web", "worker", "chain", "market", "lightning", "signer"] as const;
const SIGNING_ROLES: readonly ProcessRole[] = ["chain", "signer"];
export type ProcessRole = (typeof ROLES)[number];

/** Made-up names, so that the demo's staff have something to compare. */
export const DEMO_WATCH_LIST = fileURLToPath(new URL("../../demo/watch-list.csv", import.meta.url));

/** Each setting NAME may also be given as NAME_FILE, the path of a file with its value. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const env = withFiles(environment, SETTING_NAMES);
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ""));
  const { data: set, error } = SETTINGS.safeParse(given);
  if (!set) {
    const faults = error.issues.map(({ path: [name = ""], message }) => `${shown(String(name), env)}: ${message}`);
    throw new ConfigError(`Parley does not start, because of its settings:\n  ${faults.join("\n  ")}`);
  }
  const dataDir = resolve(set.DATA_DIR);
  const place = {
    role: set.ROLE,
    host: set.HOST,
    publicUrl: new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`),
    bitcoinRpcUrl: set.BITCOIN_RPC_URL,
    ethereumRpcUrl: set.ETHEREUM_RPC_URL,
    chains: set.CHAINS,
  };
  const noDemo = whyNoDemo(place);
  if (set.DEMO && noDemo)
    throw new ConfigError(
      `Parley does not start: DEMO=on is for this machine and its own development chains, and ${noDemo}.`,
    );
  if (set.PARLEY_SECRET_BEFORE && set.PARLEY_SECRET_VERSION === 1)
    throw new ConfigError(
      "Parley does not start: with PARLEY_SECRET_BEFORE there have been two secrets, and PARLEY_SECRET_VERSION is 2 or more.",
    );
  const whose = whyNotItsOwn(set);
  if (whose) throw new ConfigError(`Parley does not start: ${whose}.`);
  const isDemo = set.DEMO ?? noDemo === undefined;
  return {
    ...place,
    port: set.PORT,
    metricsPort: set.METRICS_PORT,
    metricsHost: set.METRICS_HOST,
    dataDir,
    ...databasesFrom(set),
    verifierSocket: set.VERIFIER_SOCKET ?? join(dataDir, "verifier.sock"),
    signingSocket: SIGNING_ROLES.includes(set.ROLE) ? set.SIGNING_SOCKET : undefined,
    attestationKey: set.ATTESTATION_KEY,
    demo: isDemo,
    bitcoindPath: set.BITCOIND,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `${BRAND} <no-reply@parley.localhost>`,
    hasOwnMailFrom: set.MAIL_FROM !== undefined,
    ...providersFrom(set),
    watchList: set.WATCH_LIST ?? (isDemo ? DEMO_WATCH_LIST : undefined),
    liveRates: set.LIVE_RATES,
    errorReporting: set.ERROR_REPORTING,
    errorReportingKey: set.ERROR_REPORTING_KEY,
    apertium: set.APERTIUM === "off" ? undefined : set.APERTIUM,
    supportEmail: set.SUPPORT_EMAIL ?? (isDemo ? "support@parley.localhost" : undefined),
    trustedProxies: set.TRUSTED_PROXIES,
    countryHeader: set.COUNTRY_HEADER,
    // A real market keeps who signed in, and a demo's terminal is for people.
    logLevel: set.LOG_LEVEL ?? (isDemo ? "warn" : "info"),
    workers: set.WORKERS,
    rateLimits: set.RATE_LIMITS,
    hasOwnSecret: set.PARLEY_SECRET !== undefined,
    secret: set.PARLEY_SECRET ?? keptSecret(dataDir),
    sealing: { version: set.PARLEY_SECRET_VERSION, before: set.PARLEY_SECRET_BEFORE },
    signerKey: set.SIGNER_KEY,
    signerKeyBefore: set.SIGNER_KEY_BEFORE,
    signerBitcoinRpcUrl: set.SIGNER_BITCOIN_RPC_URL,
    signerEthereumRpcUrl: set.SIGNER_ETHEREUM_RPC_URL,
    coldBitcoinXpub: set.COLD_BITCOIN_XPUB,
    coldEthereumAddress: set.COLD_ETHEREUM_ADDRESS,
  };
}

const databasesFrom = (set: Given) => ({
  databaseUrl: set.DATABASE_URL,
  databasePooler: set.DATABASE_POOLER,
  databaseDirectUrl: set.DATABASE_DIRECT_URL,
  databaseReplicaUrls: set.DATABASE_REPLICA_URL,
  databaseReplicaLagSec: set.DATABASE_REPLICA_LAG_SEC,
  busUrl: set.BUS_URL,
  signerDatabaseUrl: set.SIGNER_DATABASE_URL,
});

/** Names a setting of the web that would undo the separation of the signer's process. */
function whyNotItsOwn(set: Given): string | undefined {
  const { SIGNING_SOCKET: signing, VERIFIER_SOCKET: verifying } = set;
  if (signing !== undefined && signing === verifying)
    return "SIGNING_SOCKET and VERIFIER_SOCKET are for others, and cannot be one";
  if ((set.DATABASE_POOLER === undefined) !== (set.DATABASE_DIRECT_URL === undefined))
    return "DATABASE_POOLER and DATABASE_DIRECT_URL belong together";
  if (set.DATABASE_POOLER !== undefined && (set.ROLE === "all" || set.ROLE === "signer"))
    return "DATABASE_POOLER is for ROLE=web, worker, chain, market or lightning: migrations and the signer go past a pooler";
  if (set.DATABASE_REPLICA_URL.length > 0 && set.ROLE !== "web")
    return "DATABASE_REPLICA_URL is for ROLE=web, which alone reads what may be old";
  if (set.BUS_URL !== undefined && set.ROLE === "signer") return "BUS_URL is not for ROLE=signer, which joins no bus";
  if (set.ROLE !== "chain" || signing === undefined) return undefined;
  if (set.SIGNER_KEY ?? set.SIGNER_KEY_BEFORE ?? set.SIGNER_DATABASE_URL)
    return "with SIGNING_SOCKET the signer is a process of its own, and SIGNER_KEY and SIGNER_DATABASE_URL are not for ROLE=chain";
  if (set.COLD_BITCOIN_XPUB ?? set.COLD_ETHEREUM_ADDRESS)
    return "with SIGNING_SOCKET the cold account is in the signer's own settings, and COLD_BITCOIN_XPUB and COLD_ETHEREUM_ADDRESS are not for ROLE=chain";
  return undefined;
}

const secretText = z
  .string()
  .min(32, "must have 32 characters or more")
  .transform((text): Uint8Array => createHash("sha256").update(text).digest());
const hexKey = z.string().regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits");

/** Also of the form that names a socket's folder, which is no URL to the rest of the world. */
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+\/\S+$/, "must be postgres://user:password@host:port/database");

const PORT_RULE = "must be a whole number from 0 to 65535";
const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_RULE)
  .transform(Number)
  .refine((number) => number <= 65_535, PORT_RULE);

/** By the names of the environment; texts in, as the process gets them. */
const SETTINGS = z.object({
  PORT: port.default(8080),
  HOST: oneLine.default("127.0.0.1"),
  METRICS_PORT: port.optional(),
  METRICS_HOST: oneLine.default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  ROLE: z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}` }).default("all"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOLER: z
    .enum(["transaction", "transaction_unnamed"], { error: "must be transaction or transaction_unnamed" })
    .optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .transform((text) => text.split(",").map((url) => url.trim()))
    .pipe(z.array(databaseUrl))
    .default([]),
  DATABASE_REPLICA_LAG_SEC: z.coerce
    .number("must be a number of seconds")
    .int("must be whole seconds")
    .min(1, "must be 1 or more")
    .max(600, "must be 600 or less")
    .default(10),
  BUS_URL: busAddress.optional(),
  SIGNER_DATABASE_URL: databaseUrl.optional(),
  VERIFIER_SOCKET: oneLine.optional(),
  SIGNING_SOCKET: oneLine.optional(),
  ATTESTATION_KEY: oneLine.optional(),
  PUBLIC_URL: address("http:", "https:").optional(),
  DEMO: onOff.optional(),
  BITCOIN_RPC_URL: address("http:", "https:").optional(),
  BITCOIND: existingFile.optional(),
  ETHEREUM_RPC_URL: address("http:", "https:").optional(),
  CHAINS: onOff.default(true),
  SMTP_URL: address("smtp:", "smtps:").optional(),
  MAIL_FROM: oneLine
    .refine(
      (text) => z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success,
      "must be an email, or a name with an email in angle brackets",
    )
    .optional(),
  ...PROVIDER_SETTINGS,
  LIVE_RATES: onOff.default(false),
  ERROR_REPORTING: z
    .string()
    .regex(/^\/\w[\w/-]*$/, "must be a path of this host, such as /errors")
    .optional(),
  ERROR_REPORTING_KEY: oneLine.optional(),
  APERTIUM: z
    .string()
    .regex(/^(?:[A-Za-z0-9._-]+|\/\S+)$/, "must be the name of a program, its file, or off")
    .default("apertium"),
  SUPPORT_EMAIL: z.email("must be an email").optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(",").map((range) => range.trim()))
    .refine(
      (ranges) => ranges.every(isRange),
      "must be addresses or ranges such as 10.0.0.0/8, with commas between them",
    )
    .default([]),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, "must be the name of a header, such as cf-ipcountry")
    .toLowerCase()
    .optional(),
  LOG_LEVEL: z.enum(LEVELS, { error: `must be one of ${LEVELS.join(", ")}` }).optional(),
  WORKERS: onOff.default(true),
  RATE_LIMITS: onOff.default(true),
  PARLEY_SECRET: secretText.optional(),
  PARLEY_SECRET_BEFORE: secretText.optional(),
  PARLEY_SECRET_VERSION: z.coerce.number().int().min(1).max(255).default(1),
  SIGNER_KEY: hexKey.optional(),
  SIGNER_KEY_BEFORE: hexKey.optional(),
  SIGNER_BITCOIN_RPC_URL: address("http:", "https:").optional(),
  SIGNER_ETHEREUM_RPC_URL: address("http:", "https:").optional(),
  COLD_BITCOIN_XPUB: z
    .string()
    .refine(
      (text) => readAccountKey(text) !== undefined,
      "must be an extended public key: xpub… or tpub…, of an account",
    )
    .optional(),
  COLD_ETHEREUM_ADDRESS: z
    .string()
    .refine((text) => ethereumChecksummed(text) === text, "must be an address of Ethereum in its checksummed form")
    .optional(),
});

const SETTING_NAMES: ReadonlySet<string> = new Set(Object.keys(SETTINGS.shape));

type Given = z.infer<typeof SETTINGS>;

/** A setting as a message may quote it: no key, no secret, and an address without its name and password. */
function shown(name: string, env: NodeJS.ProcessEnv): string {
  const isSecret = ["KEY", "SECRET", "TOKEN"].some((word) => name.includes(word));
  return `${name}=${isSecret ? "…" : (env[name] ?? "").replace(/\/\/.*@/, "//…@")}`;
}

/** Throws a sentence where it cannot be made or written. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new ConfigError(`DATA_DIR=${dataDir}: this folder cannot be written; set DATA_DIR to one that can.`);
  }
}

/** A secret that was made at the first start and stays with the data. */
function keptSecret(dataDir: string): Uint8Array {
  makeDataDir(dataDir);
  const file = join(dataDir, "secret");
  if (!existsSync(file)) {
    // Whole or not at all: half a secret, after a crash in between, would sign like a whole one.
    const made = `${file}.${process.pid}`;
    writeFileSync(made, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
    renameSync(made, file);
    syncFolderNow(dataDir);
  }
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ConfigError(`${file} is damaged: it must hold 64 hex digits`);
  return Buffer.from(text, "hex");
}
