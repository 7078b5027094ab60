/** Special offers of a random market: made of a trade for its other side, taken at their locked price, and refused. */
import assert from "node:assert/strict";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { anOffer, offerBody } from "../../../server/testing/market/offers.ts";
import { ask, count, type Run, stateOfModel } from "../asking.ts";
import type { Answer } from "../calls.ts";
import { apply } from "../model.ts";
import { closeOffer, lookAgain } from "./offers.ts";
import { startAll } from "../open.ts";
import { freshRates, setClock, stateOf, TRADERS } from "./place.ts";
import {
  drawSpecial,
  isOver,
  lockedUntil,
  MOST_STANDING,
  otherSide,
  type SpecialWish,
  specialRefusal,
  standingOf,
} from "./special.ts";
import { assertPrice, flowOf, METHODS } from "./terms.ts";
import type { Model, ModelOffer, Role } from "../types.ts";
import * as verbs from "../verbs.ts";

/** A third in a row that its owner lets pass would pause the offer. */
const MOST_OF_ONE = 2;
const LIMITS = { least: 20, most: 3000 } as const;

/** Its fields in addition to the trade and the partner. */
type Wanted = { readonly ownerIs: Role; readonly method: string; readonly fixedPrice?: string };

/** A user makes one, or tries to: of a trade that is not theirs, for a user who was not in it, or with impossible terms. */
export async function makeSpecial(run: Run): Promise<void> {
  const { place, model, random } = run;
  if (model.trades.length === 0) return;
  const wish = drawSpecial(model, random, TRADERS);
  const rate = (await freshRates(place)).BTC;
  const wanted = drawWanted(run, rate);
  const expected = specialRefusal(model, wish, standingOf(model, wish.owner));
  const answer = await askFor(run, wish, wanted);
  assert.equal(answer.code, expected, `${JSON.stringify({ ...wish, ...wanted })} was answered ${answer.text}`);
  if (expected === "") note(run, { wish, wanted, rate, answer });
  count(run, expected || "a special offer");
  assert.deepEqual(await stateOf(place), stateOfModel(model), JSON.stringify(wish));
}

/** Above the market by a part of a percent, or a margin that becomes a price. */
function drawWanted({ random }: Run, rate: string): Wanted {
  const ownerIs = random.below(2) === 0 ? ("seller" as const) : ("buyer" as const);
  const method = METHODS[random.below(METHODS.length)] ?? "skrill";
  const fixedPrice = String(Math.round(Number(rate) * (1 + random.below(100) / 10_000)));
  return { ownerIs, method, ...(random.below(3) === 0 ? { fixedPrice } : {}) };
}

function askFor(run: Run, { owner, trade, partner, oddity }: SpecialWish, wanted: Wanted): Promise<Answer> {
  const { place } = run;
  const by = place.people[owner];
  assert.ok(by);
  const body = {
    ...bodyOf(wanted),
    ...(oddity === "no trade" ? {} : { chat_id: place.hashes[trade ?? -1] ?? run.random.hash() }),
    ...(oddity === "no partner" ? {} : { partner_id: place.names[partner ?? -1] ?? "nobody_here" }),
    ...(oddity === "a cap" ? { offer_cap: { amount: "500", active: true } } : {}),
    ...(oddity === "silent" ? { is_silent: true } : {}),
    ...(oddity === "off" ? { is_active: false } : {}),
  };
  return ask(run, { by, ...verbs.makeOffer(body) });
}

function bodyOf({ ownerIs, method, fixedPrice }: Wanted): OfferBody {
  return offerBody({
    ...{ offer_type: ownerIs === "seller" ? "sell" : "buy", payment_method: method, flow_type: flowOf(method) },
    ...(method === "bank-transfer" ? { payment_country: "GB" } : {}),
    ...{ range_min: String(LIMITS.least), range_max: String(LIMITS.most) },
    ...(fixedPrice === undefined ? {} : { fixed_price: fixedPrice }),
  });
}

type Made = { readonly wish: SpecialWish; readonly wanted: Wanted; readonly rate: string; readonly answer: Answer };
type Created = {
  readonly idHashed: string;
  readonly fiatPricePerCrypto: string;
  readonly isFixedPrice: boolean;
  readonly special: { readonly partner: string; readonly until: string };
};

/** Its price is that of the market then, and stays. */
function note({ place, model }: Run, { wish, wanted, rate, answer }: Made): void {
  const { data } = JSON.parse(answer.text) as { data: Created };
  const { owner, partner = 0 } = wish;
  const { ownerIs, method, fixedPrice } = wanted;
  const until = lockedUntil(model.nowMin);
  const price = data.fiatPricePerCrypto;
  if (fixedPrice) assert.equal(price, fixedPrice);
  else assertPrice(price, rate);
  assert.deepEqual(
    [data.isFixedPrice, data.special.partner, data.special.until],
    [true, place.names[partner], new Date(place.start.getTime() + until * 60_000).toISOString()],
  );
  model.offers.push({ owner, ownerIs, method, limits: LIMITS, usedCents: 0, special: { partner, until, price } });
  place.offers.push(data.idHashed);
}

/** Mostly its partner takes one, while it is open or later; other users cannot find it. */
export async function takeSpecial(run: Run): Promise<number> {
  const { place, random } = run;
  const open = run.model.offers.flatMap((offer, index) =>
    offer.special && tradesOn(run.model, index) < MOST_OF_ONE ? [{ offer, index, special: offer.special }] : [],
  );
  const taken = open[random.below(Math.max(1, open.length))];
  if (!taken) return 0;
  const { offer, index, special } = taken;
  const stranger = [...place.people.keys()].find((who) => who !== offer.owner && who !== special.partner) ?? 0;
  const starter = [stranger, stranger, offer.owner][random.below(10)] ?? special.partner;
  if (!isOver(offer, run.model.nowMin) && random.below(12) === 0) await waitForEnd(run, special.until);
  count(run, whatComes(run.model, offer, starter));
  return startAll(run, await lookAgain(place, { offer: index, owner: offer.owner }), index, [starter]);
}

const tradesOn = ({ trades }: Model, index: number): number => trades.filter(({ offer }) => offer === index).length;

/** To the last minute of the lock, or to its end. */
async function waitForEnd(run: Run, until: number): Promise<void> {
  const minutes = until - run.random.below(2) - run.model.nowMin;
  await setClock(run.place, run.model.nowMin + minutes);
  apply(run.model, { kind: "wait", minutes });
}

function whatComes({ nowMin }: Model, { owner, special }: ModelOffer, starter: number): string {
  const left = (special?.until ?? 0) - nowMin;
  if (starter === owner) return "its owner at a special offer";
  if (starter !== special?.partner) return "another user at a special offer";
  if (left === 0 || left === 1) return left === 1 ? "a lock in its last minute" : "a lock at its end";
  return left > 0 ? "a partner at a locked price" : "a partner after the lock";
}

/** One side has one open offer less than the limit, and requests two more at once. */
export async function crowdSpecial(run: Run): Promise<void> {
  const { place, model, random } = run;
  const trade = random.below(Math.max(1, model.trades.length));
  const owner = model.trades[trade]?.seller;
  const partner = owner === undefined ? undefined : otherSide(model.trades[trade], owner);
  if (owner === undefined || partner === undefined) return;
  await freshRates(place);
  const wish = { owner, trade, partner };
  const wanted = { ownerIs: "seller", method: "skrill" } as const;
  const made = await fill(run, wish, MOST_STANDING - 1 - standingOf(model, owner));
  const answers = await Promise.all([askFor(run, wish, wanted), askFor(run, wish, wanted)]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "offer.special_too_many"]);
  count(run, "offer.special_too_many");
  for (const { code, text } of answers)
    if (code === "") made.push((JSON.parse(text) as { data: Created }).data.idHashed);
  for (const hash of made) await closeOffer(place, hash);
  assert.deepEqual(await stateOf(place), stateOfModel(model), "after a crowd of special offers");
}

function fill({ place }: Run, { owner, trade, partner }: SpecialWish, many: number): Promise<string[]> {
  return place.market.db.tx(async (tx) => {
    const made: string[] = [];
    const of = { chat_id: place.hashes[trade ?? -1] ?? "", partner_id: place.names[partner ?? -1] ?? "" };
    for (let number = 0; number < many; number++) made.push(await anOffer(tx, place.people[owner]?.id ?? 0n, of));
    return made;
  });
}
