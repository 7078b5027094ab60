// Guards: a page of text is one file for each language and nothing else; what is missing or wrong in one is named at the start.
import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { RULEBOOKS } from "#contract/market/disputes/award-reasons.ts";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { makeApp } from "../../app.ts";
import { changeSetting, SETTINGS } from "../../reference/settings/index.ts";
import { testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";
import { CONTENT } from "./read-all.ts";
import { eventsOn } from "./events.ts";
import { plainText, renderMarkdown } from "./markdown.ts";
import { readContent } from "./read-content.ts";

const world = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-content-"));
const app = await makeApp({ ...world.ports, distDir: writePlainWeb(join(folder, "web")) });
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(path: string) {
  const answer = await app.fastify.inject({ url: path, headers: { accept: "text/html" } });
  return { status: answer.statusCode, page: answer.statusCode === 200 ? readPlainPage(answer.body) : undefined };
}

let serial = 0;

/** A folder of content: the text of each file by its path. */
function contentWith(files: Readonly<Record<string, string>>): string {
  const root = join(folder, `content-${serial++}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const file = (body: string, front = "") =>
  `---\ntitle: A title\ndescription: What it is about.\nupdated: 2026-11-28\n${front}---\n\n${body}`;

/** The same text in all languages, but for the files that are given. */
const page = (key: string, files: Partial<Record<Locale, string>> = {}) =>
  Object.fromEntries(LOCALES.map((locale) => [`${key}/${locale}.md`, files[locale] ?? file("A text.")]));

test("every page of text is there in every language, with its title and description", async () => {
  assert.ok(CONTENT.length >= 5, `only ${CONTENT.length} pages were looked at`);
  for (const { key, editions } of CONTENT)
    for (const locale of LOCALES) {
      const { status, page: shown } = await open(pathOf(locale, key, undefined));
      assert.equal(status, 200, `${key} in ${locale}`);
      const isLesson = key.startsWith("academy/");
      assert.equal(shown.page, isLesson ? "lesson" : "content");
      const props = isLesson ? shown.props.text : shown.props;
      assert.equal(props.title, editions[0].texts[locale].title.replaceAll("{{brand}}", "Parley"));
      assert.ok(props.description.length > 10 && /<(p|li)>/.test(props.html), key);
      assert.doesNotMatch(JSON.stringify(props), /\{\{|undefined|NaN/, `${key} in ${locale}`);
    }
});

test("the footer lists the pages that ask for it, in the reader's language", async () => {
  const { page: shown } = await open("/es/fees");
  const hrefs = (menu: string) => shown.menus[menu].map(({ href }: { href: string }) => href);
  assert.deepEqual(hrefs("company"), [
    "/es/about",
    "/es/fees",
    "/es/glossary",
    "/es/app",
    "/es/supported-coins",
    "/es/developers",
  ]);
  assert.deepEqual(hrefs("legal"), [
    "/es/terms-of-service",
    "/es/privacy-policy",
    "/es/cookie-policy",
    "/es/dispute-rules",
    "/es/partner-program-terms",
    "/es/vendor-terms",
    "/es/bug-bounty-policy",
  ]);
  assert.deepEqual(shown.menus.company[1].title, "Comisiones");
});

test("the sitemap has every page of text in every language", async () => {
  const answer = await app.fastify.inject({ url: "/sitemap.xml" });
  assert.equal(answer.headers["content-type"], "application/xml");
  const { origin } = world.ports.config.publicUrl;
  for (const { key, editions } of CONTENT)
    for (const locale of editions[0].languages)
      assert.ok(answer.body.includes(`<loc>${origin}${pathOf(locale, key, undefined)}</loc>`), `${key} in ${locale}`);
});

test("robots.txt is a text that names the sitemap and keeps crawlers out of the API and of users' own pages", async () => {
  const answer = await app.fastify.inject({ url: "/robots.txt", headers: { accept: "text/html" } });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
  assert.match(answer.body, /^User-agent: \*\nDisallow: \/rest\/\n/);
  assert.match(answer.body, /\nSitemap: https?:\/\/[^/]+\/sitemap\.xml\n$/);
});

test("a page in a section of its own needs nothing but its files", () => {
  const [help] = readContent(contentWith(page("help/first-trade")));
  assert.equal(help?.key, "help/first-trade");
  assert.equal(pathOf("ar", "help/first-trade", undefined), "/ar/help/first-trade");
});

test("a page of the help may be in an area, and in English only: its other readers get that text", () => {
  const [page] = readContent(contentWith({ "help/wallet/receive/en.md": file("A text.") }));
  assert.equal(page?.key, "help/wallet/receive");
  assert.deepEqual(page?.editions[0].languages, ["en"]);
  assert.match(page?.editions[0].texts.ar.body ?? "", /A text/);
  assert.equal(pathOf("ar", "help/wallet/receive", undefined), "/ar/help/wallet/receive");
});

test("every fault of the files is named with its file", () => {
  const faulty = (files: Readonly<Record<string, string>>, fault: RegExp) =>
    assert.throws(() => readContent(contentWith(files)), fault);
  const { "legal/x/ar.md": _, ...withoutArabic } = page("legal/x");
  faulty(withoutArabic, /legal\/x\/ar\.md: this language is missing/);
  const english = (text: string) => page("legal/x", { en: text });
  faulty(english(file("A text.").replace("title: A title\n", "")), /legal\/x\/en\.md: title:/);
  faulty(english(file("A text.").replace("2026-11-28", "soon")), /legal\/x\/en\.md: updated:/);
  faulty(english(file("A text.", "author: me\n")), /legal\/x\/en\.md: .*author/);
  faulty(page("legal/x", { es: file("A text.", "menu: legal\n") }), /legal\/x\/es\.md: .*menu/);
  faulty(english(file("A text.", "a line\n")), /legal\/x\/en\.md: front matter: "a line" is not "name: value"/);
  faulty(english("A text."), /legal\/x\/en\.md: does not begin with front matter/);
  faulty(english(file("A text.", "version: 2\n")), /legal\/x\/(ar|es)\.md: version is not 2, as in English/);
  faulty(
    english(file("{{setting:offers.no_such_days}}")),
    /legal\/x\/en\.md: there is no \{\{setting:offers\.no_such_days\}\}/,
  );
  faulty(english(file("{{setting: trade}")), /legal\/x\/en\.md: a \{\{ or \}\} belongs to no placeholder/);
  faulty(english(file("[x](page:legal/y)")), /legal\/x\/en\.md: there is no page for the link page:legal\/y/);
  faulty(english(file("[x](/fees)")), /legal\/x\/en\.md: there is no page for the link \/fees/);
  faulty(english(file("{{ui:no.such.text}}")), /legal\/x\/en\.md: there is no \{\{ui:no\.such\.text\}\}/);
  faulty(english(file("{{ui:shell.nav.active_trades}}")), /there is no \{\{ui:shell\.nav\.active_trades\}\}/);
  faulty(english(file("A text.", "screens: no-such\n")), /legal\/x\/en\.md: screens: not the key of a screen/);
  faulty(english(file("A text.", "topics: no-such\n")), /legal\/x\/en\.md: topics: not a topic of tickets/);
  faulty({ "help/area/x/es.md": file("A text.") }, /help\/area\/x\/en\.md: this language is missing/);
  faulty(english(file("# A title")), /legal\/x\/en\.md: a heading of the first level/);
});

test("Markdown becomes HTML with anchors and links in the reader's language, and HTML stays text", () => {
  const keys = new Set(["company/fees"]);
  const html = (source: string, locale: Locale = "en") => renderMarkdown(source, { locale, keys }).trim();
  assert.equal(html("<b>a</b> & b"), "<p>&lt;b&gt;a&lt;/b&gt; &amp; b</p>");
  assert.equal(html("[x](javascript:alert(1))"), "<p>[x](javascript:alert(1))</p>");
  assert.equal(html("## How it works"), '<h2 id="how-it-works">How it works</h2>');
  assert.equal(html("## كيف يعمل {#how}"), '<h2 id="how">كيف يعمل</h2>');
  assert.match(html("## A\n\n## A"), /<h2 id="a">A<\/h2>\s*<h2 id="a-2">A<\/h2>/);
  assert.match(html("[x](page:company/fees#trade)", "ar"), /<a href="\/ar\/fees#trade">/);
  assert.match(html("[x](page:wallet)", "es"), /<a href="\/es\/wallet">/);
  assert.match(
    html("[x](page:offersSearch?side=buy&crypto=BTC)"),
    /<a href="\/trading\/buy-btc\/with-any-payment-method">/,
  );
  assert.match(html("[x](https://example.org/)"), /<a href="https:\/\/example\.org\/" rel="noopener">/);
  const table = html("## Costs\n\n| a | b |\n|---|---|\n| 1 | 2 |");
  assert.match(table, /role="region" aria-label="Costs"><table>/);
  assert.match(table, /<th scope="col">a<\/th>/);
  const hostile = "a *b* [c](page:d) | <e> `f` {{brand}} # g";
  assert.equal(html(plainText(hostile)), `<p>${hostile.replace("<e>", "&lt;e&gt;")}</p>`);
});

test("each version of the dispute rules has a heading for every rule by which it is cited", async () => {
  const rules = CONTENT.find(({ key }) => key === "legal/dispute-rules");
  assert.deepEqual(
    rules?.editions.map(({ version }) => version),
    RULEBOOKS.map(({ version }) => version).toReversed(),
  );
  for (const { version, rules: named } of RULEBOOKS) {
    const { page: shown } = await open(`/dispute-rules?version=${version}`);
    for (const [at, rule] of named.entries())
      assert.ok(shown.props.html.includes(`<h2 id="${rule}"><em>${version}.${at + 1}</em> `), `${rule} of ${version}`);
    assert.equal(shown.props.version.version, version);
  }
  assert.equal((await open("/dispute-rules?version=99")).status, 404);
});

test("a page of text that the code links to exists", () => {
  const keys = new Set(CONTENT.map(({ key }) => key));
  const sections = [...new Set([...keys].map((key) => key.split("/")[0]))].join("|");
  const pattern = new RegExp(
    `(?:href|go|pathOf|contentPath)\\((?:locale, |[\\w.]+, )?"((?:${sections})/[\\w-]+)"`,
    "g",
  );
  let seen = 0;
  for (const path of globSync("{contract,server,web}/**/*.{ts,tsx}"))
    for (const [, key = ""] of readFileSync(path, "utf8").matchAll(pattern)) {
      seen += 1;
      assert.ok(keys.has(key as `${string}/${string}`), `${path} links to ${key}`);
    }
  assert.ok(seen >= 5, `only ${seen} links were looked at`);
});

test("an event has its days, and is listed as running, to come or over by them", () => {
  const root = contentWith({
    ...{ "events/now/en.md": file("A text.", "begins: 2026-12-01\nends: 2026-12-03\n") },
    ...{ "events/soon/en.md": file("A text.", "begins: 2026-12-04\nends: 2026-12-04\n") },
    ...{ "events/past/en.md": file("A text.", "begins: 2026-11-01\nends: 2026-11-30\n") },
  });
  const on = (day: string) => {
    const { now, soon, past } = eventsOn(readContent(root), day, "es");
    return [now, soon, past].map((some) => some.map(({ href }) => href.slice("/es/events/".length)).join());
  };
  assert.deepEqual(on("2026-12-01"), ["now", "soon", "past"]);
  assert.deepEqual(on("2026-12-03"), ["now", "soon", "past"]);
  assert.deepEqual(on("2026-12-04"), ["soon", "", "now,past"]);
  const faulty = contentWith({ "events/x/en.md": file("A text.", "begins: 2026-12-04\nends: 2026-12-03\n") });
  assert.throws(() => readContent(faulty), /events\/x\/en\.md: an event begins on a day and ends on it or later/);
  const other = contentWith({ "help/start/x/en.md": file("A text.", "begins: 2026-12-04\n") });
  assert.throws(() => readContent(other), /only an event begins and ends/);
});

test("links to accounts elsewhere and the Nostr key are shown once they are set, and only addresses of their form can be", async () => {
  const before = (await open("/nostr")).page;
  assert.match(before?.props.html, /None configured/);
  assert.deepEqual(before?.links, { social: [], founder: [] });
  const change = (name: string, value: never) =>
    world.db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
  const empty = SETTINGS["site.social_links"].value;
  await assert.rejects(change("site.social_links", { ...empty, twitter: "javascript:alert(1)" } as never));
  await assert.rejects(change("site.social_links", { ...empty, twitter: "http://x.com/parley" } as never));
  await assert.rejects(change("site.nostr_key", "npub1short" as never));
  await change("site.social_links", { ...empty, youtube: "https://youtube.com/@parley" } as never);
  await change("site.nostr_key", `npub1${"q".repeat(58)}` as never);
  await change("site.nostr_relays", ["wss://relay.example.org"] as never);
  // Kept pages are dropped when the change is seen, several times a second.
  for (let tries = 0; !(await open("/es/nostr")).page?.props.html.includes("wss://relay.example.org"); tries++) {
    assert.ok(tries < 100, "the page is as it was before the change");
    await pause(20);
  }
  const fresh = await makeApp({ ...world.ports, distDir: writePlainWeb(folder) });
  const answer = await fresh.fastify.inject({ url: "/about", headers: { accept: "text/html" } });
  await fresh.close();
  assert.deepEqual(readPlainPage(answer.body).links.social, [{ name: "YouTube", href: "https://youtube.com/@parley" }]);
});
