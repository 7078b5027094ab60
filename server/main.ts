/**
 * Starts the marketplace: database, chain nodes, mail, server, workers, demo market; or with a ROLE one part of it. Stops
 * them in the same order.
 */
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo.ts";
import { type App, makeApp } from "./app.ts";
import { presetMarket, seedMarket, withDemoCold } from "./demo/index.ts";
import { MODULES } from "./modules.ts";
import { type AppPorts, portsOfJob } from "./platform/app-ports.ts";
import { type Config, makeDataDir, readConfig } from "./platform/config.ts";
import { startDatabase } from "./devnet/database.ts";
import { type Dbs, enterDatabase, refuseOtherLogin } from "./platform/database.ts";
import { LOGINS } from "./platform/logins.ts";
import { openFiles } from "./platform/files.ts";
import { serveMetrics } from "./platform/http/metrics-server.ts";
import { type Log, openLog } from "./platform/log.ts";
import { pinned } from "./platform/outside/attestation.ts";
import { openVerifierAt, serveVerifier } from "./platform/outside/verifier-socket.ts";
import { coldFault, refuseDemoPeople, refuseUnready } from "./platform/market-kind.ts";
import { useSealingSecret } from "./platform/sealed.ts";
import { startChains } from "./devnet/chains.ts";
import { takeFolderLock } from "./platform/folder-lock.ts";
import { type Inbox, startInbox } from "./devnet/inbox.ts";
import { startWorkers } from "./platform/workers.ts";
import { openRails } from "./money/custody/index.ts";
import { hasDemoUsers, sealAllAnew } from "./people/accounts/index.ts";

const startedAt = performance.now();
const say = (text: string) => process.stdout.write(`· ${text}\n`);
const stops: (() => Promise<void>)[] = [];
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Whatever hangs must not keep the terminal: PostgreSQL recovers from a hard end by itself.
  setTimeout(() => process.exit(1), 20_000).unref();
  for (const step of stops.reverse()) await step().catch((error) => process.stderr.write(`${error}\n`));
  process.exit(code);
}

async function start(): Promise<void> {
  const config = readConfig();
  refuseUnready(config);
  const withoutCold = coldFault(config);
  if (withoutCold) say(withoutCold);
  const log = openLog({ level: config.logLevel });
  makeDataDir(config.dataDir);
  await holdPlace(config);
  if (config.role === "all") await startWhole(withDemoCold(config), log);
  else if (config.role === "signer") await startSigner(config);
  else await startPart({ ...config, role: config.role }, log);
}

/** Everything in one process, with what it brings beside it. */
async function startWhole(config: Config, log: Log): Promise<void> {
  const database = await startDatabase({ config, log, say });
  stops.push(() => database.stop());
  const { dbs, signerUrl } = database;
  refuseDemoPeople(config, await dbs.web.read(hasDemoUsers));
  const inbox: Inbox | undefined = config.smtpUrl ? undefined : await startInbox(dbs.worker);
  if (inbox) stops.push(() => inbox.stop());
  const chains = await startChains({ config, signerUrl, say });
  stops.push(() => chains.stop());
  const smtpUrl = config.smtpUrl ?? inbox?.smtpUrl;
  const ports: AppPorts = {
    ...portsOf({ ...config, smtpUrl }, log),
    db: dbs.web,
    dbs,
    chains,
    verifier: pinned(chains.verifier, config.attestationKey),
  };

  await database.asOwner((db) => db.tx((tx) => presetMarket(tx, { isDemo: config.demo })));
  if (config.sealing.before) say(await database.asOwner((db) => sealAllAnew(db, config)));
  const app = await makeApp(ports);
  stops.push(() => app.close());
  if (config.demo) await database.asOwner((db) => seedMarket({ ...ports, db, say }));
  if (config.workers) await work(ports);
  await serve(app, config);
  greet(config, { inbox: inbox !== undefined, databaseFolder: database.folder });
}

/** One part of a real market, with the login of its role and no other. */
async function startPart(config: Config & { readonly role: keyof Dbs }, log: Log): Promise<void> {
  const { role, databaseUrl = "", signerDatabaseUrl = "" } = config;
  const { dbs, close } = await enterDatabase({ url: databaseUrl, role, log });
  stops.push(close);
  const socket = openVerifierAt(config.verifierSocket);
  stops.push(async () => socket.stop());
  const verifier = pinned(socket, config.attestationKey);
  const ports: AppPorts = portsOfJob({ ...portsOf(config, log), dbs, verifier }, { role });
  refuseDemoPeople(config, await ports.db.read(hasDemoUsers));
  if (role === "web") {
    // At the start, so that no page waits for it; where the signer is away, at the first page that shows an address.
    void verifier.attestationKey().catch(() => undefined);
    const app = await makeApp(ports);
    stops.push(() => app.close());
    await serve(app, config);
  } else if (role === "worker") {
    useSealingSecret(config.secret, config.sealing);
    await work(ports);
  } else {
    const chains = await startChains({ config, signerUrl: signerDatabaseUrl, say });
    stops.push(() => chains.stop());
    if (config.signingSocket === undefined) {
      const shown = await serveVerifier(chains.verifier, config.verifierSocket);
      stops.push(() => shown.stop());
      if (chains.signer) say(`addresses are attested with ATTESTATION_KEY=${await chains.signer.attestationKey()}`);
    }
    await work({ ...ports, chains, verifier: pinned(chains.verifier, config.attestationKey) });
  }
  say(`${role} is ready`);
}

/** The signer alone, for the others; nothing of it is loaded in their processes. */
async function startSigner(config: Config): Promise<void> {
  await refuseOtherLogin(config.databaseUrl ?? "", LOGINS.signer);
  const { serveAlone } = await import("./signer/alone.ts");
  const { attestationKey, stop: end } = await serveAlone(config);
  stops.push(end);
  say(`addresses are attested with ATTESTATION_KEY=${attestationKey}`);
  say("signer is ready");
}

function portsOf(config: Config, log: Log): Pick<AppPorts, "config" | "log" | "files" | "distDir"> {
  return { config, log, files: openFiles(join(config.dataDir, "files")), distDir: resolve("dist") };
}

/** Timers, events and chains, as far as there are logins for them. */
async function work(ports: AppPorts): Promise<void> {
  if (ports.dbs.chain) await openRails({ ...ports, db: ports.dbs.chain });
  const workers = startWorkers(ports, MODULES);
  stops.push(() => workers.stop());
  await workers.ready();
}

async function serve(app: App, config: Config): Promise<void> {
  await app.fastify.listen({ port: config.port, host: config.host });
  if (config.metricsPort === undefined) return;
  const shown = await serveMetrics(app.metrics, { port: config.metricsPort, host: config.metricsHost });
  stops.push(() => shown.stop());
}

/** A second start would stop the first one's database as an orphan: it is refused before it touches anything. */
async function holdPlace({ role, dataDir, port, host }: Config): Promise<void> {
  const leave = await takeFolderLock(join(dataDir, role === "all" ? "running" : `running-${role}`), 5000).catch(() => {
    throw new Error(`DATA_DIR=${dataDir}: Parley is running on it already; stop that one, or set another DATA_DIR.`);
  });
  stops.push(async () => leave());
  if (role !== "all" && role !== "web") return;
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once("error", (error) => fail(new Error(`PORT=${port}: Parley cannot listen there (${error.message}).`)));
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

type Greeting = { readonly inbox: boolean; readonly databaseFolder: string | undefined };

function greet({ publicUrl: { origin }, demo, dataDir }: Config, { inbox, databaseFolder }: Greeting): void {
  const isOutside = databaseFolder !== undefined && !databaseFolder.startsWith(`${dataDir}/`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const lines = [
    "",
    `  Parley is ready after ${seconds} s:  ${origin}`,
    ...(inbox ? [`  Emails, with the codes in them:  ${origin}/demo/inbox`] : []),
    ...(demo ? DEMO_LINES : []),
    `  Data are kept in ${dataDir}${isOutside ? `, the database in ${databaseFolder}` : ""}.`,
    "  Ctrl-C stops everything.",
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

const DEMO_LINES: string[] = [
  `  Play anybody of the demo market; the password of all is "${DEMO_PASSWORD}":`,
  ...DEMO_PEOPLE.map(({ email, role }) => `    ${email.padEnd(30)} ${role}`),
];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
process.on("unhandledRejection", (error) => {
  process.stderr.write(`unhandled: ${error instanceof Error ? error.stack : error}\n`);
  void stop(1);
});

start().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  void stop(1);
});
