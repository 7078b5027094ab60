// Guards: a method is in the list of the form once, under the first heading that fits it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupedMethods } from "./grouped-methods.ts";

type Methods = Parameters<typeof groupedMethods>[0];
const methods = [
  { slug: "a", group: "cards" },
  { slug: "b", group: "banks" },
  { slug: "c", group: "cards" },
  { slug: "d", group: "banks" },
] as unknown as Methods;

test("recent methods come first, then popular ones, then each group; one that is closed now is left out", () => {
  const order = {
    recent: ["d", "gone"],
    popular: ["d", "a"],
    labels: { recent: "Recent", popular: "Popular" },
    groupName: (group: string) => group,
  };
  assert.deepEqual(
    groupedMethods(methods, order).map(({ method, heading }) => `${heading} ${method.slug}`),
    ["Recent d", "Popular a", "banks b", "cards c"],
  );
});
