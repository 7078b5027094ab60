// Guards: redirects from responses or addresses stay on this site.
import assert from "node:assert/strict";
import { test } from "node:test";
import { leave } from "./leave.ts";

test("leaving leads to a page of this site, and to the first one when the address could be elsewhere", () => {
  const visited: string[] = [];
  Object.assign(globalThis, {
    location: {
      href: "https://parley.example/here",
      host: "parley.example",
      assign: (href: string) => visited.push(href),
    },
    addEventListener: () => undefined,
  });
  for (const href of [
    "/wallet?a=1",
    "/\t/evil.example",
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
  ])
    void leave(href);
  assert.deepEqual(visited, ["/wallet?a=1", "/", "/", "/", "/"]);
});
