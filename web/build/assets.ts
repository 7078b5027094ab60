/** Writes assets.json: for the server, what each page needs; the style texts are in it, because pages inline them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppAssets, PageAssets, ShellAssets } from "#contract/page.ts";
import { DIST, REACT_MODULES } from "./place.ts";

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
    vendor: vendorFiles(REACT_MODULES.flatMap((name) => importMap[name] ?? [])),
    shell,
    apps: Object.fromEntries(
      apps.map((app) => [
        app.name,
        {
          ...app,
          routes: withLibraries(app.routes, importMap),
          styles: app.css.map((href) => ({ href, text: readFileSync(join(DIST, href), "utf8") })),
        },
      ]),
    ),
  };
  writeFileSync(join(DIST, "assets.json"), JSON.stringify(assets));
}

/** A route that imports a library by its name asks for that library's files too. */
function withLibraries(routes: Record<string, string[]>, importMap: Record<string, string>): Record<string, string[]> {
  const files = (name: string) => (importMap[name] ? vendorFiles([importMap[name]]) : [name]);
  return Object.fromEntries(Object.entries(routes).map(([route, named]) => [route, named.flatMap(files)]));
}

/** These files of the import map and the chunks they share, so that the page can ask for all of them at once. */
function vendorFiles(entries: string[]): string[] {
  const found = new Set<string>();
  const visit = (href: string) => {
    if (found.has(href)) return;
    found.add(href);
    for (const [, name = ""] of readFileSync(join(DIST, href), "utf8").matchAll(/from\s*["']\.\/([^"']+)["']/g))
      visit(`/vendor/${name}`);
  };
  for (const href of entries) visit(href);
  return [...found];
}
