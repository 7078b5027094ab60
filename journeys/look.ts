/** What is looked at on every screen of a journey: pictures for people, axe for everybody, and that nothing sticks out. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { ids } from "../server/platform/ids.ts";

const ARTEFACTS = resolve(".artefacts");

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** Its name, what goes before the path, and the browser. */
export type Screen = readonly [name: string, prefix: string, browser: Parameters<Browser["newContext"]>[0]];

/** How many of the other screens are drawn, and how many looks of axe there are for one that it takes: all, but where a run is bounded. */
const SCREENS = Number(process.env.SCREENS ?? Number.POSITIVE_INFINITY);
const LOOKS_ONE_IN = Number(process.env.LOOKS_ONE_IN ?? 1);

/** So many of them as this run looks at, another few in each run. */
export function drawnScreens<T>(screens: readonly T[]): readonly T[] {
  const left = [...screens];
  while (left.length > SCREENS) left.splice(ids.below(left.length), 1);
  return left;
}

/** Other screens than 1280 wide, light and left to right, on which a story is looked at as well. */
export const OTHER_SCREENS: readonly Screen[] = drawnScreens<Screen>([
  ["390", "", PHONE],
  ["390-ar-dark", "/ar", { ...PHONE, colorScheme: "dark" }],
  ["1280-es-dark", "/es", { colorScheme: "dark" }],
]);

/** Fails on what axe finds; PICTURES=on keeps a picture of the whole page, which takes longer than axe does. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES === "on") await shoot(page, name);
  await assertAccessible(page, name);
}

export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
}

/** One message may fade out while the next fades in. */
const MOST_LOOKS = 3;

/** What fades in or out has the contrast of neither state: a fault counts when it is still there a moment later. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  if (ids.below(LOOKS_ONE_IN) > 0) return;
  for (let looks = 1; looks < MOST_LOOKS; looks++) {
    if ((await faultsOf(page)).length === 0) return;
    await page.waitForTimeout(1500);
  }
  assert.deepEqual(await faultsOf(page), [], name);
}

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
/** Style sheets are loaded once more for one rule alone, which takes as long as all others: `assertTurns` asks it. */
const RULES = { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], resultTypes: ["violations"], preload: false };

/** axe is put into each document once: a third of the time of a new one for every look. */
async function faultsOf(page: Page, rules: object = RULES): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  return (await page.evaluate(`axe.run(document, ${JSON.stringify(rules)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 160)))`)) as string[];
}

/** The page is not held upright by its style sheets, which all screens share. */
export async function assertTurns(page: Page): Promise<void> {
  assert.deepEqual(await faultsOf(page, { runOnly: { type: "rule", values: ["css-orientation-lock"] } }), []);
}

export async function assertFits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  assert.equal(wide, 0, `${name} is wider than its screen`);
}
