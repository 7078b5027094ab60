// Guards: a moderator divides an escrow to the unit, by their own proof of just that division.
import assert from "node:assert/strict";
import { test } from "node:test";
import { divideEscrow } from "#contract/market/disputes/award-shares.ts";
import * as disputes from "#contract/market/disputes/disputes.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { makeIds, seededRandom } from "../../platform/ids.ts";
import { aCase, aModerator, deciding, escrowRow, openDisputeAndTake } from "../../testing/market/disputes.ts";
import { aMarket, testApp, type TestMarket, testLog } from "../../testing/index.ts";
import { eachSeed } from "../../testing/seeds.ts";

const app = await testApp();
const { owner } = app;

async function balances({ buyer, seller }: TestMarket) {
  const names = [`user:${buyer.id}:BTC:available`, `user:${seller.id}:BTC:available`, "house:BTC:fees"];
  const { rows } = await owner.query("select name, balance_units from ledger_accounts where name = any($1)", [names]);
  return names.map((name) => BigInt(rows.find((row) => row.name === name)?.balance_units ?? 0));
}

test("the buyer gets the share, the seller the rest, the operator the share's fee, by one journal, with either winner", async () => {
  for (const [percent, winner] of [
    [30n, "seller"],
    [70n, "buyer"],
  ] as const) {
    const market = await aMarket(app);
    const { hash, escrow, share, decide } = await aCase(market, percent);
    const before = await balances(market);
    const decided = await decide({ winner, buyer_share_units: String(share) });
    assert.equal(decided.code, "");
    const row = await escrowRow(app, hash);
    assert.equal(row.status, `dispute_won_${winner}`);
    assert.equal(row.isReleased, winner === "buyer");
    const parts = divideEscrow(escrow, share);
    const after = await balances(market);
    assert.deepEqual(
      after.map((units, place) => units - (before[place] ?? 0n)),
      [parts.buyerUnits, parts.sellerUnits, parts.feeUnits],
    );
    const posted = await owner.query(
      `select journals.kind, postings.units, account.name
       from journals
       join postings on postings.journal_id = journals.id
       join ledger_accounts account on account.id = postings.to_account
       where subject = $1 and journals.kind <> 'trade_lock'
       order by postings.id`,
      [`${row.id}:${row.round}`],
    );
    assert.deepEqual(
      posted.rows.map(({ kind, units, name }) => `${kind} ${units} to ${name}`),
      [
        `trade_split ${parts.buyerUnits} to user:${market.buyer.id}:BTC:available`,
        `trade_split ${parts.feeUnits} to house:BTC:fees`,
        `trade_split ${parts.sellerUnits} to user:${market.seller.id}:BTC:available`,
      ],
    );
    assert.equal((await decide({ winner, buyer_share_units: String(share) })).code, "trade.not_found", "once");
  }
  assert.deepEqual(await checkBooks({ db: app.db, log: testLog }), []);
});

test("drawn divisions leave nothing behind and make nothing, whatever amount and fee", {
  timeout: 300_000,
}, async (t) => {
  const market = await aMarket(app);
  const moderator = await aModerator(market);
  await eachSeed(t, { suite: "divisions", fresh: 1 }, async (seed) => {
    const random = makeIds(seededRandom(String(seed)));
    for (let round = 0; round < 12; round++) {
      await owner.query("update offers set fee_bp = $2 where hash = $1", [market.offer, random.below(500)]);
      const hash = await openDisputeAndTake(market, { moderator });
      const escrow = await escrowRow(app, hash);
      const share = drawShare(random.below, escrow.units);
      const parts = divideEscrow(escrow, share);
      const before = await balances(market);
      const { code } = await deciding(moderator, hash)({ winner: parts.winner, buyer_share_units: String(share) });
      assert.equal(code, "");
      const after = await balances(market);
      assert.deepEqual(
        after.map((units, place) => units - (before[place] ?? 0n)),
        [parts.buyerUnits, parts.sellerUnits, parts.feeUnits],
        `${share} of ${escrow.units} and ${escrow.feeUnits}`,
      );
    }
  });
  assert.deepEqual(await checkBooks({ db: app.db, log: testLog }), []);
});

/** A unit, all but one, a half and the unit beside it, or anything between. */
function drawShare(below: (most: number) => number, units: bigint): bigint {
  const drawn = 1n + BigInt(below(Number(units - 1n)));
  return [1n, units - 1n, units / 2n, units / 2n + 1n, drawn, drawn][below(6)] ?? drawn;
}

test("the database computes the fee of a share as the code does", async () => {
  const random = makeIds(seededRandom("fees of shares"));
  const cases = Array.from({ length: 400 }, () => {
    const units = 2n + BigInt(random.below(2 ** 30)) * BigInt(1 + random.below(2 ** 20));
    const part = (of: bigint) => (of * BigInt(random.below(10_000))) / 10_000n;
    const share = [1n, units - 1n, units / 2n, 1n + part(units - 2n)][random.below(4)] ?? 1n;
    return { units, feeUnits: part(units), share };
  });
  const lists = [
    cases.map(({ units }) => units),
    cases.map(({ feeUnits }) => feeUnits),
    cases.map(({ share }) => share),
  ];
  const { rows } = await owner.query(
    `select fee_of_share(units, fee, share) as due
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as one (units, fee, share, place)
     order by place`,
    lists,
  );
  assert.deepEqual(
    rows.map(({ due }) => BigInt(due)),
    cases.map(({ units, feeUnits, share }) => divideEscrow({ units, feeUnits }, share).feeUnits),
  );
});

test("nothing, all, more, less than nothing, words and the wrong winner are refused, and the case stays open", async () => {
  const market = await aMarket(app);
  const { hash, escrow, share, decide, moderator } = await aCase(market);
  const { units, feeUnits } = escrow;
  for (const [buyer_share_units, code] of [
    ["0", "dispute.share_out_of_range"],
    [String(units), "dispute.share_out_of_range"],
    [String(units + feeUnits), "dispute.share_out_of_range"],
    ["999999999999999999", "dispute.share_out_of_range"],
    ["-1", "ERROR_INPUT_VALIDATION"],
    ["half", "ERROR_INPUT_VALIDATION"],
    ["0.0003", "ERROR_INPUT_VALIDATION"],
    ["0700", "ERROR_INPUT_VALIDATION"],
    ["9999999999999999999", "ERROR_INPUT_VALIDATION"],
    ["", "ERROR_INPUT_VALIDATION"],
  ] as const)
    for (const winner of ["buyer", "seller"] as const)
      assert.equal((await decide({ winner, buyer_share_units })).code, code, buyer_share_units);
  for (const [winner, of] of [
    ["buyer", share],
    ["buyer", units / 2n],
    ["seller", units / 2n + 1n],
  ] as const)
    assert.equal((await decide({ winner, buyer_share_units: String(of) })).code, "dispute.share_of_other", `${of}`);
  const refused = await decide({ winner: "seller", buyer_share_units: "0" });
  assert.deepEqual((refused.body as { context?: unknown }).context, { most: String(units - 1n) });
  assert.equal((await escrowRow(app, hash)).status, "dispute_open");
  const { data } = await moderator.call(disputes.listDisputes, { query: { state: "open" } });
  assert.equal(data.rows.find(({ tradeHash }) => tradeHash === hash)?.division, null);
});

test("a trade whose sides have settled is not divided", async () => {
  const market = await aMarket(app);
  const { hash, share, decide } = await aCase(market);
  await app.prove(market.seller.client.token, { kind: "release", id: hash });
  assert.equal((await market.seller.client.call(calls.releaseTrade, { params: { id: hash } })).code, "");
  assert.equal((await decide({ winner: "seller", buyer_share_units: String(share) })).code, "trade.wrong_status");
});

test("a division takes the moderator's proof of just that division", async () => {
  const market = await aMarket(app);
  const { hash, share, moderator } = await aCase(market);
  const decide = deciding(moderator, hash, { proves: false });
  const divides = { winner: "seller", buyer_share_units: String(share) } as const;
  const award = { kind: "award", id: hash } as const;
  const refused = await decide(divides);
  assert.equal(refused.code, "auth.password_proof");
  assert.deepEqual((refused.body as { context?: unknown }).context, { for: { ...award, ...divides } });
  const others = [
    { ...award, winner: "seller" },
    { ...award, winner: "seller", buyer_share_units: String(share - 1n) },
    { ...award, winner: "buyer", buyer_share_units: String(share * 3n) },
  ] as const;
  for (const other of others) {
    assert.equal((await app.prove(moderator.token, other))?.outcome, "proved");
    assert.equal((await decide(divides)).code, "auth.password_proof", JSON.stringify(other));
  }
  await owner.query("delete from proofs where subject like 'staff_award:%'");
  assert.equal((await app.prove(moderator.token, { ...award, ...divides }))?.outcome, "proved");
  assert.equal((await decide({ winner: "seller" })).code, "auth.password_proof", "a division is no award of all");
  assert.equal((await decide(divides)).code, "");
});

test("the signer writes no proof of what is no division of the trade", async () => {
  const market = await aMarket(app);
  const { hash, escrow, moderator } = await aCase(market);
  const { units } = escrow;
  for (const [winner, share] of [
    ["seller", "0"],
    ["buyer", String(units)],
    ["buyer", String(units / 2n)],
    ["seller", String(units / 2n + 1n)],
    ["seller", "x"],
  ] as const) {
    const wanted = { kind: "award", id: hash, winner, buyer_share_units: share } as const;
    assert.equal((await app.prove(moderator.token, wanted))?.outcome, "nothing", `${winner} ${share}`);
  }
});

test("above 1,000 USD a second moderator confirms the same division, to the unit", async () => {
  const market = await aMarket(app, { range_max: "5000" });
  const { hash, share, moderator, decide } = await aCase(market, 70n);
  const second = await aModerator(market);
  await owner.query("update disputes set usd_cents = 100001 where trade_hash = $1", [hash]);
  await owner.query("update trades set usd_cents = 100001 where hash = $1", [hash]);
  const divides = { winner: "buyer", buyer_share_units: String(share) } as const;
  assert.equal((await decide(divides)).data.needsSecond, true);
  const { data } = await moderator.call(disputes.listDisputes, { query: { state: "open" } });
  const proposal = data.rows.find(({ tradeHash }) => tradeHash === hash)?.proposal;
  assert.equal(proposal?.winner, "buyer");
  assert.match(proposal?.division?.buyer ?? "", /^0\.00\d+$/);
  assert.equal((await decide(divides)).code, "dispute.second_person");

  assert.equal(
    (await second.call(disputes.takeDispute, { params: { id: hash }, body: { reason: "next in the queue" } })).code,
    "",
  );
  const confirm = deciding(second, hash);
  for (const other of [{ winner: "buyer" }, { winner: "buyer", buyer_share_units: String(share + 1n) }] as const)
    assert.equal((await confirm(other)).code, "dispute.other_award");
  assert.equal((await escrowRow(app, hash)).status, "dispute_awarded");
  const confirmed = await confirm(divides);
  assert.equal(confirmed.data.isDecided, true);
  assert.equal((await escrowRow(app, hash)).status, "dispute_won_buyer");
});

/** A case above a thousand dollars in which a first moderator has decided. */
async function anAwardedCase() {
  const market = await aMarket(app, { range_max: "5000" });
  const { hash, decide } = await aCase(market, 70n);
  await owner.query("update disputes set usd_cents = 100001 where trade_hash = $1", [hash]);
  await owner.query("update trades set usd_cents = 100001 where hash = $1", [hash]);
  assert.equal((await decide({ winner: "buyer" })).data.needsSecond, true);
  return { market, hash, params: { id: hash }, decide };
}

test("between the first moderator and the second both sides read that it is decided and not confirmed, and may still settle", async () => {
  for (const settles of ["release", "cancel"] as const) {
    const { market, hash, params, decide } = await anAwardedCase();
    for (const { client } of [market.buyer, market.seller]) {
      const { data } = await client.call(calls.getTrade, { params });
      assert.deepEqual(
        [data.status, data.next.key, data.next.mustAct],
        ["dispute_awarded", "dispute_awarded", "moderator"],
      );
      assert.deepEqual([data.division, data.transitions.at(-1)?.verb], [null, "propose_award"], "not who has it");
      for (const status of ["dispute", "dispute_awarded"] as const) {
        const listed = await client.call(calls.listTrades, { query: { status } });
        assert.ok(
          listed.data.some(({ tradeHash }) => tradeHash === hash),
          status,
        );
      }
      const { maySubmit } = (await client.call(disputes.getDispute, { params })).data;
      assert.equal(maySubmit, true);
    }
    const said = await market.buyer.client.call(disputes.submitEvidence, {
      params,
      body: { text: "The receipt.", is_last: false },
    });
    assert.equal(said.code, "");
    // A changed proposal of the same moderator is no new status.
    assert.equal((await decide({ winner: "seller" })).data.needsSecond, true);
    assert.equal(
      (await market.buyer.client.call(calls.getTrade, { params })).data.transitions.filter(
        ({ verb }) => verb === "propose_award",
      ).length,
      1,
    );
    const { data } =
      settles === "release"
        ? await market.seller.client.call(calls.releaseTrade, { params })
        : await market.buyer.client.call(calls.cancelTrade, { params });
    assert.equal(data.status, settles === "release" ? "released" : "cancelled_buyer");
  }
});

test("the database calls no trade awarded that nobody has proposed an award of", async () => {
  const market = await aMarket(app);
  const moderator = await aModerator(market);
  const hash = await openDisputeAndTake(market, { moderator });
  const { rows } = await owner.query("select id, version from trades where hash = $1", [hash]);
  const judge = await owner.query("select user_id from user_roles order by granted_at desc, user_id desc limit 1");
  const move = { id: rows[0].id, version: rows[0].version, verb: "propose_award", actor: "moderator" };
  const moves = [{ ...move, actor_id: judge.rows[0].user_id, status: "dispute_awarded", note: null }];
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows`select outcome from move_trades(${JSON.stringify(moves)}::jsonb, ${tx.now})`),
    /nobody has proposed an award of trade/,
  );
});

test("what stops releases stops a division, whichever side has the larger share", async () => {
  const market = await aMarket(app);
  for (const [percent, winner] of [
    [30n, "seller"],
    [70n, "buyer"],
  ] as const) {
    const { hash, share, decide } = await aCase(market, percent);
    const divides = { winner, buyer_share_units: String(share) };
    for (const name of ["releases", "coin_BTC"]) {
      await owner.query("insert into halts (name, reason, since) values ($1, 'drill', market_now())", [name]);
      assert.equal((await decide(divides)).code, "ledger.halted", `${name} ${winner}`);
      await owner.query("delete from halts");
    }
    assert.equal((await escrowRow(app, hash)).status, "dispute_open");
    assert.equal((await decide(divides)).code, "");
  }
});
