// Guards: what the edge of the server refuses before any module is asked, and how often one caller may call.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as accounts from "#contract/people/accounts.ts";
import { reAuthPush } from "#contract/platform/live-tokens.ts";
import { getUser } from "#contract/people/accounts.ts";
import { listDisputes } from "#contract/market/disputes/disputes.ts";
import { uploadFile } from "#contract/market/trades/chat.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { CALLS_PER_MINUTE } from "./entry/rate-limits.ts";

const app = await testApp();
const person = await aPerson(app);

function post(payload: string | Buffer, headers: Record<string, string> = {}, { fastify, forgery } = app.app) {
  const { token } = person.client;
  return fastify.inject({
    method: "POST",
    url: "/rest/v1/users/tour/completed",
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "content-type": "application/json",
      ...headers,
    },
    payload,
  });
}

test("each fault of a request has its own code", async () => {
  const codeOf = async (answer: ReturnType<typeof post>) => (await answer).json().errors.code;
  assert.equal(await codeOf(post('{"tourName":')), "request.malformed");
  assert.equal(await codeOf(post('{"tourName":1}')), "ERROR_INPUT_VALIDATION");
  assert.equal(await codeOf(post(`{"tourName":"${"x".repeat(300_000)}"}`)), "request.too_large");
  assert.equal(await codeOf(post("tour", { "content-type": "text/plain" })), "request.media_type");
  assert.equal(await codeOf(post('{"tourName":"home"}', { "x-csrf-token": "" })), "request.forged");
  const { fastify } = app.app;
  const headers = { cookie: `parley=${person.client.token}`, "content-type": "application/json" };
  const bare = await fastify.inject({ method: "POST", url: "/rest/v1/users/tour/completed", headers, payload: "{}" });
  assert.deepEqual([bare.statusCode, bare.json().errors.code], [403, "request.token_missing"]);
  assert.match(bare.json().message, /X-CSRF-Token.*meta element csrf-token/);
  assert.equal(await codeOf(post('{"tourName":"home"}', { "idempotency-key": "x" })), "idempotency.key_malformed");
  const nowhere = await app.app.fastify.inject({ method: "GET", url: "/rest/v1/nowhere" });
  assert.equal(nowhere.json().errors.code, "request.not_found");
  assert.equal((await person.client.call(uploadFile)).code, "request.media_type");
});

test("a guest, a user outside the staff, and a user who asks for another user's channel are refused with that reason", async () => {
  assert.equal((await app.client().call(accounts.getCurrentUser)).code, "auth.required");
  assert.equal((await person.client.call(listDisputes)).code, "auth.forbidden");
  const channels = ["user:00000000-0000-4000-8000-000000000000"];
  assert.equal((await person.client.call(reAuthPush, { body: { channels } })).code, "auth.forbidden");
});

test("a key that is used for another body is refused", async () => {
  const key = "one-key-two-bodies";
  assert.equal((await person.client.call(accounts.completeTour, { body: { tourName: "home" }, key })).status, 200);
  const other = await person.client.call(accounts.completeTour, { body: { tourName: "first-trade" }, key });
  assert.equal(other.code, "idempotency.other_body");
});

test("a fault of ours is a 500 that says nothing of its cause, and is kept as a report", async () => {
  await app.owner.query("alter table user_reputation rename to user_reputation_gone");
  const { username } = (await app.owner.query("select username from users where id = $1", [person.id])).rows[0];
  const answer = await app.client().call(getUser, { params: { username } });
  await app.owner.query("alter table user_reputation_gone rename to user_reputation");
  assert.equal(answer.code, "request.internal");
  assert.ok(!JSON.stringify(answer.body).includes("user_reputation"));
  const { rows } = await app.owner.query("select message from error_kinds");
  assert.match(rows.at(-1).message, /^42P01: .*user_reputation/);
});

test("calls above the number of their class are refused until the minute is over, one caller apart from another", async () => {
  const limited = await testApp({ config: { rateLimits: true } });
  const [busy, calm] = [await aPerson(limited), await aPerson(limited)];
  const codes = new Set<string>();
  for (let number = 0; number < CALLS_PER_MINUTE.write; number++)
    codes.add((await busy.client.call(accounts.completeTour, { body: { tourName: "home" } })).code);
  assert.deepEqual([...codes], [""]);
  const refused = await busy.client.call(accounts.completeTour, { body: { tourName: "home" } });
  assert.equal(refused.code, "request.too_many");
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.equal((await calm.client.call(accounts.completeTour, { body: { tourName: "home" } })).status, 200);
  assert.equal((await busy.client.call(accounts.getCurrentUser)).status, 200, "another class counts apart");
});
