/** Corridors, and the price of a purchase or sale by one of them. */
import { unitsIn, unitsOf } from "../providers/index.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { RampDirection } from "#contract/products/ramps/names.ts";
import type { RampCorridor, RampParty, RampQuote } from "#contract/products/ramps/ramps.ts";
import { isNameOf, type Payee, payeesOf } from "../../market/payment-accounts/index.ts";
import { balancesOf, outcomeRefusal } from "../../money/ledger/index.ts";
import { usdCentsNow } from "../../money/rates/index.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { networkNamed } from "./networks.ts";
import { isSimulated } from "./ramp-provider.ts";
import * as rows from "./rows.ts";
import { openParty, sealParty } from "./sealed-ramp.ts";

export async function listCorridors(
  tx: ReadTx,
  { provider, direction }: { provider: string; direction: RampDirection },
): Promise<RampCorridor[]> {
  const fees = await readSettings(tx, ["ramp.buy_fee_bp", "ramp.sell_fee_bp"]);
  const marketFeePct = displayFromUnits(BigInt(fees[`ramp.${direction}_fee_bp`]), 2);
  return (await rows.corridorsOf(tx, { provider, direction })).map((row) => {
    const local = (units: bigint) => displayFromUnits(units, fiatDigitsOf(row.currency));
    return {
      id: String(row.id),
      countryIso: row.country,
      currencyCode: row.currency,
      rail: row.rail,
      networks: row.networks.map(({ name }) => name),
      least: local(row.least_units),
      most: local(row.most_units),
      feePct: displayFromUnits(BigInt(row.fee_bp), 2),
      fee: local(row.fee_units),
      marketFeePct,
      minutes: row.minutes,
      hours:
        row.opens_at === null || row.closes_at === null
          ? null
          : { opens: timeOf(row.opens_at), closes: timeOf(row.closes_at) },
      isOpen: row.is_open,
      pausedUntil: row.paused_until?.toISOString() ?? null,
    };
  });
}

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Whether a corridor pays to, or is paid from, an account. */
export function isFit(
  { rail, country, currency, networks }: Pick<rows.CorridorRow, "rail" | "country" | "currency" | "networks">,
  payee: Payee,
): boolean {
  if (payee.countryIso !== country || (payee.kind === "bank") !== (rail === "bank")) return false;
  if (payee.kind === "bank" && payee.currency !== currency) return false;
  return networks.length === 0 || networkNamed(networks, payee.name) !== undefined;
}

type Wish = {
  readonly userId: bigint;
  readonly provider: string;
  readonly direction?: RampDirection;
  readonly corridorId: bigint;
  readonly currency: CryptoCode;
  readonly amount?: string | undefined;
  readonly coins?: string | undefined;
  readonly accountId?: string | undefined;
};

/**
 * The database sets the price. Refuses ramp.unknown, ramp.closed, ramp.least, ramp.most, ramp.whole, ramp.account of an account that the corridor does
 * not reach, ramp.not_own of another holder, rates.stale, money.* and ledger.insufficient_balance.
 */
export async function quoteRamp(tx: Tx, corridor: rows.CorridorRow, wish: Wish): Promise<RampQuote> {
  const { userId, provider, currency, amount, coins } = wish;
  if ((amount === undefined) === (coins === undefined)) throw fieldRefusal("money.malformed", "amount");
  const party = await partyOf(tx, corridor, wish);
  const hash = ids.hash();
  const outcome = await rows.quote(tx, {
    ...{ hash, userId, corridorId: corridor.id, currency },
    localUnits: amount === undefined ? null : unitsIn(corridor.currency, amount, "amount"),
    coinUnits: coins === undefined ? null : unitsOf(coins, CRYPTO[currency].digits, "coins"),
    account: party?.id ?? null,
    words: corridor.direction === "buy" && corridor.rail === "bank" ? newWords() : null,
    partySealed: sealParty(party && shownOf(party), userId),
  });
  const field = amount === undefined ? "coins" : "amount";
  const local = (units: bigint) => `${displayFromUnits(units, fiatDigitsOf(corridor.currency))} ${corridor.currency}`;
  if (outcome !== "quoted")
    throw outcomeRefusal(outcome, {
      ...{ unknown: "ramp.unknown", closed: "ramp.closed", stale: "rates.stale" },
      least: fieldRefusal("ramp.least", field, { amount: local(corridor.least_units) }),
      whole: fieldRefusal("ramp.whole", field),
      most: fieldRefusal("ramp.most", field, { amount: local(corridor.most_units) }),
    });
  const quote = await rows.findQuote(tx, hash);
  if (quote.direction === "sell" && (await balancesOf(tx, userId))[currency].availableUnits < quote.units)
    throw new Refusal("ledger.insufficient_balance");
  return viewQuote(tx, { hash, userId, provider, quote });
}

/** 31 letters and digits that are not mistaken for others. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function newWords(): string {
  return `PAR-${Array.from({ length: 6 }, () => LETTERS[ids.below(LETTERS.length)]).join("")}`;
}

const shownOf = ({ name, masked, holderName }: Payee): RampParty => ({ name, masked, holderName });

async function partyOf(tx: ReadTx, corridor: rows.CorridorRow, { userId, accountId }: Wish): Promise<Payee | null> {
  if (corridor.direction === "buy" && corridor.rail === "bank") return null;
  const payee = (await payeesOf(tx, userId)).find(({ id }) => id === accountId);
  if (!payee || !isFit(corridor, payee)) throw fieldRefusal("ramp.account", "account_id");
  if (!(await isNameOf(tx, userId, payee.holderName))) throw fieldRefusal("ramp.not_own", "account_id");
  return payee;
}

type Viewed = {
  readonly hash: string;
  readonly userId: bigint;
  readonly provider: string;
  readonly quote: rows.QuoteRow;
};

async function viewQuote(tx: ReadTx, { hash, userId, provider, quote }: Viewed): Promise<RampQuote> {
  const { direction, rail, currency, got_currency, got_units, fee_bp, corridor_fee } = quote;
  const isSale = direction === "sell";
  const coinUnits = isSale ? quote.units : quote.units - quote.fee_units;
  const coin = (units: bigint) => displayFromUnits(units, CRYPTO[currency].digits);
  const local = (units: bigint) => displayFromUnits(units, fiatDigitsOf(got_currency));
  const providerFee = (got_units * BigInt(fee_bp) + 9999n) / 10_000n + corridor_fee;
  const netUnits = isSale ? got_units + providerFee : got_units - providerFee;
  return {
    ...{ id: hash, direction, rail, currencyCode: got_currency, cryptoCurrencyCode: currency },
    amount: local(got_units),
    coins: coin(coinUnits),
    fee: coin(quote.fee_units),
    providerFee: local(providerFee),
    coinsUsd: displayFromUnits(await usdCentsNow(tx, currency, coinUnits), 2, { pad: true }),
    // In proportion: the cost is in dollars what the sum is without, or with, the provider's fee.
    amountUsd: displayFromUnits((quote.cost_units * got_units) / (netUnits > 0n ? netUnits : 1n), 2, { pad: true }),
    party: openParty(quote.party_sealed, userId),
    minutes: quote.minutes,
    isCheckedByStaff: quote.is_checked_by_staff,
    createdAt: quote.created_at.toISOString(),
    expiresAt: quote.expires_at.toISOString(),
    simulated: isSimulated(provider),
  };
}
