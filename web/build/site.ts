/**
 * Builds what the browser gets: the shell with its applications in one build, so that what they share is there once.
 * Scripts are in /shell; /vendor and /apps hold the names by which an application from elsewhere finds React and ours.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PageAssets } from "#contract/platform/page.ts";
import { build } from "vite";
import { writeFonts } from "./fonts.ts";
import { type AppFile, readAppFile, screenFiles } from "./app-files.ts";
import { GROUPS, SHELL_SOURCE } from "./groups.ts";
import { APP_NAMES, baseConfig, DIST, REACT_MODULES, WEB } from "./place.ts";
import { reactByName, WHOLE_REACT } from "./react.ts";
import { runtimeWithin } from "./runtime.ts";

type Chunk = { fileName: string; name: string; imports: string[]; moduleIds: string[]; facadeModuleId: string | null };

/** Returns what the server has to know of it, and writes the manifest of each application. */
export async function buildSite(applicationHash: string): Promise<PageAssets> {
  for (const stale of ["shell", "vendor", "apps"]) rmSync(join(DIST, stale), { recursive: true, force: true });
  const { chunks, style } = await bundle(applicationHash);
  const fonts = await writeFonts();
  const find = (what: string, fits: (chunk: Chunk) => boolean) => {
    const found = chunks.find(fits);
    if (!found) throw new Error(`the build has no ${what}`);
    return found;
  };
  const source = join(WEB, "..", SHELL_SOURCE);
  const shell = filesOf(
    find("shell", ({ moduleIds }) => moduleIds.includes(source)),
    chunks,
  );
  const react = `/${find("React", ({ name }) => name === "vendor/react").fileName}`;
  const apps = APP_NAMES.map(readAppFile).map((app) => {
    const routes = Object.entries(screenFiles(app.name)).map(([route, file]) => {
      const screen = find(`screen ${file}`, ({ moduleIds }) => moduleIds.includes(file));
      return [route, filesOf(screen, chunks).filter((one) => !shell.includes(one))] as const;
    });
    writeManifest(app, `/${find(app.name, ({ name }) => name === entryName(app)).fileName}`);
    return [app.name, Object.fromEntries(routes)] as const;
  });
  return {
    applicationHash,
    importMap: Object.fromEntries(REACT_MODULES.map((name) => [name, react])),
    scripts: shell,
    // The sheet comes after the first picture. It declares no letters: those that came too late for it would be drawn then, and text would move.
    css: { href: `/${style}`, text: fonts.css + readFileSync(join(DIST, style), "utf8") },
    fonts: fonts.preloaded,
    apps: Object.fromEntries(apps),
  };
}

async function bundle(applicationHash: string): Promise<{ chunks: Chunk[]; style: string }> {
  const result = await build(
    baseConfig({
      base: "/",
      define: { __APPLICATION_HASH__: JSON.stringify(applicationHash) },
      plugins: [reactByName(), runtimeWithin(GROUPS.map(({ name }) => name))],
      build: {
        outDir: DIST,
        assetsDir: "",
        cssCodeSplit: false,
        rolldownOptions: {
          input: {
            "shell/main": join(WEB, "..", SHELL_SOURCE),
            "vendor/react": WHOLE_REACT,
            ...Object.fromEntries(
              APP_NAMES.map((name) => [entryName(readAppFile(name)), join(WEB, "apps", name, "main.tsx")]),
            ),
          },
          preserveEntrySignatures: "exports-only",
          output: {
            entryFileNames: "[name]-[hash].js",
            chunkFileNames: "shell/[name]-[hash].js",
            assetFileNames: "shell/[name]-[hash][extname]",
            codeSplitting: { groups: GROUPS },
          },
        },
      },
    }),
  );
  const files = "output" in result ? result.output : [];
  const style = files.find(({ fileName }) => fileName.endsWith(".css"))?.fileName;
  if (!style) throw new Error("the build has no styles");
  return { chunks: files.flatMap((file) => (file.type === "chunk" ? [file] : [])), style };
}

/** A chunk and all that it loads at once, itself first. */
function filesOf(chunk: Chunk, chunks: readonly Chunk[]): string[] {
  const found = new Set<Chunk>();
  const visit = (one: Chunk) => {
    if (found.has(one)) return;
    found.add(one);
    for (const name of one.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next) visit(next);
    }
  };
  visit(chunk);
  return [...found].map(({ fileName }) => `/${fileName}`);
}

function entryName({ name, sdkVersion }: AppFile): string {
  return `apps/${name}/${sdkVersion}/main`;
}

/** By which another page, or one that overrides where an application comes from, finds it. Its styles are the shell's. */
function writeManifest({ name, sdkVersion }: AppFile, js: string): void {
  const folder = join(DIST, "apps", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify({ [sdkVersion]: { js, css: [] } }, null, 2)}\n`);
}
