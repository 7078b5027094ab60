/** What is looked at on every screen of a journey: pictures for people, axe for everybody, and that nothing sticks out. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

const ARTEFACTS = resolve(".artefacts");

/** Keeps a picture of the whole page, then fails on what axe finds. */
export async function look(page: Page, name: string): Promise<void> {
  await shoot(page, name);
  await assertAccessible(page, name);
}

export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
}

/** What fades in or out has the contrast of neither state: a fault counts when it is still there a moment later. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  if ((await faultsOf(page)).length === 0) return;
  await page.waitForTimeout(1500);
  assert.deepEqual(await faultsOf(page), [], name);
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as never })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}

export async function assertFits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  assert.equal(wide, 0, `${name} is wider than its screen`);
}
