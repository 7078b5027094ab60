/**
 * npm run campaign [seed]: random schedules without end, or the one of a seed. Ctrl-C stops; a failure prints its seed.
 * npm run campaign -- guards [word]: takes the guards of money away, one after the other, and sees their tests fail.
 * npm run campaign -- mutants: generated mutations of the sources; see mutants/run.ts for its options.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "../server/platform/db.ts";
import { ids } from "../server/platform/ids.ts";
import { openLog } from "../server/platform/log.ts";
import { migrate } from "../server/platform/migrate.ts";
import { startPostgres } from "../server/platform/nodes/postgres.ts";
import { useSealingSecret } from "../server/platform/sealed.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { runGuards } from "./guards/run.ts";
import { runSchedule } from "./market-run.ts";
import { runMutants } from "./mutants/run.ts";

const [only, word] = process.argv.slice(2);
if (only === "guards") {
  await runGuards(word);
  process.exit();
}
if (only === "mutants") {
  await runMutants(process.argv.slice(3));
  process.exit();
}
const folder = mkdtempSync(join(tmpdir(), "parley-campaign-"));
const cluster = await startPostgres({ dataDir: folder, temporary: true, settings: { fsync: "off" } });
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopped = true;
  });
}
try {
  const url = cluster.ownerUrl("postgres");
  await migrate(url);
  useSealingSecret(new Uint8Array(32).fill(7));
  const log = openLog({ level: "error" });
  const owner = openDb({ url, log });
  await owner.tx(
    (tx) =>
      tx.rows`insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now())`,
  );
  const db = openDb({ url, role: "parley_app", log });
  const run = ids.hash();
  for (let count = 1; !stopped; count++) {
    const seed = only ?? `campaign-${run}-${count}`;
    await runSchedule(db, seed, { steps: 40 }).catch((error: unknown) => {
      throw new Error(`the schedule of seed "${seed}" failed; add it to campaign/failed-seeds.txt`, { cause: error });
    });
    if (only || count % 100 === 0) {
      const violations = await checkBooks({ db, log });
      if (violations.length > 0) throw new Error(JSON.stringify(violations));
      process.stdout.write(`${count} schedules, the books hold\n`);
    }
    if (only) break;
  }
  await db.close();
  await owner.close();
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
