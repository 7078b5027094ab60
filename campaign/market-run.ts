/**
 * Runs random schedules against the real verbs on real PostgreSQL and holds every step against the model: accepted or
 * refused, every status, every balance. Two commands are often sent at once; then either order may have happened.
 */
import assert from "node:assert/strict";
import type { Db, Tx } from "../server/platform/db.ts";
import { makeIds, seededRandom } from "../server/platform/ids.ts";
import { accountOf, balanceOf } from "../server/money/ledger/index.ts";
import { playRecordedRates } from "../server/money/rates/index.ts";
import * as verbs from "./market-verbs.ts";
import { anOffer, giveCoins } from "../server/testing/offers.ts";
import { aUser } from "../server/testing/people.ts";
import { priceNow } from "../server/testing/trades.ts";
import { assertTerms, METHODS } from "./market-terms.ts";
import { apply, type Command, copyOf, type Model, type ModelTrade, type Role } from "./market-model.ts";

type Person = { readonly id: bigint };
type Place = {
  readonly db: Db;
  readonly moderatorId: bigint;
  readonly people: readonly Person[];
  readonly hashes: string[];
  readonly start: Date;
};

const PEOPLE = 3;
const START_UNITS = 50_000_000n;
/** A transaction at the schedule's own time. */
function at<T>(place: Place, minutes: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  const now = new Date(place.start.getTime() + minutes * 60_000).toISOString();
  return place.db.tx(async (tx) => {
    await tx.rows`update market_clock set stands_at = ${now}`;
    await tx.readClock();
    return work(tx);
  });
}

/** Returns how many transitions were accepted, the openings of trades among them. */
export async function runSchedule(
  db: Db,
  seed: number,
  { steps = 100, count = new Map() }: { steps?: number; count?: Count } = {},
): Promise<number> {
  const random = makeIds(seededRandom(String(seed)));
  const place = await settle(db);
  const model: Model = {
    nowMin: 0,
    available: new Map(place.people.map((_, index) => [index, START_UNITS])),
    fees: 0n,
    trades: [],
  };
  let accepted = 0;
  const openAnother = async () => {
    await openOne(place, model, random);
    accepted += 1;
  };
  await openAnother();
  for (let step = 0; step < steps; step++) {
    const isQuiet = model.trades.every(({ endedAt }) => endedAt !== undefined);
    if (model.trades.length < METHODS.length && random.below(isQuiet ? 2 : 6) === 0) await openAnother();
    const first = draw(model, random);
    const atOnce = random.below(3) === 0 && !["wait"].includes(first.kind);
    const second = atOnce ? draw(model, random) : undefined;
    if (second && second.kind !== "wait") accepted += await stepTwice(place, model, [first, second], count);
    else accepted += await stepOnce(place, model, first, count);
  }
  return accepted;
}

async function settle(db: Db): Promise<Place> {
  return db.tx(async (tx) => {
    await playRecordedRates(tx);
    const people: Person[] = [];
    for (let index = 0; index < PEOPLE; index++) {
      const id = await aUser(tx);
      await tx.rows`update users set granted_level = 4 where id = ${id}`;
      await giveCoins(tx, id, "BTC", START_UNITS);
      people.push({ id });
    }
    const moderatorId = await aUser(tx);
    await tx.rows`insert into user_roles (user_id, role, granted_at) values (${moderatorId}, 'moderator', ${tx.now})`;
    return { db, people, moderatorId, hashes: [], start: tx.now };
  });
}

type Draw = ReturnType<typeof makeIds>;

async function openOne(place: Place, model: Model, random: Draw): Promise<void> {
  const owner = random.below(PEOPLE);
  const starter = (owner + 1 + random.below(PEOPLE - 1)) % PEOPLE;
  const ownerSells = random.below(2) === 0;
  const method = METHODS[model.trades.length] ?? "paypal";
  const dollars = 20 + random.below(200);
  const { opened, rate } = await at(place, model.nowMin, async (tx) => {
    // Days may have passed since the last one: rates are of now, and the owner is here.
    await playRecordedRates(tx);
    const [market] = await tx.rows<{ rate: string }>`select rate from rates where crypto = 'BTC' and fiat = 'USD'`;
    const person = place.people[owner] as Person;
    await tx.rows`update users set last_seen_at = ${tx.now} where id = ${person.id}`;
    const offer = await anOffer(tx, person.id, { offer_type: ownerSells ? "sell" : "buy", payment_method: method });
    const price = await priceNow(tx, offer);
    const starterId = place.people[starter]?.id ?? 0n;
    return {
      opened: await verbs.open(tx, { offer, price, starterId, fiat: String(dollars) }),
      rate: market?.rate ?? "",
    };
  });
  const [buyer, seller] = ownerSells ? [starter, owner] : [owner, starter];
  assertTerms(opened, { rate, dollars, method });
  place.hashes.push(opened.hash);
  model.available.set(seller, (model.available.get(seller) ?? 0n) - opened.units - opened.fee_units);
  const trade: ModelTrade = {
    status: "active_funded",
    buyer,
    seller,
    ownerIs: ownerSells ? "seller" : "buyer",
    units: opened.units,
    fee: opened.fee_units,
    windowMin: opened.window_minutes,
    disputeWaitMin: opened.dispute_wait_sec / 60,
    startedAt: model.nowMin,
    expiresAt: model.nowMin + opened.window_minutes,
    revealed: false,
    ownerCame: false,
    paidAt: undefined,
    endedAt: undefined,
    extended: 0,
    reopenAsked: false,
    reopened: false,
  };
  model.trades.push(trade);
}

const WAITS = [1, 3, 5, 10, 30, 31, 45, 60, 61, 120, 180, 200] as const;
/** After it nothing is reopened. */
const LONG_WAIT = 1450;
/** What has few moments comes oftener when it can. */
const WEIGHTS = { reveal: 6, paid: 8, cancel: 1, release: 1, extend: 2, dispute: 24, reopen: 4, award: 24 } as const;
const KINDS = ["reveal", "paid", "cancel", "release", "extend", "dispute", "reopen"] as const;
const ROLES: readonly Role[] = ["buyer", "seller"];

/** Mostly something that the model would accept now; sometimes time passes; and sometimes anything at all. */
function draw(model: Model, random: Draw): Command {
  const dice = random.below(10);
  if (dice < 2) return { kind: "wait", minutes: drawWait(random) };
  if (dice === 2) return { kind: "expire" };
  const enabled = dice < 9 ? allCommands(model).filter((command) => apply(copyOf(model), command) === "") : [];
  const weighted = enabled.flatMap((command) => Array.from({ length: weightOf(command) }, () => command));
  return weighted[random.below(Math.max(1, weighted.length))] ?? drawAnything(model, random);
}

function drawWait(random: Draw): number {
  return random.below(20) === 0 ? LONG_WAIT : (WAITS[random.below(WAITS.length)] ?? 1);
}

const weightOf = ({ kind }: Command): number => (kind in WEIGHTS ? WEIGHTS[kind as keyof typeof WEIGHTS] : 0);

function allCommands(model: Model): Command[] {
  return model.trades.flatMap((_, trade) => [
    ...ROLES.map((winner) => ({ kind: "award", trade, winner }) as const),
    ...KINDS.flatMap((kind) => ROLES.map((by) => ({ kind, trade, by }) as const)),
  ]);
}

function drawAnything(model: Model, random: Draw): Command {
  const all = allCommands(model);
  return all[random.below(all.length)] ?? { kind: "expire" };
}

/** "" when it was accepted, or the code of its refusal. */
async function perform(place: Place, model: Model, command: Command): Promise<string> {
  if (command.kind === "wait") return "";
  const run = (work: (tx: Tx) => Promise<unknown>) => at(place, model.nowMin, work).then(() => "", verbs.refusalOf);
  if (command.kind === "expire") return run((tx) => verbs.expire(tx, place.hashes));
  const hash = place.hashes[command.trade] ?? "";
  const trade = model.trades[command.trade] as ModelTrade;
  if (command.kind === "award")
    return run((tx) => verbs.award(tx, { hash, winner: command.winner, moderatorId: place.moderatorId }));
  const person = place.people[command.by === "buyer" ? trade.buyer : trade.seller] as Person;
  return run((tx) => verbs.act(tx, { kind: command.kind, hash, userId: person.id }));
}

/** Time that passes and a look at the clock are accepted always, and say nothing. */
const isTransition = ({ kind }: Command) => kind !== "wait" && kind !== "expire";

async function stepOnce(place: Place, model: Model, command: Command, count: Count): Promise<number> {
  const refusal = await perform(place, model, command);
  assert.equal(refusal, apply(model, command), `${JSON.stringify(command)} was answered otherwise`);
  assert.deepEqual(await stateOf(place), stateOfModel(model), JSON.stringify(command));
  return countAccepted([command], [refusal], count);
}

/** Both at once: what happened must be what one of the two orders gives. */
async function stepTwice(place: Place, model: Model, both: readonly [Command, Command], count: Count): Promise<number> {
  const refusals = await Promise.all(both.map((command) => perform(place, model, command)));
  const state = await stateOf(place);
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const tried = copyOf(model);
    const expected = ["", ""];
    for (const which of order) expected[which] = apply(tried, both[which]);
    const fits = expected[0] === refusals[0] && expected[1] === refusals[1];
    if (!fits || JSON.stringify(stateOfModel(tried)) !== JSON.stringify(state)) continue;
    Object.assign(model, { nowMin: tried.nowMin, fees: tried.fees });
    model.trades.splice(0, model.trades.length, ...tried.trades);
    for (const [user, units] of tried.available) model.available.set(user, units);
    return countAccepted(both, refusals, count);
  }
  assert.fail(`${JSON.stringify(both)} gave ${JSON.stringify(refusals)} and ${JSON.stringify(state)}; no order does`);
}

/** How often each kind of command was accepted, and each refusal was given. */
export type Count = Map<string, number>;

function countAccepted(commands: readonly Command[], refusals: readonly string[], count: Count): number {
  let accepted = 0;
  commands.forEach((command, index) => {
    const what = refusals[index] || command.kind;
    count.set(what, (count.get(what) ?? 0) + 1);
    if (refusals[index] === "" && isTransition(command)) accepted += 1;
  });
  return accepted;
}

async function stateOf(place: Place): Promise<string[]> {
  return place.db.read(async (tx) => {
    const balances = await Promise.all(place.people.map(({ id }) => Promise.resolve(id)));
    const lines: string[] = [];
    for (const id of balances) lines.push(String(await balanceOf(tx, accountOf.available(id, "BTC"))));
    const rows = await tx.rows<{ hash: string; status: string }>`
      select hash, status
      from trades
      where hash = any(${place.hashes})`;
    const byHash = new Map(rows.map(({ hash, status }) => [hash, status]));
    return [...lines, ...place.hashes.map((hash) => byHash.get(hash) ?? "missing")];
  });
}

function stateOfModel(model: Model): string[] {
  return [...[...model.available.values()].map(String), ...model.trades.map(({ status }) => status)];
}
