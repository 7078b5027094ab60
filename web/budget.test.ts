// Guards the weight of pages: brotli bytes of script until a page is usable, and of its head.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { type Locale, LOCALES } from "#contract/platform/locales.ts";
import type { AppVersion, PageAssets, PageInput, PageOutput, RenderPage } from "#contract/platform/page.ts";
import emails from "#i18n/emails/en.json" with { type: "json" };
import refusals from "#i18n/refusals/en.json" with { type: "json" };
import settings from "#i18n/settings/en.json" with { type: "json" };
import { readAppFile } from "./build/app-files.ts";
import { APP_NAMES, DIST, filesBelow } from "./build/place.ts";
import { samplePages } from "./preview/samples.ts";
import { SAMPLE_MENUS } from "./preview/samples-content.ts";

const BUDGETS_KB: Record<string, number> = {
  home: 80,
  listing: 100,
  offer: 103,
  login: 110,
  register: 110,
  trade: 115,
};
const HTML_KB = 20.5;
/** Of the English document. The texts of all refusals were in each page of the other languages, and nothing said so. */
const MOST_OF_A_LANGUAGE = 1.25;
const SHEET_KB = 10;
const MOST_SCRIPTS = 4;
const HEAD_BYTES = 1500;
const nowMs = Date.UTC(2026, 10, 21, 6);
const missing = existsSync(join(DIST, "assets.json")) ? false : "the web is not built: node web/build.ts";

async function draw(name: string, locale: Locale = "en"): Promise<PageOutput & { html: string }> {
  const { renderPage } = (await import(join(DIST, "server", "entry-server.js"))) as { renderPage: RenderPage };
  const assets = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  const sample = samplePages(nowMs)[name];
  const surroundings = { session: null, locale, theme: "system", url: "/" };
  const rest = { origin: "http://localhost", isDemo: true, flags: {}, banners: [], menus: SAMPLE_MENUS, nowMs, assets };
  const output = renderPage({ ...sample, ...surroundings, ...rest } as PageInput);
  return { ...output, html: output.parts.map(({ text }) => text).join("") };
}

/** Addresses of the scripts that a page asks for before it can be used. */
function scriptsOf(html: string): string[] {
  const named = html.matchAll(/(?:modulepreload" href|<script type="module" src)="([^"]+)"/g);
  return [...new Set([...named].map(([, href = ""]) => href))];
}

for (const [name, budget] of Object.entries(BUDGETS_KB))
  test(`${name} is usable after ${budget} kB of script`, { skip: missing }, async () => {
    const { html } = await draw(name);
    const scripts = scriptsOf(html);
    const bytes = scripts.reduce((sum, href) => sum + statSync(join(DIST, `${href}.br`)).size, 0);
    assert.ok(scripts.length >= 2 && bytes > 60_000, `${bytes} bytes in ${scripts.length} files are not all`);
    assert.ok(bytes <= budget * 1000, `${name} loads ${bytes} bytes of script`);
    const document = packed(html);
    assert.ok(document <= HTML_KB * 1000, `the document of ${name} has ${document} bytes`);
    for (const locale of LOCALES) {
      const other = packed((await draw(name, locale)).html);
      assert.ok(other <= document * MOST_OF_A_LANGUAGE, `the document of ${name} in ${locale} has ${other} bytes`);
    }
  });

function packed(html: string): number {
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
}

test("a page has four script files at most, and asks for them all in the first kilobytes of its head", {
  skip: missing,
}, async () => {
  const { apps, scripts: shell } = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  for (const [route, files] of Object.values(apps).flatMap((routes) => Object.entries(routes)))
    assert.ok(shell.length + files.length <= MOST_SCRIPTS, `${route} has ${files.join(", ")}`);
  for (const name of Object.keys(samplePages(nowMs))) {
    const { html } = await draw(name);
    const scripts = scriptsOf(html);
    assert.ok(scripts.length <= MOST_SCRIPTS, `${name} has ${scripts.join(", ")}`);
    const preloaded = scriptsOf(html.slice(0, HEAD_BYTES));
    assert.deepEqual(preloaded, scripts, name);
    const known = new Set(scripts);
    // Otherwise the static imports of a file are found only after that file is loaded.
    for (const href of scripts)
      for (const [, file] of readFileSync(join(DIST, href), "utf8").matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
        assert.ok(known.has(`/shell/${file}`), `${name} does not name ${file}, which ${href} imports`);
  }
});

test("there is one sheet of styles, and what pages inline of it is the smaller part", { skip: missing }, async () => {
  const { css } = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  assert.ok(statSync(join(DIST, `${css.href}.br`)).size <= SHEET_KB * 1000);
  for (const name of Object.keys(samplePages(nowMs))) {
    const { html, inline } = await draw(name);
    assert.ok(inline.style.length < (css.text.length * 2) / 3, `${name} inlines ${inline.style.length} bytes`);
    assert.equal(html.match(/rel="stylesheet"/), null, `the first picture of ${name} waits for a file`);
  }
});

test("a page names no other origin, has no inline style attribute, and reports its inline content", {
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

test("no script has texts that only the server writes", { skip: missing }, () => {
  const scripts = filesBelow(DIST).filter((file) => file.endsWith(".js") && !file.includes("/server/"));
  assert.ok(scripts.length > 20, `only ${scripts.length} scripts were read`);
  const texts = [refusals.request.forged, emails.known.subject, settings.offers.critical_margin_bp];
  for (const file of scripts) {
    const code = readFileSync(file, "utf8");
    for (const text of texts) assert.ok(!code.includes(text), `${file} has "${text}"`);
  }
});

test("every application has a manifest with the version that its app.json declares", { skip: missing }, () => {
  const versions = Object.fromEntries(
    APP_NAMES.map((name) => {
      const file = join(DIST, "apps", name, "manifest.json");
      const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, AppVersion>;
      const [version = "", ...others] = Object.keys(manifest);
      assert.deepEqual(others, []);
      assert.match(readFileSync(join(DIST, manifest[version]?.js ?? "none"), "utf8"), /export\{.*\bas mount\b.*\}/);
      return [name, version];
    }),
  );
  assert.deepEqual(versions, Object.fromEntries(APP_NAMES.map((name) => [name, readAppFile(name).sdkVersion])));
});
