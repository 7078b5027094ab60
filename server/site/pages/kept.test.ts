// Guards: whatever changes of what pages show, visitors without an account see it a moment later, as they would if no page
// were kept; also what commits late, and in every process.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { ANY_METHOD } from "#contract/market/offers/listing/paths.ts";
import { makeApp } from "../../app.ts";
import { openDb } from "../../platform/postgres/db.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { anOffer, aUser, giveCoins, signIn, testApp } from "../../testing/index.ts";
import { testLog } from "../../testing/database.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";
import { eachSeed } from "../../testing/seeds.ts";

const world = await testApp();
const { db, owner } = world;
const folder = mkdtempSync(join(tmpdir(), "parley-kept-"));
const distDir = writePlainWeb(folder);
const processes = [await makeApp({ ...world.ports, distDir }), await makeApp({ ...world.ports, distDir })];
after(async () => {
  for (const one of processes) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

await db.tx(playRecordedRates);
const people = await db.tx(async (tx) => {
  const made: { id: bigint; offers: string[]; session: string }[] = [];
  while (made.length < 3) {
    const id = await aUser(tx);
    await giveCoins(tx, id, "BTC", 100_000_000n);
    const offers = [
      await anOffer(tx, id),
      await anOffer(tx, id, { offer_type: "buy", payment_method: "google-play-gift-card" }),
    ];
    made.push({ id, offers, session: await signIn(tx, id) });
  }
  return made;
});
// Their ages change by time alone, and not while this runs.
await owner.query("update users set last_seen_at = last_seen_at - interval '3 days 5 hours'");
const offers = people.flatMap((person) => person.offers);
const paths = [
  "/",
  `/trading/buy-btc/${ANY_METHOD}?currencyCode=USD`,
  "/trading/sell-btc/google-play-gift-card?currencyCode=USD",
  "/trading/buy-btc/other-bank-transfer",
  ...offers.map((hash) => `/offer/${hash}`),
];

type Look = { readonly status: number; readonly shown: unknown };

async function look(place: number, url: string, headers: Record<string, string> = {}): Promise<Look> {
  const answer = await processes[place]?.fastify.inject({ url, headers: { accept: "text/html", ...headers } });
  if (answer?.statusCode !== 200) return { status: answer?.statusCode ?? 0, shown: null };
  const { page, props, banners, flags } = readPlainPage(answer.body);
  // The counters of the first page may be ten seconds old.
  if (page === "home") delete props.counts;
  return { status: 200, shown: { props, banners, flags } };
}

let counted = 0;
function next(): number {
  counted += 1;
  return counted;
}

/** An address that nobody asked for before is drawn now. */
const drawnNow = (place: number, path: string) =>
  look(place, `${path}${path.includes("?") ? "&" : "?"}asked=${next()}`);

for (const path of paths) assert.equal((await drawnNow(0, path)).status, 200, path);

/** Within two seconds: a process looks ten times a second. */
async function assertTrue(after_: string): Promise<void> {
  for (const [place] of processes.entries())
    for (const path of paths) {
      const until = performance.now() + 2000;
      for (;;) {
        const [kept, drawn] = [await look(place, path), await drawnNow(place, path)];
        try {
          assert.deepEqual(kept, drawn, `${path} of process ${place} after ${after_}`);
          break;
        } catch (error) {
          if (performance.now() > until) throw error;
          await pause(50);
        }
      }
    }
}

/** The ways in which the market changes, by all its actors. */
const CHANGES: Record<string, (some: number) => Promise<unknown>> = {
  "new terms": (some) =>
    owner.query("update offers set terms = $2 where hash = $1", [offers[some % offers.length], `terms ${next()}`]),
  "another margin": (some) =>
    owner.query("update offers set margin_bp = $2 where hash = $1", [offers[some % offers.length], some % 900]),
  "an offer that goes or comes": (some) =>
    owner.query("update offers set is_on = not is_on where hash = $1", [offers[some % offers.length]]),
  "a new offer": () => db.tx(async (tx) => anOffer(tx, await aUser(tx))),
  "another reputation": (some) =>
    owner.query(
      `insert into user_reputation (user_id, feedback_positive) values ($1, 1)
       on conflict (user_id) do update set feedback_positive = user_reputation.feedback_positive + 1`,
      [people[some % people.length]?.id],
    ),
  "another name": (some) =>
    owner.query("update users set username = $2 where id = $1", [
      people[some % people.length]?.id,
      `renamed_${next()}`,
    ]),
  "another country": (some) =>
    owner.query("update users set country_iso = case country_iso when 'DE' then 'KE' else 'DE' end where id = $1", [
      people[some % people.length]?.id,
    ]),
  "another rate": () =>
    owner.query("update rates set rate = round(rate * 1.01, 2) where fiat = 'USD' and crypto = 'BTC'"),
  "a halt that comes or goes": async () => {
    const { rowCount } = await owner.query("delete from halts where name = 'money_out'");
    if (rowCount === 0)
      await owner.query("insert into halts (name, reason, since) values ('money_out', 'x', market_now())");
  },
  "a flag that comes or goes": () =>
    owner.query("update feature_flags set percent = 100 - percent where name = $1", [
      ["isNewbieOffersEnabled", "isNewbieOffersCheckedByDefault"][next() % 2],
    ]),
};

const anyChange = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(1000));

test("after any change each process shows what the tables say", (t) =>
  eachSeed(t, { suite: "kept-pages", fresh: 1 }, async (seed) => {
    for (const [name, some] of fc.sample(anyChange, { seed, numRuns: 15 })) {
      await CHANGES[name]?.(some);
      await assertTrue(name);
    }
  }));

test("each kind of change invalidates the cached pages that show it", async () => {
  // An offer of each side.
  for (const [name, change] of Object.entries(CHANGES))
    for (const some of [4, 5]) {
      await assertTrue("all before");
      await change(some);
      await assertTrue(name);
    }
});

test("a change that commits late, after others that began later, is shown", async () => {
  const [hash] = offers;
  const late = new pg.Client({ connectionString: world.url });
  await late.connect();
  await late.query("begin");
  await late.query("update offers set terms = 'a late word' where hash = $1", [hash]);
  for (let turn = 0; turn < 3; turn++) {
    await CHANGES["another reputation"]?.(turn);
    await assertTrue("what began later");
  }
  await pause(300);
  await late.query("commit");
  await late.end();
  await assertTrue("the late commit");
});

test("a page is drawn once for many visitors, each with a token of their own, and never for a signed-in user", async () => {
  const [app] = processes;
  const path = paths[1] ?? "";
  const visit = (cookie = "") =>
    app?.fastify.inject({ url: path, headers: { accept: "text/html", ...(cookie ? { cookie } : {}) } });
  await visit();
  const madeAt = (body = "") => readPlainPage(body).nowMs;
  const [one, two] = [await visit(), await visit()];
  assert.equal(madeAt(one?.body), madeAt(two?.body));
  const tokens = [one, two].map((answer) => /csrf-token" content="([^"]+)"/.exec(answer?.body ?? "")?.[1]);
  assert.ok(tokens[0] && tokens[0] !== tokens[1]);
  const own = await visit(`parley=${people[0]?.session}`);
  assert.notEqual(readPlainPage(own?.body ?? "").session, null);
  const after_ = await visit();
  assert.equal(readPlainPage(after_?.body ?? "").session, null);
});

test("a process that only reads knows of a moved clock, and keeps nothing that it drew by the old one", async () => {
  const reading = openDb({ url: world.url, log: testLog });
  const { dbs, ...ports } = world.ports;
  const process = await makeApp({ ...ports, db: reading, dbs: { ...dbs, web: reading }, distDir });
  processes.push(process);
  const place = processes.length - 1;
  const rateOf = async () => {
    const { shown } = await look(place, `/offer/${offers[0]}`);
    return (shown as { props: { offer: { rate: { state: string } } } }).props.offer.rate.state;
  };
  assert.equal(await rateOf(), "recorded");
  await owner.query("update market_clock set shift = shift + interval '2 days'");
  const until = performance.now() + 5000;
  while ((await rateOf()) !== "stale") {
    assert.ok(performance.now() < until, "it still shows what was true two days ago");
    await pause(20);
  }
  processes.pop();
  await process.close();
  await reading.close();
});
