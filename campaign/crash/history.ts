/**
 * The expected rows and balances, computed from the callers' responses. Nothing is taken from
 * the tables except stored responses that no caller received.
 */
import assert from "node:assert/strict";
import { CRYPTO, type CryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import { type Kept, unpack } from "../../server/platform/packing/packed.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { accountOf } from "../../server/money/ledger/index.ts";
import { type Call, isAcknowledged, type AnswerBody } from "./caller.ts";
import { cardChanges, cardTrace, cardTracesIn } from "./card-payers.ts";
import { orderedBy } from "./orderers.ts";

/** Of what is free, of the owner's bond, or of their open orders on a spot market. */
type Effect = {
  readonly owner: bigint;
  readonly code: CryptoCode;
  readonly units: bigint;
  readonly isBond?: true;
  readonly isSpot?: true;
};
type Trade = {
  readonly buyer: bigint;
  readonly seller: bigint;
  readonly code: CryptoCode;
  readonly units: bigint;
  readonly escrow: bigint;
};
/** Which rows say that a call happened: its kind, and what it was about. */
type Trace = { readonly kind: string; readonly subject: string };

/** The parties of the trades of an offer. */
export type Sides = ReadonlyMap<string, { readonly buyer: bigint; readonly seller: bigint }>;

/**
 * For a call without a response, the stored response decides whether it happened. Without a stored one it has left no trace, or
 * the comparison finds it. Also finds acknowledged calls whose record is gone.
 */
export async function readLastAnswers(db: Db, history: readonly Call[]): Promise<void> {
  const rows = await db.read(
    (tx) => tx.rows<{ key: string; status: number } & Kept>`
      select key, status, answer as text, packed
      from idempotency_keys
      where key = any(${history.map(({ key }) => key)})`,
  );
  const kept = new Map(rows.map((row) => [row.key, row]));
  const lost = history.filter((call) => isAcknowledged(call) && kept.get(call.key)?.status !== call.answer?.status);
  assert.deepEqual(lost, [], "acknowledged and then missing");
  for (const call of history) {
    const row = kept.get(call.key);
    if (call.answer || !row) continue;
    const { data, errors } = JSON.parse(unpack(row)) as AnswerBody;
    call.answer = { status: row.status, code: errors?.code ?? "", data: data ?? {} };
  }
}

type Recorded = {
  readonly history: readonly Call[];
  readonly sides: Sides;
  readonly deposits: readonly Effect[];
  /** References of orders that a provider refused. */
  readonly refused: ReadonlySet<string>;
};

/** Compares every trace and every balance with what was acknowledged. Returns how many of each kind there were. */
export async function assertRebuilt(
  db: Db,
  { history, sides, deposits, refused }: Recorded,
): Promise<ReadonlyMap<string, number>> {
  const done = history.filter(isAcknowledged);
  const trades = new Map(done.flatMap((call) => tradeOf(call, sides)));
  const expectedTraces = done.flatMap((call) => traceOf(call)).map(({ kind, subject }) => `${kind} ${subject}`);
  const traces = [...(await tracesIn(db)), ...(await cardTracesIn(db))];
  assert.deepEqual(traces.sort(), expectedTraces.sort(), "the rows differ from the callers' record");

  const expected = new Map<string, bigint>();
  const effects = [
    ...deposits,
    ...done.flatMap((call) => effectsOf(call, trades)),
    ...effectsOfBonds(done),
    ...effectsOfOrders(done, refused),
  ];
  for (const effect of effects) {
    const { units } = effect;
    const name = accountNameOf(effect);
    expected.set(name, (expected.get(name) ?? 0n) + units);
  }
  for (const { name, units } of done.flatMap(cardChanges)) expected.set(name, (expected.get(name) ?? 0n) + units);
  const balances = await balancesIn(db);
  for (const [name, units] of expected) assert.equal(balances.get(name) ?? 0n, units, name);
  for (const [name, units] of balances) assert.equal(expected.get(name) ?? 0n, units, name);
  return countKinds(expectedTraces);
}

const accountNameOf = ({ owner, code, isBond, isSpot }: Effect): string =>
  isBond ? accountOf.bond(owner, code) : isSpot ? `user:${owner}:${code}:spot` : accountOf.available(owner, code);

const countKinds = (lines: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const kind = line.split(" ")[0] ?? "";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
};

const codeOf = (value: unknown): CryptoCode => {
  if (value === "BTC" || value === "ETH" || value === "USDT") return value;
  throw new Error(`no coin: ${value}`);
};
const unitsOf = (value: unknown, code: CryptoCode): bigint => unitsFromDisplay(String(value), CRYPTO[code].digits);
const partOf = (path: string, index: number): string => path.split("/")[index] ?? "";
/** The last word of a path is the verb. */
const verbOf = ({ path }: Call): string => path.split("/").at(-1) ?? "";

function tradeOf(call: Call, sides: Sides): [string, Trade][] {
  if (verbOf(call) !== "trades" || !call.answer) return [];
  const { data } = call.answer;
  const people = sides.get(partOf(call.path, 4));
  if (!people) throw new Error(`unknown offer: ${call.path}`);
  const code = codeOf(data.cryptoCurrencyCode);
  const { amount, escrow } = data.cryptoAmount as { amount: string; escrow: string };
  return [[String(data.tradeHash), { ...people, code, units: unitsOf(amount, code), escrow: unitsOf(escrow, code) }]];
}

const OF_TRADES: Readonly<Record<string, string>> = {
  "payment-account": "reveal_details",
  paid: "mark_paid",
  release: "release",
  cancel: "cancel",
  dispute: "open_dispute",
};

function traceOf(call: Call): Trace[] {
  const { path, body } = call;
  const data = call.answer?.data ?? {};
  const verb = verbOf(call);
  const orders = orderedBy(call);
  if (orders.length > 0) return orders.map(({ product, hash }) => ({ kind: `order_${product}`, subject: hash }));
  const ofOther = traceOfCase(call) ?? cardTrace(call);
  if (ofOther) return [ofOther];
  if (verb === "deposit-bond" || verb === "retrieve-bond")
    return [{ kind: verb === "deposit-bond" ? "bond_deposit" : "bond_return", subject: String(call.by) }];
  if (verb === "trades") return [{ kind: "start", subject: String(data.tradeHash) }];
  if (verb === "take") return [{ kind: "take", subject: partOf(path, 5) }];
  if (verb === "decide") return [{ kind: `award_${body.winner}`, subject: partOf(path, 5) }];
  if (verb === "send-outs") return [{ kind: "send_out", subject: String(data.id) }];
  if (verb === "conversions") return [{ kind: "conversion", subject: String(data.id) }];
  if (path === "/rest/v1/spot/orders") return [{ kind: "spot_order", subject: String(data.id) }];
  // What a request to cancel does is for the market process to say.
  if (path.startsWith("/rest/v1/spot/")) return [];
  const kind = OF_TRADES[verb];
  return kind === undefined ? [] : [{ kind, subject: partOf(path, 4) }];
}

/** Of appeals and chargebacks, which touch no coins. */
function traceOfCase({ path, body, answer }: Call): Trace | undefined {
  const [verb, what, subject] = [path.split("/").at(-1), partOf(path, 4), partOf(path, 5)];
  if (verb === "appeal") return { kind: "appeal", subject: partOf(path, 4) };
  if (verb === "chargeback") return { kind: "report_chargeback", subject: String(body.id_hashed) };
  if (what === "dispute-appeals") return { kind: `${verb}_appeal`, subject };
  if (what !== "chargebacks") return undefined;
  if (verb === "take") return { kind: "take_chargeback", subject };
  const step = body.outcome === "confirmed" ? "confirm_chargeback" : "dismiss_chargeback";
  return { kind: step, subject: String(answer?.data.tradeHash) };
}

/** What a provider refused came back whole. */
function effectsOfOrders(done: readonly Call[], refused: ReadonlySet<string>): Effect[] {
  return done.flatMap((call) =>
    orderedBy(call)
      .filter(({ reference }) => !refused.has(reference))
      .map(({ code, total }) => ({ owner: call.by, code: codeOf(code), units: -unitsOf(total, codeOf(code)) })),
  );
}

/** The bonds that callers deposited, and their returns. */
function effectsOfBonds(done: readonly Call[]): Effect[] {
  const held = new Map<bigint, { code: CryptoCode; units: bigint }>();
  return done.flatMap((call) => {
    const { by: owner } = call;
    const verb = verbOf(call);
    if (verb !== "deposit-bond" && verb !== "retrieve-bond") return [];
    const { activities } = (call.answer?.data ?? {}) as BondAnswer;
    const [option] = activities?.makeWithdraw.options ?? [];
    if (verb === "deposit-bond" && option) {
      const code = codeOf(option.currencyCode);
      held.set(owner, { code, units: unitsOf(option.missingAmount, code) });
    }
    const moved = held.get(owner);
    if (!moved) throw new Error(`a bond that nobody deposited came back to ${owner}`);
    const units = verb === "deposit-bond" ? moved.units : -moved.units;
    return [
      { owner, code: moved.code, units: -units },
      { owner, code: moved.code, units, isBond: true },
    ];
  });
}
type BondAnswer = {
  readonly activities?: {
    readonly makeWithdraw: { readonly options: readonly { currencyCode: string; missingAmount: string }[] };
  };
};

function effectsOf(call: Call, trades: ReadonlyMap<string, Trade>): Effect[] {
  const { by: owner, path, body } = call;
  const data = call.answer?.data ?? {};
  const verb = verbOf(call);
  if (verb === "send-outs") {
    const code = codeOf(data.cryptoCurrencyCode);
    return [{ owner, code, units: -unitsOf(data.total, code) }];
  }
  if (verb === "conversions") {
    const [from, to] = [codeOf(data.from), codeOf(data.to)];
    return [
      { owner, code: from, units: -unitsOf(data.fromAmount, from) },
      { owner, code: to, units: unitsOf(data.toAmount, to) },
    ];
  }
  const hash = verb === "trades" ? String(data.tradeHash) : partOf(path, verb === "decide" ? 5 : 4);
  const trade = trades.get(hash);
  if (!trade) return [];
  const { buyer, seller, code, units, escrow } = trade;
  if (verb === "trades") return [{ owner: seller, code, units: -escrow }];
  if (verb === "release" || (verb === "decide" && body.winner === "buyer")) return [{ owner: buyer, code, units }];
  if (verb === "cancel" || verb === "decide") return [{ owner: seller, code, units: escrow }];
  return [];
}

/** All acts of users in the tables, each as often as it occurs there. */
async function tracesIn(db: Db): Promise<string[]> {
  const rows = await db.read(
    (tx) => tx.rows<{ line: string }>`
      select trade_transitions.verb || ' ' || trades.hash as line
      from trade_transitions
      join trades on trades.id = trade_transitions.trade_id
      where trade_transitions.actor in ('buyer', 'seller', 'moderator')
      union all
      select 'take ' || subject from staff_acts where act = 'dispute.take'
      union all
      select 'bond_' || kind || ' ' || user_id from bond_moves
      union all
      select 'appeal ' || dispute.trade_hash
      from dispute_appeals appeal
      join disputes dispute on dispute.id = appeal.dispute_id
      union all
      select 'take_appeal ' || case_number from dispute_appeals where taken_by is not null
      union all
      select 'decide_appeal ' || case_number from dispute_appeals where outcome is not null
      union all
      select 'take_chargeback ' || case_number from chargeback_reports where taken_by is not null
      union all
      select 'send_out ' || hash from send_outs
      union all
      select 'order_' || product || ' ' || hash from provider_orders
      union all
      select 'spot_order ' || hash from spot_orders
      union all
      select 'conversion ' || conversion_quotes.hash
      from conversions
      join conversion_quotes on conversion_quotes.id = conversions.quote_id`,
  );
  return rows.map(({ line }) => line);
}

/** The balances of every user, including reserved amounts; empty accounts are left out. */
async function balancesIn(db: Db): Promise<Map<string, bigint>> {
  const rows = await db.read(
    (tx) => tx.rows<{ name: string; balance_units: bigint }>`
      select name, balance_units
      from ledger_accounts
      where kind = 'user' and balance_units <> 0`,
  );
  return new Map(rows.map(({ name, balance_units }) => [name, balance_units]));
}
