/** A line that is far away. */
import type { Page } from "playwright-core";

export const LATENCY_MS = 400;

/** Every request and every answer of the page takes 400 ms longer. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}
