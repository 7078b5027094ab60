// Guards: who a caller is behind a proxy: only proxies that were named are believed, and of what they pass on only their own word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { login } from "#contract/people/sign-in/auth.ts";
import { ids } from "../ids.ts";
import { aUser, TEST_PASSWORD, testApp } from "../../testing/index.ts";

const PROXY = "10.1.2.3";
const direct = await testApp({ config: { rateLimits: true } });
const behind = await testApp({ config: { rateLimits: true, trustedProxies: [PROXY, "10.9.0.0/16", "fd00::/8"] } });

type Asked = { readonly from: string; readonly forwarded?: string | undefined; readonly proto?: string };

/** What is left of a guest's calls of the class auth after this one. */
async function left({ app: { fastify, forgery } }: typeof direct, { from, forwarded, proto }: Asked): Promise<number> {
  const { headers } = await fastify.inject({
    method: "POST",
    url: "/rest/v1/auth/login",
    remoteAddress: from,
    headers: {
      cookie: "parley_seed=seed",
      "x-csrf-token": forgery.tokenOf("seed"),
      "x-requested-with": "XMLHttpRequest",
      ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }),
      ...(proto === undefined ? {} : { "x-forwarded-proto": proto }),
    },
  });
  return Number(headers["ratelimit-remaining"]);
}

test("without a trusted proxy a forged header changes nothing", async () => {
  const from = "203.0.113.1";
  const forged = [undefined, "198.51.100.1", "198.51.100.2, 198.51.100.3", "127.0.0.1", "nonsense"];
  for (const [place, forwarded] of forged.entries())
    assert.equal(await left(direct, { from, forwarded, proto: "https" }), 19 - place, String(forwarded));
});

test("headers of any other than the trusted proxy are ignored", async () => {
  for (const [place, forwarded] of ["198.51.100.1", "198.51.100.2", PROXY].entries())
    assert.equal(await left(behind, { from: "203.0.113.2", forwarded }), 19 - place);
});

test("two people behind a trusted proxy have places of their own", async () => {
  for (const time of [1, 2, 3]) {
    assert.equal(await left(behind, { from: PROXY, forwarded: "203.0.113.10" }), 20 - time);
    assert.equal(await left(behind, { from: PROXY, forwarded: "203.0.113.11" }), 20 - time);
  }
});

test("what a caller put into the chain before the proxy's word is passed over, also over two proxies", async () => {
  const chains = ["1.1.1.1, 203.0.113.20", "2.2.2.2, 10.1.2.3, 203.0.113.20", "nonsense,203.0.113.20, 10.9.8.7"];
  for (const [place, forwarded] of chains.entries())
    assert.equal(await left(behind, { from: PROXY, forwarded }), 19 - place, forwarded);
});

test("an IPv6 address counts with its neighbours, and what is no address is the proxy's own call", async () => {
  assert.equal(await left(behind, { from: "fd00::1", forwarded: "2001:db8:1:2::1" }), 19);
  assert.equal(await left(behind, { from: "fd00::1", forwarded: "2001:db8:1:2:ffff::9" }), 18);
  assert.equal(await left(behind, { from: "10.9.0.1", forwarded: "a" }), 19);
  assert.equal(await left(behind, { from: "10.9.0.1", forwarded: "b" }), 18);
});

test("a session keeps the address that the proxy forwards, and a guess is counted where it comes from", async () => {
  const email = "behind@example.org";
  const credential = await behind.ports.verifier.prepareCredential(TEST_PASSWORD);
  const id = await behind.db.tx((tx) => aUser(tx, { email, credential }));
  // The password is all that they have.
  await behind.owner.query("delete from passkeys where user_id = $1", [id]);
  const signIn = (forwarded: string, password: string) =>
    behind.app.fastify.inject({
      method: "POST",
      url: login.path,
      remoteAddress: PROXY,
      headers: {
        cookie: "parley_seed=seed",
        "x-csrf-token": behind.app.forgery.tokenOf("seed"),
        "x-requested-with": "XMLHttpRequest",
        "idempotency-key": ids.hash(),
        "x-forwarded-for": forwarded,
        "content-type": "application/json",
      },
      payload: JSON.stringify({ email, password }),
    });
  for (let guess = 0; guess < 10; guess++)
    assert.equal(
      (await signIn(`9.9.9.${guess}, 203.0.113.30`, `guess ${guess}`)).json().errors.code,
      "auth.wrong_credentials",
    );
  assert.equal((await signIn("9.9.9.9, 203.0.113.30", TEST_PASSWORD)).json().errors.code, "auth.throttled");
  assert.equal((await signIn("203.0.113.30, 203.0.113.31", TEST_PASSWORD)).statusCode, 200);
  const { rows } = await behind.owner.query("select ip from sessions order by id desc limit 1");
  assert.equal(rows[0].ip, "203.0.113.31");
});
