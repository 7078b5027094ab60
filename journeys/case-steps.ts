/** Steps of sides and moderators in the pages of a dispute. */
import assert from "node:assert/strict";
import type { Guest, Market } from "./market.ts";
import { act, confirm, mounted, openTrade, payTrade, sees, startTrade } from "./steps.ts";

const WAIT_MS = 31 * 60_000;

export type Sides = { readonly market: Market; readonly buyer: Guest; readonly seller: Guest; readonly offer: string };

/** A paid trade whose waiting time is over, open in both browsers. */
export async function aPaidTrade({ market, buyer, seller, offer }: Sides, fiat: string): Promise<string> {
  const path = await startTrade(buyer, offer, fiat);
  await payTrade(buyer);
  await openTrade(seller, path);
  const early = seller.page.getByRole("button", { name: /^Open dispute in 30 min$/ });
  assert.equal(await early.isDisabled(), true, "before its time a dispute cannot be opened");
  await market.moveClock(WAIT_MS);
  await Promise.all([openTrade(buyer, path), openTrade(seller, path)]);
  return path;
}

export async function openDispute(by: Guest, reason: string, words: string): Promise<void> {
  await act(by, "Open dispute");
  const dialog = by.page.getByRole("dialog");
  await dialog.getByLabel("Describe the problem").fill(words);
  const open = dialog.getByRole("button", { name: "Open dispute", exact: true });
  assert.ok(await open.isDisabled(), "no reason is chosen for them");
  await dialog.getByLabel("What went wrong?").selectOption({ label: reason });
  await confirm(by, "Open dispute");
  await sees(by, "In dispute. Add your evidence before the deadline.");
}

/** Opening a case requires a reason; the usual one is filled in. */
export async function sayWhy(page: Guest["page"], reason?: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (reason) await dialog.getByLabel("Why do you open this case?").fill(reason);
  await dialog.getByRole("button", { name: "Open the case" }).click();
}

/** The moderator finds the case in the queue and takes it, which leads into its room. */
export async function takeCase({ page }: Guest, path: string): Promise<void> {
  await page.goto("/staff/disputes");
  await mounted(page);
  await page.getByRole("button", { name: "Take case" }).first().click();
  await sayWhy(page);
  await page.waitForURL(new RegExp(path));
  await mounted(page);
}
