// Guards the weight of pages: brotli bytes of script until a page is usable, and of its head.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { listingPath } from "#contract/market/offers/listing/paths.ts";
import { PAGES } from "#contract/pages.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import type { AppVersion, PageAssets } from "#contract/platform/page.ts";
import emails from "#i18n/emails/en.json" with { type: "json" };
import refusals from "#i18n/refusals/en.json" with { type: "json" };
import settings from "#i18n/settings/en.json" with { type: "json" };
import { makeApp } from "../server/app.ts";
import { grantRole } from "../server/people/accounts/index.ts";
import { aMarket, anOffer, aTrade, aUser, giveCoins, signIn, testApp } from "../server/testing/index.ts";
import { readAppFile } from "./build/app-files.ts";
import { APP_NAMES, DIST, filesBelow } from "./build/place.ts";

/** With 0.2 kB for the names of the files in them, which are new with each change and pack differently. */
const BUDGETS_KB: Record<string, number> = {
  home: 80.5,
  listing: 100.4,
  offer: 103.8,
  login: 111.3,
  register: 111.3,
  trade: 105.3,
};
const HTML_KB = 24.8;
/** Of the English document. The texts of all refusals were in each page of the other languages, and nothing said so. Cyrillic weighs most. */
const MOST_OF_A_LANGUAGE = 1.31;
const SHEET_KB = 10.7;
const MOST_SCRIPTS = 4;
const HEAD_BYTES = 1500;

const app = await testApp();
const drawing = await makeApp({ ...app.ports, distDir: DIST });
after(() => drawing.close());
const market = await aMarket(app, { payment_method: "paypal" });
const trade = await aTrade(market);
await app.db.tx(async (tx) => {
  for (let trader = 0; trader < 6; trader++) {
    const owner = await aUser(tx);
    await giveCoins(tx, owner, "BTC", 100_000_000n);
    for (const payment_method of ["venmo", "cash-app", "other-bank-transfer"])
      await anOffer(tx, owner, { payment_method });
  }
  await grantRole(tx, { userId: market.seller.id, role: "admin" });
});
const session = await app.db.tx((tx) => signIn(tx, market.seller.id));

type Drawn = { readonly html: string; readonly policy: string };

async function asked(path: string, isVisitor: boolean): Promise<Drawn | null> {
  const headers = { accept: "text/html", ...(isVisitor ? {} : { cookie: `parley=${session}` }) };
  const answer = await drawing.fastify.inject({ method: "GET", url: path, headers });
  if (answer.statusCode !== 200) return null;
  return { html: answer.body, policy: String(answer.headers["content-security-policy"]) };
}

async function draw(path: string, isVisitor: boolean): Promise<Drawn> {
  const drawn = await asked(path, isVisitor);
  assert.ok(drawn, path);
  return drawn;
}

const WEIGHED: Record<keyof typeof BUDGETS_KB, { path: string; isVisitor: boolean }> = {
  home: { path: "/", isVisitor: true },
  listing: { path: listingPath({ side: "buy", crypto: "BTC" }), isVisitor: true },
  offer: { path: `/offer/${market.offer}`, isVisitor: true },
  login: { path: "/login", isVisitor: true },
  register: { path: "/register", isVisitor: true },
  trade: { path: `/trade/${trade}`, isVisitor: false },
};

/** The address of each declared page that has one without an object, or with one that this market has. */
const ADDRESSES = Object.values(PAGES).flatMap((paths) => {
  const made = Object.values(paths).flatMap((path: unknown) => {
    if (typeof path !== "string") return [];
    const hash = path.startsWith("/trade/") ? trade : market.offer;
    const filled = path.replace(/#.*/, "").replace(/^(\/offer|\/offer-manager\/[^:]*|\/trade)\/:hash/, `$1/${hash}`);
    return filled.includes(":") ? [] : [filled];
  });
  return made.slice(0, 1);
});

/** As the signed-in reader sees them, or a visitor where that one is led elsewhere. */
const DRAWN = new Map<string, Drawn>();
for (const path of ADDRESSES) {
  const drawn = (await asked(path, false)) ?? (await asked(path, true));
  if (drawn) DRAWN.set(path, drawn);
}

/** Addresses of the scripts that a page asks for before it can be used. */
function scriptsOf(html: string): string[] {
  const named = html.matchAll(/(?:modulepreload" href|<script type="module" src)="([^"]+)"/g);
  return [...new Set([...named].map(([, href = ""]) => href))];
}

for (const [name, budget] of Object.entries(BUDGETS_KB))
  test(`${name} is usable after ${budget} kB of script`, async () => {
    const { path, isVisitor } = WEIGHED[name] ?? { path: "", isVisitor: true };
    const { html } = await draw(path, isVisitor);
    const scripts = scriptsOf(html);
    const bytes = scripts.reduce((sum, href) => sum + statSync(join(DIST, `${href}.br`)).size, 0);
    assert.ok(scripts.length >= 2 && bytes > 60_000, `${bytes} bytes in ${scripts.length} files are not all`);
    assert.ok(bytes <= budget * 1000, `${name} loads ${bytes} bytes of script`);
    const document = packed(html);
    assert.ok(document <= HTML_KB * 1000, `the document of ${name} has ${document} bytes`);
    for (const locale of LOCALES) {
      const other = packed((await draw(localized(locale, path), isVisitor)).html);
      assert.ok(other <= document * MOST_OF_A_LANGUAGE, `the document of ${name} in ${locale} has ${other} bytes`);
    }
  });

function packed(html: string): number {
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
}

test("a page has four script files at most, and asks for them all in the first kilobytes of its head", async () => {
  const { apps, scripts: shell } = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  for (const [route, files] of Object.values(apps).flatMap((routes) => Object.entries(routes)))
    assert.ok(shell.length + files.length <= MOST_SCRIPTS, `${route} has ${files.join(", ")}`);
  const missing = ADDRESSES.filter((path) => !DRAWN.has(path));
  assert.ok(DRAWN.size > 50 && missing.length < 5, `not drawn: ${missing.join(", ")}`);
  for (const [name, { html }] of DRAWN) {
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

test("there is one sheet of styles, and what pages inline of it is the smaller part", async () => {
  const { css } = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  assert.ok(statSync(join(DIST, `${css.href}.br`)).size <= SHEET_KB * 1000);
  for (const [name, { html }] of DRAWN) {
    const inlined = inlineOf(html).styles.join("").length;
    assert.ok(inlined < (css.text.length * 2) / 3, `${name} inlines ${inlined} bytes`);
    assert.equal(html.match(/rel="stylesheet"/), null, `the first picture of ${name} waits for a file`);
  }
});

test("a page names no other origin, has no inline style attribute, and its policy allows exactly what it inlines", async () => {
  for (const [name, { html, policy }] of DRAWN) {
    assert.equal(html.match(/\sstyle="/), null, `${name} has a style attribute`);
    const { scripts, styles } = inlineOf(html);
    for (const text of [...scripts, ...styles])
      assert.ok(policy.includes(hashOf(text)), `${name}: ${text.slice(0, 60)}`);
    assert.ok(!policy.includes("unsafe-inline"), name);
    for (const [, text] of html.matchAll(/<script type="module"[^>]*>(.*?)<\/script>/gs)) assert.equal(text, "", name);
    for (const [, address = ""] of html.matchAll(/(?:src|href)="(https?:[^"]+)"/g))
      assert.ok(address.startsWith("http://localhost"), `${name} names ${address}`);
    assert.match(html, /^<!doctype html><html lang="en" dir="ltr"/);
    assert.match(html, /<meta charset="utf-8">/);
  }
});

function inlineOf(html: string): { scripts: string[]; styles: string[] } {
  const texts = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = ""]) => text);
  return {
    scripts: texts(/<script(?! type="(?:application\/json|module)")[^>]*>(.*?)<\/script>/gs),
    styles: texts(/<style[^>]*>(.*?)<\/style>/gs),
  };
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("no script has texts that only the server writes", () => {
  const scripts = filesBelow(DIST).filter((file) => file.endsWith(".js") && !file.includes("/server/"));
  assert.ok(scripts.length > 20, `only ${scripts.length} scripts were read`);
  const texts = [refusals.request.forged, emails.known.subject, settings.offers.critical_margin_bp];
  for (const file of scripts) {
    const code = readFileSync(file, "utf8");
    for (const text of texts) assert.ok(!code.includes(text), `${file} has "${text}"`);
  }
});

test("every application has a manifest with the version that its app.json declares", () => {
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
