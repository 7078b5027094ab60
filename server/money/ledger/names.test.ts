// Guards: the name of an account decides its permitted movements, a halt stops the movements that it names, and the tables enforce both.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { testDb } from "../../testing/database.ts";
import { accountOf } from "./accounts.ts";
import { balancesOf } from "./balances.ts";
import { CRYPTO, CRYPTO_CODES } from "#contract/money/money.ts";
import { HALT_NAMES, type HaltName } from "#contract/staff/names.ts";
import { FIATS } from "../../reference/catalog/index.ts";
import { halt, isHalted, lift, refuseWhenHalted } from "./halts.ts";
import { checkInvariants, LEDGER_CHECKS } from "./invariants.ts";
import { balanceOf } from "./rows.ts";
import { type Journal, post, postEach } from "./post.ts";

const { db, owner } = await testDb();
const chain = accountOf.chain("BTC");
const ada = accountOf.available(1n, "BTC");
const bob = accountOf.available(2n, "BTC");
const house = (purpose: Parameters<typeof accountOf.house>[1]) => accountOf.house("BTC", purpose);
const journal = (subject: string, ...postings: Journal["postings"]): Journal => ({ kind: "test", subject, postings });
const posting = (from: string, to: string, units: bigint) => ({ from, to, units });

test("an account's name says who holds what, and no other name gets an account", async () => {
  assert.deepEqual(
    [ada, accountOf.held(1n, "BTC"), accountOf.bond(1n, "BTC"), accountOf.escrow(9n, "ETH"), house("dust"), chain],
    [
      "user:1:BTC:available",
      "user:1:BTC:held",
      "user:1:BTC:bond",
      "trade:9:ETH:escrow",
      "house:BTC:dust",
      "outside:BTC:chain",
    ],
  );
  for (const wrong of [
    "",
    "user:x:BTC:held",
    "user:1:XMR:held",
    "house:1:BTC:fees",
    "user:BTC:held",
    "user:1:BTC:Held",
    "user:1:BTC:escrow",
    "house:BTC:savings",
  ])
    await assert.rejects(
      db.tx((tx) => post(tx, [journal("wrong", posting(chain, wrong, 1n))])),
      /name_form|within one currency|null value/,
      wrong,
    );
});

test("a journal that moves nothing, less than nothing, or between coins is not posted", async () => {
  const attempts = [
    journal("nothing"),
    journal("zero", posting(chain, ada, 0n)),
    journal("below", posting(chain, ada, -1n)),
    journal("mixed", posting(chain, accountOf.available(1n, "ETH"), 1n)),
    journal("second", posting(chain, ada, 1n), posting(chain, ada, 0n)),
  ];
  for (const attempt of attempts)
    await assert.rejects(
      db.tx((tx) => post(tx, [attempt])),
      /moves more than nothing|moves nothing/,
      attempt.subject,
    );
  assert.deepEqual(await db.tx((tx) => postEach(tx, [])), []);
  assert.equal(await db.read((tx) => balanceOf(tx, ada)), 0n);
});

test("a journal of several lines is judged by its end, and house accounts that pay out run short like a user's", async () => {
  const outcomes = await db.tx((tx) =>
    postEach(tx, [
      journal(
        "fund",
        posting(chain, ada, 10n),
        posting(chain, house("inventory"), 5n),
        posting(chain, house("network"), 3n),
      ),
      journal("through", posting(ada, bob, 12n), posting(bob, ada, 2n)),
      journal("too much", posting(bob, ada, 11n)),
      journal("inventory", posting(house("inventory"), bob, 6n)),
      journal("network", posting(house("network"), bob, 4n)),
      journal("all of it", posting(house("inventory"), bob, 5n), posting(house("network"), bob, 3n)),
      journal("loss", posting(house("loss"), bob, 2n)),
      journal("last", posting(bob, ada, 20n)),
    ]),
  );
  assert.deepEqual(outcomes, [
    "posted",
    "posted",
    "insufficient",
    "insufficient",
    "insufficient",
    "posted",
    "posted",
    "posted",
  ]);
  const units = async (name: string) => db.read((tx) => balanceOf(tx, name));
  assert.deepEqual(
    [await units(ada), await units(bob), await units(house("loss")), await units(chain), await units("nobody")],
    [20n, 0n, -2n, -18n, 0n],
  );
  await assert.rejects(
    db.tx((tx) => post(tx, [journal("over", posting(bob, ada, 1n))])),
    {
      code: "ledger.insufficient_balance",
    },
  );
  assert.deepEqual(await db.tx((tx) => post(tx, [journal("last", posting(bob, ada, 1n))])), ["duplicate"]);
  await db.tx((tx) =>
    post(tx, [
      {
        kind: "other",
        subject: "last",
        postings: [posting(ada, accountOf.held(1n, "BTC"), 4n), posting(ada, accountOf.bond(1n, "BTC"), 3n)],
      },
      {
        kind: "test",
        subject: "ether",
        postings: [posting(accountOf.chain("ETH"), accountOf.available(1n, "ETH"), 8n)],
      },
    ]),
  );
  const none = { availableUnits: 0n, heldUnits: 0n, bondUnits: 0n, spotUnits: 0n };
  assert.deepEqual(await db.read((tx) => balancesOf(tx, 1n)), {
    BTC: { ...none, availableUnits: 13n, heldUnits: 4n, bondUnits: 3n },
    ETH: { ...none, availableUnits: 8n },
    USDT: none,
  });
  const { rows } = await owner.query(
    "select journal_id::int, units::int, at from postings join journals on journals.id = journal_id order by postings.id",
  );
  assert.deepEqual(
    rows.map(({ units: moved }) => moved),
    [10, 5, 3, 12, 2, 5, 3, 2, 20, 4, 3, 8],
  );
  assert.ok(rows.every(({ at }) => Math.abs(at.getTime() - db.marketNow().getTime()) < 60_000));
});

test("a halt keeps its first reason, stops its own kind of movement, and goes alone", async () => {
  const refusals: [HaltName, string][] = [
    ["money_out", "ledger.halted"],
    ["bitcoin_out", "ledger.halted"],
    ["ethereum_out", "ledger.halted"],
    ["new_trades", "trade.start_halted"],
    ["releases", "ledger.halted"],
    ["conversions", "ledger.halted"],
    ["ledger", "LEDGER_ASYNC_MODE"],
    ["coin_BTC", "ledger.halted"],
    ["coin_ETH", "ledger.halted"],
    ["coin_USDT", "ledger.halted"],
  ];
  const names = refusals.map(([name]) => name);
  const codeOf = (...asked: HaltName[]) =>
    db
      .read((tx) => refuseWhenHalted(tx, ...asked))
      .then(
        () => "goes on",
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      );
  for (const [name, code] of refusals) {
    await db.tx((tx) => halt(tx, { name, reason: "first" }));
    await db.tx((tx) => halt(tx, { name, reason: "second" }));
    const { rows } = await owner.query("select name, reason from halts");
    assert.deepEqual(rows, [{ name, reason: "first" }]);
    assert.deepEqual([await codeOf(name), await codeOf(...names)], [code, code], name);
    assert.equal(await codeOf(...names.filter((other) => other !== name)), "goes on", name);
    assert.deepEqual(
      await Promise.all(names.map((other) => db.read((tx) => isHalted(tx, other)))),
      names.map((other) => other === name),
    );
    await db.tx((tx) => lift(tx, name));
    assert.equal(await codeOf(...names), "goes on");
  }
  for (const name of ["releases", "ledger", "bitcoin_out"] as const)
    await db.tx((tx) => halt(tx, { name, reason: "x" }));
  assert.equal(await codeOf("releases", "ledger"), "LEDGER_ASYNC_MODE", "the first by name");
  await db.tx((tx) => lift(tx, "ledger"));
  assert.equal((await owner.query("select from halts")).rows.length, 2);
});

test("the ledger counts the catalog's currencies, in fiat only what is meant for it, and its halts are those of the contract", async () => {
  const { rows: currencies } = await owner.query("select code, digits from ledger_currencies");
  const wanted = [...FIATS, ...CRYPTO_CODES.map((code) => ({ code, digits: CRYPTO[code].digits }))];
  assert.deepEqual(
    new Map(currencies.map(({ code, digits }) => [code, digits])),
    new Map(wanted.map(({ code, digits }) => [code, digits])),
  );
  const fiat = (to: string, from = "house:NGN:loss") =>
    db.tx((tx) => post(tx, [journal("naira", posting(from, to, 7n))]));
  assert.deepEqual(await fiat("house:NGN:inventory"), ["posted"]);
  for (const wrong of ["user:1:NGN:available", "outside:NGN:chain", "house:NGN:dust"])
    await assert.rejects(fiat(wrong), /null value/, wrong);
  await assert.rejects(fiat("house:XMR:inventory", "house:XMR:loss"), /null value/);
  const { rows: names } = await owner.query("select name from halt_names");
  assert.deepEqual(new Set(names.map(({ name }) => name)), new Set(HALT_NAMES));
});

test("the tables of the ledger refuse what the program never does", async () => {
  const [first, second] = (
    await owner.query("select id from ledger_accounts where name = any($1) order by id", [[ada, bob]])
  ).rows;
  const { rows: journals } = await owner.query("select min(id) as id from journals");
  const at = journals[0].id;
  const refused: [string, RegExp][] = [
    ["insert into market_clock (only_row, shift) values (false, '0')", /check/],
    ["insert into market_clock (shift) values ('0')", /unique|duplicate/],
    [`update ledger_accounts set balance_units = -1 where id = ${first.id}`, /not_overdrawn/],
    [`update ledger_accounts set name = 'house:BTC:fees' where id = ${first.id}`, /kind_in_name/],
    [`update ledger_accounts set name = 'user:1:BTC:2' where id = ${first.id}`, /name_form/],
    [`update ledger_accounts set kind = 'robot' where id = ${first.id}`, /check/],
    [
      "insert into ledger_accounts (name, currency, kind, may_overdraw) values ('user:1:XMR:X', 'XMR', 'user', false)",
      /name_form/,
    ],
    [`update ledger_accounts set currency = 'ETH' where id = ${first.id}`, /keeps its number and currency/],
    [`update ledger_accounts set name = '${bob}' where id = ${first.id}`, /unique|duplicate/],
    ["insert into journals (kind, subject, at) select kind, subject, at from journals limit 1", /unique|duplicate/],
    [
      `insert into postings (journal_id, from_account, to_account, currency, units) values (${at}, ${first.id}, ${second.id}, 'BTC', 0)`,
      /check/,
    ],
    [
      `insert into postings (journal_id, from_account, to_account, currency, units) values (${at}, ${first.id}, ${first.id}, 'BTC', 1)`,
      /check/,
    ],
    [
      `insert into postings (journal_id, from_account, to_account, currency, units) values (${at}, ${first.id}, ${second.id}, 'ETH', 1)`,
      /two accounts of its currency/,
    ],
    ["insert into halts (name, reason, since) values ('everything', 'x', now())", /foreign key/],
    ["truncate postings", /append-only/],
    ["update journals set at = now()", /append-only/],
  ];
  for (const [statement, why] of refused) await assert.rejects(owner.query(statement), why, statement);
  const client = await db.connect();
  await assert.rejects(client.query("select refuse_change()"), /trigger/);
  await client.end();
});

test("each check of the ledger finds what it is for, in words, and nothing else", async () => {
  const found = () => db.tx((tx) => checkInvariants(tx, LEDGER_CHECKS));
  assert.deepEqual(await found(), []);
  const client = await owner.connect();
  await client.query("set session_replication_role = replica");
  await client.query("insert into journals (kind, subject, at) values ('test', 'empty', now())");
  await client.query("alter table ledger_accounts drop constraint ledger_accounts_not_overdrawn");
  await client.query("update ledger_accounts set balance_units = balance_units - 21 where name = $1", [bob]);
  const { rows } = await client.query("select id from journals where subject = 'empty'");
  assert.deepEqual(await found(), [
    { invariant: "I1", detail: "the balances in BTC sum to -21" },
    { invariant: "I2", detail: `journal ${rows[0].id} (test empty) has no posting` },
    { invariant: "I3", detail: `${bob} holds -21, its postings sum to 0` },
    { invariant: "I4", detail: `${bob} has -21` },
  ]);
  client.release();
});
