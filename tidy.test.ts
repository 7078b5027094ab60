// Guards: the rules of this repository. Each rule says how many files it looked at, and must find a planted fault.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FLAG_NAMES } from "./contract/reference/flag-names.ts";
import { SETTINGS } from "./server/reference/settings/index.ts";
import { DECLARED, ROUTED } from "./server/collected.ts";
import { MODULES } from "./server/modules.ts";
import * as controls from "./tools/tidy/controls.ts";
import * as lock from "./tools/tidy/lock.ts";
import { folderSizes, sharedBeginnings } from "./tools/tidy/folders.ts";
import * as later from "./tools/tidy/later.ts";
import { dataDeclared } from "./tools/tidy/personal-data.ts";
import { plainPhrases } from "./tools/tidy/phrases.ts";
import { treeOf } from "./tools/tidy/read-tree.ts";
import * as rules from "./tools/tidy/rules.ts";
import { signerAlone } from "./tools/tidy/signer-alone.ts";
import * as words from "./tools/tidy/words.ts";

const tree = treeOf();
const modules = MODULES.map(({ name }) => name);

/** Runs the rule on the real tree, then on the tree with a planted fault, which it must name. */
function holds(rule: rules.Rule, { atLeast, plant }: { atLeast: number; plant: Record<string, string> }) {
  const real = rule(tree);
  assert.ok(real.looked >= atLeast, `looked at ${real.looked} files only`);
  assert.deepEqual(real.faults, []);
  const planted = rule(new Map([...tree, ...Object.entries(plant)]));
  assert.ok(planted.faults.length > 0, "the planted fault was not seen");
}

test("a module imports only modules before it, and only their front doors", () => {
  assert.ok(modules.length >= 15, "the map of modules was not read");
  const rule = rules.importDirection(modules);
  holds(rule, {
    atLeast: 80,
    plant: { "server/money/ledger/x.ts": 'import { a } from "../../market/trades/index.ts";' },
  });
  holds(rule, {
    atLeast: 80,
    plant: { "server/market/trades/x.ts": 'import { a } from "../../money/ledger/post.ts";' },
  });
  holds(rule, { atLeast: 80, plant: { "server/platform/x.ts": 'import { a } from "../money/ledger/index.ts";' } });
});

test("contract imports neither side, and server and web never meet", () => {
  holds(rules.sides, { atLeast: 100, plant: { "contract/x.ts": 'import { a } from "../server/app.ts";' } });
  holds(rules.sides, { atLeast: 100, plant: { "web/ui/x.tsx": 'import { a } from "../../server/app.ts";' } });
  holds(rules.sides, {
    atLeast: 100,
    plant: { "server/platform/x.ts": 'import { a } from "../../web/ui/button.tsx";' },
  });
  holds(rules.sides, { atLeast: 100, plant: { "server/platform/x.ts": 'import { a } from "#ui/button.tsx";' } });
  holds(rules.sides, { atLeast: 100, plant: { "contract/x.ts": 'import { a } from "#i18n/x.ts";' } });
  holds(rules.sides, { atLeast: 100, plant: { "contract/x.ts": 'import * as z from "zod";' } });
});

test("the process that holds the keys loads no code of pages, of the market or of the demo", () => {
  const text = 'import { mountPages } from "../../site/pages/index.ts";';
  holds(signerAlone, { atLeast: 40, plant: { "server/signer/proofs/policy.ts": text } });
  holds(signerAlone, { atLeast: 40, plant: { "server/starts/signer.ts": 'import { a } from "../app.ts";' } });
});

test("an embedded app imports the contract, the design system, the kit and itself", () => {
  holds(rules.apps, { atLeast: 5, plant: { "web/apps/layout/x.tsx": 'import { a } from "../marketplace/x.tsx";' } });
  holds(rules.apps, { atLeast: 5, plant: { "web/apps/layout/x.tsx": 'import { a } from "../../shell/mount.ts";' } });
});

test("a module writes its own tables only", () => {
  const rule = rules.ownTables(modules);
  holds(rule, {
    atLeast: 60,
    plant: { "server/market/trades/x.ts": "const a = tx.rows`\n update users\n set bio = ''`;" },
  });
});

test("SQL is in the rows files of its module", (t) => {
  if (rules.NOT_YET.length > 0) t.diagnostic(`not yet held in: ${rules.NOT_YET.join(", ")}`);
  assert.deepEqual(
    rules.NOT_YET.filter((name) => !modules.includes(name)),
    [],
  );
  const rule = rules.sqlInRows(modules, rules.NOT_YET);
  for (const statement of [
    "const a = tx.rows`select 1`;",
    "const a = tx.rows<{ a: number }>`select 1`;",
    "const a = sql`select 1`;",
  ])
    holds(rule, { atLeast: 80, plant: { "server/market/feedback/x.ts": statement } });
  // What is left out is left out for a reason, and nothing else is.
  const allowed = ["server/platform/x.ts", "server/market/feedback/x-rows.ts", "server/market/feedback/invariants.ts"];
  const planted = rule(new Map([...tree, ...allowed.map((path) => [path, "const a = sql`select 1`;"] as const)]));
  assert.deepEqual(planted.faults, []);
});

test("a module reads tables of modules before it only, and only columns that their owners declare readable", () => {
  const rule = rules.readableColumns(modules);
  const select = (columns: string, table: string) => `const a = tx.rows\`\n select ${columns}\n from ${table}\`;`;
  holds(rule, { atLeast: 80, plant: { "server/people/auth/x-rows.ts": select("hash", "offers") } });
  holds(rule, { atLeast: 80, plant: { "server/market/offers/x-rows.ts": select("users.email_sealed", "users") } });
  holds(rule, { atLeast: 80, plant: { "server/market/offers/x-rows.ts": select("email_sealed", "users") } });
  holds(rule, { atLeast: 80, plant: { "server/market/offers/x-rows.ts": select("u.email_sealed", "users u") } });
});

test("every column that is declared readable is read by a later module", () => {
  holds(rules.readableUsed(modules), {
    atLeast: 80,
    plant: { "server/market/feedback/tables.ts": 'export const TABLES = {\n  feedback: ["message"],\n} as const;' },
  });
});

test("every table has one owner", () => {
  holds(rules.tablesOwned, {
    atLeast: 40,
    plant: { "server/demo/database/tables.sql": "-- Why.\ncreate table orphans (\n  id int\n);" },
  });
  holds(rules.tablesOwned, {
    atLeast: 40,
    plant: { "server/demo/tables.ts": 'export const TABLES = {\n  users: ["no_such_column"],\n};' },
  });
});

test("every table is declared by its module: in the archive of own data, with age, and at the closing of an account", () => {
  const rule = dataDeclared(DECLARED);
  holds(rule, {
    atLeast: 150,
    plant: { "server/demo/database/tables.sql": "create table new_things (\n  user_id bigint not null\n);" },
  });
  const erases = "server/people/api-keys/database/functions/erase_user_from_api_keys.sql";
  holds(rule, { atLeast: 150, plant: { [erases]: "select 1" } });
});

test("files stay short enough to be read", () => {
  holds(rules.fileLength, { atLeast: 150, plant: { "server/x.ts": "const a = 1;\n".repeat(401) } });
});

test("functions stay short enough to be read", () => {
  const body = "  work();\n".repeat(80);
  holds(rules.functionLength, { atLeast: 150, plant: { "server/x.ts": `export function long(): void {\n${body}}\n` } });
});

test("what is banned is not used, each with its replacement at hand", () => {
  for (const [text, place] of [
    ["const a = Date.now();", "server/market/trades/x.ts"],
    ["const a = new Date();", "server/market/trades/x.ts"],
    ["const a = Math.random();", "server/market/trades/x.ts"],
    ["const a = parseFloat(b);", "server/market/trades/x.ts"],
    ["enum A { B }", "contract/x.ts"],
    ['export * from "./a.ts";', "contract/x.ts"],
    ["const a = b as any;", "server/app.ts"],
    ["console.log(a);", "server/market/trades/x.ts"],
    ["location.assign(next);", "web/apps/layout/x.ts"],
    ["location.href = next;", "web/apps/layout/x.ts"],
    ["return reply.redirect(next);", "server/site/pages/x.ts"],
    ["// FIXME", "server/market/trades/x.ts"],
  ] as const) {
    holds(rules.banned, { atLeast: 150, plant: { [place]: text } });
  }
});

test("no folder is named for nothing in particular", () => {
  holds(rules.folderNames, { atLeast: 150, plant: { "server/utils/x.ts": "" } });
});

test("a folder holds so many files, and files with one beginning are a folder", () => {
  const many = Object.fromEntries(
    Array.from({ length: 26 }, (_, place) => [`server/market/x/${"a".repeat(place + 1)}.ts`, ""]),
  );
  holds(folderSizes, { atLeast: 150, plant: many });
  const alike = { "server/market/x/fee.ts": "", "server/market/x/fee-rows.ts": "", "server/market/x/fee-text.ts": "" };
  holds(sharedBeginnings, { atLeast: 150, plant: alike });
});

test("a file of the database has one short function, or a migration of tables with a number of its own", () => {
  const long = `create or replace function long() returns void\n${"  perform work();\n".repeat(80)}end $$;`;
  for (const [path, text] of [
    ["server/migrations/0001-x.sql", "create table a ();"],
    ["server/migrations/0002-x.sql", "-- Owned by x.\ncreate or replace function y() returns int"],
    ["server/market/trades/database/functions/long.sql", long],
    ["server/market/trades/database/functions/other.sql", "create or replace function long() returns int"],
  ] as const)
    holds(rules.databaseFiles, { atLeast: 400, plant: { [path]: text } });
});

test("every refusal code is used somewhere", () => {
  const rule = rules.refusalsUsed;
  holds(rule, {
    atLeast: 1,
    plant: {
      "contract/platform/errors/refusals.ts": `${tree.get("contract/platform/errors/refusals.ts")}\n  "never.used": 422,`,
    },
  });
});

test("no file names a package registry or a mirror by its host", () => {
  holds(rules.noRegistries, { atLeast: 150, plant: { "tools/x.ts": `const a = "https://registry.${"npmjs"}.org";` } });
});

test("every package has its digest in the lock, and none a host", () => {
  const text = readFileSync("package-lock.json", "utf8");
  const { looked, faults } = lock.lockFaults(text);
  assert.ok(looked > 200, `looked at ${looked} packages only`);
  assert.deepEqual(faults, []);
  const change = (name: string, changes: object) => {
    const planted = JSON.parse(text);
    const path = `node_modules/${name}`;
    assert.ok(planted.packages[path], `there is no ${name}`);
    planted.packages[path] = { ...planted.packages[path], ...changes };
    return lock.lockFaults(JSON.stringify(planted)).faults.map((fault) => fault.replace(path, name));
  };
  const lost = { integrity: undefined };
  assert.deepEqual(change("fastify", lost), ["fastify has no digest"]);
  assert.deepEqual(change("fastify", { integrity: "sha1-AAAA" }), ["fastify has no digest"]);
  assert.deepEqual(change("@biomejs/cli-linux-x64", lost), ["@biomejs/cli-linux-x64 has no digest"]);
  assert.deepEqual(change("@biomejs/cli-darwin-arm64", lost), ["@biomejs/cli-darwin-arm64 has no digest"]);
  const elsewhere = { resolved: "https://packages.example/fastify.tgz" };
  assert.deepEqual(change("fastify", elsewhere), ["fastify names where it comes from"]);
});

test("every endpoint is mounted once, and every call of the given API has one unless it is a later issue's", () => {
  const calls = readFileSync("contract/calls.tsv", "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  assert.equal(calls.length, 106);
  const mounted = ROUTED.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, "{}")}`);
  assert.equal(new Set(mounted).size, mounted.length, "two routes share an address");
  const names = ROUTED.map(({ endpoint }) => endpoint.name);
  assert.equal(new Set(names).size, names.length, "two endpoints share a name");
  const missing = calls
    .filter(
      ([method, path, area]) =>
        !mounted.includes(`${method} ${path?.replace(/\{\w+\}/g, "{}")}`) &&
        !later.LATER_AREAS.some(({ name }) => name === area),
    )
    .map(([method, path]) => `${method} ${path}`)
    .filter((call) => !later.LATER_CALLS.some(({ name }) => name === call));
  assert.deepEqual(missing, []);
});

/** What the check finds is exactly what the list leaves to later issues. */
function isLeft(found: rules.Verdict, list: readonly later.Later[], atLeast: number): void {
  assert.ok(found.looked >= atLeast, `looked at ${found.looked} only`);
  assert.deepEqual([...found.faults].sort(), list.map(({ name }) => name).sort());
}

test("a parameter, setting or flag without an effect is left to a later issue by name", () => {
  const endpoints = ROUTED.map(({ endpoint }) => endpoint);
  isLeft(controls.deadParameters(tree, endpoints), later.LATER_PARAMETERS, 80);
  // Another module's code reads it, this call's does not.
  const [marking, start] = ["markNotificationsRead", "startIdVerification"].map((name) =>
    endpoints.find((endpoint) => endpoint.name === name),
  );
  assert.ok(marking && start);
  const stray = controls.deadParameters(tree, [{ ...marking, body: start.body }, start]).faults;
  assert.ok(
    stray.includes("markNotificationsRead document_number") && !stray.includes("startIdVerification document_number"),
    stray.join(),
  );
  isLeft(controls.deadSettings(tree, Object.keys(SETTINGS)), [], 15);
  isLeft(controls.deadFlags(tree, FLAG_NAMES), [], 3);
  assert.deepEqual(controls.deadSettings(tree, ["no.such_setting"]).faults, ["no.such_setting"]);
  assert.deepEqual(controls.deadFlags(tree, ["isNoSuchFlag"]).faults, ["isNoSuchFlag"]);
});

test("nothing is left to an issue that is resolved", () => {
  const all = [later.LATER_AREAS, later.LATER_CALLS, later.LATER_PARAMETERS, later.LATER_RULES].flat();
  // Today nothing is left to a later issue.
  assert.ok(later.RESOLVED.size > 0);
  assert.deepEqual(
    all.filter(({ issue }) => later.RESOLVED.has(issue)),
    [],
  );
});

test("screens and emails use the words of docs/words.md", () => {
  const texts = words.screenTexts();
  assert.ok(texts.size > 1500, `only ${texts.size} texts were read`);
  assert.deepEqual(words.screenWords(texts).faults, []);
  for (const [place, text] of [
    ["web/i18n/wallet/en.json total", "Everything together"],
    ["web/i18n/wallet/es.json title", "Monedero"],
    ["web/i18n/notifications/en.json title x", "News in your trade"],
  ] as const)
    assert.equal(words.screenWords(new Map([...texts, [place, text]])).faults.length, 1, text);
});

test("comments, test names, documents and English texts are plain English", () => {
  // Split, because this file is checked as well.
  for (const [path, text] of [
    ["contract/x.ts", `// The owner is ${"to"}ld of it.`],
    ["web/sdk/x.test.ts", `test("${"who"}ever leaves does not wait");`],
    ["journeys/x.ts", `/** ${"What"} became of a code. */`],
    ["docs/x.md", `The file is ${"hand"}ed in.`],
    ["bench/x.ts", `// A message of ${"nobody"}'s.`],
  ] as const)
    holds(plainPhrases, { atLeast: 2000, plant: { [path]: text } });
});
