/** The folders of sources and results, and what all builds share. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { compiledMessages } from "./messages.ts";

export const WEB = dirname(dirname(fileURLToPath(import.meta.url)));
export const DIST = join(dirname(WEB), "dist");

/** Every folder under apps/ is an embedded application. */
export const APP_NAMES: readonly string[] = readdirSync(join(WEB, "apps")).filter((name) =>
  statSync(join(WEB, "apps", name)).isDirectory(),
);

/** In the page's import map, for an application from elsewhere: there is one React on a page. */
export const REACT_MODULES = ["react", "react-dom", "react-dom/client", "react/jsx-runtime"] as const;

/** Modern browsers only: light-dark(), @scope and import maps are taken as given. */
const TARGETS = ["chrome123", "safari17.5", "firefox128"];

export function baseConfig(overrides: InlineConfig): InlineConfig {
  return {
    root: WEB,
    configFile: false,
    logLevel: "warn",
    mode: "production",
    publicDir: false,
    plugins: [react(), tailwind(), compiledMessages(), plainImports(), ...(overrides.plugins ?? [])],
    build: {
      target: TARGETS,
      modulePreload: false,
      reportCompressedSize: false,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      ...overrides.build,
    },
    ...Object.fromEntries(Object.entries(overrides).filter(([key]) => key !== "plugins" && key !== "build")),
  };
}

/** Vite's own would ask for what a file needs beforehand. The server names the files of a page; a later part has one file of its own at most. */
const IMPORTED = `export const __vitePreload = (load) => load().catch((error) => {
  dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: error }));
  throw error;
});`;

function plainImports(): Plugin {
  return {
    name: "parley:plain-imports",
    enforce: "pre",
    load: (id) => (id === "\0vite/preload-helper.js" ? IMPORTED : null),
  };
}

/** Changes when any source that ends up in the browser changes. */
export function sourceHash(): string {
  const hash = createHash("sha256");
  for (const folder of [WEB, join(dirname(WEB), "contract")])
    for (const file of filesBelow(folder)) hash.update(file.slice(folder.length)).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}
