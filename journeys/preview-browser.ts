/** For tests of the shell: a browser, and the sample pages as they were built. Importing this file opens and closes both. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { DIST } from "../web/build/place.ts";
import { startPreview } from "../web/preview.ts";

const isBuilt = existsSync(join(DIST, "assets.json"));
export const skip = isBuilt ? false : "the web is not built: node web/build.ts";
export let browser: Browser;
export let preview: Awaited<ReturnType<typeof startPreview>>;

before(async () => {
  if (!isBuilt) return;
  [browser, preview] = await Promise.all([launchBrowser(), startPreview()]);
});
after(async () => {
  await browser?.close();
  preview?.stop();
});
