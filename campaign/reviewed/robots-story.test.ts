// Guards: which offers robots take and when, what they do in trades step by step, and what they leave alone.
// Surveys: ^server/demo/(robot|take|act-in|presence|index|preset|inbox|http|faucet|tables)
import { test } from "node:test";
import { askFaucet } from "#contract/wallet.ts";
import { listInboxMails } from "#contract/inbox.ts";
import * as calls from "#contract/trades.ts";
import type { OfferBody } from "#contract/my-offers.ts";
import { placeOffers } from "../../server/market/offers/index.ts";
import {
  anOffer,
  aUser,
  freshRates,
  giveCoins,
  giveLevel,
  offerBody,
  priceNow,
  signIn,
  testApp,
  type TestClient,
  testKeyOf,
} from "../../server/testing/index.ts";
import { ids } from "../../server/platform/ids.ts";
import { nextAct, type RobotTrade } from "../../server/demo/robot.ts";
import { seenAt } from "../../server/demo/presence.ts";
import { greeting, paidLine, praiseLine } from "../../server/demo/robot-words.ts";
import type { Manner } from "../../server/demo/bios.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const app = await testApp({ config: { demo: true } });
const { db, owner } = app;
const tape = await openTape(app, {
  withoutTables: [
    "live_messages",
    "live_channels",
    "events",
    "idempotency_keys",
    "notifications",
    "mails",
    "rates",
    "rate_history",
    "rate_uses",
    "postings",
    "ledger_accounts",
    "reputation_trades",
    "user_reputation",
    "user_volumes",
    "offers",
    "offer_totals",
    "chat_members",
    "trade_transitions",
  ],
});
await freshRates(app);

type Made = { readonly id: bigint; readonly client: TestClient };

async function person(username: string, { isDemo = true, units = 100_000_000n, currency = "USD" } = {}): Promise<Made> {
  const { id, token } = await db.tx(async (tx) => {
    const id = await aUser(tx, { username, email: `${username}@example.org`, isDemo });
    if (units > 0n) await giveCoins(tx, id, "BTC", units);
    return { id, token: await signIn(tx, id) };
  });
  await giveLevel(app, id, 4);
  await owner.query("update users set currency_code = $2 where id = $1", [id, currency]);
  return { id, client: app.client(token) };
}

async function robot(
  username: string,
  manner: Manner,
  more: { units?: bigint; currency?: string } = {},
): Promise<Made> {
  const made = await person(username, more);
  await owner.query("insert into demo_robots (user_id, manner) values ($1, $2)", [made.id, manner]);
  const key = testKeyOf(made.id);
  await owner.query("insert into demo_robot_keys values ($1, $2, $3)", [made.id, key.id, key.privateKey]);
  return made;
}

const offerOf = (id: bigint, changes: Partial<OfferBody> = {}) =>
  db.tx((tx) => anOffer(tx, id, { margin: "0", ...changes }));
/** Seconds ago of the market's clock. */
const seen = (id: bigint, ago: number) =>
  owner.query("update users set last_seen_at = market_now() - make_interval(secs => $2) where id = $1", [id, ago]);
const made = (hash: string, ago: number) =>
  owner.query("update offers set created_at = market_now() - make_interval(secs => $2) where hash = $1", [hash, ago]);

async function take(taker: Made, hash: string, amount = "50"): Promise<string> {
  const expected_price = await db.read((tx) => priceNow(tx, hash));
  const started = await taker.client.call(calls.startTrade, {
    params: { id: hash },
    body: { fiat_amount: amount, expected_price },
  });
  if (started.code) throw new Error(started.code);
  return started.data.tradeHash;
}

/** Who was taken, by whom, at which try, and how it ended. */
async function takes() {
  const { rows } = await owner.query<{ line: string }>(
    `select concat_ws(' ', person.username, offer.side, take.tries, take.refusal, trade.status, taker.username,
              trade.fiat_units, trade.fiat_code, take.at at time zone 'UTC') as line
     from demo_takes take
     join users person on person.id = take.owner_id
     left join offers offer on offer.hash = take.offer_hash
     left join trades trade on trade.hash = take.trade_hash
     left join users taker on taker.id = trade.starter_id
     where take.at is not null
     order by person.username collate "C", take.offer_hash`,
  );
  return { status: 200, body: rows.map(({ line }) => line) };
}

const minute = 60;

async function robotsTake(): Promise<void> {
  const rita = await robot("rita", "honest");
  await robot("euro_rob", "honest", { currency: "EUR" });
  await robot("slow_sue", "slow", { units: 900_000_000n });
  await robot("dora_dis", "disputes", { units: 900_000_000n });
  await robot("poor_pip", "honest", { units: 0n });
  // What is looked at: how long ago each owner was here and each offer was made.
  const cases: readonly (readonly [name: string, seenAgo: number, madeAgo: number])[] = [
    ["fresh_ten", 0, 10],
    ["fresh_nine", 0, 9.9],
    ["old_thirty", 0, 30 * minute],
    ["old_more", 0, 30 * minute + 1],
    ["here_almost", 5 * minute - 1, 20],
    ["gone_five", 5 * minute, 20],
    ["gone_hour", 3600, 20],
  ];
  const people = new Map<string, { id: bigint; hash: string }>();
  for (const [name] of cases) {
    const { id } = await person(name);
    people.set(name, { id, hash: await offerOf(id, name === "fresh_ten" ? { range_min: "30" } : {}) });
  }
  const { id: plain } = await person("not_demo", { isDemo: false });
  const { id: off } = await person("switched_off");
  const { id: deleted } = await person("took_away");
  const { id: two } = await person("has_two");
  const { id: buyer } = await person("buys_euro");
  const { id: broke } = await person("has_none", { units: 0n });
  const { id: machine } = await person("machine");
  const others = [
    await offerOf(plain),
    await offerOf(off, { is_active: false }),
    await offerOf(deleted),
    await offerOf(rita.id),
    await offerOf(two, { range_min: "21" }),
    await offerOf(two, { range_min: "22", fiat_currency_code: "EUR" }),
    await offerOf(buyer, { offer_type: "buy", fiat_currency_code: "EUR", range_min: "25" }),
    await offerOf(broke),
  ];
  await db.tx((tx) =>
    placeOffers(tx, [
      {
        hash: ids.hash(),
        ownerId: machine,
        countryIso: "DE",
        isAutomated: true,
        createdAt: tx.now,
        body: { ...offerBody(), is_active: true },
      },
    ]),
  );
  const set = async () => {
    for (const [name, seenAgo, madeAgo] of cases) {
      const made_ = people.get(name);
      if (!made_) continue;
      await seen(made_.id, seenAgo);
      await made(made_.hash, madeAgo);
    }
    for (const id of [plain, off, deleted, two, buyer, broke, rita.id, machine]) await seen(id, 0);
    for (const hash of others) await made(hash, 20);
    await owner.query("update offers set created_at = market_now() - interval '20 seconds' where owner_id = $1", [
      machine,
    ]);
    await owner.query("update offers set deleted_at = market_now() where owner_id = $1", [deleted]);
  };
  await tape.act("the robots and newcomers stand", async () => undefined);
  await tape.act("robots take what is fresh of who is here", async () => {
    await set();
    await app.runJob("robots-take-offers");
    return takes();
  });
  await tape.act("what was taken is not taken again, what was refused is tried again", async () => {
    await set();
    await app.runJob("robots-take-offers");
    return takes();
  });
  for (let tries = 3; tries <= 6; tries++) {
    await set();
    await app.runJob("robots-take-offers");
  }
  await tape.act("five tries and no more", takes);
}

async function robotsCount(): Promise<void> {
  const before = async (id: bigint, count: number, ago: string, hash: string | null) => {
    for (let number = 0; number < count; number++)
      await owner.query(
        `insert into demo_takes (offer_hash, owner_id, tries, trade_hash, at)
         values ($1, $2, 1, $3, market_now() - $4::interval)`,
        [ids.hash(), id, hash, ago],
      );
  };
  const names = [
    "five_today",
    "six_today",
    "six_a_day_ago",
    "six_in_vain",
    "busy_with_robot",
    "busy_with_person",
    "done_with_robot",
  ];
  const people = new Map<string, Made>();
  for (const name of names) people.set(name, await person(name));
  const of = (name: string): Made => {
    const found = people.get(name);
    if (!found) throw new Error(name);
    return found;
  };
  const robots = [await robot("early_rob", "honest"), await robot("early_ron", "honest")];
  const someone = await person("someone");
  await before(of("five_today").id, 5, "23:59:59", "x");
  await before(of("six_today").id, 6, "23:59:59", "x");
  await before(of("six_a_day_ago").id, 6, "24:00:00", "x");
  await before(of("six_in_vain").id, 6, "1 hour", null);
  const earlier = new Map<string, string>();
  for (const name of ["busy_with_robot", "busy_with_person", "done_with_robot"])
    earlier.set(name, await offerOf(of(name).id, { range_max: "900" }));
  await take(robots[0] as Made, earlier.get("busy_with_robot") ?? "");
  await take(someone, earlier.get("busy_with_person") ?? "");
  const done = await take(robots[1] as Made, earlier.get("done_with_robot") ?? "");
  await owner.query("update trades set status = 'cancelled_buyer', ended_at = market_now() where hash = $1", [done]);
  for (const hash of earlier.values()) await owner.query("update offers set is_on = false where hash = $1", [hash]);
  const hashes: string[] = [];
  for (const name of names) hashes.push(await offerOf(of(name).id, { fiat_currency_code: "EUR" }));
  await tape.act("those with a past stand", async () => undefined);
  await tape.act("six a day are enough, and one at a time", async () => {
    // Those of before stay as they are.
    await owner.query("update users set last_seen_at = market_now() - interval '1 hour'");
    for (const name of names) await seen(of(name).id, 0);
    for (const hash of hashes) await made(hash, 20);
    await owner.query("update demo_takes set at = market_now() - interval '1 day' where owner_id = $1", [
      of("six_a_day_ago").id,
    ]);
    await owner.query(
      "update demo_takes set at = market_now() - interval '1 day' + interval '1 second' where owner_id = any($1)",
      [[of("six_today").id, of("five_today").id]],
    );
    await app.runJob("robots-take-offers");
    const { body } = await takes();
    return {
      status: 200,
      body: body.filter((line) => names.some((name) => line.startsWith(name)) && line.includes(" sell ")),
    };
  });
  const tried = [await person("four_tries"), await person("five_tries"), await person("is_strict")];
  const theirs: string[] = [];
  for (const { id } of tried)
    theirs.push(
      await offerOf(id, { fiat_currency_code: "GBP", ...(id === tried[2]?.id ? { require_min_past_trades: 5 } : {}) }),
    );
  for (const [index, tries] of [4, 5].entries())
    await owner.query(
      "insert into demo_takes (offer_hash, owner_id, tries, refusal, at) values ($1, $2, $3, 'x', market_now())",
      [theirs[index], tried[index]?.id, tries],
    );
  const line = async (names: readonly string[]) => {
    const { body } = await takes();
    return { status: 200, body: body.filter((one) => names.some((name) => one.startsWith(name))) };
  };
  await tape.act("after five tries in vain a robot gives up", async () => {
    for (const hash of theirs.slice(0, 2)) await made(hash, 20);
    for (const { id } of tried.slice(0, 2)) await seen(id, 0);
    await app.runJob("robots-take-offers");
    return line(["four_tries", "five_tries"]);
  });
  await tape.act("a refusal is counted with its reason", async () => {
    await made(theirs[2] ?? "", 20);
    await seen(tried[2]?.id ?? 0n, 0);
    await app.runJob("robots-take-offers");
    await app.runJob("robots-take-offers");
    return line(["is_strict"]);
  });
  const many: string[] = [];
  for (let number = 0; number < 11; number++) {
    const { id } = await person(`many_${String(number).padStart(2, "0")}`);
    many.push(await offerOf(id));
  }
  await tape.act("ten at once", async () => {
    for (const hash of many) await made(hash, 20);
    await owner.query("update users set last_seen_at = market_now() where username like 'many%'");
    await app.runJob("robots-take-offers");
    const { rows } = await owner.query("select count(*)::int as n from demo_takes where offer_hash = any($1)", [many]);
    return { status: 200, body: rows };
  });
}

async function robotsAct(): Promise<void> {
  const pat = await person("pat");
  const quinn = await person("quinn");
  const kinds = ["honest", "slow", "disputes"] as const;
  const selling = new Map<string, string>();
  const buying = new Map<string, string>();
  for (const manner of kinds) {
    const seller = await robot(`sells_${manner.slice(0, 4)}`, manner);
    const buyer = await robot(`buys_${manner.slice(0, 4)}`, manner);
    selling.set(manner, await offerOf(seller.id));
    buying.set(manner, await offerOf(buyer.id, { offer_type: "buy" }));
  }
  const pals = await offerOf(quinn.id);
  const sells: string[] = [];
  const buys: string[] = [];
  await tape.act("a person takes the offers of robots", async () => {
    for (const manner of kinds) {
      sells.push(await take(pat, selling.get(manner) ?? ""));
      buys.push(await take(pat, buying.get(manner) ?? ""));
    }
    await take(pat, pals);
  });
  const act = (name: string) => tape.act(name, () => app.runJob("robots-act"));
  await act("7 s after the start");
  await act("14 s after the start");
  await act("21 s after the start");
  await act("28 s after the start");
  await tape.act("the person marks what is to be paid, and releases nothing", async () => {
    for (const id of sells) {
      await pat.client.call(calls.revealPaymentDetails, { params: { id } });
      await pat.client.call(calls.markTradePaid, { params: { id } });
    }
  });
  await act("7 s after the mark");
  await act("14 s after the mark");
  await tape.act("the person releases what was paid", async () => {
    for (const id of buys.slice(0, 1)) await pat.client.call(calls.releaseTrade, { params: { id } });
  });
  await act("who was released says thank you");
  await act("and only once");
  for (const [name, ms] of [
    ["five minutes later", 300_000],
    ["ten minutes later", 300_000],
    ["half an hour later", 1_200_000],
    ["an hour later", 1_800_000],
    ["two hours later", 3_600_000],
    ["three hours later", 3_600_000],
  ] as const) {
    await app.moveClock(ms);
    await freshRates(app);
    await act(name);
    await act(`${name}, a moment after`);
  }
}

async function robotsRate(): Promise<void> {
  const tess = await person("tess");
  const ralf = await robot("ralf", "honest");
  const rolf = await robot("rolf", "honest");
  const [one, two] = [await offerOf(ralf.id), await offerOf(rolf.id)];
  const between = await take(rolf, one);
  const finish = async (taker: Made, id: string, seller: Made) => {
    await taker.client.call(calls.revealPaymentDetails, { params: { id } });
    await taker.client.call(calls.markTradePaid, { params: { id } });
    await db.tx((tx) => tx.rows`update users set last_seen_at = ${tx.now} where id = ${seller.id}`);
    await owner.query(
      "update trades set status = 'released', released_at = market_now(), ended_at = market_now() where hash = $1",
      [id],
    );
  };
  const early = await take(tess, one);
  const late = await take(tess, two);
  const failed = await take(tess, one, "60");
  await finish(tess, early, ralf);
  await finish(tess, late, rolf);
  await finish(rolf, between, ralf);
  await owner.query("update trades set status = 'cancelled_buyer', ended_at = market_now() where hash = $1", [failed]);
  const agoOf = (hash: string, interval: string) =>
    owner.query(`update trades set ended_at = market_now() - $2::interval where hash = $1`, [hash, interval]);
  await tape.act("trades of robots have ended", async () => undefined);
  await tape.act("what ended an hour ago is not rated, a second later it is", async () => {
    await agoOf(early, "1 hour");
    await agoOf(late, "59 minutes 59 seconds");
    await app.runJob("robots-act");
  });
  const again = [await take(tess, one, "70"), await take(tess, two, "70")];
  await finish(tess, again[0] ?? "", ralf);
  await finish(tess, again[1] ?? "", rolf);
  const { rows } = await owner.query<{ id: string }>("select max(id)::text as id from trades");
  // The newest is then 500 after the first of the two.
  await owner.query(`alter table trades alter column id restart with ${Number(rows[0]?.id) - 1 + 500}`);
  await tape.act("one more begins, far later by its number", () => take(tess, one, "80"));
  await tape.act("among the newest 500 only", () => app.runJob("robots-act"));
}

async function robotsAreHere(): Promise<void> {
  await owner.query("update users set username = 'SlowSam' where username = 'sells_slow'");
  await tape.act("robots are here or away", () => app.runJob("robots-are-here"));
  await app.moveClock(3_600_000 - 7_000);
  await tape.act("an hour later others are", () => app.runJob("robots-are-here"));
  const pat = await person("faucet_fan");
  await tape.act("test coins are asked for where there is no chain", () =>
    pat.client.call(askFaucet, { body: { crypto_currency_code: "BTC", amount: "0.1" } }),
  );
  for (const [code, amount] of [
    ["BTC", "1.00000001"],
    ["BTC", "0"],
    ["BTC", "0.000000001"],
    ["BTC", "1"],
    ["ETH", "20.000000001"],
    ["USDT", "20000.000001"],
  ] as const)
    await tape.act(`${amount} ${code} of test coins`, () =>
      pat.client.call(askFaucet, { body: { crypto_currency_code: code, amount } }),
    );
  await owner.query(
    `insert into inbox_mails (to_address, subject, body_text, at)
     select 'someone' || number % 3 || '@example.org', 'Mail ' || number, 'Text', market_now() from generate_series(1, 55) as number`,
  );
  const inbox = async (to?: string) => {
    const answer = await app.client().call(listInboxMails, to === undefined ? {} : { query: { to } });
    return { status: answer.status, body: [answer.data.map(({ id, to: address }) => `${id} ${address}`).join(", ")] };
  };
  await tape.act("the newest fifty mails", () => inbox());
  await tape.act("the mails of one, in any case", () => inbox("SomeOne1@example.org"));
  await tape.act("the mails of nobody", () => inbox("nobody@example.org"));
}

test("each look of the robots does what was reviewed", async () => {
  await robotsTake();
  await robotsCount();
  await robotsAct();
  await robotsRate();
  await robotsAreHere();
  holds("robots-story", tape.lines);
});

const START = new Date("2026-10-01T12:00:00Z");
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

/** From which second on a robot does what, looked at a millisecond before and at each second. */
function actsOf(trade: RobotTrade): string {
  let last = "";
  const changes: string[] = [];
  for (let second = -1; second <= 1300; second++)
    for (const ms of [-1, 0]) {
      const now = nextAct(trade, new Date(after(second).getTime() + ms)) ?? "waits";
      if (now !== last) changes.push(second === -1 ? now : `${second} s${ms ? " less a ms" : ""}: ${now}`);
      last = now;
    }
  return changes.join(", ");
}

test("what a robot does next in every state, to the second", () => {
  const lines: string[] = [];
  for (const manner of ["honest", "slow", "disputes"] as const)
    for (const role of ["buyer", "seller"] as const)
      for (const status of [
        "not_funded",
        "active_funded",
        "paid",
        "dispute_open",
        "released",
        "dispute_won_buyer",
        "expired",
      ] as const)
        for (const said of [0, 1, 2])
          for (const isRevealed of [false, true]) {
            const isPaid = !["not_funded", "active_funded"].includes(status);
            const trade: RobotTrade = {
              hash: "H",
              flow_type: "default",
              status,
              user_id: 1n,
              manner,
              role,
              started_at: START,
              details_revealed_at: isRevealed ? after(7) : null,
              paid_at: isPaid ? after(100) : null,
              dispute_at: after(1000),
              said,
              has_rated: isRevealed,
            };
            lines.push(
              `${manner} ${role} ${status} said ${said}${isRevealed ? " revealed, rated" : ""}: ${actsOf(trade)}`,
            );
          }
  const hashes = ["AAAA", "AAAB", "AAAC", "AAAD"];
  for (const hash of hashes)
    lines.push(
      ...(["honest", "slow", "disputes"] as const).map(
        (manner) => `${hash} ${manner} buyer: ${greeting(manner, "buyer", hash)}`,
      ),
      `${hash} honest seller: ${greeting("honest", "seller", hash)}`,
      `${hash} ${paidLine(hash)} ${praiseLine(hash)}`,
    );
  for (const [id, name] of [
    [1n, "one"],
    [2n, "two"],
    [3n, "three"],
    [4n, "SlowSam"],
  ] as const) {
    const seenTimes = Array.from({ length: 40 }, (_, half) => {
      const now = after(half * 1800 + 300);
      return Math.round((now.getTime() - seenAt({ user_id: id, username: name }, now).getTime()) / 1000);
    });
    lines.push(`${name} was here so many seconds ago: ${seenTimes.join(" ")}`);
  }
  holds(
    "robot-acts",
    lines.flatMap((line) => line.split("\n")),
  );
});
