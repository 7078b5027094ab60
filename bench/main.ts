/**
 * npm run bench: speed as ratios to limits that are measured in the same run, on the same cluster and machine. Words
 * after `--` narrow it to the sections whose names contain one of them; OFFERS makes a smaller market, MINUTES a shorter look at
 * the memory.
 */
import { cpus, totalmem } from "node:os";
import { againstAnother } from "./against.ts";
import { cards } from "./cards.ts";
import { type Ground, openGround } from "./ground.ts";
import { growth } from "./growth/growth.ts";
import { memory } from "./growth/memory.ts";
import { httpPlatform } from "./http.ts";
import { lightningPayments } from "./lightning.ts";
import { lifecycles } from "./lifecycles.ts";
import { commands } from "./commands.ts";
import { delivery } from "./live/delivery.ts";
import { fanOut } from "./live/live.ts";
import { offerPages } from "./offers.ts";
import { contentPages } from "./pages/content.ts";
import { pages } from "./pages/pages.ts";
import { pageVitals } from "./pages/page-vitals.ts";
import { pageWeights } from "./pages/page-weights.ts";
import { processes } from "./processes.ts";
import { posting } from "./posting.ts";
import { refetches } from "./live/refetches.ts";
import { isMet, type Row, tableOf } from "./row.ts";
import { spot } from "./spot/spot.ts";
import { rateTick } from "./tick.ts";
import { written } from "./written.ts";

const SECTIONS: readonly (readonly [name: string, run: (ground: Ground) => Promise<Row[]>])[] = [
  ["lifecycles", lifecycles],
  ["commands", commands],
  ["processes", processes],
  ["posting", posting],
  ["spot", spot],
  ["cards", cards],
  ["lightning", lightningPayments],
  ["http", httpPlatform],
  ["delivery", delivery],
  ["written", written],
  ["refetches", refetches],
  ["live", fanOut],
  ["page-weights", pageWeights],
  ["offers", offerPages],
  ["pages", pages],
  ["content", contentPages],
  ["tick", rateTick],
  ["growth", growth],
  ["page-vitals", pageVitals],
  ["memory", memory],
  ["against", againstAnother],
];

const words = process.argv.slice(2);
const chosen = SECTIONS.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  process.stderr.write(`no such section; there is ${SECTIONS.map(([name]) => name).join(", ")}\n`);
  process.exit(2);
}
const begun = performance.now();
const seconds = () => Math.round((performance.now() - begun) / 1000);
const ground = await openGround((text) => process.stdout.write(`· ${String(seconds()).padStart(3)} s  ${text}\n`));
const rows: Row[] = [];
let failed = 0;
process.on("SIGINT", () => void ground.close().then(() => process.exit(130)));
for (const [name, run] of chosen) {
  ground.say(name);
  try {
    const found = await run(ground);
    rows.push(...found);
    // At once: a run that ends early has said what it found.
    if (found.length > 0) process.stdout.write(`${tableOf(found)}\n`);
  } catch (error) {
    // The other sections still say something.
    failed += 1;
    process.stderr.write(`${name} failed: ${error instanceof Error ? error.stack : error}\n`);
  }
}
await ground.close();
const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.versions.node}\n\n`);
process.stdout.write(`${tableOf(rows)}\n`);
process.exit(failed === 0 && rows.every(isMet) ? 0 : 1);
