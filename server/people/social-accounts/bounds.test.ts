// Guards: attempts to sign in by an account elsewhere, and what comes back from there, are bounded by network as other tries are, with the
// same answer; a sign-in is not counted, and what is brought back twice is.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as social from "#contract/people/sign-in/social.ts";
import { ids } from "../../platform/ids.ts";
import { startOpenId } from "../../testing/outside/open-id-service.ts";
import { type TestClient, testApp } from "../../testing/index.ts";

const there = await startOpenId();
const app = await testApp({ config: { social: [there.settings] } });
await app.runJob("name-social-providers");
const params = { provider: there.settings.id };
const MOST = 100;

const begin = (client: TestClient) => client.call(social.beginSocialSignIn, { params, body: {} });

async function finish(client: TestClient, answer: string) {
  const call = client.call(social.finishSocial, { params, body: { answer } });
  let isDone = false;
  const ended = call.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await app.runJob("ask-social-providers");
    await new Promise((done) => setTimeout(done, 20));
  }
  return ended;
}

/** As if so many had come from there already. */
async function tried(subject: string, times: number): Promise<void> {
  await app.owner.query(
    "insert into failed_attempts (subject, at) select $1, market_now() from generate_series(1, $2)",
    [subject, times],
  );
}
const countOf = async (subject: string): Promise<number> =>
  (await app.owner.query("select count(*)::int as n from failed_attempts where subject = $1", [subject])).rows[0].n;

test("attempts by an account elsewhere are bounded by network, with the answer of other tries", async () => {
  const ip = "198.51.100.7";
  await tried(`social-from:${ip}`, MOST - 1);
  const first = await begin(app.client("", ip));
  assert.deepEqual([first.status, first.code], [200, ""]);
  const refused = await begin(app.client("", ip));
  assert.deepEqual([refused.status, refused.code], [429, "auth.throttled"]);
  assert.ok(Number(refused.headers["retry-after"]) > 3000);
  assert.equal((await begin(app.client("", "198.51.100.8"))).status, 200, "another network");
  await app.moveClock(61 * 60_000);
  await app.runJob("name-social-providers");
  assert.equal((await begin(app.client("", ip))).status, 200, "an hour later");
});

test("what comes back is bounded by network, also where it is nothing or the same again; a sign-in is not counted", async () => {
  const ip = "198.51.100.9";
  const client = app.client("", ip);
  const { data } = await begin(client);
  const person = {
    sub: ids.hash(),
    email: "grace@example.org",
    email_verified: true,
    given_name: "G",
    family_name: "H",
  };
  there.add(person);
  const { search } = await there.walk(data.location, person);
  assert.equal((await finish(client, search)).data.outcome, "register");
  assert.equal(await countOf(`social-answer-from:${ip}`), 0, "it was a sign-in");
  await finish(client, search);
  assert.equal(await countOf(`social-answer-from:${ip}`), 1, "the same again");
  assert.equal((await finish(client, "?code=x&state=y")).code, "social.gone");
  assert.equal(await countOf(`social-answer-from:${ip}`), 2);
  await tried(`social-answer-from:${ip}`, MOST - 2);
  const refused = await finish(client, "?code=x&state=y");
  assert.deepEqual([refused.status, refused.code], [429, "auth.throttled"]);
});
