/** Where the sweep plays: chains of the test's own, an operator with coins, and people who are made for each run. */
import assert from "node:assert/strict";
import { readFileSync, truncateSync } from "node:fs";
import type { CryptoCode } from "#contract/money/money.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { houseAddress } from "../../server/money/custody/index.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import { checkBooks } from "../../server/staff/console/index.ts";
import { ids } from "../../server/platform/ids.ts";
import { aPerson, anOffer, giveLevel, type TestMarket, testLog } from "../../server/testing/index.ts";
import { type Holder, type JournalFile, scriptedWorld } from "../../server/testing/outside/scripted/world.ts";
import { type ScriptedLightning, scriptedLightning } from "../../server/testing/outside/scripted/lightning.ts";
import { breakDriver } from "./broken-driver.ts";
import { breakChains, breakLightning } from "./broken-ports.ts";
import { type Faults, makeFaults } from "./faults.ts";
import { openTeller, type Teller } from "./rows.ts";

/** Far from the day of the machine, so that code that reads the wrong clock fails. */
const INSTANT = "2031-03-01T12:00:00Z";
const ETHER = 10n ** 18n;
const NO_LIMITS = {
  ...{ eachUnits: 10n ** 15n, hourlyUnits: 10n ** 18n, dailyUnits: 10n ** 18n, userDailyUnits: 10n ** 18n },
  perHour: 1_000_000,
};

export type World = Awaited<ReturnType<typeof scriptedWorld>>;
export type Stage = {
  readonly world: World;
  readonly lightning: ScriptedLightning;
  readonly faults: Faults;
  readonly teller: Teller;
  /** A seller with a quarter of a bitcoin and a buyer, or the other way round. */
  market(changes?: Partial<OfferBody>, coins?: { readonly sellerUnits?: bigint }): Promise<TestMarket>;
  /** A user with coins of the operator's. */
  holder(code: CryptoCode, units: bigint): Promise<Holder>;
  gift(userId: bigint, code: CryptoCode, units: bigint): Promise<void>;
  /** Goes on over both chains until nothing is under way. */
  calm(): Promise<void>;
  /** The invariants that do not hold. */
  violations(): Promise<string[]>;
};

export async function openStage(): Promise<Stage> {
  const faults = makeFaults();
  breakDriver(faults);
  const lightning = scriptedLightning();
  const world = await scriptedWorld({
    lightning: breakLightning(lightning, faults),
    around: (chains, journal) => breakChains(chains, faults, { restart: journal.reopen, tear: () => tear(journal) }),
  });
  // Each new process of the signer closes its journal at the end of this one.
  process.setMaxListeners(0);
  world.signer.own = { perHour: 1_000_000, dailyFeeUnits: 10n ** 18n, dailyBitcoinFeeUnits: 10n ** 18n };
  world.signer.limits = { BTC: NO_LIMITS, ETH: NO_LIMITS, USDT: NO_LIMITS };
  await world.standStill(INSTANT);
  const teller = await openTeller(world);
  await enrich(world);
  const gift: Stage["gift"] = (userId, code, units) =>
    world.db.tx(async (tx) => {
      const postings = [{ from: accountOf.house(code, "inventory"), to: accountOf.available(userId, code), units }];
      await post(tx, [{ kind: "test_gift", subject: ids.hash(), postings }]);
    });
  return {
    world,
    lightning,
    faults,
    teller,
    gift,
    async market(changes = {}, { sellerUnits = 25_000_000n } = {}) {
      const [seller, buyer] = [await aPerson(world), await aPerson(world)];
      for (const { id } of [seller, buyer]) await giveLevel(world, id, 4);
      if (sellerUnits > 0n) await gift(seller.id, "BTC", sellerUnits);
      const ownerId = changes.offer_type === "buy" ? buyer.id : seller.id;
      const offer = await world.db.tx((tx) => anOffer(tx, ownerId, changes));
      return { app: world, seller, buyer, offer };
    },
    async holder(code, units) {
      const { id: userId, client } = await aPerson(world);
      if (units > 0n) await gift(userId, code, units);
      return { userId, client };
    },
    calm: () => calm(world),
    violations: async () =>
      (await checkBooks({ db: world.db, log: testLog })).map(({ invariant, detail }) => `${invariant} ${detail}`),
  };
}

/** Long enough for whatever is shown again, and for a fresh measure of what the chains hold. */
const ROUND_MS = 61_000;
/** Work that begins in one round ends in the next. */
const LEAST_ROUNDS = 2;
const MOST_ROUNDS = 8;

async function calm(world: World): Promise<void> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    await world.moveClock(ROUND_MS);
    await world.pay();
    world.bitcoin.mine(1);
    world.ethereum.mine(3);
    await world.scan();
    if (round >= LEAST_ROUNDS && !(await isUnderWay(world))) return;
  }
  assert.fail("payments or deposits do not come to their end");
}

async function isUnderWay({ owner }: World): Promise<boolean> {
  const { rows } = await owner.query(
    `select from chain_payments where status in ('pending', 'broadcast', 'confirming')
     union all select from send_outs where status in ('pending', 'broadcast', 'confirming')
     union all select from deposits where status = 'incoming'
     limit 1`,
  );
  return rows.length > 0;
}

/** The operator has all that people are given, and it is there on the chains. */
async function enrich(world: World): Promise<void> {
  await world.scan();
  const addressOf = async (code: CryptoCode) => (await world.db.tx((tx) => houseAddress(tx, code))).address;
  world.bitcoin.pay([{ address: await addressOf("BTC"), units: 100_000_000_000n }]);
  world.ethereum.giveWei(await addressOf("ETH"), 100_000n * ETHER);
  world.ethereum.giveTokens({ to: await addressOf("USDT"), units: 300_000_000_000n });
  world.bitcoin.mine(3);
  world.ethereum.mine(3);
  await calm(world);
}

function tear({ path, reopen }: JournalFile): void {
  const whole = readFileSync(path);
  const last = whole.lastIndexOf("\n", whole.length - 2) + 1;
  assert.ok(whole.length - last > 20, "the signer has written no line");
  truncateSync(path, last + 20);
  reopen();
}
