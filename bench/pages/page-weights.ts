/** The script that a browser loads before a page can be used, by brotli, against the budget of each page. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Ground } from "../ground.ts";
import type { Row } from "../row.ts";
import { openStage } from "../stage.ts";
import { getRequest, openWire } from "../wire.ts";

const BUDGETS_KB = { home: 85, listing: 110, offer: 110, trade: 150 } as const;
const DIST = resolve("dist");

export async function pageWeights(ground: Ground): Promise<Row[]> {
  const stage = await openStage(ground);
  const wire = await openWire(stage.server.port);
  const rows: Row[] = [];
  for (const [page, budget] of Object.entries(BUDGETS_KB) as [keyof typeof BUDGETS_KB, number][]) {
    const cookie = page === "trade" ? { cookie: `parley=${stage.buyer}` } : undefined;
    const { status, body } = await wire.ask(getRequest(stage.paths[page], { accept: "text/html", ...cookie }));
    if (status !== 200) throw new Error(`${stage.paths[page]} answered ${status}`);
    const scripts = new Set(
      [...body.matchAll(/(?:modulepreload" href|<script type="module" src)="([^"]+)"/g)].map(([, href = ""]) => href),
    );
    if (scripts.size < 2) throw new Error(`only ${scripts.size} scripts are in the page ${page}`);
    const kb = [...scripts].reduce((sum, href) => sum + statSync(join(DIST, `${href}.br`)).size, 0) / 1000;
    rows.push({
      name: `script until ${page} is usable`,
      measured: `${kb.toFixed(1)} kB in ${scripts.size} files`,
      limit: `budget ${budget} kB`,
      ratio: kb / budget,
      target: { atMost: 1 },
    });
  }
  wire.close();
  await stage.server.stop();
  return rows;
}
