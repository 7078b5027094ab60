// Guards: a request goes to a public address alone, to the one that was looked at, follows nothing, and keeps the sender five seconds at most.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { type Sent, urlFault } from "./webhook-sender.ts";

const ADDRESS = "93.184.216.34";
type World = {
  sent: Record<string, Sent>;
  requests: { url: string; body: string; type: string; host: string }[];
  slowMs: number;
};

test("an address is HTTP or HTTPS at its own port, of no private network however it is written", () => {
  for (const url of ["", "x", "ftp://example.com/", "https://example.com:444/", "https://u:p@example.com/"])
    assert.equal(urlFault(url), "webhook.url", url);
  for (const host of [
    "127.1",
    "0x7f000001",
    "2130706433",
    "[::1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::a00:1]",
    "10.1.2.3",
    "192.168.0.1",
    "169.254.169.254",
    "[fd00::1]",
    "[fe80::1]",
    "localhost",
    "a.localhost",
  ])
    assert.equal(urlFault(`http://${host}/`), "webhook.private_url", host);
  for (const url of [
    "https://example.com/x?y=1",
    "http://example.com",
    `http://${ADDRESS}/`,
    "https://[2606:4700::1111]/",
  ])
    assert.equal(urlFault(url), undefined, url);
});

test("a real server at a public address is reached, and nothing that it does keeps or misleads the sender", async (t) => {
  const command = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo && exec "$@"`;
  const world = ["server/testing/send-and-receive.ts", ADDRESS];
  const node = [process.execPath, "--disable-warning=ExperimentalWarning", ...world];
  const ran = await promisify(execFile)("unshare", ["--net", "sh", "-c", command, "sh", ...node]).catch(
    (error: unknown) => error as Error,
  );
  if (ran instanceof Error) {
    assert.ok(process.env.PARLEY_CI === undefined, ran.message);
    t.diagnostic(`not run: this machine makes no network of its own: ${ran.message.split("\n")[0]}`);
    return;
  }
  const { sent, requests, slowMs } = JSON.parse(ran.stdout) as World;
  const faults = Object.fromEntries(Object.entries(sent).map(([name, { status, fault }]) => [name, [status, fault]]));
  assert.deepEqual(faults, {
    good: [200, undefined],
    wrong: [500, "status"],
    redirect: [302, "redirect"],
    large: [200, "too_long"],
    upgrade: [null, "unreachable"],
    slow: [null, "timeout"],
    rebinding: [200, undefined],
    again: [null, "private_address"],
    own: [null, "private_address"],
    mixed: [null, "private_address"],
    closed: [null, "unreachable"],
  });
  assert.equal(sent.good?.answer, "thanks");
  assert.equal(sent.good?.headers["x-parley-request-challenge"], "echo");
  assert.equal(sent.large?.answer.length, 2048);
  assert.ok(slowMs < 7000, `${slowMs} ms for twenty at once`);
  assert.deepEqual(
    requests.find(({ url }) => url === "/good"),
    { url: "/good", body: '{"a":"ü"}', type: "application/json", host: ADDRESS },
  );
  assert.ok(!requests.some(({ url }) => url === "/hidden"), "no redirect is followed");
  assert.equal(requests.filter(({ url }) => url === "/name").length, 1);
});
