/** Writes assets.json: for the server, what each page needs; the style texts are in it, because pages inline them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppAssets, PageAssets, ShellAssets } from "#contract/page.ts";
import { DIST } from "./place.ts";

export function writeAssets({
  applicationHash,
  importMap,
  shell,
  apps,
}: {
  applicationHash: string;
  importMap: Record<string, string>;
  shell: ShellAssets;
  apps: AppAssets[];
}): void {
  const assets: PageAssets = {
    applicationHash,
    importMap,
    vendor: vendorFiles(importMap),
    shell,
    apps: Object.fromEntries(
      apps.map((app) => [
        app.name,
        { ...app, styles: app.css.map((href) => ({ href, text: readFileSync(join(DIST, href), "utf8") })) },
      ]),
    ),
  };
  writeFileSync(join(DIST, "assets.json"), JSON.stringify(assets));
}

/** The import map's files and the chunks they share, so that the page can ask for all of them at once. */
function vendorFiles(importMap: Record<string, string>): string[] {
  const found = new Set<string>();
  const visit = (href: string) => {
    if (found.has(href)) return;
    found.add(href);
    for (const [, name = ""] of readFileSync(join(DIST, href), "utf8").matchAll(/from\s*["']\.\/([^"']+)["']/g))
      visit(`/vendor/${name}`);
  };
  for (const href of Object.values(importMap)) visit(href);
  return [...found];
}
