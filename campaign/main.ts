/**
 * npm run campaign [seed]: random schedules without end, or the one of a seed. Ctrl-C stops; a failure prints its seed.
 * npm run campaign -- seeds [number] [pattern]: every random suite, or those whose path has the pattern, with so many
 * fresh seeds, and what they found.
 * npm run campaign -- guards [word] [--from number]: takes guards of money, authority and personal data away, one after the other,
 * and sees their tests fail.
 * npm run campaign -- break-in: tries what an attacker in a process could, and prints what left.
 * npm run campaign -- fault-sweep [word]: lets everything fail in turn in each money verb, and makes the same call again.
 * npm run campaign -- crash [kills]: kills the server, the signer and the database so often, 200 times unless said.
 * npm run campaign -- lightning [payments]: so many payments over Lightning each way, 200 unless said, while nodes, market and database are killed.
 * npm run campaign -- electrum: a channel with Debian's Electrum, fetched once, and payments over Lightning both ways.
 * npm run campaign -- bus: the bus, the tests of live messages and the random market over Valkey and over NATS, which are fetched once.
 * npm run campaign -- pooler [cuts]: breaks PgBouncer off at so many bytes of its replies to a release, at every one unless said.
 * npm run campaign -- image: builds the Dockerfile without a daemon and runs a market of it in containers.
 * npm run campaign -- cluster [kills]: three PostgreSQL with Patroni behind PgBouncer and HAProxy: the primary dies so often, ten times unless said,
 * is cut off, a standby hangs and lags, the pooler and the bus die.
 * npm run campaign -- restore: the same cluster is lost and restored from a backup by pgBackRest; prints what is missing and how long it took.
 * npm run campaign -- mutants [word]: mutation tests by StrykerJS of the pure files about money, or those whose path has the word.
 */
import { breakIn } from "./break-in/command.ts";
import { runCluster } from "./cluster/command.ts";
import { runBus } from "./bus/command.ts";
import { readGuardWords, runGuards } from "./guards/run.ts";
import { runImage } from "./image/command.ts";
import { runMutants } from "./mutants.ts";
import { runAlone } from "./run-alone.ts";
import { runSeeds } from "./seeds.ts";

const MARKET = "campaign/market/market.test.ts";
const [only, word, pattern] = process.argv.slice(2);
if (only === "guards") {
  await runGuards(readGuardWords(process.argv.slice(3)));
  process.exit();
}
if (only === "break-in") {
  await breakIn();
  process.exit();
}
if (only === "bus") {
  await runBus();
  process.exit();
}
if (only === "image") {
  await runImage();
  process.exit();
}
if (only === "cluster") {
  await runCluster("whole", Number(word ?? 10));
  process.exit();
}
if (only === "restore") {
  await runCluster("drill");
  process.exit();
}
if (only === "pooler") {
  await runAlone("campaign/pooler/mid-reply.test.ts", { CUTS: word ?? "0" });
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
if (only === "lightning") {
  await runAlone("campaign/crash/lightning.test.ts", { PAYMENTS: word ?? "200" });
  process.exit();
}
if (only === "electrum") {
  await runAlone("campaign/lightning-electrum/interop.ts", {});
  process.exit();
}
if (only === "mutants") {
  runMutants(word);
  process.exit();
}
if (only === "seeds") {
  await runSeeds(Number(word ?? 20), pattern);
  process.exit();
}
if (only !== undefined) await runAlone(MARKET, { SEED: only });
else
  do await runAlone(MARKET, { SCHEDULES: "60" });
  while (!process.exitCode);
