/** Builds one embedded application by itself and enters its version in the application's manifest. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AppAssets } from "#contract/page.ts";
import { build, esmExternalRequirePlugin, type Plugin } from "vite";
import { baseConfig, DIST, LIBRARIES, VENDOR_MODULES, WEB } from "./place.ts";

type AppFile = { name: string; sdkVersion: string; routes: string[] };
type Chunk = { type: string; fileName: string; imports?: string[]; facadeModuleId?: string | null };

/**
 * What goes together into one file of an app: what nearly every screen needs, what screens with forms need, and an offer's
 * fields. Many small files pack worse, and a browser asks for six at once, so that each further six cost a way there and back.
 */
const GROUPS = [
  {
    name: "base",
    test: /preload-helper|web[/\\](?:sdk[/\\](?:embedded-app|page-kit|t|store|money|ago|declined|brand|toggle|lazily)\.|apps[/\\]marketplace[/\\]offer-row[/\\]|ui[/\\]icons[/\\])|web[/\\]ui[/\\](?:icon|button|cx|spinner|menu|card|coin|badge|avatar|flag|user-chip|method-icon|segments|empty-state|logo)\.tsx?$|contract[/\\](?:paths|page|money|decimal)\.ts$/,
  },
  {
    name: "forms",
    test: /web[/\\](?:sdk[/\\](?:use-action|use-live|local-time|leave)\.|ui[/\\](?:dialog|dialog-props|input|checkbox|form|field|alert|picker-dialog|fact-rows)\.)/,
  },
  { name: "offers", test: /contract[/\\](?:listing-address|listing-fields|offer-fields)\.ts$/ },
];

export async function buildApp(name: string): Promise<AppAssets> {
  const app = readAppFile(name);
  const folder = join(DIST, "apps", name, app.sdkVersion);
  rmSync(folder, { recursive: true, force: true });
  const base = `/apps/${name}/${app.sdkVersion}/`;
  const result = await build(
    baseConfig({
      base,
      plugins: [esmExternalRequirePlugin({ external: [...VENDOR_MODULES] }), scopedStyles(name)],
      build: {
        outDir: folder,
        assetsDir: "",
        cssCodeSplit: false,
        rolldownOptions: {
          input: { main: join(WEB, "apps", name, "main.tsx") },
          preserveEntrySignatures: "exports-only",
          output: {
            entryFileNames: "[name]-[hash].js",
            chunkFileNames: "[name]-[hash].js",
            assetFileNames: "[name]-[hash][extname]",
            codeSplitting: { groups: GROUPS },
          },
        },
      },
    }),
  );
  const files = ("output" in result ? result.output : []) as Chunk[];
  const entry = files.find((file) => file.type === "chunk" && file.fileName.startsWith("main-"));
  if (!entry) throw new Error(`the app ${name} has no entry`);
  const version = {
    js: base + entry.fileName,
    css: files.filter((file) => file.fileName.endsWith(".css")).map((file) => base + file.fileName),
    preload: importsOf(entry, files).map((file) => base + file),
    routes: Object.fromEntries(
      Object.entries(screenFiles(name)).map(([route, source]) => {
        const chunk = files.find((file) => file.facadeModuleId === source);
        return [route, chunk ? [chunk.fileName, ...importsOf(chunk, files)].map((file) => placeOf(base, file)) : []];
      }),
    ),
  };
  const missing = app.routes.filter((route) => !version.routes[route]);
  if (missing.length > 0) throw new Error(`${name}/app.json names routes without a screen: ${missing.join(", ")}`);
  enterInManifest(name, app.sdkVersion, version);
  return { name, version: app.sdkVersion, allowedRoutes: app.routes, ...version };
}

function readAppFile(name: string): AppFile {
  return JSON.parse(readFileSync(join(WEB, "apps", name, "app.json"), "utf8")) as AppFile;
}

/** The source file of each route, as screens.ts imports it. */
function screenFiles(name: string): Record<string, string> {
  const file = join(WEB, "apps", name, "screens.ts");
  const lines = readFileSync(file, "utf8").matchAll(/^\s*"?([\w-]+)"?: \(\) => import\("([^"]+)"\)/gm);
  return Object.fromEntries([...lines].map(([, route = "", path = ""]) => [route, join(dirname(file), path)]));
}

/** A file of the app by its address, a library by its name in the import map. */
function placeOf(base: string, file: string): string {
  return Object.hasOwn(LIBRARIES, file) ? file : base + file;
}

/** All chunks and libraries that a chunk loads at once, itself left out. */
function importsOf(chunk: Chunk, files: Chunk[]): string[] {
  const seen = new Set<string>();
  const visit = (one: Chunk) => {
    for (const name of one.imports ?? []) {
      const next = files.find((file) => file.fileName === name);
      if (seen.has(name) || name.startsWith("main-") || (!next && !Object.hasOwn(LIBRARIES, name))) continue;
      seen.add(name);
      if (next) visit(next);
    }
  };
  visit(chunk);
  return [...seen];
}

/** Older versions stay: a page with an older shell still finds what it was tested with. */
function enterInManifest(name: string, sdkVersion: string, version: object): void {
  const file = join(DIST, "apps", name, "manifest.json");
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, { js: string }>) : {};
  const kept = Object.fromEntries(Object.entries(old).filter(([, entry]) => existsSync(join(DIST, entry.js))));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...kept, [sdkVersion]: version }, null, 2)}\n`);
}

/**
 * An app's utilities hold inside its own elements only. Two builds of Tailwind on one page would otherwise decide each
 * other's order: the later sheet's `p-4` would beat the earlier one's `md:p-6`.
 */
function scopedStyles(name: string): Plugin {
  return {
    name: "parley:scoped-styles",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
        const text = String(file.source);
        const properties = text.match(/@property [^{]+\{[^}]*\}/g) ?? [];
        const rest = text.replace(/@property [^{]+\{[^}]*\}/g, "").replace(/^\/\*![\s\S]*?\*\//, "");
        file.source = `${properties.join("")}@layer theme,base,components,utilities;@scope ([data-app="${name}"]){${rest.replace(/@layer [\w\s,-]+;/g, "")}}`;
      }
    },
  };
}
