// Guards: no address, query or form of a visitor makes a redirect or a link of ours lead to another site.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { login } from "#contract/people/sign-in/auth.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import { makeApp } from "../../app.ts";
import { aPerson, aUser, testApp, TEST_PASSWORD } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const world = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-own-paths-"));
const app = await makeApp({ ...world.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const person = await aPerson(world);

const SITE = "http://localhost";
/** As a browser sends them in a query: the query is decoded once before it is read. */
const NEXTS = [
  "//evil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/%0A/evil.example",
  "/%0D/evil.example",
  "%09//evil.example",
  "/es//evil.example",
  "/ar/%09/evil.example",
  "/es/%5Cevil.example",
  "/%252Fevil.example",
  "https://evil.example/",
  "https%3A%2F%2Fevil.example",
  "javascript:alert(1)",
  "/.//evil.example",
];

const visit = (url: string, cookie = "") =>
  app.fastify.inject({ method: "GET", url, headers: { accept: "text/html", ...(cookie ? { cookie } : {}) } });

/** What a browser makes of an address, also after a change of language. */
function assertOurs(href: string, about: string): void {
  const hrefs = [href, ...LOCALES.map((locale) => localized(locale, splitLocale(href).rest))];
  for (const one of hrefs) assert.equal(new URL(one, `${SITE}/login`).origin, SITE, `${about}: ${one}`);
}

test("a signed-in user is redirected to a page of this site by any `next`", async () => {
  for (const next of NEXTS)
    for (const path of ["/login", "/es/login", "/ar/register"]) {
      const answer = await visit(`${path}?next=${next}`, `parley=${person.client.token}`);
      assert.equal(answer.statusCode, 303);
      assertOurs(String(answer.headers.location), next);
    }
  const good = await visit("/login?next=%2Fwallet%3Fa%3D1", `parley=${person.client.token}`);
  assert.equal(good.headers.location, "/wallet?a=1");
});

test("the pages of joining carry no next that leads away", async () => {
  for (const next of NEXTS)
    for (const path of ["/login", "/register"]) {
      const { props } = readPlainPage((await visit(`${path}?next=${next}`)).body);
      assert.equal(props.next, null, next);
    }
});

test("signing in answers with a path of this site whatever it was sent", async () => {
  const email = "ada@example.org";
  const credential = await world.ports.verifier.prepareCredential(TEST_PASSWORD);
  await world.db.tx((tx) => aUser(tx, { email, credential }));
  for (const next of NEXTS.map((one) => decodeURIComponent(one))) {
    const { data } = await world.client().call(login, { body: { email, password: TEST_PASSWORD, next } });
    assert.equal(data.redirectTo, "/dashboard", JSON.stringify(next));
  }
});

const ADDRESSES = [
  "//evil.example",
  "//evil.example/",
  "/ar//evil.example",
  "/ar//evil.example/",
  "/es/%09/evil.example/",
  "/%09/evil.example/",
  "/%5Cevil.example/",
  "/\\evil.example/",
  "/%2Fevil.example/",
  "/%2F%2Fevil.example",
  "/.//evil.example/",
  "http://evil.example/wallet/",
  "http://evil.example/about",
  "http://evil.example/wallet",
];

test("an address that looks like a host is redirected nowhere else, and its page links to this site", async () => {
  // inject() would normalize such an address first: this goes over a socket, unchanged.
  await app.fastify.listen({ port: 0, host: "127.0.0.1" });
  for (const address of ADDRESSES) {
    const { location, body } = await rawly(address);
    if (location !== undefined) assertOurs(location, address);
    else if (body.startsWith('{"page"')) assertOurs(readPlainPage(body).url, address);
  }
});

async function rawly(path: string): Promise<{ location: string | undefined; body: string }> {
  const { request } = await import("node:http");
  const { port } = app.fastify.server.address() as { port: number };
  return new Promise((settle, fail) => {
    const asked = request({ port, path, headers: { accept: "text/html" }, agent: false }, (answer) => {
      let body = "";
      answer.on("data", (part) => (body += part));
      answer.on("end", () => settle({ location: answer.headers.location, body }));
    });
    asked.on("error", fail);
    asked.end();
  });
}

test("an address that cannot be decoded is a missing page for a browser, and an envelope for a program", async () => {
  for (const url of ["/offer/%E0%A4%A", "/es/offer/%E0%A4%A", "/%"]) {
    const page = await visit(url);
    assert.equal(page.statusCode, 404, url);
    assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
    assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
    assert.equal(readPlainPage(page.body).page, "error-404");
  }
  const call = await app.fastify.inject({ method: "GET", url: "/rest/v1/offers/%E0%A4%A" });
  assert.equal(call.statusCode, 400);
  assert.equal(call.json().errors.code, "request.malformed");
});
