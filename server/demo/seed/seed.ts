/**
 * Fills an empty market with made-up traders, their offers and their past. Everything is drawn from one seed; the
 * coins behind it are real ones of the development chains, where those can be reached. One transaction: a start that
 * was interrupted begins again.
 */
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { createUser, grantLevel, recordLastSeen } from "../../people/accounts/index.ts";
import { refreshReputation, seedBadges, settleBadges } from "../../people/reputation/index.ts";
import { accountOf, post } from "../../money/ledger/index.ts";
import { fiatPerUsd, playRecordedRates, ratesOf, recordedRatesAt, refreshLiveRates } from "../../money/rates/index.ts";
import { seedBonds } from "../../market/bonds/index.ts";
import { type Offer, placeOffers, refreshOwnerFacts } from "../../market/offers/index.ts";
import { countPastTrades, type PastTrade, recordPastTrades } from "./record-past-trades.ts";
import { recordFeedback } from "../../market/feedback/index.ts";
import { fundHouse } from "../coins/fund-house.ts";
import { backMarket, HOUSE_STOCK } from "../coins/back-market.ts";
import { type Draw, drawFrom } from "./draw.ts";
import { HISTORY_DAYS, keyOf, planDay, planFeedback, type World } from "./history.ts";
import { type Market, planOffers } from "./offers.ts";
import { type DemoPerson, makeDemoPeople, PEOPLE_COINS, placeDemoOffers } from "./people.ts";
import { seenAt } from "../robots/presence.ts";
import { planTraders, type TraderPlan } from "./traders.ts";
import { equipStaff } from "../authenticator.ts";
import { usersNamed } from "../authenticator-rows.ts";
import { equipRobots } from "../robots/robot/proofs.ts";
import { hasUsers, insertRobots } from "../robots/robot/rows.ts";

export const DEMO_SEED = "parley demo market 1";
const DAY_MS = 86_400_000;
/** Enough however their trades went. */
const ROBOT_BOND_USD = 500n;

type Coins = Readonly<Record<CryptoCode, bigint>>;
type Seeder = Pick<AppPorts, "db" | "config" | "log" | "chains" | "verifier"> & {
  readonly say: (text: string) => void;
};

/** False when there are users already: then at most coins that are missing are brought. */
export async function seedMarket(app: AppPorts & Seeder): Promise<boolean> {
  if (await app.db.read(hasUsers)) {
    await app.db.tx(equipRobots);
    await addMissingPeople(app);
    await equipStaff(app);
    await backMarket(app);
    return false;
  }
  const { say } = app;
  say("filling the demo market; this happens once");
  if (app.config.liveRates) await refreshLiveRates(app.db, { log: app.log });
  await app.db.tx(async (tx) => {
    const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: ["USD"] });
    if (rates.size < CRYPTO_CODES.length) await playRecordedRates(tx);
  });
  const draw = drawFrom(DEMO_SEED);
  const traders = planTraders(draw);
  const coins = traders.map(() => drawCoins(draw));
  const [unbacked, ...credentials] = await Promise.all([
    backWith(app, sumOf([...coins, ...PEOPLE_COINS, HOUSE_STOCK])),
    ...DEMO_PEOPLE.map(() => app.verifier.prepareCredential(DEMO_PASSWORD)),
  ]);
  await app.db.tx((tx) => fill(tx, { draw, traders, coins, unbacked, credentials, say }));
  await equipStaff(app);
  return true;
}

/** Staff that an earlier version of the demo did not have. */
async function addMissingPeople({ db, verifier }: Pick<Seeder, "db" | "verifier">): Promise<void> {
  const names = DEMO_PEOPLE.map(({ username }) => username);
  const known = new Set((await db.read((tx) => usersNamed(tx, names))).map(({ username }) => username));
  const missing = DEMO_PEOPLE.filter(({ username, role }) => role !== "trader" && !known.has(username));
  // A market that was never this demo has none of them.
  if (missing.length === 0 || known.size === 0) return;
  const credentials = await Promise.all(missing.map(() => verifier.prepareCredential(DEMO_PASSWORD)));
  await db.tx((tx) => makeDemoPeople(tx, credentials, missing));
}

function drawCoins(draw: Draw): Coins {
  return {
    BTC: BigInt(draw.between(15, 60)) * 1_000_000n,
    ETH: BigInt(draw.between(20, 90)) * 100_000_000n,
    USDT: BigInt(draw.between(30, 200)) * 100_000_000n,
  };
}

function sumOf(all: readonly Coins[]): Coins {
  const sum = (code: CryptoCode) => all.reduce((units, coins) => units + coins[code], 0n);
  return { BTC: sum("BTC"), ETH: sum("ETH"), USDT: sum("USDT") };
}

/** Real coins into the operator's inventory; the currencies whose chain cannot be reached stay without. */
async function backWith(app: AppPorts & Seeder, wanted: Coins): Promise<readonly CryptoCode[]> {
  if (!app.chains) return CRYPTO_CODES;
  app.say("mining the coins that the traders will hold");
  const without = await fundHouse(app, wanted);
  if (without.length > 0) app.say(`without a chain: ${without.join(", ")}`);
  return without;
}

type Filling = {
  readonly draw: Draw;
  readonly traders: readonly TraderPlan[];
  readonly coins: readonly Coins[];
  readonly unbacked: readonly CryptoCode[];
  /** Credentials of the shared password, one for each demo account. */
  readonly credentials: readonly string[];
  readonly say: (text: string) => void;
};

async function fill(tx: Tx, { draw, traders, coins, unbacked, credentials, say }: Filling): Promise<void> {
  const { now } = tx;
  const robotIds = await makeRobots(tx, traders);
  const people = await makeDemoPeople(tx, credentials);
  tx.useClock(new Date(now.getTime() - (HISTORY_DAYS + 2) * DAY_MS));
  const owned = [...robotIds.map((id, index) => ({ id, coins: coins[index] })), ...people];
  await giveAll(tx, owned, unbacked);
  await seedBonds(tx, robotIds, ROBOT_BOND_USD);
  tx.useClock(now);
  await recordLastSeen(
    tx,
    robotIds.map((userId, index) => ({
      userId,
      at: seenAt({ user_id: userId, username: traders[index]?.username ?? "" }, now),
    })),
  );
  say(`${robotIds.length} traders have joined`);

  const market = await readMarket(tx);
  const offers = await placeAll(tx, { draw, traders, robotIds, market });
  await placeDemoOffers(tx, people);
  say(`${offers.length} offers are on the market`);

  const world = worldOf({ offers, traders, robotIds, people, owned, market, now });
  const past = await recordPast(tx, draw, world);
  tx.useClock(now);
  await recordFeedback(tx, planFeedback(draw, past));
  const everybody = [...robotIds, ...people.map(({ id }) => id)];
  await refreshReputation(tx, everybody);
  await settleBadges(tx, everybody);
  await refreshOwnerFacts(tx, everybody);
  tx.dropEvents();
  say(`${past.length} past trades are in the ledger`);
}

async function makeRobots(tx: Tx, traders: readonly TraderPlan[]): Promise<bigint[]> {
  const { now } = tx;
  const made: bigint[] = [];
  for (const trader of traders) {
    tx.useClock(new Date(now.getTime() - trader.joinedDaysAgo * DAY_MS));
    const { place, ...person } = trader;
    made.push(
      await createUser(tx, {
        ...person,
        countryIso: place.iso,
        locale: place.locale,
        timezone: place.timezone,
        isDemo: true,
        emailConfirmed: true,
      }),
    );
  }
  tx.useClock(now);
  await grantLevel(tx, made, 4);
  await seedBadges(
    tx,
    made.map((userId, index) => ({ userId, badge: traders[index]?.badge ?? "no_badge" })),
  );
  await insertRobots(
    tx,
    made.map((userId, index) => ({ userId, manner: traders[index]?.manner ?? "honest" })),
  );
  await equipRobots(tx);
  return made;
}

type Owned = { readonly id: bigint; readonly coins: Coins | undefined };

/** From the operator where real coins are behind it; straight from outside where there is no chain. */
async function giveAll(tx: Tx, owned: readonly Owned[], unbacked: readonly CryptoCode[]): Promise<void> {
  const journals = owned.flatMap(({ id, coins }) =>
    CRYPTO_CODES.flatMap((code) => {
      const units = coins?.[code] ?? 0n;
      if (units === 0n) return [];
      const from = unbacked.includes(code) ? accountOf.chain(code) : accountOf.house(code, "inventory");
      return [
        {
          kind: "demo_coins",
          subject: `${id}:${code}`,
          postings: [{ from, to: accountOf.available(id, code), units }],
        },
      ];
    }),
  );
  await post(tx, journals);
  // What card balances are bought with.
  const dollars = { from: "outside:USD:issuer", to: "house:USD:inventory", units: CARD_DOLLARS };
  await post(tx, [{ kind: "demo_coins", subject: "house:USD", postings: [dollars] }]);
}

/** In cents. */
const CARD_DOLLARS = 100_000_000n;

async function readMarket(tx: ReadTx): Promise<Market> {
  const perUsd = await fiatPerUsd(tx, "all");
  const found = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: "all" });
  return { perUsd, rates: new Map([...found].map(([pair, { rate }]) => [pair, rate])) };
}

type Placing = Pick<Filling, "draw" | "traders"> & { readonly robotIds: readonly bigint[]; readonly market: Market };

async function placeAll(tx: Tx, { draw, traders, robotIds, market }: Placing) {
  const planned = planOffers(draw, traders, market);
  const placed = await placeOffers(
    tx,
    planned.map(({ hash, trader, daysAgo, body }) => ({
      hash,
      ownerId: robotIds[trader] ?? 0n,
      countryIso: traders[trader]?.place.iso ?? "US",
      isAutomated: true,
      createdAt: new Date(tx.now.getTime() - daysAgo * DAY_MS),
      body,
    })),
  );
  const daysAgoOf = new Map(planned.map(({ hash, daysAgo }) => [hash, daysAgo]));
  return placed.map((offer) => ({ offer, daysAgo: daysAgoOf.get(offer.hash) ?? 1 }));
}

type Peopled = Omit<Placing, "draw"> & {
  readonly offers: readonly { offer: Offer; daysAgo: number }[];
  readonly people: readonly DemoPerson[];
  readonly owned: readonly Owned[];
  readonly now: Date;
};

function worldOf({ offers, traders, robotIds, people, owned, market, now }: Peopled): World {
  const robots = traders.map((trader, index) => ({
    id: robotIds[index] ?? 0n,
    fiat: trader.place.fiat,
    isSlow: trader.manner !== "honest",
    maySell: true,
  }));
  const buyers = people
    .filter(({ coins }) => coins !== undefined)
    .map(({ id }) => ({ id, fiat: "USD", isSlow: false, maySell: false }));
  const balances = owned.flatMap(({ id, coins }) =>
    CRYPTO_CODES.map((code) => [keyOf(id, code), coins?.[code] ?? 0n] as const),
  );
  return {
    offers,
    participants: new Map([...robots, ...buyers].map((participant) => [participant.id, participant])),
    balances: new Map(balances),
    perUsd: market.perUsd,
    now,
  };
}

/** Day by day, so that every day's journals bear that day's date; the next one is planned while one is written. */
async function recordPast(tx: Tx, draw: Draw, world: World): Promise<PastTrade[]> {
  const past: PastTrade[] = [];
  const ids: bigint[] = [];
  let writing = Promise.resolve<bigint[]>([]);
  for (let daysAgo = HISTORY_DAYS; daysAgo > 0; daysAgo--) {
    const begin = new Date(world.now.getTime() - daysAgo * DAY_MS);
    const rates = new Map(recordedRatesAt(begin).map(({ crypto, fiat, rate }) => [`${crypto}/${fiat}`, rate]));
    const trades = planDay(draw, world, daysAgo, rates);
    ids.push(...(await writing));
    tx.useClock(new Date(begin.getTime() + DAY_MS));
    writing = recordPastTrades(tx, trades);
    past.push(...trades);
  }
  ids.push(...(await writing));
  countPastTrades(tx, ids);
  return past;
}
