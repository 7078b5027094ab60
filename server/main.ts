/**
 * Starts the marketplace: database, chain nodes, mail, server, workers, demo market; or with a ROLE one part of it. Stops
 * them in the same order. Each way to start is loaded by itself, so that the signer's process has no code of pages.
 */
import { enableCompileCache } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Config, makeDataDir, readConfig } from "./platform/settings/config.ts";
import { takeFolderLock } from "./platform/files/folder-lock.ts";
import { openLog } from "./platform/log.ts";
import { coldFault, refuseUnready } from "./platform/settings/market-kind.ts";
import { unencryptedFault } from "./platform/settings/unencrypted.ts";

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
  const unencrypted = unencryptedFault(config);
  if (unencrypted) say(unencrypted);
  const log = openLog({ level: config.logLevel });
  makeDataDir(config.dataDir);
  await holdPlace(config);
  // What was compiled at the last start is read at this one, in half the time.
  enableCompileCache(join(config.dataDir, "compiled"));
  const given = { config, log, say, stops };
  const { role } = config;
  if (role === "all") await (await import("./starts/whole.ts")).startWhole(given);
  else if (role === "signer") await (await import("./starts/signer.ts")).startSigner(given);
  else await (await import("./starts/part.ts")).startPart(given, role);
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
