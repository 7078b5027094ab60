/** The checks of every screen of a journey: pictures, axe, and no content outside of the screen. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";

const ARTEFACTS = resolve(".artefacts");

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** Its name, what goes before the path, and the browser. */
export type Screen = readonly [name: string, prefix: string, browser: Parameters<Browser["newContext"]>[0]];

/** The screen that differs most from 1280 wide, light and left to right. Each area is looked at on both, the same ones in every run. */
export const OTHER_SCREEN: Screen = ["390-ar-dark", "/ar", { ...PHONE, colorScheme: "dark" }];

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

/** A fading element has the contrast of neither state: a fault counts if it is still there a moment later. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
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
  // Content behind a dialog was checked before the dialog opened.
  return (await page.evaluate(`axe.run(document.querySelector('[role="dialog"]') ?? document, ${JSON.stringify(rules)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 160)))`)) as string[];
}

/** The page is not held upright by its style sheets, which all screens share. */
export async function assertTurns(page: Page): Promise<void> {
  assert.deepEqual(await faultsOf(page, { runOnly: { type: "rule", values: ["css-orientation-lock"] } }), []);
}

/** Two parts of a page with one role have two names. */
export async function assertLandmarks(page: Page, name: string): Promise<void> {
  const rules = { runOnly: { type: "rule", values: ["landmark-unique"] } };
  assert.deepEqual(await faultsOf(page, rules), [], name);
}

export async function assertFits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  assert.equal(wide, 0, `${name} is wider than its screen`);
}
