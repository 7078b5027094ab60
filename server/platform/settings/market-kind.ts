/** What a real market has to be given before it starts. */
import type { Config, ProcessRole } from "./config.ts";
import { whyNoDemo } from "./demo-place.ts";

/** What a real market has to be given, as it is asked for, and which of its processes use it. */
const NEEDS: readonly {
  readonly words: string;
  readonly by: readonly ProcessRole[];
  readonly isGiven: (config: Config) => boolean;
}[] = [
  { words: "SMTP_URL", by: ["all", "worker"], isGiven: ({ smtpUrl }) => smtpUrl !== undefined },
  { words: "MAIL_FROM", by: ["all", "worker"], isGiven: ({ hasOwnMailFrom }) => hasOwnMailFrom },
  { words: "LIVE_RATES=on", by: ["all", "worker"], isGiven: ({ liveRates }) => liveRates },
  { words: "PARLEY_SECRET", by: ["all", "web", "worker"], isGiven: ({ hasOwnSecret }) => hasOwnSecret },
  { words: "BITCOIN_RPC_URL", by: ["all", "chain"], isGiven: (config) => hasNode(config, config.bitcoinRpcUrl) },
  { words: "ETHEREUM_RPC_URL", by: ["all", "chain"], isGiven: (config) => hasNode(config, config.ethereumRpcUrl) },
  {
    words: "SIGNER_KEY",
    by: ["all", "chain", "signer"],
    isGiven: (config) => config.signerKey !== undefined || hasSignerElsewhere(config),
  },
  {
    words: "a PUBLIC_URL that begins with https://",
    by: ["all", "web", "worker", "signer"],
    isGiven: ({ publicUrl }) => publicUrl.protocol === "https:",
  },
  {
    words: "a DATABASE_URL of its own login",
    by: ["web", "worker", "chain", "market", "lightning", "signer"],
    isGiven: ({ databaseUrl }) => databaseUrl !== undefined,
  },
  {
    words: "SIGNER_DATABASE_URL",
    by: ["chain"],
    isGiven: (config) => config.signerDatabaseUrl !== undefined || hasSignerElsewhere(config),
  },
  {
    words: "LND_SOCKET and LND_MACAROON",
    by: ["lightning"],
    isGiven: ({ lnd }) => lnd?.macaroon !== undefined,
  },
  { words: "SIGNING_SOCKET", by: ["signer"], isGiven: ({ signingSocket }) => signingSocket !== undefined },
  {
    words: "SIGNER_BITCOIN_RPC_URL",
    by: ["signer"],
    isGiven: ({ chains, signerBitcoinRpcUrl }) => !chains || signerBitcoinRpcUrl !== undefined,
  },
  {
    words: "SIGNER_ETHEREUM_RPC_URL",
    by: ["signer"],
    isGiven: ({ chains, signerEthereumRpcUrl }) => !chains || signerEthereumRpcUrl !== undefined,
  },
];

/** Without an address a node with worthless coins is started: for a trial that only this machine can reach. */
const hasNode = (config: Config, url: string | undefined) =>
  !config.chains || url !== undefined || whyNoDemo(config) === undefined;

/** Said at the start where the signer is, of a real market that keeps all coins hot; undefined where there is nothing to say. */
export function coldFault(config: Config): string | undefined {
  const asks: readonly ProcessRole[] = ["all", "chain", "signer"];
  if (config.demo || !config.chains || !asks.includes(config.role) || hasSignerElsewhere(config)) return undefined;
  const missing = [
    ...(config.coldBitcoinXpub === undefined ? ["COLD_BITCOIN_XPUB"] : []),
    ...(config.coldEthereumAddress === undefined ? ["COLD_ETHEREUM_ADDRESS"] : []),
  ];
  if (missing.length === 0) return undefined;
  return `without ${listed(missing)} coins stay where this machine can move them; docs/operating.md says what a cold account is`;
}

const hasSignerElsewhere = ({ role, signingSocket }: Config) => role === "chain" && signingSocket !== undefined;

/** Throws, in one sentence, when a start without the demo market lacks anything. */
export function refuseUnready(config: Config): void {
  if (config.demo) return;
  const missing = NEEDS.filter(({ by, isGiven }) => by.includes(config.role) && !isGiven(config));
  if (missing.length === 0) return;
  const why = whyNoDemo(config) ?? "DEMO=off";
  throw new Error(
    `Parley does not start: this is no demo market (${why}), and a real one needs ${listed(missing.map(({ words }) => words))}; ` +
      "docs/operating.md says how to set each, and npm start without settings is the demo.",
  );
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** Throws if a real market would start with the accounts of a demo, whose passwords are public. */
export function refuseDemoPeople({ demo }: Pick<Config, "demo">, hasDemoUsers: boolean): void {
  if (demo || !hasDemoUsers) return;
  throw new Error(
    "Parley does not start: its database has accounts of the demo market, whose passwords everybody knows and whose " +
      "coins are made up; a real market begins with an empty one: set another DATABASE_URL or DATA_DIR.",
  );
}
