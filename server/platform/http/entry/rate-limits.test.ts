// Guards: each class of calls has its own number a minute, counted for each caller, and the minute has sixty seconds.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import { aPerson, giveLevel, TEST_PASSWORD, testApp } from "../../../testing/index.ts";
import { ClassCounts } from "./rate-limits.ts";

const app = await testApp({ config: { rateLimits: true } });
const person = await aPerson(app);
const { fastify, forgery } = app.app;

function ask(method: "GET" | "POST", url: string, { token = person.client.token, ip = "127.0.0.1" } = {}) {
  const seed = token || "seed";
  return fastify.inject({
    method,
    url,
    remoteAddress: ip,
    headers: {
      cookie: token ? `parley=${token}` : `parley_seed=${seed}`,
      "x-csrf-token": forgery.tokenOf(seed),
      "x-requested-with": "XMLHttpRequest",
    },
  });
}

const CLASSES = [
  ["GET", "/rest/v1/users/current_user", 600],
  ["POST", "/rest/v1/users/tour/completed", 120],
  ["POST", "/rest/v1/trade/AAAAAAAAAAAA/paid", 60],
  ["POST", "/rest/v1/auth/prove", 20],
  ["POST", "/rest/v1/uploads", 30],
] as const;

for (const [method, url, most] of CLASSES)
  test(`${method} ${url} may be called ${most} times a minute`, async () => {
    const { headers } = await ask(method, url);
    assert.equal(headers["ratelimit-limit"], String(most));
    assert.equal(headers["ratelimit-remaining"], String(most - 1));
    assert.equal(headers["ratelimit-reset"], "60");
  });

test("a minute after the first call all is as before, and not a moment earlier", async () => {
  const token = (await aPerson(app)).client.token;
  const prove = () => ask("POST", "/rest/v1/auth/prove", { token });
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  try {
    for (let number = 0; number < 20; number++) assert.equal((await prove()).statusCode, 422);
    mock.timers.tick(58_500);
    const refused = await prove();
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers["retry-after"], "2");
    mock.timers.tick(1499);
    const last = await prove();
    assert.equal(last.statusCode, 429);
    assert.equal(last.headers["retry-after"], "1");
    mock.timers.tick(1);
    assert.equal((await prove()).statusCode, 422);
  } finally {
    mock.timers.reset();
  }
});

test("calls of one class are counted together, whatever they ask for", async () => {
  const token = (await aPerson(app)).client.token;
  const { headers: first } = await ask("GET", "/rest/v1/users/current_user", { token });
  const { headers: second } = await ask("GET", "/rest/v1/trades", { token });
  const { headers: third } = await ask("POST", "/rest/v1/users/tour/completed", { token });
  const left = [first, second, third].map((headers) => headers["ratelimit-remaining"]);
  assert.deepEqual(left, ["599", "598", "119"]);
});

test("more callers than there is room for push the earliest out", () => {
  const counts = new ClassCounts();
  const countOf = (key: string) => {
    let current = 0;
    counts.incr(key, (_error, count) => (current = count.current), 60_000);
    return current;
  };
  for (let number = 0; number < 100_000; number++) countOf(`ip:${number}`);
  assert.equal(countOf("ip:0"), 2, "all of them have room");
  countOf("ip:one more");
  assert.equal(countOf("ip:1"), 2);
  assert.equal(countOf("ip:0"), 1, "the earliest was not pushed out");
});

test("guests are distinguished by their address", async () => {
  const prove = (ip: string) => ask("POST", "/rest/v1/auth/login", { token: "", ip });
  for (let number = 0; number < 20; number++) assert.equal((await prove("10.0.0.1")).statusCode, 422);
  assert.equal((await prove("10.0.0.1")).statusCode, 429);
  assert.equal((await prove("10.0.0.2")).statusCode, 422);
});

test("a browser that an account knows signs in to it from a network whose bound is used up, and to no other account", async () => {
  const ip = "10.0.7.1";
  const email = "known.browser@example.org";
  const browser = app.client("", ip);
  assert.equal((await browser.call(auth.register, { body: { email, password: TEST_PASSWORD } })).status, 200);
  await browser.call(auth.logout);
  const stranger = app.client("", ip);
  const signIn = async (client: typeof browser, body: { email: string; password: string }) =>
    (await client.call(auth.login, { body })).code;
  for (let number = 0; number < 20; number++) await ask("POST", "/rest/v1/auth/login", { token: "", ip });
  assert.equal(await signIn(stranger, { email, password: TEST_PASSWORD }), "request.too_many");
  assert.equal(await signIn(browser, { email: "x@example.org", password: TEST_PASSWORD }), "request.too_many");
  assert.equal(await signIn(browser, { email, password: TEST_PASSWORD }), "");
});

test("many accounts of one network make no more calls than ten of them, and nobody whose identity was checked waits for that", async () => {
  const ip = "10.0.8.1";
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(app)));
  const prove = (token: string, from = ip) => ask("POST", "/rest/v1/auth/prove", { token, ip: from });
  let passed = 0;
  // Calls beyond a user's limit do not use the limits of others.
  for (let number = 0; number < 60; number++)
    if ((await prove(people[0]?.client.token ?? "")).statusCode !== 429) passed++;
  assert.equal(passed, 20);
  for (const { client } of people.slice(1))
    for (let number = 0; number < 20; number++) if ((await prove(client.token)).statusCode !== 429) passed++;
  assert.equal(passed, 200);
  const late = await aPerson(app);
  assert.equal((await prove(late.client.token)).statusCode, 429);
  assert.equal((await prove(late.client.token, "10.0.9.1")).statusCode, 422, "another network");
  const checked = await aPerson(app);
  await giveLevel(app, checked.id, 2);
  assert.equal((await prove(checked.client.token)).statusCode, 422);
});
