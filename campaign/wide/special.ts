/**
 * Special offers of thousands of schedules: either side of a pair makes one of a trade that they have or had, the other side takes it at
 * its price wherever the market goes, and anybody else finds none. And what is in lists: no special offer, and no silent one.
 */
import assert from "node:assert/strict";
import { createOffer } from "../../server/market/offers/index.ts";
import type { Tx } from "../../server/platform/postgres/db.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { offerBody } from "../../server/testing/index.ts";
import { BONDED_METHODS } from "../market/offers/bonds.ts";
import {
  drawSpecial,
  isListed,
  lockedUntil,
  MOST_STANDING,
  type SpecialWish,
  specialRefusal,
} from "../market/offers/special.ts";
import { holdByBond } from "./bonds.ts";
import { BUYER, MOST_DOLLARS, SELLER, STRANGER, termsOfPair, type WidePlace } from "./place.ts";
import type { Schedule, WideRun } from "./types.ts";

/** Of so many schedules one makes one in a round, or tries to: oftener where nothing is in the way of the next trade. */
const MADE_ONCE_IN = { over: 60, running: 360 } as const;

/** Makes a few of them each round, and once the maximum for one seller. Returns the names of the results. */
export async function makeSpecials(tx: Tx, run: WideRun): Promise<string[]> {
  const names: string[] = [];
  for (const schedule of run.schedules) {
    const { model, random, pair } = schedule;
    const newest = model.trades.at(-1);
    const chance = newest?.endedAt === undefined ? MADE_ONCE_IN.running : MADE_ONCE_IN.over;
    if (random.below(chance) > 0 || !newest) continue;
    const drawn = drawSpecial(model, random, STRANGER + 1);
    // A seller in a flow with a shared account must name one, which a start here does not.
    const isBuyers = drawn.owner === BUYER && pair.flow === "bt-auto";
    names.push(
      await makeOne(tx, run, { schedule, wish: isBuyers ? { ...drawn, owner: SELLER, partner: BUYER } : drawn }),
    );
  }
  const [schedule] = run.schedules;
  const isCrowded = [...run.standing.values()].some((until) => until.length >= MOST_STANDING);
  const wish = { owner: SELLER, partner: BUYER, trade: 0 };
  while (schedule && schedule.model.trades.length > 0 && !isCrowded && names.at(-1) !== "offer.special_too_many")
    names.push(await makeOne(tx, run, { schedule, wish }));
  return names;
}

type Making = { readonly schedule: Schedule; readonly wish: SpecialWish };

/** "a special offer" and the model has it, or the refusal. */
async function makeOne(tx: Tx, run: WideRun, { schedule, wish }: Making): Promise<string> {
  const { place, standing, nowMin, owners } = run;
  const { model, pair, offers } = schedule;
  const { owner, partner = STRANGER } = wish;
  const userId = personOf(run, schedule, owner);
  const current = (standing.get(userId) ?? []).filter((until) => until > nowMin);
  const expected = specialRefusal(model, wish, current.length);
  const created = await create(tx, run, { schedule, wish }, expected);
  assert.equal(created.code, expected, `${JSON.stringify(wish)} in the schedule of ${pair.buyer} at ${nowMin}`);
  if (created.hash === undefined) return created.code;
  const until = lockedUntil(nowMin);
  standing.set(userId, [...current, until]);
  offers.push(created.hash);
  model.offers.push({
    ...{ owner, ownerIs: owner === SELLER ? "seller" : "buyer", method: pair.method, usedCents: 0 },
    limits: { least: 20, most: MOST_DOLLARS },
    special: { partner, until, price: place.price },
    // No buyer here has a bond.
    isHeld: owner === BUYER && BONDED_METHODS.includes(pair.method),
  });
  // All offers of its owner were looked at.
  const bonded = owners.find(({ id }) => id === userId);
  if (bonded) holdByBond(bonded, nowMin);
  return "a special offer";
}

type Created = { readonly code: string; readonly hash?: string };

/** Calls with an expected refusal run in a savepoint. */
async function create(tx: Tx, run: WideRun, { schedule, wish }: Making, expected: string): Promise<Created> {
  const { owner, trade, partner, oddity } = wish;
  const { pair, hashes } = schedule;
  const body = offerBody({
    ...termsOfPair({ ...pair, account: owner === SELLER ? pair.account : undefined }),
    offer_type: owner === BUYER ? "buy" : "sell",
    ...(oddity === "no trade" ? {} : { chat_id: hashes[trade ?? -1] ?? schedule.random.hash() }),
    ...(oddity === "no partner" ? {} : { partner_id: nameOf(run, schedule, partner) }),
    ...(oddity === "a cap" ? { offer_cap: { amount: "500", active: true } } : {}),
    ...(oddity === "silent" ? { is_silent: true } : {}),
    ...(oddity === "off" ? { is_active: false } : {}),
  });
  const userId = personOf(run, schedule, owner);
  const asked = () => createOffer(tx, { owner: { userId, countryIso: "DE", level: 4 }, body });
  try {
    return { code: "", hash: await (expected === "" ? asked() : tx.attempt(asked)) };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code };
    throw error;
  }
}

/** Of the pair, or the buyer of another one. */
function personOf({ place: { pairs } }: Pick<WideRun, "place">, { pair }: Schedule, who: number): bigint {
  if (who === BUYER) return pair.buyer;
  if (who === SELLER) return pair.seller;
  const [first, second] = pairs;
  return (first?.buyer === pair.buyer ? second : first)?.buyer ?? 0n;
}

function nameOf(run: Pick<WideRun, "place">, schedule: Schedule, who: number | undefined): string {
  return who === undefined ? "nobody_here" : (run.place.names.get(personOf(run, schedule, who)) ?? "");
}

type Taken = { readonly offer: number; readonly starter: number; readonly price: string; readonly by: bigint };

/** The next starter of one of the model's offers: mostly the partner of the newest special one. */
export function drawTaken(place: WidePlace, schedule: Schedule): Taken {
  const { model, random, pair } = schedule;
  const newest = model.offers.length - 1;
  const { owner = SELLER, special } = model.offers[newest] ?? {};
  if (!special || random.below(5) === 0) return { offer: 0, starter: BUYER, price: place.price, by: pair.buyer };
  const starter = [STRANGER, STRANGER, owner][random.below(12)] ?? special.partner;
  return { offer: newest, starter, price: special.price, by: personOf({ place }, schedule, starter) };
}

/** The common columns of every list. */
export async function assertLists(tx: Pick<Tx, "rows">, schedules: readonly Schedule[]): Promise<void> {
  const rows = await tx.rows<{ hash: string; active: boolean }>`
    select hash, active
    from offers`;
  const found = new Map(rows.map(({ hash, active }) => [hash, active]));
  for (const { model, offers, pair } of schedules)
    for (const [index, offer] of model.offers.entries()) {
      const isShown = isListed(offer) && offer.isHeld !== true;
      assert.equal(
        found.get(offers[index] ?? ""),
        isShown,
        `offer ${index} of ${pair.seller}, who is paid by ${pair.method}`,
      );
    }
}
