// Guards: the demo market of one seed, at one instant, is the same every time, and every view of it says the same.
// Surveys: ^server/demo/(offers|history|traders|people|bios|names|places|draw|record-past-trades|seed|feedback-words|offer-words)|^server/market/(listing|feedback|my-offers)/|^server/people/(reputation|contacts)/|^server/outward/profiles/
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { DEMO_PEOPLE } from "#contract/demo.ts";
import { seedMarket } from "../../server/demo/index.ts";
import { drawFrom, makeIds, seededRandom } from "../../server/platform/ids.ts";
import { signIn, testApp } from "../../server/testing/index.ts";
import { holds } from "./holds.ts";

const INSTANT = "2026-10-01T12:00:00Z";
drawFrom(makeIds(seededRandom("demo-views")));
const app = await testApp({ config: { demo: true } });
await app.standStill(INSTANT);
await seedMarket({ ...app.ownerPorts, say: () => undefined });

async function idOf(username: string): Promise<bigint> {
  const { rows } = await app.owner.query<{ id: string }>("select id from users where username = $1", [username]);
  assert.ok(rows[0], username);
  return BigInt(rows[0].id);
}

/** Whose trades and offers are looked at: the robot with the most trades, and the people that can be played. */
const { rows: busiest } = await app.owner.query<{ username: string }>(
  `select username from users join user_reputation on user_id = users.id
   where is_demo order by trades_total desc, username limit 1`,
);
const robot = busiest[0]?.username ?? "";
const viewers = new Map<string, string>([["guest", ""]]);
for (const username of [robot, ...DEMO_PEOPLE.map((person) => person.username)]) {
  const id = await idOf(username);
  viewers.set(username, await app.db.tx((tx) => signIn(tx, id)));
}

/** Drawn anew by every run, or the instant of the answer itself. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "a-uuid")
    .replace(/"(referralCode|idHashed|serverNow)":"[^"]+"/g, '"$1":"…"');
}

async function viewsOf(paths: readonly string[], who: string): Promise<string[]> {
  const lines: string[] = [];
  for (const path of paths) {
    const token = viewers.get(who) ?? "";
    // What only reads takes the clock of the last reading and the time since: read it again, however long it took until here.
    await app.standStill(INSTANT);
    const { statusCode, body } = await app.app.fastify.inject({
      method: "GET",
      url: path,
      headers: { cookie: token ? `parley=${token}` : "parley_seed=none", "x-requested-with": "XMLHttpRequest" },
    });
    lines.push(`${who} ${path} ${statusCode}`, `  ${withoutChance(body)}`);
  }
  return lines;
}

const TABLES = [
  "users",
  "user_roles",
  "demo_robots",
  "offers",
  "offer_counts",
  "trades",
  "trade_transitions",
  "chat_members",
  "chat_messages",
  "feedback",
  "user_reputation",
  "user_volumes",
  "reputation_trades",
  "proofs",
  "sessions",
  "journals",
  "postings",
  "ledger_accounts",
];
/** What is sealed or hashed with a secret of the run, or drawn by it. */
const FREE = [
  "email_sealed",
  "email_index",
  "first_name_sealed",
  "last_name_sealed",
  "birth_date_sealed",
  "credential",
  // The number of a transaction of this cluster.
  "xid",
];

test("the seeded rows are those that were reviewed", async () => {
  const lines: string[] = [];
  for (const table of TABLES) {
    const { rows } = await app.owner.query<{ line: string }>(
      `select (to_jsonb(one) - $1::text[])::text as line from ${table} one order by (to_jsonb(one) - $1::text[])::text collate "C"`,
      [FREE],
    );
    const digest = createHash("sha256")
      .update(rows.map(({ line }) => line).join("\n"))
      .digest("hex");
    lines.push(`${table} ${rows.length} rows ${digest.slice(0, 16)}`);
  }
  holds("demo-rows", lines);
});

const LISTINGS = [
  "type=buy&crypto_currency_id=8&limit=2",
  "type=sell&crypto_currency_id=8&limit=2",
  "type=buy&crypto_currency_id=6&currency=EUR&limit=2&sort=crypto_usd_price_asc",
  "type=sell&crypto_currency_id=9&currency=USD&limit=2&sort=release_time_desc&page=2",
  "type=buy&crypto_currency_id=8&group=gift-cards&limit=2&withFavorites=1",
  "type=buy&crypto_currency_id=8&payment-method=paypal&online_users=1&limit=2",
  "type=buy&crypto_currency_id=8&currency=USD&fiat-min=100&verified_users=1&limit=2",
  "type=buy&crypto_currency_id=8&fiat-min=100&convertFromUSD=1&newbieOffers=1&limit=2",
  "type=buy&crypto_currency_id=8&users_country_iso=NG&acceptable_only=1&limit=2",
];

test("every view for everybody says what was reviewed", async () => {
  const { rows: hashes } = await app.owner.query<{ hash: string }>(
    "(select hash from offers where active order by hash limit 3) union all (select hash from offers where not active order by hash limit 1)",
  );
  const paths = [
    ...LISTINGS.map((query) => `/rest/v1/offers?${query}`),
    "/rest/v1/offers/facets?type=buy&crypto_currency_id=8",
    ...hashes.map(({ hash }) => `/rest/v1/offers/${hash}`),
    `/rest/v1/users/${robot}`,
    `/rest/v1/users/${robot}/offers`,
    `/rest/v1/users/${robot}/feedback`,
    "/rest/v1/users/alice",
    "/rest/v2/payment-methods/popular",
    "/rest/v2/payment-methods/paypal",
    "/rest/v2/crypto-fiat-rates",
    "/rest/v1/calculator",
    "/rest/v1/offers/price-preview?type=sell&crypto_currency_code=BTC&currency=USD&margin=2",
  ];
  holds("demo-views", await viewsOf(paths, "guest"));
});

test("every view of one's own says what was reviewed", async () => {
  const { rows: own } = await app.owner.query<{ hash: string; receipt: string; offer: string }>(
    `select trades.hash, receipt_uuid as receipt, offer_hash as offer
     from trades join users on users.id = buyer_id
     where username = $1 order by trades.hash limit 2`,
    [robot],
  );
  const ofTrades = own.flatMap(({ hash, receipt }) => [
    `/rest/v2/trade/${hash}`,
    `/rest/v1/trade/${hash}`,
    `/rest/v2/trade/${hash}/offer`,
    `/rest/v1/trade/${hash}/messages`,
    `/rest/v1/feedback/${hash}`,
    `/rest/v1/receipts/${receipt}`,
  ]);
  const paths = [
    "/rest/v1/users/current_user",
    "/rest/v1/my-offers/list",
    "/rest/v1/trades",
    "/rest/v1/trade/active",
    "/rest/v1/users/me/contacts/recent-trades",
    "/rest/v1/favorites/offers",
    "/rest/v2/wallet/balances",
    "/rest/v2/wallet/transactions",
    "/rest/v1/notifications",
    "/rest/v1/offers?type=buy&crypto_currency_id=8&limit=2",
  ];
  holds("demo-own-views", [
    ...(await viewsOf([...paths, ...ofTrades], robot)),
    ...(await viewsOf(paths, "alice")),
    ...(await viewsOf(["/rest/v1/users/current_user", "/rest/v1/staff/disputes"], "mara")),
  ]);
});
