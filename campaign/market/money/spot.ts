/**
 * Spot orders of a random market: placed, lowered, cancelled and matched by a process that is replaced now and then. The
 * model matches them in the plainest book, and moves the coins by a few sums of its own.
 */
import assert from "node:assert/strict";
import { displayFromUnits } from "#contract/money/money.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../../server/money/ledger/index.ts";
import { NaiveBook } from "../../../server/products/spot/engine/naive-book.ts";
import { SPOT_CHECKS } from "../../../server/products/spot/index.ts";
import { matchNext, openMatching } from "../../../server/products/spot/matching/match-market.ts";
import { liveOrders, progressOf, steerMarket } from "../../../server/products/spot/matching/match-rows.ts";
import { ask, count, type Run, stateOfModel } from "../asking.ts";
import { freshRates, type Market, stateOf, TRADERS } from "../offers/place.ts";
import * as verbs from "../verbs.ts";
import { drawOrder, LOT_UNITS, type ModelOrder, type Spot, type SpotWish } from "./spot-orders.ts";
import { owes } from "./wallet.ts";

const SYMBOL = "BTC-USDT";
const BAND_BP = 1000;
const LEAST_VALUE = 5_000_000n;
/** Of one visit to the market. */
const STEPS = 4;
const SESSION_MIN = 24 * 60;
const SESSION = { hours: 24, day_usd: 100_000, markets: [SYMBOL] } as const;

/** The book as the schedule before left it: nobody has an order there. */
export async function openSpot({ matcher }: Market): Promise<Spot> {
  const matching = await openMatching(matcher, SYMBOL);
  while ((await matchNext(matcher, matching)) === "settled");
  const [progress, live] = await matcher.read((tx) => Promise.all([progressOf(tx, SYMBOL), liveOrders(tx, SYMBOL)]));
  assert.equal(live.length, 0, "an order of an earlier schedule is left");
  const book = new NaiveBook(BAND_BP);
  const { status, reference_ticks: reference, last_ticks: last } = progress;
  Object.assign(book, { status, reference: numberOf(reference), last: numberOf(last) });
  const fresh = { orders: [], waiting: [], paid: 0, sessions: new Map() };
  return { book, ...fresh, reference: Number(reference ?? 0), status, matching };
}

const numberOf = (ticks: bigint | null) => (ticks === null ? null : Number(ticks));

/** Something with orders, and mostly a turn of the process that matches them. Nothing while the whole ledger is halted. */
export async function actOnSpot(run: Run): Promise<void> {
  const { random, model, spot } = run;
  if (model.halts.has("ledger")) return;
  // Orders are counted in dollars, so there are rates even where the market is not steered by them.
  await freshRates(run.place);
  if (run.spot.reference === 0 || random.below(4) > 0) await steer(run);
  for (let who = 0; who < TRADERS; who++) if (random.below(8) > 0) await openSession(run, who);
  for (let step = 0; step < STEPS; step++) {
    const dice = random.below(16);
    if (dice < 5 || spot.orders.length === 0) await placeOne(run);
    else if (dice < 10) await placeTwo(run);
    else if (dice < 12) await cancelOne(run);
    else if (dice < 15) await amendOne(run);
    else await cancelAll(run, random.below(TRADERS));
    if (random.below(4) > 0) await matchAll(run);
  }
  await assertAsModel(run);
}

/** Nobody has orders after it, and the books are right. The halts are lifted. */
export async function endSpot(run: Run): Promise<void> {
  await steer(run);
  for (let who = 0; who < TRADERS; who++) await cancelAll(run, who);
  await matchAll(run);
  await assertAsModel(run);
  const { db } = run.place.market;
  const found = await db.snapshot((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...SPOT_CHECKS]));
  assert.deepEqual(found, []);
}

/** A day's rates and halts become commands, as they do each second. */
async function steer({ place, model, spot }: Run): Promise<void> {
  const { BTC, USDT } = await freshRates(place);
  const { matcher } = place.market;
  const status = await matcher.tx((tx) => steerMarket(tx, SYMBOL, tx.now));
  const ticks = Math.round((Number(BTC) / Number(USDT)) * 10);
  if (spot.reference === 0 || Math.abs(ticks - spot.reference) * 5000 > spot.reference) {
    spot.waiting.push({ kind: "reference", ticks });
    spot.reference = ticks;
  }
  const wanted = model.halts.has("coin_BTC") ? "cancel_only" : "trading";
  assert.equal(status, wanted);
  if (spot.status !== wanted) spot.waiting.push({ kind: "state", status: wanted });
  spot.status = wanted;
}

async function openSession(run: Run, who: number): Promise<void> {
  const { place, model, spot } = run;
  if (model.nowMin < (spot.sessions.get(who) ?? 0)) return;
  const by = place.people[who];
  assert.ok(by);
  const wanted = { kind: "spot_session", id: `24h-100000usd-${SYMBOL}` } as const;
  await ask(run, { by, ...verbs.prove(by, wanted, place.now) });
  const { code, text } = await ask(run, { by, path: "/rest/v1/spot/session", body: SESSION });
  assert.equal(code, owes(model, who) ? "wallet.on_hold" : "", text);
  if (code === "") spot.sessions.set(who, model.nowMin + SESSION_MIN);
}

type Placed = { readonly owner: number; readonly wish: SpotWish };

function drawPlacing(run: Run, owner: number): Placed {
  const { model, random, spot } = run;
  const has = { BTC: model.available.get(owner) ?? 0n, USDT: model.people[owner]?.tether ?? 0n };
  return { owner, wish: drawOrder(random, { has, reference: spot.reference }) };
}

async function placeOne(run: Run): Promise<void> {
  const placed = drawPlacing(run, run.random.below(TRADERS));
  note(run, [await place(run, placed)]);
}

/** Two users at once, at whichever process: the log has the order in which they came. */
async function placeTwo(run: Run): Promise<void> {
  const first = run.random.below(TRADERS);
  const both = [first, (first + 1) % TRADERS].map((owner) => drawPlacing(run, owner));
  const made = await Promise.all(both.map((one) => place(run, one)));
  const hashes = made.flatMap((one) => (one ? [one.hash] : []));
  const { db } = run.place.market;
  const rows = await db.tx(
    (tx) => tx.rows<{ hash: string }>`select hash from spot_orders where hash = any(${hashes}) order by seq`,
  );
  note(
    run,
    rows.map(({ hash }) => made.find((one) => one?.hash === hash)),
  );
}

async function place(run: Run, { owner, wish }: Placed): Promise<(Placed & { readonly hash: string }) | undefined> {
  const by = run.place.people[owner];
  assert.ok(by);
  const refusal = placingRefusal(run, owner, wish);
  const { code, text } = await ask(run, { by, path: "/rest/v1/spot/orders", body: { market: SYMBOL, ...wish.body } });
  assert.equal(code, refusal, `an order ${JSON.stringify(wish.body)} of ${owner}: ${text}`);
  count(run, code || "spot order");
  if (code) return undefined;
  const { data } = JSON.parse(text) as { data: { id: string } };
  return { owner, wish, hash: data.id };
}

/** "" for an order that is taken. */
function placingRefusal({ model, spot }: Run, owner: number, wish: SpotWish): string {
  if (spot.status !== "trading") return "spot.market_closed";
  const { reference } = spot;
  const isFar = [wish.priceTicks, wish.stopTicks ?? wish.priceTicks].some(
    (ticks) => Math.abs(ticks - reference) * 5000 > reference * BAND_BP,
  );
  if (isFar) return "spot.price_far";
  if (BigInt(wish.lots) * BigInt(wish.priceTicks) < LEAST_VALUE) return "spot.too_small";
  if (owes(model, owner)) return "wallet.on_hold";
  if (model.halts.has("coin_BTC")) return "ledger.halted";
  if (model.nowMin >= (spot.sessions.get(owner) ?? 0)) return "spot.no_session";
  const has = wish.side === "sell" ? model.available.get(owner) : model.people[owner]?.tether;
  return neededFor(wish, wish.lots) > (has ?? 0n) ? "ledger.insufficient_balance" : "";
}

const neededFor = ({ side, priceTicks }: SpotWish, lots: number): bigint =>
  BigInt(lots) * (side === "sell" ? LOT_UNITS : BigInt(priceTicks));

/** What each can cost at most is held from now on. */
function note({ model, spot }: Run, made: readonly ((Placed & { readonly hash: string }) | undefined)[]): void {
  for (const one of made) {
    if (!one) continue;
    const { owner, wish, hash } = one;
    const order = { ...wish, id: spot.orders.length + 1, hash, owner, held: neededFor(wish, wish.lots) };
    spot.orders.push(order);
    give(model, order, order.side === "sell" ? { BTC: -order.held } : { USDT: -order.held });
    const { id, side, type, tif, priceTicks, stopTicks, lots } = order;
    const rest = { ocoTicks: null, quoteLimit: null, group: owner };
    spot.waiting.push({ kind: "place", order: { id, side, type, tif, priceTicks, stopTicks, lots, ...rest } });
  }
}

function give(
  { available, people }: Run["model"],
  { owner }: { readonly owner: number },
  { BTC = 0n, USDT = 0n }: { readonly BTC?: bigint; readonly USDT?: bigint },
): void {
  available.set(owner, (available.get(owner) ?? 0n) + BTC);
  const person = people[owner];
  assert.ok(person);
  person.tether += USDT;
}

const isOver = ({ book }: Spot, { id }: ModelOrder) => book.ends.has(id);

/** One's own mostly; now and then of another, or one that is over. */
function drawTarget({ random, spot }: Run): { readonly order: ModelOrder; readonly by: number } {
  const open = spot.orders.filter((one) => !isOver(spot, one));
  const from = open.length > 0 && random.below(5) > 0 ? open : spot.orders;
  const order = from[random.below(from.length)];
  assert.ok(order);
  return { order, by: random.below(8) === 0 ? (order.owner + 1) % TRADERS : order.owner };
}

async function cancelOne(run: Run): Promise<void> {
  const { place: here, spot } = run;
  const { order, by: who } = drawTarget(run);
  const by = here.people[who];
  assert.ok(by);
  const { code } = await ask(run, { by, path: `/rest/v1/spot/orders/${order.hash}/cancel`, body: {} });
  assert.equal(code, who !== order.owner ? "spot.order_unknown" : isOver(spot, order) ? "spot.order_ended" : "");
  if (code === "") spot.waiting.push({ kind: "cancel", orderId: order.id });
  count(run, code || "spot cancel");
}

async function amendOne(run: Run): Promise<void> {
  const { place: here, spot, random } = run;
  const { order, by: who } = drawTarget(run);
  const by = here.people[who];
  assert.ok(by);
  const now = spot.book.orders.find(({ id }) => id === order.id)?.lots ?? order.lots;
  const lots = 1 + random.below(now + Math.ceil(now / 4));
  const amount = displayFromUnits(BigInt(lots) * LOT_UNITS, 8);
  const { code } = await ask(run, { by, path: `/rest/v1/spot/orders/${order.hash}/amend`, body: { amount } });
  const own = isOver(spot, order) ? "spot.order_ended" : lots >= now ? "spot.amend_lower" : "";
  assert.equal(code, who !== order.owner ? "spot.order_unknown" : own, `${lots} of ${now}`);
  if (code === "") spot.waiting.push({ kind: "amend", orderId: order.id, lots });
  count(run, code || "spot amend");
}

async function cancelAll(run: Run, who: number): Promise<void> {
  const by = run.place.people[who];
  assert.ok(by);
  const { code, text } = await ask(run, { by, path: "/rest/v1/spot/orders/cancel-all", body: {} });
  assert.equal(code, "", text);
  run.spot.waiting.push({ kind: "cancel_all", group: who });
}

/** Now and then another process takes the market, and the one before can settle nothing. */
async function matchAll(run: Run): Promise<void> {
  const { spot, place: here, random } = run;
  const { matcher } = here.market;
  if (random.below(3) === 0) {
    const before = spot.matching;
    spot.matching = await openMatching(matcher, SYMBOL);
    if (spot.waiting.some(({ kind }) => kind === "place")) {
      await assert.rejects(matchNext(matcher, before), /another process/);
      count(run, "a spot process that was replaced");
    }
  }
  while ((await matchNext(matcher, spot.matching)) === "settled");
  for (const [index, command] of spot.waiting.entries()) {
    spot.book.apply(index, command);
    payFills(run);
    freeHeld(run);
  }
  spot.waiting.length = 0;
}

const MAKER_BP = 10n;
const TAKER_BP = 20n;
/** Of what is received, rounded up. */
const feeOf = (units: bigint, bp: bigint) => (units * bp + 9999n) / 10_000n;

function payFills(run: Run): void {
  const { model, spot } = run;
  for (const { makerId, takerId, takerSide, priceTicks, lots } of spot.book.fills.slice(spot.paid)) {
    const [maker, taker] = [spot.orders[makerId - 1], spot.orders[takerId - 1]];
    assert.ok(maker && taker && maker.owner !== taker.owner);
    const [buyer, seller] = takerSide === "buy" ? [taker, maker] : [maker, taker];
    const bpOf = (order: ModelOrder) => (order === taker ? TAKER_BP : MAKER_BP);
    const [coins, value] = [BigInt(lots) * LOT_UNITS, BigInt(lots) * BigInt(priceTicks)];
    buyer.held -= value;
    seller.held -= coins;
    give(model, buyer, { BTC: coins - feeOf(coins, bpOf(buyer)) });
    give(model, seller, { USDT: value - feeOf(value, bpOf(seller)) });
    count(run, "spot fill");
  }
  spot.paid = spot.book.fills.length;
}

/** What an order no longer needs is free: all of it at its end. */
function freeHeld({ model, spot }: Run): void {
  for (const order of spot.orders) {
    const live = spot.book.orders.find(({ id }) => id === order.id);
    // The process has not seen it yet.
    if (!live && !spot.book.ends.has(order.id)) continue;
    const needed = live ? neededFor(order, live.lots - live.filled) : 0n;
    give(model, order, order.side === "sell" ? { BTC: order.held - needed } : { USDT: order.held - needed });
    order.held = needed;
  }
}

async function assertAsModel(run: Run): Promise<void> {
  const { place: here, model, spot } = run;
  const hashes = spot.orders.map(({ hash }) => hash);
  const rows = await here.market.db.tx(
    (tx) => tx.rows<{ hash: string; why: string | null; held: bigint }>`
      select hash, why, held_units as held from spot_orders where hash = any(${hashes}) order by id`,
  );
  assert.deepEqual(
    rows.map(({ hash, why, held }) => `${hash} ${why} ${held}`).sort(),
    spot.orders.map(({ id, hash, held }) => `${hash} ${spot.book.ends.get(id) ?? null} ${held}`).sort(),
  );
  assert.deepEqual(await stateOf(here), stateOfModel(model), "after spot orders");
}
