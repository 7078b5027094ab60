/** What is looked at on every screen of a journey: pictures for people, axe for everybody, and that nothing sticks out. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";

const ARTEFACTS = resolve(".artefacts");

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
  for (let looks = 1; looks < MOST_LOOKS; looks++) {
    if ((await faultsOf(page)).length === 0) return;
    await page.waitForTimeout(1500);
  }
  assert.deepEqual(await faultsOf(page), [], name);
}

const RULES = JSON.stringify({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] });

/** axe is put into each document once: a third of the time of a new one for every look. */
async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  return (await page.evaluate(`axe.run(document, ${RULES}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 160)))`)) as string[];
}

export async function assertFits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  assert.equal(wide, 0, `${name} is wider than its screen`);
}
