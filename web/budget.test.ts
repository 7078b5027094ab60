// Guards the weight of pages: brotli bytes of script until a page is usable, and of what stands in its head.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import type { PageAssets, PageInput, PageOutput, RenderPage } from "#contract/page.ts";
import { DIST } from "./build/place.ts";
import { samplePages } from "./preview/samples.ts";

const BUDGETS_KB: Record<string, number> = {
  home: 85,
  listing: 110,
  offer: 110,
  login: 110,
  register: 110,
  trade: 150,
};
const HTML_KB = 20;
const nowMs = Date.UTC(2026, 10, 21, 6);
const missing = existsSync(join(DIST, "assets.json")) ? false : "the web is not built: node web/build.ts";

async function draw(name: string): Promise<PageOutput> {
  const { renderPage } = (await import(join(DIST, "server", "entry-server.js"))) as { renderPage: RenderPage };
  const assets = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  const sample = samplePages(nowMs)[name];
  const surroundings = { session: null, locale: "en", theme: "system", url: "/" };
  const rest = { origin: "http://localhost", isDemo: true, flags: {}, banners: [], nowMs, assets };
  return renderPage({ ...sample, ...surroundings, ...rest } as PageInput);
}

for (const [name, budget] of Object.entries(BUDGETS_KB))
  test(`${name} is usable after ${budget} kB of script`, { skip: missing }, async () => {
    const { html } = await draw(name);
    const scripts = new Set(
      [...html.matchAll(/(?:modulepreload" href|<script type="module" src)="([^"]+)"/g)].map(([, href = ""]) => href),
    );
    const bytes = [...scripts].reduce((sum, href) => sum + statSync(join(DIST, `${href}.br`)).size, 0);
    assert.ok(scripts.size >= 8, `only ${scripts.size} files were found`);
    assert.ok(bytes <= budget * 1000, `${name} loads ${bytes} bytes of script`);
    const document = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
    assert.ok(document <= HTML_KB * 1000, `the document of ${name} has ${document} bytes`);
  });

test("a page names no other origin, has no inline style attribute, and tells what stands inline", {
  skip: missing,
}, async () => {
  for (const name of Object.keys(samplePages(nowMs))) {
    const { html, inline } = await draw(name);
    assert.equal(html.match(/\sstyle="/), null, `${name} has a style attribute`);
    const scripts = html.matchAll(/<script(?! type="(?:application\/json|module)")[^>]*>(.*?)<\/script>/gs);
    assert.deepEqual(
      [...scripts].map(([, text]) => text),
      inline.scripts,
      name,
    );
    assert.deepEqual(
      [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text),
      [inline.style],
      name,
    );
    for (const [, text] of html.matchAll(/<script type="module"[^>]*>(.*?)<\/script>/gs)) assert.equal(text, "", name);
    for (const [, address = ""] of html.matchAll(/(?:src|href)="(https?:[^"]+)"/g))
      assert.ok(address.startsWith("http://localhost"), `${name} names ${address}`);
    assert.match(html, /^<!doctype html><html lang="en" dir="ltr"/);
    assert.match(html, /<meta charset="utf-8">/);
    assert.match(html, /<\/script>$/, "what is one visit's own follows");
  }
});

test("every application has a manifest with the version that the shell pins", { skip: missing }, () => {
  const assets = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  for (const [name, app] of Object.entries(assets.apps)) {
    const manifest = JSON.parse(readFileSync(join(DIST, "apps", name, "manifest.json"), "utf8")) as Record<
      string,
      { js: string }
    >;
    assert.ok(existsSync(join(DIST, manifest[app.version]?.js ?? "none")), name);
  }
  assert.equal(assets.apps.layout?.version, "0.35.0");
});
