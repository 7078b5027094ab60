/** The script that a browser loads before a page can be used, by brotli, against the budget of each page. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Ground } from "../ground.ts";
import type { Row } from "../row.ts";
import { openStage } from "../stage.ts";
import { getRequest, openWire } from "../wire.ts";

const BUDGETS_KB = { home: 85, listing: 110, offer: 110, trade: 150 } as const;
const DIST = resolve("dist");

/** What a page asks for before it can be used. */
export function scriptsOf(html: string): string[] {
  const named = html.matchAll(/(?:modulepreload" href|<script type="module" src)="([^"]+)"/g);
  return [...new Set([...named].map(([, href = ""]) => href))];
}

export async function pageWeights(ground: Ground): Promise<Row[]> {
  const stage = await openStage(ground);
  const wire = await openWire(stage.server.port);
  const rows: Row[] = [];
  for (const [page, budget] of Object.entries(BUDGETS_KB) as [keyof typeof BUDGETS_KB, number][]) {
    const cookie = page === "trade" ? { cookie: `parley=${stage.buyer}` } : undefined;
    const { status, body } = await wire.ask(getRequest(stage.paths[page], { accept: "text/html", ...cookie }));
    if (status !== 200) throw new Error(`${stage.paths[page]} answered ${status}`);
    const scripts = scriptsOf(body);
    if (scripts.length < 2) throw new Error(`only ${scripts.length} scripts are in the page ${page}`);
    const kb = scripts.reduce((sum, href) => sum + statSync(join(DIST, `${href}.br`)).size, 0) / 1000;
    rows.push({
      name: `script until ${page} is usable`,
      measured: `${kb.toFixed(1)} kB in ${scripts.length} files`,
      limit: `budget ${budget} kB`,
      ratio: kb / budget,
      target: { atMost: 1 },
    });
  }
  wire.close();
  await stage.server.stop();
  return rows;
}
