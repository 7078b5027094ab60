// Guards: what every answer carries is on answers of every kind, also on those that no route gives; and over https no
// cookie goes without what keeps it to this host.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeApp } from "../../app.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";
import { serveMetrics } from "./metrics-server.ts";

const world = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-headers-"));
const distDir = writePlainWeb(folder);
const plain = await makeApp({ ...world.ports, distDir });
const publicUrl = new URL("https://parley.example");
const secure = await makeApp({ ...world.ports, config: { ...world.config, publicUrl }, distDir });
const metrics = await serveMetrics(plain.metrics, { port: 0, host: "127.0.0.1" });
after(async () => {
  await metrics.stop();
  await Promise.all([plain.close(), secure.close()]);
  rmSync(folder, { recursive: true, force: true });
});
await plain.fastify.listen({ port: 0, host: "127.0.0.1" });
const { port } = plain.fastify.server.address() as { port: number };

function assertCarried(name: string, headers: Record<string, unknown>): void {
  const policy = String(headers["content-security-policy"]);
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(rule), `${name}: ${policy}`);
  assert.equal(headers["x-content-type-options"], "nosniff", name);
}

/** What comes back for these very bytes. */
function rawly(text: string): Promise<string> {
  return new Promise((settle) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (part) => (got += part));
    socket.on("error", () => settle(got));
    socket.on("close", () => settle(got));
  });
}

function headersOf(raw: string): Record<string, string> {
  const lines = raw.split("\r\n\r\n", 1)[0]?.split("\r\n").slice(1) ?? [];
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
}

test("pages, calls, files, the page of the calls and answers without a route carry the policy and nosniff", async () => {
  const paths = ["/about", "/nowhere", "/rest/v1/users/current_user", "/healthz", "/openapi.json", "/api-docs/"];
  const files = ["/avatars/ada.svg", "/assets/flags/ke.svg", "/shell/plain.js", "/uploads/nothing", "/%zz"];
  for (const url of [...paths, ...files])
    assertCarried(url, (await plain.fastify.inject({ url, headers: { accept: "text/html" } })).headers);
  const measured = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  assertCarried("/metrics", Object.fromEntries(measured.headers));
});

test("what cannot be read as a request is answered with the same headers, and in our words", async () => {
  for (const [status, text] of [
    [400, "GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n"],
    [400, "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc"],
    [400, "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc"],
    [431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(40_000)}\r\n\r\n`],
  ] as const) {
    const answer = await rawly(text);
    assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer.slice(0, 100));
    assertCarried(text.slice(0, 60), headersOf(answer));
    assert.equal(JSON.parse(answer.split("\r\n\r\n")[1] ?? "").errors.code, "request.malformed");
  }
});

test("every answer carries the same headers, each once", async () => {
  const changing = [
    "date",
    "connection",
    "keep-alive",
    "x-request-id",
    "content-length",
    "set-cookie",
    "transfer-encoding",
  ];
  for (const url of [
    "/rest/v2/payment-method-groups",
    "/rest/v1/offers?type=sell",
    "/rest/v1/users/current_user",
    "/healthz",
    "/about",
    "/api-docs/",
    "/shell/plain.js",
    "/%zz",
  ]) {
    const raw = await rawly(`GET ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    const lines = raw.split("\r\n\r\n", 1)[0]?.split("\r\n").slice(1) ?? [];
    const names = lines.map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
    assert.equal(new Set(names).size, names.length, `${url}: ${names}`);
    const sent = headersOf(raw);
    assert.match(sent["x-request-id"] ?? "", /^\w{14}$/);
    const { headers } = await plain.fastify.inject({ url });
    const fixed = (of: Record<string, unknown>) =>
      Object.entries(of)
        .map(([name, value]) => [name.toLowerCase(), value])
        .filter(([name]) => !changing.includes(String(name)))
        .sort();
    assert.deepEqual(fixed(sent), fixed(headers), url);
    assertCarried(url, sent);
    if (url.startsWith("/rest/")) assert.equal(sent["cache-control"], "no-store");
  }
});

test("TRACE reveals nothing of what a proxy added to the request", async () => {
  const answer = await rawly("TRACE /about HTTP/1.1\r\nhost: a\r\nx-added: of the proxy\r\nconnection: close\r\n\r\n");
  assert.match(answer, /^HTTP\/1\.1 404 /);
  assert.ok(!answer.includes("of the proxy"));
});

test("a picture made of letters says in which encoding they are", async () => {
  for (const url of ["/avatars/ada.svg", "/assets/flags/ke.svg", "/shell/mark.svg"]) {
    const answer = await plain.fastify.inject({ url });
    assert.equal(answer.headers["content-type"], "image/svg+xml; charset=utf-8", `${answer.statusCode} ${url}`);
  }
});

test("over https each cookie of ours is held to this host by its name, and without that it is not believed", async () => {
  const person = await aPerson(world);
  const page = await secure.fastify.inject({ url: "/about", headers: { accept: "text/html" } });
  const seed = page.cookies.find(({ name }) => name === "__Host-parley_seed")?.value ?? "";
  const { rows } = await world.owner.query("select username from users where id = $1", [person.id]);
  const form = { password: "a long new phrase" };
  const answer = await secure.fastify.inject({
    method: "POST",
    url: "/rest/v1/auth/register",
    headers: {
      cookie: `__Host-parley_seed=${seed}`,
      "x-csrf-token": secure.forgery.tokenOf(seed),
      "x-requested-with": "XMLHttpRequest",
      "content-type": "application/json",
    },
    payload: JSON.stringify({ ...form, email: `of-${rows[0].username}@example.org` }),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const cookies = [...page.cookies, ...answer.cookies];
  assert.deepEqual(cookies.map(({ name }) => name).sort(), [
    "__Host-parley",
    "__Host-parley_device",
    "__Host-parley_seed",
  ]);
  for (const { name, ...flags } of cookies) {
    const { secure: isSecure, httpOnly, sameSite, path, domain } = flags as Record<string, unknown>;
    assert.deepEqual([isSecure, httpOnly, sameSite, path, domain], [true, true, "Lax", "/", undefined], name);
  }
  const token = cookies.find(({ name }) => name === "__Host-parley")?.value;
  const asked = (cookie: string) => secure.fastify.inject({ url: "/rest/v1/users/current_user", headers: { cookie } });
  assert.equal((await asked(`__Host-parley=${token}`)).statusCode, 200);
  assert.equal((await asked(`parley=${token}`)).statusCode, 401);
  const themed = (cookie: string) => secure.fastify.inject({ url: "/about", headers: { accept: "text/html", cookie } });
  assert.equal(readPlainPage((await themed("__Host-site_theme=dark")).body).theme, "dark");
  assert.equal(readPlainPage((await themed("site_theme=dark")).body).theme, "system");
});
