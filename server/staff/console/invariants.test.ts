// Guards: every check of the ledger is broken once by SQL, as the owner of the database, and finds that by its own id.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDisputeAndTake } from "../../testing/market/disputes.ts";
import { aMarket, aTrade, giveBond, testApp, testLog } from "../../testing/index.ts";
import { aSpotTrader, openSpotMarkets, order } from "../../testing/market/spot.ts";
import { type Break, PRODUCT_BREAKS } from "../../testing/market/product-breaks.ts";
import { SPOT_BREAKS } from "../../testing/market/spot-breaks.ts";
import type { PaymentStatus } from "#contract/products/wallet/wallet.ts";
import { openDb, type Tx } from "../../platform/postgres/db.ts";
import { urlAs } from "../../platform/postgres/logins.ts";
import { watermarkOf } from "../../money/ledger/index.ts";
import { ALL_CHECKS, checkWhatIsNew } from "./checks/check-books.ts";

const app = await testApp();
// As the owner, whose statements no right and no trigger stops; nothing of it is committed.
const asOwner = openDb({ url: urlAs(app.url, { login: "parley" }), log: testLog, poolSize: 2 });
after(() => asOwner.close());

let active = "";
let released = "";
before(async () => {
  const market = await aMarket(app, { range_max: "100000" });
  released = await aTrade(market, "released");
  active = await aTrade(market);
  for (const winner of ["buyer", "seller"] as const) await openDisputeAndTake(market, { winner });
  await openDisputeAndTake(market, { winner: "seller", shareUnits: 1000n });
  await openSpotMarkets(app);
  const [one, other] = [await aSpotTrader(app), await aSpotTrader(app)];
  await order(app, one, { type: "limit", side: "sell", price: "100000", amount: "0.01" });
  await order(app, other, { type: "limit", side: "buy", price: "100000", amount: "0.004" });
  assert.deepEqual(await checkWhatIsNew({ db: app.dbs.worker, log: testLog }), []);
});

class Undo extends Error {}

type Findings = { readonly inFull: Map<number, string[]>; readonly since: Map<number, string[]> };

/** What every check finds after the break, which is taken back; and what those of each minute find. */
async function findings(by: (tx: Tx) => Promise<unknown>): Promise<Findings> {
  const found: Findings = { inFull: new Map(), since: new Map() };
  await asOwner
    .tx(async (tx) => {
      await tx.rows`set local session_replication_role = replica`;
      const watermark = await watermarkOf(tx);
      assert.ok(watermark);
      await by(tx);
      for (const [index, { find, findSince }] of ALL_CHECKS.entries()) {
        found.inFull.set(index, await find(tx));
        found.since.set(index, (await findSince?.(tx, watermark)) ?? []);
      }
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return found;
}

const LEDGER: readonly Break[] = [
  {
    id: "I1",
    as: "a balance that grew by itself",
    says: /^the balances in BTC sum to 1$/,
    by: (tx) => tx.rows`update ledger_accounts set balance_units = balance_units + 1 where id = (
      select min(id) from ledger_accounts where currency = 'BTC')`,
  },
  {
    id: "I2",
    as: "a journal whose postings are gone",
    inFullOnly: true,
    says: /^journal \d+ \(trade_lock \S+\) has no posting$/,
    by: (tx) => tx.rows`delete from postings where journal_id in (select id from journals where kind = 'trade_lock')`,
  },
  {
    id: "I2",
    as: "a posting whose journal is gone",
    says: /^posting \d+ belongs to journal \d+, which is not there$/,
    by: (tx) => tx.rows`delete from journals where id = (select min(journal_id) from postings)`,
    inFullOnly: true,
  },
  {
    id: "I3",
    as: "a unit moved from one user to another without a posting",
    says: /^user:\d+:BTC:available holds \d+, its postings sum to \d+$/,
    by: (tx) => tx.rows`
      update ledger_accounts set balance_units = balance_units + case when id = ends.first then 1 else -1 end
      from (select min(id) as first, max(id) as last from ledger_accounts
            where name like 'user:%:BTC:available' and balance_units > 0) as ends
      where id in (ends.first, ends.last)`,
  },
  {
    id: "I4",
    as: "an account below zero",
    says: /^user:\d+:BTC:available has -5$/,
    async by(tx) {
      await tx.rows`alter table ledger_accounts drop constraint ledger_accounts_not_overdrawn`;
      await tx.rows`update ledger_accounts set balance_units = -5 where id = (
        select min(id) from ledger_accounts where name like 'user:%:BTC:available')`;
    },
  },
];

const TRADES: readonly Break[] = [
  {
    id: "I5",
    as: "an escrow that left twice",
    says: /was locked 1 times and left 2 times$/,
    by: (tx) => tx.rows`
      insert into journals (kind, subject, at)
      select 'trade_return', subject, at from journals where kind = 'trade_release' limit 1`,
  },
  {
    id: "I5",
    as: "an open trade without its escrow",
    inFullOnly: true,
    says: /^trade \S+ is paid with 0 in escrow$/,
    by: (tx) => tx.rows`update trades set status = 'paid' where hash = ${released}`,
  },
  {
    id: "I6",
    as: "an open trade that is owed more than is held",
    says: /^escrow in BTC holds \d+, open trades are owed \d+$/,
    by: (tx) => tx.rows`update trades set units = units + 1 where hash = ${active}`,
  },
  {
    id: "I23",
    as: "a trade that shares no card",
    inFullOnly: true,
    says: /^trade \S+ is gcc_info_shared without its card$/,
    by: (tx) => tx.rows`
      with step as (
        insert into trade_transitions (trade_id, verb, actor, status, at)
        select id, 'share_gift_card', 'buyer', 'gcc_info_shared', started_at from trades where hash = ${active})
      update trades set flow_type = 'gcc-auto', status = 'gcc_info_shared' where hash = ${active}`,
  },
  {
    id: "I12",
    as: "a status without a transition",
    says: /has the status paid, its history ends at active_funded$/,
    by: (tx) => tx.rows`update trades set status = 'paid' where hash = ${active}`,
  },
  {
    id: "I12",
    as: "an open trade with an end",
    says: /is active_funded with end /,
    by: (tx) => tx.rows`update trades set ended_at = started_at where hash = ${active}`,
  },
  {
    id: "I12",
    as: "a paid trade that expired",
    inFullOnly: true,
    says: /expired although it was paid$/,
    by: (tx) => tx.rows`update trades set status = 'expired' where hash = ${released}`,
  },
  {
    id: "I15",
    as: "a release without a proof",
    inFullOnly: true,
    says: /^the release of \d+:1 has no proof$/,
    by: (tx) => tx.rows`delete from proofs where subject like 'trade_release:%'`,
  },
  {
    id: "I15",
    as: "a division without a proof",
    inFullOnly: true,
    says: /^the division of trade \S+ has no proof$/,
    by: (tx) => tx.rows`delete from proofs where subject like 'staff_award:%:%:%:%'`,
  },
  {
    id: "I18",
    as: "a price that its rate does not give",
    says: /^trade \S+ has the price 1, its rate gives /,
    by: (tx) => tx.rows`update trades set price = '1' where hash = ${active}`,
  },
  {
    id: "I19",
    as: "an escrow of which a unit stayed behind",
    inFullOnly: true,
    says: /^what left the escrow of \d+:1 is not what entered it$/,
    by: (tx) => tx.rows`update postings set units = units - 1 where id = (
      select min(postings.id) from postings
      join journals on journals.id = postings.journal_id
      where journals.kind = 'trade_release')`,
  },
  {
    id: "I19",
    as: "a share that grew by itself",
    inFullOnly: true,
    says: /^trade \S+ was not divided as it says$/,
    by: (tx) =>
      tx.rows`update trades set buyer_share_units = buyer_share_units + 1000 where buyer_share_units is not null`,
  },
  {
    id: "I19",
    as: "a cashback that was promised and not paid",
    inFullOnly: true,
    says: /^the cashback of trade \S+ is not what was promised$/,
    by: (tx) => tx.rows`update trades set cashback_units = 1 where hash = ${released}`,
  },
  {
    id: "I19",
    as: "a cashback that nobody was promised",
    says: /^the cashback of \d+:1 was promised to nobody$/,
    by: (tx) => tx.rows`
      insert into journals (kind, subject, at)
      select 'trade_cashback', subject, at from journals where kind = 'trade_release' limit 1`,
  },
  {
    id: "I20",
    as: "a trade that expired twice in its round",
    says: /expired 2 times in 1 rounds$/,
    by: (tx) => tx.rows`
      insert into trade_transitions (trade_id, verb, actor, status, at)
      select id, 'expire', 'clock', 'cancelled_system', started_at
      from trades cross join generate_series(1, 2)
      where hash = ${active}`,
  },
  {
    id: "I20",
    as: "a trade that expired a minute early",
    says: /expired before its window was over$/,
    by: (tx) => tx.rows`
      insert into trade_transitions (trade_id, verb, actor, status, at)
      select id, 'expire', 'clock', 'expired', funded_at + make_interval(mins => window_minutes - 1)
      from trades where hash = ${active}`,
  },
];

/** A deposit of the seller that was credited once, and the rail and address that it needs. */
async function addDeposit(tx: Tx, status: "incoming" | "credited"): Promise<void> {
  await addAddress(tx);
  await tx.rows`
    insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status, round, first_seen_at)
    select 'depositbroken1', 'bitcoin', 'aa', 0, 'BTC', id, 5, 5, ${status}, 1, ${tx.now} from wallet_addresses`;
}

async function addAddress(tx: Tx): Promise<void> {
  await tx.rows`insert into wallet_rails (chain, is_available, reason, network, is_test)
    values ('bitcoin', false, 'not here', 'regtest', true)
    on conflict do nothing`;
  await tx.rows`insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, created_at)
    select 'bitcoin', 0, 0, 'broken', 'user', min(id), 'BTC', ${tx.now} from users`;
}

async function addSendOut(tx: Tx, status: PaymentStatus): Promise<void> {
  await tx.rows`
    insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
    select 'sendoutbroken1', 1, min(id), 'BTC', 'x', 1, 1, 1, ${status}, ${tx.now}, ${tx.now} from users`;
}

const WALLET: readonly Break[] = [
  {
    id: "I7",
    as: "a deposit that says it was credited and was not",
    inFullOnly: true,
    says: /^deposit depositbroken1 \(credited, round 1\): 0 credits, 0 reversals$/,
    by: (tx) => addDeposit(tx, "credited"),
  },
  {
    id: "I7",
    as: "a deposit that was credited and taken away without a reversal",
    says: /^deposit depositbroken1 \(incoming, round 1\): 1 credits, 0 reversals$/,
    async by(tx) {
      await addDeposit(tx, "incoming");
      await tx.rows`insert into journals (kind, subject, at) values ('deposit', 'depositbroken1:1', ${tx.now})`;
    },
  },
  {
    id: "I8",
    as: "a coin that a strange transaction spent",
    says: /^coin aa:0 was spent by bb$/,
    async by(tx) {
      await addAddress(tx);
      await tx.rows`insert into coins (txid, output_index, address_id, units, is_coinbase, spent_txid)
        select 'aa', 0, id, 5, false, 'bb' from wallet_addresses`;
    },
  },
  {
    id: "I8",
    as: "a send-out under way without signed bytes",
    says: /^send-out sendoutbroken1 is broadcast without bytes$/,
    by: (tx) => addSendOut(tx, "broadcast"),
  },
  {
    id: "I8",
    as: "a send-out that says another thing than its payment",
    says: /^send-out sendoutbroken1 is pending, its payment cancelled$/,
    async by(tx) {
      await addSendOut(tx, "pending");
      await addAddress(tx);
      await tx.rows`
        insert into chain_payments (chain, currency, purpose, subject, plan, status, created_at)
        values ('bitcoin', 'BTC', 'send_out', 'sendoutbroken1', '{}', 'cancelled', ${tx.now})`;
    },
  },
  {
    id: "I9",
    as: "a chain that holds nothing of what is owed",
    says: /^BTC: 0 on the chain, \d+ owed$/,
    by: (tx) => tx.rows`insert into wallet_rails (chain, is_available, network, is_test)
      values ('bitcoin', true, 'regtest', true)
      on conflict (chain) do update set is_available = true`,
  },
  {
    id: "I15",
    as: "a send-out that was reserved without a proof",
    says: /^send-out sendoutbroken1 left without a proof$/,
    async by(tx) {
      await addSendOut(tx, "pending");
      await tx.rows`insert into journals (kind, subject, at) values ('send_out_reserve', 'sendoutbroken1', ${tx.now})`;
    },
  },
];

const STAFF: readonly Break[] = [
  {
    id: "I13",
    as: "an act of staff that was rewritten",
    says: /^staff act \d+$/,
    by: (tx) => tx.rows`update staff_acts set reason = 'nothing' where id = (select min(id) from staff_acts)`,
  },
  {
    id: "I13",
    as: "an act of staff that was taken out",
    says: /^staff act \d+$/,
    by: (tx) => tx.rows`delete from staff_acts where id = (select min(id) from staff_acts)`,
  },
];

const BY_HAND: readonly Break[] = [
  {
    id: "I22",
    as: "a balance that was corrected without a proof",
    says: /^journal \d+ was posted by hand without two administrators$/,
    by: (tx) => tx.rows`
      update journals set kind = 'manual', xid = pg_current_xact_id() where id = (
        select min(id) from journals where kind not like 'trade%')`,
  },
];

const TOTALS: readonly Break[] = [
  {
    id: "I21",
    as: "a trade that runs and is not listed",
    says: /^trade \d+ is listed as running and is not, or the other way round$/,
    by: (tx) => tx.rows`delete from running_trades`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a window without its timer",
    says: /^trade \d+ is listed as timed and is not, or the other way round$/,
    by: (tx) => tx.rows`delete from trade_timers`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a trade that is said to wait for coins and does not",
    says: /^trade \d+ is listed as unfunded and is not, or the other way round$/,
    by: (tx) => tx.rows`insert into unfunded_trades select min(id) from trades`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "limits that were given back",
    says: /^user \d+ has used \d+ cents of the limits, their trades sum to \d+$/,
    by: (tx) =>
      tx.rows`update trade_usage set counted_cents = counted_cents - 1 where user_id = (select min(user_id) from trade_usage)`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "an hour of which something is missing",
    says: /^what user \d+ used of the day differs at /,
    by: (tx) => tx.rows`delete from trade_usage_slots where user_id = (select min(user_id) from trade_usage)`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a history with a trade more",
    says: /^user \d+ has another number of released BTC trades as (buyer|seller)$/,
    by: (tx) => tx.rows`update trade_counts set trades = trades + 1 where status = 'released'`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a trader with a trade more than they ended",
    says: /^the figures of user \d+ are \(\d+,/,
    by: (tx) => tx.rows`update reputation_totals set trades = trades + 1`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a month with a trade more",
    says: /^the month of user \d+ differs at /,
    by: (tx) => tx.rows`update reputation_slots set trades = trades + 1`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "two who traded more often",
    says: /^the pair of \d+ and \d+ differs from their trades$/,
    by: (tx) => tx.rows`update trading_pairs set trades = trades + 1`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a user with one partner more",
    says: /^the partners of \d+ differ from their pairs$/,
    by: (tx) => tx.rows`update partner_counts set met = met + 1`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a pair with a cent more of fees",
    says: /^the weight of the pair of \d+ and \d+ differs from their trades$/,
    by: (tx) => tx.rows`
      insert into pair_weights as known (user_id, partner_id, fee_cents) select buyer_id, seller_id, 1 from trades limit 1
      on conflict (user_id, partner_id) do update set fee_cents = known.fee_cents + 1`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a trader with a counted partner more",
    says: /^the weights of \d+ differ from their pairs$/,
    by: (tx) => tx.rows`
      insert into user_reputation as known (user_id, weight_partners) select buyer_id, 1 from trades limit 1
      on conflict (user_id) do update set weight_partners = known.weight_partners + 1`,
    inFullOnly: true,
  },
  {
    id: "I21",
    as: "a word that nobody said",
    says: /^the word that \d+ said last of \d+ is not the one that counts$/,
    by: (tx) => tx.rows`
      insert into pair_weights (user_id, partner_id, rating) select buyer_id, seller_id, 1 from trades limit 1
      on conflict (user_id, partner_id) do update set rating = 1`,
    inFullOnly: true,
  },
];

const BONDS: readonly Break[] = [
  {
    id: "I26",
    as: "a bond that nobody has written down",
    says: /^user:\d+:USDT:bond holds 50000000, its moves sum to 0$/,
    async by(tx) {
      const [person] = await tx.rows<{ id: bigint }>`select min(id) as id from users`;
      await giveBond(tx, person?.id ?? 0n);
      await tx.rows`delete from bond_moves`;
    },
  },
];

/** A reward of the released trade, as no batch would write it. */
type Written = { units: number; status?: "held" | "claimed"; tier?: number };
const aReward = (tx: Tx, { units, status = "held", tier = 1 }: Written) => tx.rows`
  insert into reward_entries (trade_id, round, person_id, partner_id, referrer_id, tier, rate_id, currency, fee_units, units, status,
    at, held_until, claim_id)
  select trade.id, trade.round, trade.buyer_id, trade.seller_id, trade.seller_id, ${tier}::int, 1, trade.crypto, ${units}::bigint, ${units}::bigint,
    ${status}, market_now(), market_now(), ${status === "claimed" ? 1 : null}::bigint
  from trades trade
  where trade.hash = ${released}`;

const PARTNERS: readonly Break[] = [
  {
    id: "A1",
    as: "a reward that no journal pays for",
    says: /^house:BTC:rewards holds 0, rewards of 5 wait$/,
    by: (tx) => aReward(tx, { units: 5 }),
  },
  {
    id: "A2",
    as: "two rewards for one trade",
    inFullOnly: true,
    says: /^user \d+ was rewarded twice for trade \d+$/,
    async by(tx) {
      await tx.rows`drop index reward_entries_once`;
      for (let time = 0; time < 2; time++) await aReward(tx, { units: 5, status: "claimed" });
    },
  },
  {
    id: "A3",
    as: "a reward of more than the fee",
    says: /^trade \d+ gave rewards of 900000000 of a fee of \d+$/,
    by: (tx) => aReward(tx, { units: 900_000_000 }),
  },
  {
    id: "A4",
    as: "users who brought each other",
    inFullOnly: true,
    says: /^user \d+ is in their own chain of referrers$/,
    async by(tx) {
      await tx.rows`alter table referrals drop constraint referrals_chain_check`;
      await tx.rows`
        insert into referrals (user_id, tier1, tier2, code, source, at, ends_at)
        select min(id), max(id), min(id), 'x', 'hand', market_now(), market_now() from users`;
    },
  },
  {
    id: "A5",
    as: "a reward for a newcomer whom no link brought",
    inFullOnly: true,
    says: /^reward \d+ for the newcomer \d+ has no ground$/,
    by: (tx) => aReward(tx, { units: 5, status: "claimed", tier: 0 }),
  },
];

/** The same of what was written since the last check of a minute. */
const RENEWED: readonly Break[] = [...LEDGER, ...TRADES]
  .filter(({ id, inFullOnly }) => inFullOnly && ["I2", "I5", "I12", "I15", "I19"].includes(id))
  .filter(({ as }) => as !== "a posting whose journal is gone")
  .map(({ id, as, says, by }) => ({
    id,
    as: `${as}, of late`,
    says,
    async by(tx) {
      await by(tx);
      await tx.rows`update journals set xid = pg_current_xact_id()`;
    },
  }));

const BREAKS = [
  ...LEDGER,
  ...RENEWED,
  ...TRADES,
  ...WALLET,
  ...STAFF,
  ...BY_HAND,
  ...TOTALS,
  ...BONDS,
  ...PARTNERS,
  ...PRODUCT_BREAKS,
  ...SPOT_BREAKS,
];
const broken = new Set<number>();

test("the checks find nothing in a market in which everything went as it should", async () => {
  const { inFull, since } = await findings(async () => undefined);
  for (const [index, found] of [...inFull, ...since]) assert.deepEqual(found, [], String(ALL_CHECKS[index]?.id));
});

for (const { id, as, says, by, inFullOnly = false } of BREAKS) {
  test(`${id} finds ${as}${inFullOnly ? ", at night" : ", within a minute"}`, async () => {
    const { inFull, since } = await findings(by);
    const hitsOf = (found: Map<number, string[]>) =>
      [...found].filter(([index, details]) => ALL_CHECKS[index]?.id === id && details.some((one) => says.test(one)));
    const hits = hitsOf(inFull);
    assert.ok(hits.length > 0, JSON.stringify([...inFull.values()]));
    for (const [index] of hits) broken.add(index);
    const others = [...since.values()].flat();
    assert.equal(others.length === 0, inFullOnly, JSON.stringify(others));
  });
}

test("there is no check that none of these breaks is found by", () => {
  assert.deepEqual(
    ALL_CHECKS.filter((_, index) => !broken.has(index)).map(({ id }) => id),
    [],
  );
});
