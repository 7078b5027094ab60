// Guards: volumes are shown as bands that change where they say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bandOf } from "./index.ts";

test("a volume is shown as the band that it is in", () => {
  const coin = 10n ** 8n;
  const cases: [bigint, string][] = [
    [0n, "< 1"],
    [coin - 1n, "< 1"],
    [coin, "< 5"],
    [5n * coin - 1n, "< 5"],
    [5n * coin, "< 10"],
    [10n * coin, "< 25"],
    [25n * coin, "< 50"],
    [50n * coin, "< 100"],
    [100n * coin, "< 500"],
    [500n * coin, "< 1000"],
    [1000n * coin - 1n, "< 1000"],
    [1000n * coin, "1000+"],
  ];
  for (const [units, band] of cases) assert.equal(bandOf(units), band);
  assert.equal(bandOf(4_999_999n, 6), "< 5");
  assert.equal(bandOf(5_000_000n, 6), "< 10");
});
