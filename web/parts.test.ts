// Guards: the page of the parts is there in the demo alone, for no search engine, and has every part of web/ui on it.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { PATHS } from "#contract/platform/paths.ts";
import { makeApp } from "../server/app.ts";
import { testApp } from "../server/testing/index.ts";
import { DIST } from "./build/place.ts";

const HERE = "web/apps/account/parts";

test("the page of the parts opens in the demo, is in no sitemap, and is not there without it", async () => {
  for (const isDemo of [true, false]) {
    const app = await testApp({ config: { demo: isDemo } });
    const drawing = await makeApp({ ...app.ports, distDir: DIST });
    after(() => drawing.close());
    const ask = (url: string) => drawing.fastify.inject({ method: "GET", url, headers: { accept: "text/html" } });
    const answer = await ask(PATHS.demoParts);
    assert.equal(answer.statusCode, isDemo ? 200 : 404);
    if (!isDemo) continue;
    assert.match(answer.body, /<meta name="robots" content="noindex/);
    const sitemaps = await Promise.all(["/sitemap.xml", "/robots.txt"].map(ask));
    for (const { body } of sitemaps) assert.ok(!body.includes(PATHS.demoParts));
  }
});

test("every file of web/ui that exports a component is on the page of the parts", () => {
  const page = globSync(`${HERE}/*.tsx`)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const files = globSync("web/ui/**/*.tsx").map((file) => file.replaceAll("\\", "/"));
  const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  // What a part loads when it is needed is shown with it.
  const late = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(/import\("\.\/([\w-]+\.tsx)"\)/g)].map(([, name]) => name)),
  );
  const missing = [...texts].flatMap(([file, text]) => {
    const isPart = /^export function [A-Z]/m.test(text);
    const isThere = page.includes(`"#ui/${file.slice("web/ui/".length)}"`) || late.has(file.split("/").at(-1));
    return isPart && !isThere ? [file] : [];
  });
  assert.deepEqual(missing, [], "add them to web/apps/account/parts");
});
