/** Which settings join other machines without encryption: an attacker in between can read and answer that traffic. */
import type { Config } from "./config.ts";
import { isThisMachine } from "../words/networks.ts";

/** Said at the start; undefined where there is nothing to say. */
export function unencryptedFault(config: Config): string | undefined {
  const found = [
    ...named(config, PEERS, ({ protocol }) => protocol === "http:"),
    ...named(config, DATABASES, isPlainDatabase),
    ...(config.databaseReplicaUrls.some((url) => isAway(url, isPlainDatabase)) ? ["DATABASE_REPLICA_URL"] : []),
    ...named(config, BUSES, ({ protocol }) => !["rediss:", "valkeys:", "tls:"].includes(protocol)),
    ...(config.smtpUrl && mayBePlain(config.smtpUrl) ? ["SMTP_URL"] : []),
    // These ports are unencrypted for every client.
    ...(isThisMachine(config.host) ? [] : ["HOST"]),
    ...(config.metricsPort === undefined || isThisMachine(config.metricsHost) ? [] : ["METRICS_HOST"]),
  ];
  if (found.length === 0) return undefined;
  return `${found.join(", ")}: joined to other machines, and maybe not encrypted; docs/operating.md, "Connections", says how`;
}

const PEERS = {
  bitcoinRpcUrl: "BITCOIN_RPC_URL",
  ethereumRpcUrl: "ETHEREUM_RPC_URL",
  signerBitcoinRpcUrl: "SIGNER_BITCOIN_RPC_URL",
  signerEthereumRpcUrl: "SIGNER_ETHEREUM_RPC_URL",
  pushService: "PUSH_SERVICE",
  telegramApi: "TELEGRAM_API",
} as const;
const BUSES = { busUrl: "BUS_URL" } as const;
const DATABASES = {
  databaseUrl: "DATABASE_URL",
  databaseDirectUrl: "DATABASE_DIRECT_URL",
  signerDatabaseUrl: "SIGNER_DATABASE_URL",
} as const;

/** Those that name another machine and are plain. The folder of a database's socket is on this one. */
function named(config: Config, settings: Readonly<Record<string, string>>, isPlain: (url: URL) => boolean): string[] {
  return Object.entries(settings).flatMap(([key, name]) => {
    return isAway(config[key as keyof typeof PEERS], isPlain) ? [name] : [];
  });
}

function isAway(text: string | undefined, isPlain: (url: URL) => boolean): boolean {
  const url = text === undefined || !URL.canParse(text) ? undefined : new URL(text);
  return Boolean(url?.hostname && !/^%2F/i.test(url.hostname) && !isThisMachine(url.hostname) && isPlain(url));
}

const isPlainDatabase = ({ searchParams }: URL): boolean => searchParams.get("sslmode") !== "verify-full";

/**
 * Whether emails to this server must be encrypted before anything is sent. Otherwise an attacker in between removes the offer
 * of encryption from the greeting, and reads codes and the password. `?requireTLS=false` in the address turns it off.
 */
export function mustEncrypt(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl);
  return !isThisMachine(hostname) && !searchParams.has("requireTLS");
}

function mayBePlain(smtpUrl: string): boolean {
  const { protocol, hostname } = new URL(smtpUrl);
  return protocol === "smtp:" && !isThisMachine(hostname) && !mustEncrypt(smtpUrl);
}
