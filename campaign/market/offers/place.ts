/** Where a random market happens: its people, its clock and its operator, and what its tables say. */
import { TRADE_EVENTS } from "#contract/platform/events.ts";
import { on } from "../../../server/platform/app-ports.ts";
import { makeDispatcher, subscriptionsOf } from "../../../server/platform/events/dispatcher.ts";
import type { Db, Tx } from "../../../server/platform/postgres/db.ts";
import { openLog } from "../../../server/platform/log.ts";
import { MODULES } from "../../../server/modules.ts";
import { accountOf, post } from "../../../server/money/ledger/index.ts";
import { playRecordedRates } from "../../../server/money/rates/index.ts";
import { expireThese } from "../../../server/market/trades/moves/expire-trades.ts";
import { followThese } from "../../../server/market/trades/funds/follow-funds.ts";
import { updateOffers } from "../../../server/market/trades/index.ts";
import { seedBonds } from "../../../server/market/bonds/index.ts";
import type { ScriptedLightning } from "../../../server/testing/outside/scripted/lightning.ts";
import { aUser, signIn, TEST_PASSWORD } from "../../../server/testing/people/people.ts";
import { type Answer, type Caller, send, type Servers } from "../calls.ts";
import { farAddress, lossIn, walletOf, type World } from "../chain.ts";
import type { Draw, Halt, Role } from "../types.ts";
import { depositAddress } from "../verbs.ts";

/**
 * `db` is the owner's, `worker` the login that runs the timers, `matcher` that of spot markets; the follower of the chain and the
 * signer are in the test's process.
 */
export type Market = {
  readonly db: Db;
  readonly worker: Db;
  readonly matcher: Db;
  /** Of the Lightning process: its login, its node, and whether the node's stream has ended since it was followed. */
  readonly lightning: { readonly db: Db; readonly node: ScriptedLightning; isCut: boolean };
  readonly servers: Servers;
  readonly world: World;
};
export type Place = {
  readonly market: Market;
  readonly moderators: readonly Caller[];
  readonly people: readonly Caller[];
  /** Their usernames. */
  readonly names: readonly string[];
  readonly hashes: string[];
  /** The model's, by their hashes. */
  readonly offers: string[];
  /** The deposit addresses of users, and two external addresses for each, to which they send. */
  readonly addresses: readonly string[];
  readonly far: readonly string[];
  /** Of the deposits, by their transactions. */
  readonly deposits: string[];
  readonly quotes: string[];
  /** By the quote: the send-out, and its transaction. */
  readonly sendOuts: Map<string, string>;
  readonly txids: Map<string, string>;
  readonly start: Date;
  /** Of the newest block then. */
  readonly firstHeight: number;
  /** The operator's before. */
  readonly fees: bigint;
  readonly loss: bigint;
  now: Date;
};

/**
 * One has no limits; the others have those of their level, and one of them has little to sell. The last does not trade, has
 * a password and nothing better, and sends out what comes.
 */
export const PEOPLE = [
  { level: 4, units: 50_000_000n, isPlain: false },
  { level: 1, units: 50_000_000n, isPlain: false },
  { level: 2.5, units: 600_000n, isPlain: false },
  { level: 2, units: 1_100_000n, isPlain: true },
] as const;
/** Enough for offers by gift card and PayPal however their trades go. */
const BOND_USD = 500n;
/** Everybody has them at first, to buy with. */
export const TETHER_UNITS = 2_000_000_000n;
/** The first so many. */
export const TRADERS = 3;

/** Only the schedule moves the clock. */
export async function setClock(place: Place, minutes: number): Promise<void> {
  place.now = new Date(place.start.getTime() + minutes * 60_000);
  const { db, world } = place.market;
  await db.tx((tx) => tx.rows`update market_clock set stands_at = ${place.now}`);
  world.signer.nowMs = place.now.getTime();
}

export async function settle(market: Market, random: Draw): Promise<Place> {
  const place = await market.db.tx(async (tx) => {
    await playRecordedRates(tx);
    const people: Caller[] = [];
    for (const { level, units } of PEOPLE) {
      const person = await aCaller(tx);
      await tx.rows`update users set granted_level = ${level} where id = ${person.id}`;
      await giveCoins(tx, person.id, { BTC: units, USDT: BOND_USD * 1_000_000n + TETHER_UNITS });
      await seedBonds(tx, [person.id], BOND_USD);
      people.push(person);
    }
    const moderators = [await aCaller(tx), await aCaller(tx)];
    await tx.rows`
      insert into user_roles (user_id, role, granted_at)
      select id, 'moderator', ${tx.now}::timestamptz - interval '1 day' from unnest(${moderators.map(({ id }) => id)}::bigint[]) as id`;
    // Days may pass in a schedule: nobody is sent away for having been silent.
    await tx.rows`
      update sessions
      set idle_hours = 100000, expires_at = ${tx.now}::timestamptz + interval '10 years'
      where user_id = any(${[...people, ...moderators].map(({ id }) => id)}::bigint[])`;
    await tx.rows`update market_clock set stands_at = ${tx.now}`;
    const [fees, loss] = [await feesIn(tx), await lossIn(tx)];
    const names = await namesOf(tx, people);
    return { market, people, names, moderators, hashes: [], start: tx.now, now: tx.now, fees, loss };
  });
  for (const [index, { isPlain }] of PEOPLE.entries()) if (isPlain) await takeFactor(market, place.people[index]);
  const addresses: string[] = [];
  for (const by of place.people) {
    const [url = ""] = market.servers.urls;
    const answer = await send(url, { by, ...depositAddress, key: random.hash() });
    addresses.push((JSON.parse(answer.text) as { data: { address: string } }).data.address);
  }
  const far = place.people.flatMap(() => [farAddress(random), farAddress(random)]);
  const firstHeight = market.world.bitcoin.height();
  return {
    ...place,
    firstHeight,
    offers: [],
    addresses,
    far,
    deposits: [],
    quotes: [],
    sendOuts: new Map(),
    txids: new Map(),
  };
}

async function namesOf(tx: Tx, people: readonly Caller[]): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint; username: string }>`
    select id, username from users where id = any(${people.map(({ id }) => id)}::bigint[])`;
  return people.map((person) => rows.find(({ id }) => id === person.id)?.username ?? "");
}

/** Leaves them a password. */
async function takeFactor({ world }: Market, person: Caller | undefined): Promise<void> {
  const reference = await world.ports.verifier.prepareCredential(TEST_PASSWORD);
  await world.owner.query("update credentials set user_id = $1 where reference = $2", [person?.id, reference]);
  await world.owner.query("delete from passkeys where user_id = $1", [person?.id]);
}

/** Of the operator's. */
async function giveCoins(tx: Tx, userId: bigint, coins: Record<"BTC" | "USDT", bigint>): Promise<void> {
  const postings = (["BTC", "USDT"] as const).map((code) => ({
    from: accountOf.house(code, "inventory"),
    to: accountOf.available(userId, code),
    units: coins[code],
  }));
  await post(tx, [{ kind: "test_gift", subject: String(userId), postings }]);
}

async function aCaller(tx: Tx): Promise<Caller> {
  const id = await aUser(tx);
  return { id, token: await signIn(tx, id) };
}

/** Of a coin in dollars, as they are now. */
export function freshRates({ market }: Place): Promise<Record<"BTC" | "USDT", string>> {
  return market.db.tx(async (tx) => {
    await playRecordedRates(tx);
    const rows = await tx.rows<{ crypto: string; rate: string }>`select crypto, rate from rates where fiat = 'USD'`;
    const rateOf = (code: string) => rows.find(({ crypto }) => crypto === code)?.rate ?? "";
    return { BTC: rateOf("BTC"), USDT: rateOf("USDT") };
  });
}

export type Opened = {
  readonly hash: string;
  readonly price: string;
  readonly units: bigint;
  readonly fee_units: bigint;
  readonly cashback_units: bigint | null;
  readonly window_minutes: number;
  readonly dispute_wait_sec: number;
};

export async function tradeOf({ market }: Place, answer: Answer): Promise<Opened> {
  const { data } = JSON.parse(answer.text) as { data: { tradeHash: string } };
  const [row] = await market.db.tx(
    (tx) => tx.rows<Opened>`
      select hash, price, units, fee_units, cashback_units, window_minutes, dispute_wait_sec
      from trades
      where hash = ${data.tradeHash}`,
  );
  if (!row) throw new Error("a trade that was answered is not there");
  return row;
}

/** The work of the leading worker at its timers. */
export async function runClock({ market, hashes }: Place): Promise<void> {
  await market.worker.tx((tx) => expireThese(tx, hashes));
}

/** The same of where the coins are that trades wait for. */
export async function lookAtFunds({ market, hashes }: Place): Promise<void> {
  await market.worker.tx((tx) => followThese(tx, hashes));
}

/** Nothing ran for so long: the worker that leads then moves every deadline first. */
export async function comeBackAfter(place: Place, nowMin: number, minutes: number): Promise<void> {
  await setClock(place, nowMin + minutes);
  await place.market.worker.tx(async (tx) => {
    for (const { afterOutage } of MODULES) await afterOutage?.(tx, minutes * 60_000);
  });
}

/** Delivers to the subscribers of disputes and offers; notifications have their own tests, and take most of the time. */
export async function deliverNews({ market }: Place): Promise<void> {
  const log = openLog({ level: "error" });
  await makeDispatcher({ db: market.worker, log, subscriptions: FOLLOWED }).drain();
}

const FOLLOWED = [
  ...subscriptionsOf(MODULES.filter(({ name }) => name === "market/disputes")),
  on(TRADE_EVENTS, updateOffers),
];

/** Exactly these are in force from now on. */
export async function haltAll({ market }: Place, names: ReadonlySet<Halt>): Promise<void> {
  await market.db.tx(async (tx) => {
    await tx.rows`delete from halts`;
    await tx.rows`insert into halts (name, reason, since) select name, 'drawn', ${tx.now} from unnest(${[...names]}::text[]) as name`;
  });
}

async function feesIn(tx: Pick<Tx, "rows">): Promise<bigint> {
  const [row] = await tx.rows<{ units: bigint }>`
    select coalesce(sum(balance_units), 0)::bigint as units
    from ledger_accounts
    where name = 'house:BTC:fees'`;
  return row?.units ?? 0n;
}

type TradeRow = {
  readonly hash: string;
  readonly status: string;
  readonly expires_at: Date | null;
  readonly round: number;
  readonly extended_times: number;
  readonly proposed_winner: Role | null;
  readonly proposed_by: bigint | null;
  readonly proposed_share_units: bigint | null;
  readonly buyer_share_units: bigint | null;
  readonly flow_type: string;
  readonly cards: string;
};

type OfferRow = {
  readonly hash: string;
  readonly owner_id: bigint;
  readonly used: bigint;
  readonly partner_id: bigint | null;
  readonly special_until: Date | null;
  readonly is_gone: boolean;
};

const isSpecialOf = ({ owner_id, partner_id, is_gone }: OfferRow, owner: bigint): boolean =>
  owner_id === owner && partner_id !== null && !is_gone;

/** The used part of its cap; of a special offer also its partner and its end in minutes of the schedule. */
function offerText({ people, start }: Place, offer: OfferRow | undefined): string {
  if (!offer?.special_until) return `used ${offer?.used}`;
  const partner = people.findIndex(({ id }) => id === offer.partner_id);
  return `used ${offer.used} for ${partner} until ${(offer.special_until.getTime() - start.getTime()) / 60_000}`;
}

/**
 * Every balance and everybody's ratings, each deposit and send-out, and of each trade its status, deadline in minutes of the schedule, round, extensions
 * in dispute whom a moderator proposed to award, and of a divided escrow the buyer's share: two proposals at once leave the later one.
 */
export async function stateOf(place: Place): Promise<string[]> {
  const { market, people, moderators, hashes, start, fees } = place;
  return market.db.read(async (tx) => {
    const names = people.map(({ id }) => `user:${id}:BTC:available`);
    const tethers = people.map(({ id }) => `user:${id}:USDT:available`);
    const [balances, ratings, rows, feesNow, wallet, offers] = await Promise.all([
      tx.rows<{ name: string; units: bigint }>`
        select name, balance_units as units from ledger_accounts where name = any(${[...names, ...tethers]})`,
      tx.rows<{ user_id: bigint; positive: number; negative: number }>`
        select user_id, feedback_positive as positive, feedback_negative as negative
        from user_reputation
        where user_id = any(${people.map(({ id }) => id)}::bigint[])`,
      tx.rows<TradeRow>`
        select hash, status, expires_at, trades.round, extended_times, proposed_winner, proposed_by,
          proposed_share_units, buyer_share_units, flow_type, (
            select coalesce(string_agg(card.status, ',' order by card.in_use_at, card.id), '')
            from gift_cards card
            where card.trade_id = trades.id) as cards
        from trades
        left join disputes on trade_hash = hash and outcome is null and status = 'dispute_awarded'
        where hash = any(${hashes})`,
      feesIn(tx as Tx),
      walletOf(tx, place),
      tx.rows<OfferRow>`
        select hash, owner_id, cap_used_units as used, partner_id, special_until, deleted_at is not null as is_gone
        from offers
        where owner_id = any(${people.map(({ id }) => id)}::bigint[])`,
    ]);
    const unitsOf = new Map(balances.map(({ name, units }) => [name, units]));
    const byHash = new Map(rows.map((row) => [row.hash, row]));
    const byOffer = new Map(offers.map((offer) => [offer.hash, offer]));
    return [
      ...names.map((name) => String(unitsOf.get(name) ?? 0n)),
      ...people.map(({ id }, index) => {
        const { positive = 0, negative = 0 } = ratings.find(({ user_id }) => user_id === id) ?? {};
        return [unitsOf.get(tethers[index] ?? "") ?? 0n, wallet.held[index], positive, negative].join(" ");
      }),
      String(feesNow - fees),
      ...hashes.map((hash) => {
        const row = byHash.get(hash);
        const until = row?.expires_at ? (row.expires_at.getTime() - start.getTime()) / 60_000 : "-";
        if (!row) return "missing";
        const proposer = moderators.findIndex(({ id }) => id === row.proposed_by);
        const share = row.proposed_share_units ?? "all";
        const proposed = row.proposed_winner ? `${row.proposed_winner} ${share} by ${proposer}` : "-";
        const end = [row.buyer_share_units ?? "-", row.flow_type, row.cards];
        return [row.status, until, row.round, row.extended_times, proposed, ...end].join(" ");
      }),
      ...place.offers.map((hash) => offerText(place, byOffer.get(hash))),
      ...people.map(({ id }) => `${offers.filter((one) => isSpecialOf(one, id)).length} special offers`),
      ...wallet.deposits,
      ...wallet.sendings,
    ];
  });
}
