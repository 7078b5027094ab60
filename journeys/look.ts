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

export async function assertAccessible(page: Page, name: string): Promise<void> {
  // A colour that is on its way from one to another has the contrast of neither. Endless ones, such as a spinner, go on.
  await page.evaluate(
    "Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished))",
  );
  const { violations } = await new AxeBuilder({ page: page as never })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`),
    [],
    name,
  );
}

export async function assertFits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  assert.equal(wide, 0, `${name} is wider than its screen`);
}
