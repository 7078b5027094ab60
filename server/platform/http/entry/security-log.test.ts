// Guards: the log has sign-ins, proofs and denied access without any content of requests, and cannot be flooded.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { after, test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import { makeApp } from "../../../app.ts";
import { aMarket, aPerson, aTrade, testApp } from "../../../testing/index.ts";
import { openLog } from "../../log.ts";
import { LINES_BOUND } from "./security-log.ts";

type Line = { [name: string]: unknown; level: number; msg: string };
const lines: Line[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)));
    done();
  },
});
const world = await testApp();
const market = await aMarket(world);
const app = await makeApp({ ...world.ports, log: openLog({ level: "info", stream }) });
after(() => app.close());

const PASSWORD = "a long new phrase";
type Ask = { token?: string; body?: object; headers?: Record<string, string>; method?: "GET" | "POST" };

/** Returns the status, and the lines that were written for it. */
async function ask(url: string, { token = "", body, headers = {}, method = body ? "POST" : "GET" }: Ask = {}) {
  const before = lines.length;
  const answer = await app.fastify.inject({
    method,
    url,
    remoteAddress: "203.0.113.9",
    headers: {
      cookie: token ? `parley=${token}` : "parley_seed=seed",
      "x-csrf-token": app.forgery.tokenOf(token || "seed"),
      "x-requested-with": "XMLHttpRequest",
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  const token_ = answer.cookies.find(({ name }) => name === "parley")?.value ?? token;
  return { status: answer.statusCode, token: token_, written: lines.slice(before) };
}

test("signing in, right or wrong, proving and signing out are written down: when, who, from where, by what", async () => {
  const email = "eve@example.org";
  const path = auth.login.path;
  const begun = await ask(auth.register.path, { body: { email, password: PASSWORD } });
  const wrong = await ask(path, { body: { email, password: "not the phrase" } });
  const right = await ask(path, { body: { email, password: PASSWORD } });
  const proof = { for: { kind: "send_out", id: "nothingofmine1" }, password: "not the phrase" };
  const proved = await ask(auth.prove.path, { token: right.token, body: proof });
  const left = await ask(auth.logout.path, { token: right.token, method: "POST" });
  const lines = [begun, wrong, right, proved, left].map(({ written }) => {
    assert.equal(written.length, 1);
    const { msg, level, route, status, from, session, refusal, by, time, requestId } = written[0] as Line;
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.match(String(requestId), /^[A-Za-z0-9]{14}$/);
    assert.equal(from, "203.0.113.9");
    return [msg, level, route, status, session ? "session" : "", refusal ?? "", by ?? ""].join(" ");
  });
  assert.deepEqual(lines, [
    `authentication 30 POST ${auth.register.path} 200 session  password`,
    `authentication 40 POST ${path} 422  auth.wrong_credentials password`,
    `authentication 30 POST ${path} 200 session  password`,
    `authentication 40 POST ${auth.prove.path} ${proved.status} session auth.password_wrong password`,
    `authentication 30 POST ${auth.logout.path} 200 session  `,
  ]);
  const [publicId, secret = ""] = right.token.split(".");
  assert.equal(right.written[0]?.session, publicId);
  const text = JSON.stringify(lines);
  for (const sent of [secret, PASSWORD, "not the phrase", email, "Moss"]) assert.ok(!text.includes(sent), sent);
});

test("a refusal for missing rights is logged, and a call that is only wrong is not", async () => {
  const stranger = await aPerson(world);
  const { token } = stranger.client;
  const { rows } = await world.owner.query("select external_id from users where id = $1", [stranger.id]);
  const trade = await aTrade(market);
  const refusals: [string, Ask, number, string][] = [
    ["/rest/v1/users/current_user", {}, 401, "auth.required"],
    ["/rest/v1/staff/desk", { token }, 403, "auth.forbidden"],
    [`/rest/v1/trade/${trade}`, { token }, 404, "trade.not_found"],
    [
      "/rest/v1/users/tour/completed",
      { token, body: { tourName: "home" }, headers: { "x-csrf-token": "made up" } },
      403,
      "request.forged",
    ],
  ];
  for (const [url, how, status, code] of refusals) {
    const { status: answered, written } = await ask(url, how);
    assert.equal(answered, status, url);
    const { msg, level, refusal, user } = written[0] as Line;
    assert.deepEqual([msg, level, refusal], ["access refused", 40, code]);
    assert.equal(user, how.token ? rows[0].external_id : undefined);
  }
  assert.deepEqual((await ask("/rest/v1/users/tour/completed", { token, body: { tourName: 1 } })).written, []);
  assert.deepEqual((await ask("/rest/v1/users/nobodyknows")).written, []);
  assert.deepEqual((await ask("/rest/v1/users/current_user", { token })).written, []);
});

test("what no page of ours sends is written down too", async () => {
  const { token } = (await aPerson(world)).client;
  const url = "/rest/v1/users/tour/completed";
  const twice = await app.fastify.inject({
    method: "POST",
    url,
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "content-type": "application/json",
    },
    payload: '{"tourName":"a","tourName":"b"}',
  });
  assert.equal(twice.statusCode, 400);
  assert.deepEqual([lines.at(-1)?.msg, lines.at(-1)?.refusal], ["malformed", "request.malformed"]);
  const { written } = await ask(url, { token, body: {}, headers: { "content-type": "text/plain" } });
  assert.deepEqual([written[0]?.msg, written[0]?.refusal], ["malformed", "request.media_type"]);
});

test("a page of another site that opens the live channel is written down", async () => {
  await app.fastify.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.fastify.server.address() as { port: number };
  const before = lines.length;
  const socket = connect(port, "127.0.0.1", () =>
    socket.write(
      "GET /live HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\nconnection: upgrade\r\n" +
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ),
  );
  const said = await new Promise<string>((settle) => socket.once("data", (part) => settle(String(part))));
  socket.destroy();
  assert.match(said, /^HTTP\/1\.1 403 /);
  const news = lines.slice(before).filter(({ msg }) => msg === "access refused");
  assert.deepEqual(
    news.map(({ route, refusal }) => [route, refusal]),
    [["GET /live", "auth.forbidden"]],
  );
});

test("what one caller is refused for over and over has so many lines an hour", async () => {
  const { token } = (await aPerson(world)).client;
  const before = lines.length;
  for (let time = 0; time < LINES_BOUND.perHour + 20; time++) await ask("/rest/v1/staff/desk", { token });
  assert.equal(lines.length - before, LINES_BOUND.perHour);
});

test("a name with line ends and colors of a terminal stays one line of the log", async () => {
  const before = lines.length;
  await ask("/rest/v1/users/current_user", { headers: { "x-forwarded-for": "1\n2", "user-agent": "a\u001b[31m" } });
  openLog({ level: "info", stream }).info({ name: 'a\n{"level":50}\u001b[31m\u2028b' }, "said\nso");
  assert.equal(lines.length - before, 2);
});

test("a fault is logged with its user and the id of its answer", async () => {
  const person = await aPerson(world);
  const { rows } = await world.owner.query("select external_id from users where id = $1", [person.id]);
  await world.owner.query("alter table notifications rename to notifications_gone");
  const { status, written } = await ask("/rest/v1/notifications", { token: person.client.token });
  await world.owner.query("alter table notifications_gone rename to notifications");
  assert.equal(status, 500);
  const { msg, user, requestId, route } = written[0] as Line;
  assert.deepEqual([msg, user, route], ["a request failed", rows[0].external_id, "/rest/v1/notifications"]);
  assert.match(String(requestId), /^[A-Za-z0-9]{14}$/);
});
