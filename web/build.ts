/**
 * Builds the web into dist/: the shell with its applications, and the server renderer; writes assets.json, which tells the
 * server what each page needs (style texts are in it, because pages inline them), and precompresses every file.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressBelow } from "./build/compress.ts";
import { DIST, sourceHash } from "./build/place.ts";
import { buildServerEntry } from "./build/server-entry.ts";
import { copyShellFiles } from "./build/shell-files.ts";
import { buildSite } from "./build/site.ts";

process.env.NODE_ENV = "production";
const started = performance.now();
mkdirSync(DIST, { recursive: true });

const assets = await buildSite(sourceHash());
copyShellFiles();
rmSync(join(DIST, "server"), { recursive: true, force: true });
await buildServerEntry();
writeFileSync(join(DIST, "assets.json"), JSON.stringify(assets));
await compressBelow(["shell", "vendor", "apps"].map((folder) => join(DIST, folder)));

process.stdout.write(`· web built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
