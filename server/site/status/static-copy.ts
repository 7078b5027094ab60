/**
 * A copy of the status page in a folder, for another server that answers while the market does not: the page in each language, the
 * JSON of monitors and the market's own. Written when something changed, and each minute, so that its age says whether it goes on.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LOCALES } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { PATHS } from "#contract/platform/paths.ts";
import type { Status } from "#contract/site/status.ts";
import type { AppPorts, Job } from "../../platform/app-ports.ts";
import { summaryOf } from "./feeds.ts";
import { staticPage } from "./static-page.ts";
import { viewStatus } from "./view-status.ts";

const AT_LEAST_EVERY_MS = 60_000;

/** Of each folder what was written last, in this process: another that takes over writes at once. */
const written = new Map<string, { readonly what: string; readonly atMs: number }>();

export const statusCopyJob: Job = {
  name: "copy-status",
  everyMs: 5000,
  async run({ db, config, log }: Pick<AppPorts, "db" | "config" | "log">) {
    const folder = config.statusCopy;
    if (folder === undefined) return;
    const [status, now] = await db.read(async (tx) => [await viewStatus(tx), await tx.readClock()] as const);
    const what = JSON.stringify({ ...status, lookedAt: null });
    const last = written.get(folder);
    if (last?.what === what && now.getTime() - last.atMs < AT_LEAST_EVERY_MS) return;
    try {
      const at = now.toISOString();
      for (const [path, text] of Object.entries(filesOf(status, { origin: config.publicUrl.origin, at })))
        await replaceFile(join(folder, path), text);
      written.set(folder, { what, atMs: now.getTime() });
    } catch (error) {
      log.warn({ err: error }, "the copy of the status page was not written; it is tried again");
    }
  },
};

/** By the paths that they have in the market. */
function filesOf(status: Status, { origin, at }: { origin: string; at: string }): Record<string, string> {
  const pages = LOCALES.map((locale) => [
    `${localized(locale, PATHS.statusPage)}/index.html`,
    staticPage(status, { locale, at }),
  ]);
  return {
    ...Object.fromEntries(pages),
    "/api/v2/summary.json": JSON.stringify(summaryOf(status, { origin, now: at })),
    "/status.json": JSON.stringify({ copiedAt: at, ...status }),
  };
}

/** A reader gets the file of before or the new one, and never a part. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const next = `${path}.next`;
  await writeFile(next, text, { mode: 0o644 });
  await rename(next, path);
}
