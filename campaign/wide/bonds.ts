/**
 * Owners of offers by PayPal and gift cards, who share them with some pairs each: they take their bond back and deposit another one,
 * and what they need, hold and have is what the model makes of all their trades.
 */
import assert from "node:assert/strict";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { depositBond, retrieveBond } from "../../server/market/bonds/index.ts";
import { lockOwner, reconsiderOffers } from "../../server/market/offers/index.ts";
import type { Tx } from "../../server/platform/postgres/db.ts";
import {
  BOND_COINS,
  type BondCoin,
  missingCents,
  type ModelBond,
  NO_BOND,
  returnRefusal,
  unitsOfCents,
} from "../market/offers/bonds.ts";
import type { Draw, Model, ModelTrade } from "../market/types.ts";
import { BOND_DOLLARS, DOLLARS_BESIDE, SELLER, type WidePlace } from "./place.ts";

export type Owner = {
  readonly id: bigint;
  /** Of the pairs that trade with them. */
  readonly models: readonly Model[];
  readonly random: Draw;
  /** Begins no trade in the rounds of rest, so that the bond can come back. */
  readonly rests: boolean;
  bond: ModelBond;
  /** Beside the coins that their pairs' models count. */
  readonly beside: Record<BondCoin, bigint>;
};

export const beginOwner = (of: Pick<Owner, "id" | "models" | "random" | "rests">): Owner => ({
  ...of,
  bond: { units: { BTC: 0n, USDT: BigInt(BOND_DOLLARS) * 1_000_000n }, cents: BOND_DOLLARS * 100 },
  beside: { BTC: 0n, USDT: BigInt(DOLLARS_BESIDE) * 1_000_000n },
});

type Wish = { readonly kind: "deposit"; readonly coin: BondCoin } | { readonly kind: "return" };
type Round = { readonly place: WidePlace; readonly nowMin: number; readonly isRest: boolean };

/** A few of them each round; those who rest, all of them. Returns what came how often. */
export async function moveBonds(tx: Tx, owners: readonly Owner[], round: Round): Promise<string[]> {
  const outcomes: string[] = [];
  const moved: Owner[] = [];
  for (const owner of owners) {
    const wish = draw(owner, round);
    if (!wish) continue;
    const expected = decide(owner, wish, round);
    const code = await perform(tx, { owner, wish, expected });
    assert.equal(code, expected, `a bond's ${wish.kind} of ${owner.id} at ${round.nowMin}`);
    outcomes.push(code || `bond ${wish.kind}`);
    if (code === "") moved.push(owner);
  }
  await reconsiderOffers(
    tx,
    moved.map(({ id }) => id),
  );
  for (const owner of moved) holdByBond(owner, round.nowMin);
  return outcomes;
}

/** Their offers were looked at. */
export function holdByBond(owner: Owner, nowMin: number): void {
  const isHeld = missingCents(owner.bond, tradesOf(owner), nowMin) > 0;
  for (const { offers } of owner.models) for (const offer of offers) if (offer.owner === SELLER) offer.isHeld = isHeld;
}

const tradesOf = ({ models }: Owner): ModelTrade[] => models.flatMap(({ trades }) => trades);

function draw({ random, rests, bond }: Owner, { isRest }: Round): Wish | undefined {
  const asks = bond.cents === 0 || (rests && isRest) ? random.below(3) > 0 : random.below(8) === 0;
  if (!asks) return undefined;
  const mayReturn = bond.cents > 0 && random.below(4) > 0;
  return mayReturn || random.below(6) === 0
    ? { kind: "return" }
    : { kind: "deposit", coin: BOND_COINS[random.below(2)] ?? "USDT" };
}

/** "" and the model has moved, or the refusal. */
function decide(owner: Owner, wish: Wish, { place, nowMin }: Round): string {
  const { bond, beside } = owner;
  const trades = tradesOf(owner);
  if (wish.kind === "return") {
    const refusal = returnRefusal(bond, trades, nowMin);
    if (refusal) return refusal;
    for (const coin of BOND_COINS) beside[coin] += bond.units[coin];
    owner.bond = NO_BOND;
    return "";
  }
  const { coin } = wish;
  const missing = missingCents(bond, trades, nowMin);
  if (missing === 0) return "bond.nothing_missing";
  const units = unitsOfCents(missing, { coin, price: place.rates[coin] });
  if (coin === "USDT" && beside.USDT < units) return "ledger.insufficient_balance";
  beside[coin] -= units;
  owner.bond = { units: { ...bond.units, [coin]: bond.units[coin] + units }, cents: bond.cents + missing };
  return "";
}

type Asking = { readonly owner: Owner; readonly wish: Wish; readonly expected: string };

async function perform(tx: Tx, { owner: { id: userId }, wish, expected }: Asking): Promise<string> {
  const asked = async () => {
    await lockOwner(tx, userId);
    if (wish.kind === "return") await retrieveBond(tx, userId);
    else await depositBond(tx, { userId, currency: wish.coin });
  };
  try {
    await (expected === "" ? asked() : tx.attempt(asked));
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Beside what the pairs' models say of them. */
export function addBonds(expected: Map<string, bigint>, owners: readonly Owner[]): void {
  for (const { id, bond, beside } of owners)
    for (const coin of BOND_COINS) {
      const available = `user:${id}:${coin}:available`;
      expected.set(available, (expected.get(available) ?? 0n) + beside[coin]);
      expected.set(`user:${id}:${coin}:bond`, bond.units[coin]);
    }
}
