// Guards: every address that a page declares is served, so that no link leads nowhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATHS, routeOf } from "#contract/platform/paths.ts";
import { pages as demoPages } from "../../demo/index.ts";
import { pages } from "./index.ts";

test("every declared address has a route", () => {
  const routes = new Set([...pages, ...demoPages].map(({ path }) => path));
  const declared = Object.entries<unknown>(PATHS).flatMap(([key, path]) =>
    typeof path === "string" ? [[key, routeOf(path)] as const] : [],
  );
  assert.ok(declared.length > 50, `only ${declared.length} addresses were looked at`);
  for (const [key, path] of declared) assert.ok(routes.has(path), `${key}: ${path}`);
});
