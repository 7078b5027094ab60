/**
 * npm run campaign [seed]: random schedules without end, or the one of a seed. Ctrl-C stops; a failure prints its seed.
 * npm run campaign -- seeds [number] [pattern]: every random suite, or those whose path has the pattern, with so many
 * fresh seeds, and what they found.
 * npm run campaign -- guards [word]: takes the guards of money away, one after the other, and sees their tests fail.
 * npm run campaign -- break-in: tries what somebody could who has taken over a process, and prints what left.
 * npm run campaign -- fault-sweep [word]: lets everything fail in turn in each money verb, and makes the same call again.
 * npm run campaign -- crash [kills]: kills the server, the signer and the database so often, 200 times unless said.
 * npm run campaign -- mutants: generated mutations of the sources; see mutants/run.ts for its options.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "../server/platform/db.ts";
import { openLog } from "../server/platform/log.ts";
import { LOGINS, urlAs } from "../server/platform/logins.ts";
import { migrate } from "../server/platform/migrate.ts";
import { ownDatabase } from "../server/devnet/own-roles.ts";
import { startPostgres } from "../server/devnet/postgres.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { eachSeed } from "../server/testing/seeds.ts";
import { breakIn } from "./break-in/command.ts";
import { runGuards } from "./guards/run.ts";
import { SECRET, startServers } from "./market-calls.ts";
import { assertFloors } from "./market-floors.ts";
import type { Count } from "./market-asking.ts";
import { runSchedule } from "./market-run.ts";
import { runMutants } from "./mutants/run.ts";
import { runAlone } from "./run-alone.ts";
import { runSeeds } from "./seeds.ts";

const [only, word, pattern] = process.argv.slice(2);
if (only === "guards") {
  await runGuards(word);
  process.exit();
}
if (only === "break-in") {
  await breakIn();
  process.exit();
}
if (only === "fault-sweep") {
  await runAlone("campaign/faults/fault-sweep.test.ts", { FAULTS: word ?? "" });
  process.exit();
}
if (only === "crash") {
  await runAlone("campaign/crash/crash.test.ts", { KILLS: word ?? "200" });
  process.exit();
}
if (only === "mutants") {
  await runMutants(process.argv.slice(3));
  process.exit();
}
if (only === "seeds") {
  await runSeeds(Number(word ?? 20), pattern);
  process.exit();
}
if (only !== undefined) process.env.SEED = only;
const folder = mkdtempSync(join(tmpdir(), "parley-campaign-"));
const cluster = await startPostgres({ dataDir: folder, temporary: true, settings: { fsync: "off" } });
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopped = true;
  });
}
try {
  const url = await ownDatabase(cluster.adminUrl, { name: "parley" });
  await migrate(url);
  useSealingSecret(SECRET);
  const log = openLog({ level: "error" });
  const db = openDb({ url, log });
  const worker = openDb({ url: urlAs(url, { login: LOGINS.worker }), log });
  await db.tx(
    (tx) =>
      tx.rows`insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now()), ('accounts.play_money', 'true', now())`,
  );
  const servers = await startServers(url);
  const voice = { diagnostic: (text: string) => process.stdout.write(`${text.replace("NOTE ", "")}\n`) };
  do {
    const count: Count = new Map();
    let schedules = 0;
    await eachSeed(voice, { suite: "market", fresh: 60 }, (seed) => {
      schedules += 1;
      return runSchedule({ db, worker, servers }, seed, { count });
    });
    if (only === undefined) assertFloors(count, schedules);
    const violations = await checkBooks({ db, log });
    if (violations.length > 0) throw new Error(JSON.stringify(violations));
    process.stdout.write("the invariants hold\n");
  } while (!stopped && only === undefined);
  servers.stop();
  await worker.close();
  await db.close();
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
