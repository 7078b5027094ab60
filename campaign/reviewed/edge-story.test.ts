// Guards: what the edge of the server answers to requests of every form, good and bad, with its headers.
// Surveys: ^server/platform/http/(?!live-hub)|^server/platform/(ids|market-facts)|^server/app\.ts$
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type App, makeApp } from "../../server/app.ts";
import type { Config } from "../../server/platform/config.ts";
import { drawFrom, makeIds, seededRandom } from "../../server/platform/ids.ts";
import { aUser, signIn, testApp } from "../../server/testing/index.ts";
import { pushNumber } from "../../server/testing/live-numbers.ts";
import { readPlainPage, writePlainWeb } from "../../server/testing/plain-web.ts";
import { holds } from "./holds.ts";

drawFrom(makeIds(seededRandom("edge")));
const secret = Buffer.alloc(32, 7);
const world = await testApp({ config: { secret, demo: true, smtpUrl: "smtp://localhost:1" } });
await world.standStill("2026-10-01T12:00:00Z");

const folder = mkdtempSync(join(tmpdir(), "parley-plain-web-"));
const distDir = writePlainWeb(folder);
const apps: App[] = [];
after(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function appWith(changes: Partial<Config>, hasPages = true): Promise<App> {
  const app = await makeApp({
    ...world.ports,
    config: { ...world.config, ...changes },
    ...(hasPages ? { distDir } : {}),
  });
  apps.push(app);
  return app;
}

const plain = await appWith({});
const secure = await appWith({ publicUrl: new URL("https://parley.example"), errorReporting: "/errors" });
const limited = await appWith({ rateLimits: true });
const serious = await appWith({
  demo: false,
  errorReporting: "/errors",
  errorReportingKey: "key-1",
  countryHeader: "cf-ipcountry",
});

type Who = "ada" | "bea" | "guest";
const tokens: Record<Who, string> = await world.db.tx(async (tx) => {
  const ada = await aUser(tx, { username: "ada", email: "ada@example.org" });
  const bea = await aUser(tx, { username: "bea", email: "bea@example.org", emailConfirmed: false });
  return { ada: await signIn(tx, ada), bea: await signIn(tx, bea), guest: "" };
});
const SEED = "s".repeat(43);

type Ask = {
  readonly who?: Who;
  readonly app?: App;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
  /** A cookie of the caller's beside that of the session; "" for none at all. */
  readonly cookie?: string;
};

const lines: string[] = [];
/** The headers of the first answer; others are told by what differs. */
let usual: Readonly<Record<string, unknown>> = {};
const OF_THE_MOMENT = new Set(["date", "x-request-id", "content-length", "ratelimit-reset", "etag", "last-modified"]);

function withoutChance(text: string): string {
  return text
    .replace(/"(requestId|request_id)":"[A-Za-z0-9]{14}"/g, '"$1":"…"')
    .replace(/"(nowMs|expiresAt)":\d+/g, '"$1":"…"')
    .replace(
      /"(externalId|referralCode|idHashed|serverNow|asOf|external_id|referral_code|id_hashed)":"[^"]+"/g,
      '"$1":"…"',
    )
    .replace(/(\?to=x{20})x+/g, "$1…")
    .replace(/(parley_seed|parley)=[\w-]{43}/g, (text_, name) => (text_.endsWith(SEED) ? text_ : `${name}=…`));
}

const LONGEST = 900;

/** Of a page what the platform puts around it; what stands in it has tests of its own. */
function shortened(body: string): string {
  if (!body.startsWith('{"page":')) return body;
  const { props, flags, session, ...rest } = readPlainPage(body);
  const facts = { ...rest, props: Object.keys(props), flags: Object.keys(flags).length, who: session?.username };
  const end = body.slice(body.lastIndexOf('<meta name="csrf-token"'));
  return JSON.stringify(facts) + end.replace(/(page-now" content=")\d{13}"/, '$1…"');
}

const known = new Map<string, number>();
/** A long header stands in full where it comes first. */
function headerLine(header: string, value: string): string {
  const number = known.get(value);
  if (number !== undefined) return `  ${header}: as (${number})`;
  if (value.length < 80) return `  ${header}: ${value}`;
  known.set(value, known.size + 1);
  return `  ${header}: (${known.size}) ${value}`;
}

/** Sends what a page of ours would send, but for what the test changes, and writes down what came back. */
async function ask(name: string, line: string, { who = "ada", app = plain, headers = {}, body, cookie }: Ask = {}) {
  const [method = "", url = ""] = line.split(" ");
  const token = tokens[who];
  const prefix = app === secure ? "__Host-" : "";
  const session = token ? `${prefix}parley=${token}` : `${prefix}parley_seed=${SEED}`;
  const given: Record<string, string | undefined> = {
    cookie: cookie === undefined ? session : cookie === "" ? undefined : `${session}; ${cookie}`,
    ...(method === "GET"
      ? {}
      : {
          "x-csrf-token": app.forgery.tokenOf(token || SEED),
          "x-requested-with": "XMLHttpRequest",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const answer = await app.fastify.inject({
    method: method as "GET",
    url,
    headers: sent as never,
    ...(body === undefined ? {} : { payload: body }),
  });
  const shown = Object.fromEntries(Object.entries(answer.headers).filter(([header]) => !OF_THE_MOMENT.has(header)));
  if (lines.length === 0) usual = shown;
  const differing = Object.entries(shown).filter(
    ([header, value]) => lines.length === 0 || String(usual[header]) !== String(value),
  );
  const missing = Object.keys(usual).filter((header) => !(header in shown));
  lines.push(`# ${name}`, `${line.length > 200 ? `${line.slice(0, 200)}…` : line}  →  ${answer.statusCode}`);
  for (const [header, value] of differing) lines.push(headerLine(header, withoutChance(String(value))));
  if (missing.length > 0) lines.push(`  without ${missing.join(", ")}`);
  const text = withoutChance(shortened(answer.body));
  lines.push(text.length > LONGEST ? `  ${text.slice(0, LONGEST)}… of ${text.length}` : `  ${text}`);
  return answer;
}

const TOUR = "POST /rest/v1/users/tour/completed";
const ME = "GET /rest/v1/users/current_user";
const HTML = { accept: "text/html,application/xhtml+xml" };
const tour = (name: string) => JSON.stringify({ tourName: name });
/** A body of exactly so many bytes. */
const tourOf = (bytes: number) => `{"tourName":"a"${" ".repeat(bytes - '{"tourName":"a"}'.length)}}`;

async function reads(): Promise<void> {
  await ask("who is signed in", ME);
  await ask("and in the other spelling", `${ME}?responseKeyFormat=snake_case`);
  await ask("in the usual spelling by name", `${ME}?responseKeyFormat=camelCase`);
  await ask("a spelling that is none", `${ME}?responseKeyFormat=SNAKE`);
  await ask("a spelling named twice", `${ME}?responseKeyFormat=camelCase&responseKeyFormat=camelCase`);
  await ask("a question that is not asked here", `${ME}?more=1&other=2`);
  await ask("nobody is signed in", ME, { who: "guest" });
  await ask("nobody, in the other spelling", `${ME}?responseKeyFormat=snake_case`, { who: "guest" });
  await ask("a session that is none", ME, { who: "guest", cookie: `parley=${"x".repeat(43)}` });
  await ask("no cookie at all", ME, { cookie: "" });
  await ask("another session's name", ME, { app: secure, headers: { cookie: `parley=${tokens.ada}` } });
  await ask("the session over https", ME, { app: secure });
  await ask("a slash too many for a program", "GET /rest/v1/users/current_user/");
  await ask("an address in capitals", "GET /rest/v1/USERS/current_user");
  await ask("an encoded address", "GET /rest/v1/users/current%5Fuser");
  await ask("an address that cannot be decoded", "GET /rest/v1/users/%E0%A4%A");
  await ask("nothing there", "GET /rest/v1/nowhere");
  await ask("nothing there, in the other spelling", "GET /rest/v1/nowhere?responseKeyFormat=snake_case");
  await ask("an id of a form that nobody has", "GET /rest/v1/offers/-");
  await ask("an id of 200 letters", `GET /rest/v1/offers/${"a".repeat(200)}`);
  await ask("an id of 201 letters", `GET /rest/v1/offers/${"a".repeat(201)}`);
  await ask("somebody that does not exist", "GET /rest/v1/users/nobody-here");
  await ask("somebody else", "GET /rest/v1/users/bea", { who: "guest" });
  await ask("a list and its numbers", "GET /rest/v1/countries?limit=1&offset=1", { who: "guest" });
  await ask("the list with another number", "GET /rest/v1/countries?limit=x", { who: "guest" });
  await ask("what is always the same", "GET /rest/v1/tags?payment-method=qiwi", { who: "guest" });
  await ask("what is always the same, again", "GET /rest/v1/tags?payment-method=qiwi", { who: "guest" });
  await ask("what is always the same, of another question", "GET /rest/v1/tags?group=gift-cards", { who: "guest" });
  await ask("a head where only a get is", "HEAD /rest/v1/users/current_user");
  await ask("options", "OPTIONS /rest/v1/users/current_user");
  await ask("a method that is not there", "PUT /rest/v1/users/current_user", { body: "{}" });
  await ask("only for staff", "GET /rest/v1/staff/disputes");
  await ask("a read with a body", ME, { headers: { "content-type": "application/json" }, body: "{}" });
}

async function bodies(): Promise<void> {
  await ask("a tour is done", TOUR, { body: tour("first") });
  await ask("in the other spelling", `${TOUR}?responseKeyFormat=snake_case`, { body: tour("first") });
  await ask("without a body", TOUR);
  await ask("an empty body", TOUR, { headers: { "content-type": "application/json" }, body: "" });
  await ask("no JSON", TOUR, { body: "{" });
  await ask("JSON twice", TOUR, { body: "{}{}" });
  await ask("JSON null", TOUR, { body: "null" });
  await ask("a list", TOUR, { body: "[]" });
  await ask("a number for a text", TOUR, { body: '{"tourName":1}' });
  await ask("a field too many", TOUR, { body: '{"tourName":"a","more":1,"__protototo":2}' });
  await ask("a name too long for a message", TOUR, { body: `{"tourName":"a","${"m".repeat(100)}":1}` });
  await ask("eleven fields too many", TOUR, {
    body: JSON.stringify({ tourName: "a", ...Object.fromEntries("abcdefghijk".split("").map((name) => [name, 1])) }),
  });
  await ask("a poisoned prototype", TOUR, { body: '{"tourName":"a","__proto__":{"x":1}}' });
  await ask("a poisoned constructor", TOUR, { body: '{"tourName":"a","constructor":{"prototype":{"x":1}}}' });
  await ask("broken text", TOUR, { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) });
  await ask("a byte order mark", TOUR, { body: Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from(tour("marked"))]) });
  await ask("the largest body", TOUR, { body: tourOf(256 * 1024) });
  await ask("a byte more", TOUR, { body: tourOf(256 * 1024 + 1) });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "multipart/form-data"])
    await ask(`as ${type}`, TOUR, { headers: { "content-type": type }, body: tour("first") });
  await ask("with a charset", TOUR, {
    headers: { "content-type": "application/json; charset=utf-8" },
    body: tour("b"),
  });
  await ask("a body where none is expected", "POST /rest/v1/trade/AAAAAAAAAAAA/seen", { body: '{"more":1}' });
  await ask("an empty object where none is expected", "POST /rest/v1/trade/AAAAAAAAAAAA/seen", { body: "{}" });
  await ask("null where none is expected", "POST /rest/v1/trade/AAAAAAAAAAAA/seen", { body: "null" });
  await ask("a text where none is expected", "POST /rest/v1/trade/AAAAAAAAAAAA/seen", { body: '"x"' });
  await ask("an unconfirmed email", "POST /rest/v1/offers/AAAAAAAAAAAA/trades", { who: "bea", body: "{}" });
  await ask("an unconfirmed email where none is needed", TOUR, { who: "bea", body: tour("first") });
}

async function forgeries(): Promise<void> {
  const forged = (name: string, headers: Record<string, string | undefined>, who: Who = "ada") =>
    ask(name, TOUR, { who, headers, body: tour("forged") });
  await forged("no token", { "x-csrf-token": undefined });
  await forged("an empty token", { "x-csrf-token": "" });
  await forged("a token of another length", { "x-csrf-token": "abc" });
  await forged("somebody else's token", { "x-csrf-token": plain.forgery.tokenOf(tokens.bea) });
  await forged("the token of the seed", { "x-csrf-token": plain.forgery.tokenOf(SEED) });
  await forged("not from a script", { "x-requested-with": undefined });
  await forged("from another script", { "x-requested-with": "xmlhttprequest" });
  for (const origin of ["http://localhost", "http://127.0.0.1", "https://localhost", "http://localhost:8080", "null"])
    await forged(`from ${origin}`, { origin });
  for (const site of ["same-origin", "none", "same-site", "cross-site", ""])
    await forged(`fetched ${site}`, { "sec-fetch-site": site });
  await ask("from the public address", TOUR, {
    app: secure,
    headers: { origin: "https://parley.example" },
    body: tour("a"),
  });
  await ask("from this machine where the address is another", TOUR, {
    app: secure,
    headers: { origin: "http://localhost" },
    body: tour("a"),
  });
  const LOGIN = "POST /rest/v1/auth/login";
  const body = JSON.stringify({ email: "ada@example.org", password: "wrong" });
  await ask("a guest signs in with a wrong password", LOGIN, { who: "guest", body });
  await ask("a guest without a seed", LOGIN, { who: "guest", cookie: "", body });
  await ask("a guest with another seed", LOGIN, {
    who: "guest",
    headers: { cookie: `parley_seed=${"t".repeat(43)}` },
    body,
  });
  await ask("a forged read that may be", ME, { headers: { origin: "https://evil.example" } });
}

async function keys(): Promise<void> {
  const keyed = (name: string, key: string, body: string, more: Ask = {}) =>
    ask(name, TOUR, { ...more, headers: { "idempotency-key": key, ...more.headers }, body });
  await keyed("a key", "key-00000001", tour("keyed"));
  await keyed("the same again", "key-00000001", tour("keyed"));
  await keyed("the same with another body", "key-00000001", tour("other"));
  await keyed("somebody else's of the same name", "key-00000001", tour("other"), { who: "bea" });
  await ask("the same key elsewhere", "POST /rest/v1/notifications/read", {
    headers: { "idempotency-key": "key-00000001" },
    body: tour("keyed"),
  });
  for (const key of ["1234567", "12345678", "a".repeat(64), "a".repeat(65), "a b c d e f", "schlüssel", ""])
    await keyed(`a key of ${key.length} characters`, key, tour("length"));
  await keyed("a bad body under a key", "key-00000002", '{"tourName":"NOT A NAME"}');
  await keyed("and a good one then", "key-00000002", tour("good"));
  const rename = (name: string, username: string) =>
    ask(name, "POST /rest/v1/users/set-username", {
      headers: { "idempotency-key": "key-00000003" },
      body: JSON.stringify({ username }),
    });
  await rename("a refusal by a rule under a key", "bea");
  await world.owner.query("update users set username = 'bee' where username = 'bea'");
  await rename("is kept for good", "bea");
  await world.owner.query("update users set username = 'bea' where username = 'bee'");
  const GROUPED = "POST /rest/v1/trade/AAAAAAAAAAAA/paid";
  const grouped = (name: string, key: string | undefined, line = GROUPED) =>
    ask(name, line, { headers: { "idempotency-key": key } });
  await grouped("a call of a group", undefined);
  await grouped("a call of a group under a key", "key-00000004");
  await grouped("the same again", "key-00000004");
  await grouped("about another thing", "key-00000004", "POST /rest/v1/trade/BBBBBBBBBBBB/paid");
  const { rows } = await world.owner.query<{ line: string }>(
    `select concat_ws(' ', principal, key, route, body_hash, status, left(answer, 60), created_at at time zone 'UTC') as line
     from idempotency_keys order by principal collate "C", key collate "C"`,
  );
  lines.push("# what is kept of keys", ...rows.map(({ line }) => `  ${line}`));
}

const boundary = "parleyboundary";
/** A form with parts as they are written. */
function form(...parts: readonly (readonly [disposition: string, type: string, content: string])[]): Buffer {
  const texts = parts.map(
    ([disposition, type, content]) =>
      `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${type ? `content-type: ${type}\r\n` : ""}\r\n${content}\r\n`,
  );
  return Buffer.from(`${texts.join("")}--${boundary}--\r\n`, "latin1");
}

async function uploads(): Promise<void> {
  const UPLOAD = "POST /rest/v1/uploads";
  const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const png = 'name="file"; filename="a.png"';
  const upload = (name: string, body: Buffer, headers: Record<string, string> = type) =>
    ask(name, UPLOAD, { headers, body });
  await upload("a file that is none", form([png, "image/png", "nothing"]));
  await upload("no file", form(['name="text"', "", "hello"]));
  await upload("nothing at all", form());
  await upload("two files", form([png, "image/png", "one"], [png, "image/png", "two"]));
  await upload(
    "five fields and a file",
    form(...Array.from({ length: 5 }, () => ['name="x"', "", "1"] as const), [png, "image/png", "x"]),
  );
  await upload(
    "six fields and a file",
    form(...Array.from({ length: 6 }, () => ['name="x"', "", "1"] as const), [png, "image/png", "x"]),
  );
  await upload("ten megabytes", form([png, "image/png", "x".repeat(10 * 1024 * 1024)]));
  await upload("a byte more", form([png, "image/png", "x".repeat(10 * 1024 * 1024 + 1)]));
  await upload("no form", Buffer.from("{}"), { "content-type": "application/json" });
  await upload("a form without a boundary", Buffer.from("x"), { "content-type": "multipart/form-data" });
  await upload("a form that breaks off", form([png, "image/png", "x"]).subarray(0, 60));
}

/** What is open to everybody beside pages and calls. */
async function machinery(): Promise<void> {
  await ask("is it alive", "GET /healthz", { who: "guest" });
  await ask("is it ready", "GET /readyz", { who: "guest" });
  await ask("the live channel without its handshake", "GET /live", { who: "guest" });
  await ask("the live channel from elsewhere", "GET /live", {
    who: "guest",
    headers: { origin: "https://evil.example" },
  });
  await ask("what it measures is not for everybody", "GET /metrics", { who: "guest" });
  const measured = await plain.metrics.text();
  const OURS =
    /^(?:live_sockets|events_not_told|database_connections\{state="waiting"|http_request_duration_seconds_bucket.*"\/healthz"|http_request_duration_seconds_count.*(?:login|tour|unknown))/;
  for (const line of measured.split("\n"))
    if (OURS.test(line)) lines.push(`  ${/le="(?:0|1")/.test(line) ? line.replace(/ \d+$/, " …") : line}`);
  const described = await ask("the description of all calls", "GET /openapi.json", { who: "guest" });
  lines.pop();
  lines.push(`  ${createHash("sha256").update(described.body).digest("hex").slice(0, 16)} of ${described.body.length}`);
  for (const path of ["/api-docs", "/api-docs/", "/api-docs/json"])
    await ask(path, `GET ${path}`, { who: "guest" }).then(() => lines.pop());
  await ask("a call where calls are counted", ME, { app: limited });
  await ask("a page where calls are counted", "GET /about", { app: limited, headers: HTML });
}

async function addresses(): Promise<void> {
  const { rows } = await world.owner.query<{ channel: string }>(
    "select 'user:' || external_id as channel from users where username = 'ada'",
  );
  await world.db.tx((tx) => pushNumber(tx, rows[0]?.channel ?? "", 1));
  await ask("the first page", "GET /", { who: "guest", headers: HTML });
  await ask("the first page in Spanish, dark, with a folded tour", "GET /es", {
    who: "guest",
    headers: { ...HTML, "accept-language": "es-MX" },
    cookie: "site_theme=dark; tour=folded",
  });
  await ask("a light page in Arabic for somebody", "GET /ar/about", {
    headers: HTML,
    cookie: "site_theme=light; tour=open",
  });
  await ask("a theme that is none", "GET /fees?currency=EUR&currency=USD", {
    headers: HTML,
    cookie: "site_theme=blue",
  });
  await ask("without a cookie", "GET /about", { cookie: "", headers: HTML });
  await ask("with a seed of another form", "GET /about", { headers: { ...HTML, cookie: "parley_seed=short" } });
  await ask("packed", "GET /about", { who: "guest", headers: { ...HTML, "accept-encoding": "gzip, br" } }).then(() =>
    lines.pop(),
  );
  await ask("not packed", "GET /about", { who: "guest", headers: { ...HTML, "accept-encoding": "brotli, gzip" } });
  await ask("over https", "GET /about", { app: secure, cookie: "", headers: HTML });
  await ask("no demo, reports, a country in a header", "GET /", {
    app: serious,
    who: "guest",
    headers: { ...HTML, "cf-ipcountry": "ke", "accept-language": "de-CH" },
  });
  await ask("a country in a header that is not believed", "GET /", {
    who: "guest",
    headers: { ...HTML, "cf-ipcountry": "ke", "accept-language": "de-CH" },
  });
  await ask("a currency that was chosen", "GET /", { who: "guest", headers: HTML, cookie: "fiat=NGN" });
  await ask("a currency of another form", "GET /", { who: "guest", headers: HTML, cookie: "fiat=ngn" });
  await ask("another address of the same", "GET /trading/buy-btc", { who: "guest", headers: HTML });
  await ask("another address of the same, in Arabic", "GET /ar/trading/buy-btc?fiat-min=5", {
    who: "guest",
    headers: HTML,
  });
  await ask("a market that is none", "GET /trading/buy-xyz/paypal", { who: "guest", headers: HTML });
  await ask("a market that is none, for a program", "GET /trading/buy-xyz/paypal", { who: "guest" });
  await ask("a page for who is signed in", "GET /dashboard?a=1&b=2", { who: "guest", headers: HTML });
  await ask("a page for who is signed in, for a program", "GET /dashboard", { who: "guest" });
  await ask("a page for staff", "GET /staff/disputes", { headers: HTML });
  await ask("a page that is not there", "GET /nowhere", { headers: HTML });
  await ask("a page that is not there, for a guest in Spanish", "GET /es/nowhere?a=1", { who: "guest", headers: HTML });
  await ask("the same for a program", "GET /nowhere");
  await ask("a call that is not there, in a browser", "GET /rest/v1/nowhere", { headers: HTML });
  await ask("a slash too many", "GET /ar/?a=1", { headers: HTML });
  await ask("slashes too many", "GET /about///", { headers: HTML });
  await ask("a slash too many for a program", "GET /about/");
  await ask("another host's address", "GET //evil.example/", { headers: HTML });
  await ask("a page asked for by post", "POST /about", { body: "{}" });
  await ask("a page that breaks", "GET /about?break-the-page", { headers: HTML });
  await ask("the longest value for a page", `GET /demo/inbox?to=${"x".repeat(900)}`, { who: "guest", headers: HTML });
  await ask("a value too long for a page", `GET /demo/inbox?to=${"x".repeat(901)}`, { who: "guest", headers: HTML });
  await ask("the inbox of the demo", "GET /demo/inbox?to=x", { who: "guest", headers: HTML });
  await ask("no inbox where mails are sent", "GET /demo/inbox", { app: serious, who: "guest", headers: HTML });
  await ask("no messages of it either", "GET /demo/inbox/messages", { app: serious, who: "guest" });
  await ask("no faucet without the demo", "POST /demo/faucet", { app: serious, body: "{}" });
  await ask("an error page keeps the wrong address of a program", "GET /offer/AAAAAAAAAAAA", {
    headers: { accept: "*/*" },
  });
  await ask("an offer that is not there", "GET /offer/AAAAAAAAAAAA", { headers: HTML });
}

async function files(): Promise<void> {
  for (const path of [
    "/shell/main-abcdefgh.js",
    "/shell/plain.js",
    "/vendor/react-12345678.js",
    "/apps/wallet/style-ABCDEFGH.css",
    "/apps/wallet/",
    "/apps/wallet",
    "/shell/none.js",
    "/shell/../assets.json",
    "/shell/%2e%2e/assets.json",
  ])
    await ask(path, `GET ${path}`, { who: "guest" });
  await ask("packed", "GET /shell/main-abcdefgh.js", { who: "guest", headers: { "accept-encoding": "br" } }).then(() =>
    lines.pop(),
  );
  await ask("a flag", "GET /assets/flags/xk.svg", { who: "guest" }).then(() => lines.pop());
  await ask("a mark", "GET /assets/icons/n26.svg", { who: "guest" }).then(() => lines.pop());
  await ask("a face", "GET /avatars/ada.svg", { who: "guest" });
  await ask("no face", "GET /avatars/ad.svg", { who: "guest" });
  await ask("an upload that is not there", "GET /uploads/AAAAAAAAAAAA");
  await ask("an upload for a guest", "GET /uploads/AAAAAAAAAAAA/thumbnail", { who: "guest" });
}

async function faults(): Promise<void> {
  await world.owner.query("alter table user_reputation rename to user_reputation_gone");
  await ask("a fault of ours", "GET /rest/v1/users/bea", { who: "guest" });
  await ask("a fault of ours on a page", "GET /user/bea", { who: "guest", headers: HTML });
  await world.owner.query("alter table user_reputation_gone rename to user_reputation");
  const { rows } = await world.owner.query<{ line: string }>(
    "select concat_ws(' ', last_at at time zone 'UTC', length(request_id), times, place, message) as line from error_kinds order by id",
  );
  lines.push("# what is kept of faults", ...rows.map(({ line }) => `  ${line}`));
  await world.outage(async () => {
    // Until it knows that it does not know what changed, and shows nothing that it has kept.
    await pause(500);
    await ask("no database", "GET /rest/v1/users/bea", { who: "guest" });
    await ask("no database for a page", "GET /user/bea", { who: "guest", headers: HTML });
    await ask("alive without a database", "GET /healthz", { who: "guest" });
    await ask("not ready without a database", "GET /readyz", { who: "guest" });
  });
}

async function outAndIn(): Promise<void> {
  await ask("signing out takes the cookie away", "POST /rest/v1/auth/logout");
  await ask("the session is over", ME);
  const body = JSON.stringify({
    email: "new@example.org",
    password: "amber otter sails home",
    username: "newcomer",
    first_name: "New",
    last_name: "Comer",
    birth_date: "1990-01-01",
    country_iso: "DE",
  });
  await ask("registering sets the cookie", "POST /rest/v1/auth/register", { who: "guest", body });
  await ask("and over https", "POST /rest/v1/auth/register", {
    who: "guest",
    app: secure,
    body: body.replace("new@", "newer@").replace("newcomer", "newercomer"),
  });
}

test("each request of the list is answered as it was reviewed", async () => {
  await reads();
  await bodies();
  await forgeries();
  await keys();
  await uploads();
  await machinery();
  await addresses();
  await files();
  await outAndIn();
  await faults();
  holds("edge-story", lines);
});
