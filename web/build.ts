/**
 * Builds the web into dist/: the shared vendor modules, the shell, every embedded app on its own, and the server
 * renderer; then writes assets.json, which tells the server what each page needs, and precompresses every file.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "./build/app.ts";
import { writeAssets } from "./build/assets.ts";
import { compressBelow } from "./build/compress.ts";
import { APP_NAMES, DIST, sourceHash } from "./build/place.ts";
import { buildServerEntry } from "./build/server-entry.ts";
import { buildShell } from "./build/shell.ts";
import { buildVendor } from "./build/vendor.ts";

process.env.NODE_ENV = "production";
const started = performance.now();
for (const stale of ["shell", "vendor", "server"]) rmSync(join(DIST, stale), { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });

const applicationHash = sourceHash();
const importMap = await buildVendor();
const shell = await buildShell(applicationHash);
const apps = await Promise.all(APP_NAMES.map((name) => buildApp(name)));
await buildServerEntry();
writeAssets({ applicationHash, importMap, shell, apps });
await compressBelow(["shell", "vendor", "apps"].map((folder) => join(DIST, folder)));

process.stdout.write(`· web built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
