// Guards: a user sets a webhook in the browser, its server at a public address returns the challenge, and a test arrives there with both
// signatures; a private address is refused beside its field, and a removed webhook sends nothing.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

/** Public, and in this network alone ours. */
const ADDRESS = "93.184.216.34";

test("a webhook is set, verified, tested and removed in the browser, with a real server at a public address", {
  timeout: 400_000,
}, async (t) => {
  const network = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo && exec "$@"`;
  const journey = ["--test-reporter=tap", "--disable-warning=ExperimentalWarning", "journeys/webhooks-inside.ts"];
  const env = { ...process.env, ADDRESS, NODE_TEST_CONTEXT: undefined };
  const ran = await promisify(execFile)("unshare", ["--net", "sh", "-c", network, "sh", process.execPath, ...journey], {
    env,
  }).catch((error: Error & { stdout?: string }) => error);
  if (!(ran instanceof Error)) return;
  const isRun = ran.stdout?.includes("TAP version") ?? false;
  assert.ok(!isRun && process.env.PARLEY_CI === undefined, `${ran.message}\n${ran.stdout ?? ""}`);
  t.diagnostic(`not run: this machine makes no network of its own: ${ran.message.split("\n")[0]}`);
});
