// Guards: the help finds its articles by words, with and without a script, and counts the vote of each reader once.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locale } from "#contract/platform/locales.ts";
import { findArticles, HELP_AREAS, suggestArticles } from "#contract/site/help-search.ts";
import { voteForArticle } from "#contract/site/help.ts";
import { KNOWLEDGE } from "#contract/site/knowledge.ts";
import { makeApp } from "../../app.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";
import { ARTICLES, areaOf, articleIndex, helpPages } from "./articles.ts";
import { textProps } from "./content-pages.ts";
import { POSTS } from "./posts.ts";
import { readContent } from "./read-content.ts";

const world = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-help-"));
const app = await makeApp({ ...world.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(path: string, cookie = "") {
  const answer = await app.fastify.inject({ url: path, headers: { accept: "text/html", cookie } });
  assert.equal(answer.statusCode, 200, path);
  return readPlainPage(answer.body);
}

const keysFor = (typed: string, locale: Locale = "en") =>
  findArticles(articleIndex(locale), typed).map(({ key }) => key);

test("each area has articles, and each link of the knowledge base leads to one", () => {
  for (const area of HELP_AREAS)
    assert.ok(
      ARTICLES.some(({ key }) => areaOf(key) === area),
      area,
    );
  for (const key of Object.values(KNOWLEDGE))
    assert.ok(
      ARTICLES.some((one) => one.key === key),
      key,
    );
});

test("an article is found by words of its title, of its text and of the buttons that it quotes, in every language", () => {
  assert.equal(keysFor("payment window")[0], "help/trading/payment-window");
  assert.equal(keysFor("PAYMENT WINDOWS")[0], "help/trading/payment-window");
  assert.ok(keysFor("fake screenshot").includes("help/security/scams"));
  assert.ok(keysFor("I have paid").includes("help/payments/bank-transfer"));
  assert.equal(keysFor("plazo de pago", "es")[0], "help/trading/payment-window");
  assert.ok(keysFor("direccion", "es").includes("help/wallet/receive"));
  assert.ok(keysFor("الاحتيال", "ar").includes("help/security/scams"));
  assert.equal(keysFor("délai de paiement", "fr")[0], "help/trading/payment-window");
  assert.equal(keysFor("भुगतान की समय-सीमा", "hi")[0], "help/trading/payment-window");
  assert.ok(keysFor("tranh chap", "vi").includes("help/trading/disputes"));
  assert.ok(keysFor("dong bang", "vi").includes("help/products/virtual-cards"));
  assert.deepEqual(keysFor("qwertz zyxw"), []);
  assert.deepEqual(keysFor("   "), []);
});

test("Chinese, which has no spaces, is found by words inside a sentence", () => {
  assert.equal(keysFor("付款时限", "zh-Hans")[0], "help/trading/payment-window");
  assert.ok(keysFor("安全放币", "zh-Hans").includes("help/trading/release-safely"));
  assert.ok(keysFor("银行流水", "zh-Hans").includes("help/trading/dispute-evidence"));
  assert.ok(keysFor("买USDT付款", "zh-Hans").length > 0);
  assert.deepEqual(keysFor("天气预报", "zh-Hans"), []);
});

test("a ticket gets articles of its words first, then of its topic", () => {
  const index = articleIndex("en");
  const keys = suggestArticles(index, { topic: "security", text: "gift cards" }).map(({ key }) => key);
  assert.ok(
    keys.slice(0, 2).some((key) => key.includes("gift-card")),
    String(keys),
  );
  assert.ok(keys.some((key) => key.startsWith("help/security/") || key.startsWith("help/start/")));
  assert.deepEqual(suggestArticles(index, { topic: "", text: "" }), []);
});

test("the form answers without a script", async () => {
  const { props } = await open("/help?q=payment+window");
  assert.equal(props.found[0].href, "/help/trading/payment-window");
  assert.equal((await open("/help")).props.found, null);
  assert.deepEqual((await open("/help?q=qwertz")).props.found, []);
});

test("an article that is not translated is shown in English with the buttons of the reader's language", async () => {
  const article = join(folder, "content/help/trading/untranslated");
  mkdirSync(article, { recursive: true });
  const front = "---\ntitle: A title\ndescription: What it is about.\nupdated: 2026-11-30\n---\n\n";
  writeFileSync(join(article, "en.md"), `${front}Choose **{{ui:myoffers.form.flow_lite}}**.`);
  const [content] = readContent(join(folder, "content"));
  assert.ok(content);
  const props = await world.db.read((tx) => textProps(content, { tx, locale: "es", query: {} }));
  assert.equal(props.language, "en");
  assert.deepEqual(props.languages, ["en"]);
  assert.match(props.html, /Choose <strong>Breve<\/strong>/);
});

test("a page names the articles that explain it", async () => {
  const { menus } = await open("/help/trading/cancel");
  assert.deepEqual(menus.help, []);
  const hrefs = (await open("/es/support")).menus.help.map(({ href }: { href: string }) => href);
  assert.deepEqual(hrefs, ["/es/help/account/contact-support"]);
});

test("the vote of a reader counts once, and only staff see the votes", async () => {
  const article = "help/trading/cancel";
  const person = await aNamedUser(world);
  const vote = (isHelpful: boolean, asked = article) =>
    person.client.call(voteForArticle, { body: { article: asked, isHelpful } });
  for (const isHelpful of [true, false, true]) assert.deepEqual((await vote(isHelpful)).data, { isHelpful });
  assert.equal((await vote(true, "help/no/such")).code, "request.not_found");
  const rows = await world.db.read((tx) => tx.rows<{ is_helpful: boolean }>`select is_helpful from article_votes`);
  assert.deepEqual(
    rows.map(({ is_helpful }) => is_helpful),
    [true],
  );
  const seenBy = async (viewer?: object) => {
    const context = { locale: "en", query: {}, viewer };
    const shown = await world.db.read(async (tx) => helpPages[0]?.load({ tx, ...context } as never));
    assert.ok(shown && "props" in shown && shown.page === "help");
    return shown.props.areas.flatMap((area) => area.lines).find(({ href }) => href === `/${article}`)?.votes;
  };
  assert.equal(await seenBy(), null);
  assert.equal(await seenBy({ roles: [], isStrong: true, restrictions: [] }), null);
  assert.deepEqual(await seenBy({ roles: ["moderator"], isStrong: true, restrictions: [] }), { yes: 1, no: 0 });
});

test("the blog lists its posts in each language, with a feed of the same, and the changes are a page", async () => {
  const { props } = await open("/es/blog");
  assert.deepEqual(
    props.posts.map(({ href }: { href: string }) => href),
    POSTS.map(({ key }) => `/es/${key}`),
  );
  const answer = await app.fastify.inject({ url: "/es/blog/rss.xml" });
  assert.equal(answer.headers["content-type"], "application/rss+xml; charset=utf-8");
  assert.equal(answer.body.match(/<item>/g)?.length, POSTS.length);
  assert.match(answer.body, /<language>es<\/language>[\s\S]*\/es\/blog\/nothing-by-a-timer<\/link>/);
  const post = await open("/blog/nothing-by-a-timer");
  assert.match(post.props.posted, /^\d{4}-\d\d-\d\d$/);
  assert.equal(post.props.trail[0].href, "/blog");
  assert.match((await open("/ar/changelog")).props.html, /<h2 id="unreleased">/);
});
