/** An owner's own offer, as their list shows it. */
import { decimal, decimalText } from "#contract/decimal.ts";
import { displayFromUnits } from "#contract/money.ts";
import type { MyOffer } from "#contract/my-offers.ts";
import { marginText } from "#contract/prices.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import { getFiat, getPaymentMethod, viewMethodShort } from "../../reference/catalog/index.ts";
import { type FullCardRow, sellerUnitsOf } from "../listing/index.ts";
import { limitsOf, marginBpAt, offerFrom, PENALTY_AFTER, priceAt } from "../offers/index.ts";
import { ownOfferRow, ownOfferRows } from "./rows.ts";

/** Refuses offer.not_found for somebody else's. */
export async function viewMyOffer(tx: ReadTx, { hash, ownerId }: { hash: string; ownerId: bigint }): Promise<MyOffer> {
  const row = await ownOfferRow(tx, { hash, ownerId });
  if (!row) throw new Refusal("offer.not_found");
  return myOfferFrom(row);
}

/** All of one side, newest first; at most 300. */
export async function viewMyOffers(
  tx: ReadTx,
  { ownerId, side }: { ownerId: bigint; side: "buy" | "sell" },
): Promise<MyOffer[]> {
  const rows = await ownOfferRows(tx, { ownerId, side });
  return rows.map(myOfferFrom);
}

function myOfferFrom(row: FullCardRow): MyOffer {
  const offer = offerFrom(row);
  const rate = decimal(row.market_rate);
  const price = priceAt(offer, rate);
  const method = getPaymentMethod(offer.methodId);
  const limits = limitsOf(offer, { price, sellerUnits: sellerUnitsOf(row) });
  const amount = (units: bigint) => displayFromUnits(units, getFiat(offer.fiat).digits);
  const capLeft = offer.capUnits === null ? 0n : offer.capUnits - offer.capUsedUnits;
  return {
    idHashed: offer.hash,
    type: offer.side,
    offerFee: decimalText({ units: BigInt(offer.feeBp), digits: 2 }),
    cryptoCurrencyCode: offer.crypto,
    fiatCurrencyCode: offer.fiat,
    paymentMethod: viewMethodShort(method),
    flowType: offer.flowType,
    isEnabled: row.active,
    isActive: offer.isOn,
    hold: offer.hold,
    hasGiftCards: method.group === "gift-cards",
    depositInfo: { isBondInsufficient: false },
    bankAccounts: [],
    messages: offer.hold ? [{ name: offer.hold }] : [],
    termUntilOnlineMessage: null,
    penalty: offer.lostInRow >= PENALTY_AFTER ? { reason: "missed_trades", canReset: true } : null,
    isFixedPrice: offer.fixedPrice !== null,
    margin: marginText(marginBpAt(offer, rate)),
    fiatPricePerCrypto: decimalText(price),
    amountType: offer.amountType,
    rangeMin: amount(offer.minUnits),
    rangeMax: amount(offer.maxUnits),
    predefinedAmounts: offer.predefinedUnits.map(amount),
    fiatLimitMin: amount(limits.minUnits),
    fiatLimitMax: amount(limits.maxUnits),
    offerCap:
      offer.capUnits === null
        ? null
        : {
            initialValue: amount(offer.capUnits),
            remainingValue: amount(capLeft > 0n ? capLeft : 0n),
            active: offer.capActive,
            rate: row.market_rate,
          },
    tags: [...offer.tags],
    paymentWindowMinutes: offer.paymentWindowMin,
  };
}
