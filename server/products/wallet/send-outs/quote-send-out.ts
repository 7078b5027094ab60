/** Quotes the cost of sending an amount to an address. The quote is valid for the time of the settings, and binds the send-out. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { amountFault, CRYPTO, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { SendOutQuote } from "#contract/products/wallet/wallet.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { ids } from "../../../platform/ids.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { balancesOf } from "../../../money/ledger/index.ts";
import { getOpenRail, type OpenRail, ownAmong, sendOutFee } from "../../../money/custody/index.ts";
import { fiatText } from "../fiat-text.ts";
import { readDestination } from "./read-destination.ts";
import { usdCentsNow } from "../../../money/rates/index.ts";
import { insertSendOutQuote, pastUseOf, waitHoursOf } from "./rows.ts";

/** In ledger units: below it a transfer is not worth its fee; above it the signer would refuse. */
export const SEND_OUT_RANGE: Readonly<Record<CryptoCode, { leastUnits: bigint; mostUnits: bigint }>> = {
  BTC: { leastUnits: 5_000n, mostUnits: 10_00000000n },
  ETH: { leastUnits: 2_000_000n, mostUnits: 200_000000000n },
  USDT: { leastUnits: 1_000_000n, mostUnits: 500_000_000000n },
};

export type SendOutWish = {
  readonly userId: bigint;
  readonly fiat: string;
  readonly currency: CryptoCode;
  readonly address: string;
  /** A decimal of the coin, or "max". */
  readonly amount: string;
};

/**
 * Refuses wallet.rail_unavailable, wallet.address_malformed, wallet.address_other_network, wallet.address_burns,
 * wallet.own_address, wallet.uri_parameter, wallet.uri_coin, wallet.uri_amount, wallet.uri_bad_amount, money.malformed, money.too_many_digits, wallet.amount_too_small, wallet.amount_too_large, wallet.fee_unknown, rates.*
 * and ledger.insufficient_balance.
 */
export async function quoteSendOut(tx: Tx, wish: SendOutWish): Promise<SendOutQuote> {
  const { userId, currency } = wish;
  const rail = await getOpenRail(tx, CHAIN_OF[currency]);
  const { address: destination, amount: asked } = readDestination(rail, currency, wish.address);
  await refuseOwn(tx, rail, { userId, destination });

  const { availableUnits } = (await balancesOf(tx, userId))[currency];
  const isAll = wish.amount === "max";
  const wanted = isAll ? availableUnits : wantedUnits(wish);
  if (asked !== null && (isAll || unitsFromDisplay(asked, CRYPTO[currency].digits) !== wanted))
    throw fieldRefusal("wallet.uri_amount", "amount", { amount: asked });
  const feeUnits = await sendOutFee(tx, rail, { currency, units: wanted, destination });
  const units = isAll ? availableUnits - feeUnits : wanted;
  const { leastUnits, mostUnits } = SEND_OUT_RANGE[currency];
  const show = (value: bigint) => displayFromUnits(value, CRYPTO[currency].digits);
  if (units > mostUnits) throw fieldRefusal("wallet.amount_too_large", "amount", { max: show(mostUnits), currency });
  if (isAll ? units <= 0n : units + feeUnits > availableUnits)
    throw new Refusal("ledger.insufficient_balance", { fee: show(feeUnits) });
  if (units < leastUnits) throw fieldRefusal("wallet.amount_too_small", "amount", { min: show(leastUnits), currency });
  const usdCents = await usdCentsNow(tx, currency, units + feeUnits);

  const hash = ids.hash();
  const { "wallet.send_out_quote_sec": keptSec } = await readSettings(tx, ["wallet.send_out_quote_sec"]);
  const expiresAt = new Date(tx.now.getTime() + keptSec * 1000);
  await insertSendOutQuote(tx, {
    hash,
    userId,
    currency,
    destination,
    units,
    feeUnits,
    usdValue: displayFromUnits(usdCents, 2),
    expiresAt,
  });
  const waitHours = await waitHoursOf(tx, hash);
  return {
    id: hash,
    cryptoCurrencyCode: currency,
    address: destination,
    amount: show(units),
    fee: show(feeUnits),
    total: show(units + feeUnits),
    fiatCurrencyCode: wish.fiat,
    fiatAmount: await fiatText(tx, { currency, units, fiat: wish.fiat }),
    fiatFee: await fiatText(tx, { currency, units: feeUnits, fiat: wish.fiat }),
    createdAt: tx.now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    warnings: await warningsFor(tx, { userId, currency, destination, waitHours }),
    waitHours,
  };
}

function wantedUnits({ amount, currency }: SendOutWish): bigint {
  const { digits } = CRYPTO[currency];
  const fault = amountFault(amount, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount", { digits });
  return unitsFromDisplay(amount, digits);
}

async function refuseOwn(
  tx: ReadTx,
  rail: OpenRail,
  { userId, destination }: { userId: bigint; destination: string },
): Promise<void> {
  const own = (await ownAmong(tx, rail.chain, [destination])).get(destination);
  if (own && (own.user_id === null || own.user_id === userId)) throw fieldRefusal("wallet.own_address", "address");
}

type Sending = { userId: bigint; currency: CryptoCode; destination: string; waitHours: number };

/** Look-alikes of addresses used before have the same ends; people compare only these. An address that waits is still new. */
async function warningsFor(
  tx: ReadTx,
  { userId, currency, destination, waitHours }: Sending,
): Promise<SendOutQuote["warnings"]> {
  const used = await pastUseOf(tx, { userId, currency, destination });
  if (used.has_similar) return ["new_address", "similar_address"];
  return used.is_known && waitHours === 0 ? [] : ["new_address"];
}
