/** A built web whose pages say what they were given: for tests of what the server puts into a page. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const RENDERER = `
export function renderPage({ assets, ...input }) {
  if (input.url.includes("break-the-page")) throw new Error("the renderer broke");
  const status = input.page === "error-404" ? 404 : 200;
  const html = JSON.stringify({ ...input, assets: Object.keys(assets) });
  return { status, parts: [{ text: html }], inline: { scripts: ["a script"], style: "a style" } };
}
`;

/** Files of each kind of name: with a hash in it, without, and with a packed twin. */
const FILES = [
  "shell/main-abcdefgh.js",
  "shell/plain.js",
  "shell/mark.svg",
  "vendor/react-12345678.js",
  "apps/wallet/style-ABCDEFGH.css",
];

/** Fills the folder; give it to the app as `distDir`. */
export function writePlainWeb(folder: string): string {
  for (const part of ["server", "shell", "vendor", "apps/wallet"]) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, "server/entry-server.js"), RENDERER);
  writeFileSync(join(folder, "server/package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "assets.json"), '{"applicationHash":"plain"}');
  for (const file of FILES) {
    writeFileSync(join(folder, file), `/* ${file} */`);
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(`/* ${file} */`));
  }
  return folder;
}

/** What a plain page was given, without the end that is one visit's own. */
export function readPlainPage(body: string) {
  return JSON.parse(body.slice(0, body.lastIndexOf('<meta name="csrf-token"')));
}
