/** An owner's own offer, as their list shows it. */
import { decimal, decimalText } from "#contract/platform/decimal.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { marginText } from "#contract/money/prices.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getFiat, getPaymentMethod, needsBond, viewMethodShort } from "../../reference/catalog/index.ts";
import { ownersShortOfBond } from "../bonds/index.ts";
import { findUsersById } from "../../people/accounts/index.ts";
import { categoryOf, type FullCardRow, sellerUnitsOf } from "../listing/index.ts";
import {
  availableInSec,
  cashbackShownAt,
  type FeeBounds,
  feeBounds,
  isOver,
  isPenalised,
  limitsOf,
  marginBpAt,
  mayChooseFee,
  missedTradesOf,
  monthTradesOf,
  type Offer,
  offerFrom,
  priceAt,
  tierOf,
} from "../offers/index.ts";
import { offersWithCards } from "../gift-cards/index.ts";
import { listBankAccounts } from "../payment-accounts/index.ts";
import { requestsAmong } from "../otc/index.ts";
import { type Rejection, rejectionsOf } from "../moderation/index.ts";
import { ownOfferRow, ownOfferRows, tradesAmong } from "./rows.ts";

/** Refuses offer.not_found for another user's. */
export async function viewMyOffer(tx: ReadTx, { hash, ownerId }: { hash: string; ownerId: bigint }): Promise<MyOffer> {
  const row = await ownOfferRow(tx, { hash, ownerId });
  if (!row) throw new Refusal("offer.not_found");
  return myOfferFrom(row, await readBeside(tx, [row], ownerId));
}

/** Of one side, newest first. */
export async function viewMyOffers(
  tx: ReadTx,
  { ownerId, ...part }: { ownerId: bigint; side: "buy" | "sell"; most: number; after: number },
): Promise<MyOffer[]> {
  const rows = await ownOfferRows(tx, { ownerId, ...part });
  const beside = await readBeside(tx, rows, ownerId);
  return rows.map((row) => myOfferFrom(row, beside));
}

/** Facts about offers outside of their rows: decisions of staff by hash, and the fees that may be chosen by method. */
type Beside = {
  readonly rejections: ReadonlyMap<string, Rejection>;
  readonly mayChooseFee: boolean;
  readonly bounds: ReadonlyMap<number, FeeBounds>;
  readonly now: Date;
  /** The owner's bond covers less than it has to. */
  readonly isBondShort: boolean;
  /** For whom special offers are. */
  readonly partners: ReadonlyMap<bigint, { readonly username: string }>;
  /** Trades in which special ones were made, by hash. */
  readonly trades: ReadonlySet<string>;
  /** Requests to the OTC desk for which others were made, by hash. */
  readonly desk: ReadonlySet<string>;
  /** To which their trades are paid. */
  readonly accounts: MyOffer["bankAccounts"];
  /** Offers that have gift cards to pay with, by hash. */
  readonly withCards: ReadonlySet<string>;
  readonly monthTrades: number;
  /** Trades that count against offers, by the offer's id. */
  readonly missed: ReadonlyMap<bigint, readonly MissedTrade[]>;
};

type MissedTrade = NonNullable<MyOffer["penalty"]>["trades"][number];

/** Each is asked only where there is something to say. */
async function readBeside(tx: ReadTx, rows: readonly FullCardRow[], ownerId: bigint): Promise<Beside> {
  const offers = rows.map(offerFrom);
  const judged = offers.filter(({ moderation }) => moderation !== "approved").map(({ hash }) => hash);
  const isChooser = mayChooseFee(await tierOf(tx, ownerId));
  const choosing = offers
    .filter(({ manualFeeBp }) => isChooser || manualFeeBp !== null)
    .map(({ methodId }) => methodId);
  const isBonded = offers.some(({ methodId }) => needsBond(getPaymentMethod(methodId)));
  const carded = offers.filter(({ methodId }) => getPaymentMethod(methodId).group === "gift-cards");
  const partnerIds = offers.flatMap(({ partnerId }) => partnerId ?? []);
  const chats = offers.flatMap(({ chatHash }) => chatHash ?? []);
  return {
    now: tx.now,
    partners: partnerIds.length === 0 ? new Map() : await findUsersById(tx, partnerIds),
    trades: chats.length === 0 ? new Set() : await tradesAmong(tx, chats),
    desk: chats.length === 0 ? new Set() : await requestsAmong(tx, chats),
    accounts: offers.some(({ paymentAccount }) => paymentAccount !== null) ? await accountsOf(tx, ownerId) : [],
    ...(await missedOf(tx, offers, ownerId)),
    withCards: carded.length === 0 ? new Set() : await offersWithCards(tx, ownerId, carded),
    isBondShort: isBonded && (await ownersShortOfBond(tx, [ownerId])).size > 0,
    mayChooseFee: isChooser,
    rejections: judged.length === 0 ? new Map() : await rejectionsOf(tx, judged),
    bounds: choosing.length === 0 ? new Map() : await feeBounds(tx, choosing),
  };
}

async function missedOf(
  tx: ReadTx,
  offers: readonly Offer[],
  ownerId: bigint,
): Promise<Pick<Beside, "monthTrades" | "missed">> {
  const ids = offers.filter(({ lostInRow }) => lostInRow > 0).map(({ id }) => id);
  if (ids.length === 0) return { monthTrades: 0, missed: new Map() };
  const byOffer = Map.groupBy(await missedTradesOf(tx, ids), (row) => row.offer_id);
  const missed = [...byOffer].map(
    ([id, rows]) => [id, rows.map((row) => ({ tradeHash: row.trade_hash, at: row.at.toISOString() }))] as const,
  );
  return { monthTrades: await monthTradesOf(tx, ownerId), missed: new Map(missed) };
}

function penaltyOf(offer: Offer, { monthTrades, missed }: Beside): MyOffer["penalty"] {
  if (!isPenalised(offer, monthTrades)) return null;
  return { reason: "missed_trades", canReset: true, trades: [...(missed.get(offer.id) ?? [])] };
}

async function accountsOf(tx: ReadTx, ownerId: bigint): Promise<MyOffer["bankAccounts"]> {
  const own = await listBankAccounts(tx, ownerId);
  return own.map(({ id, bankName, masked }) => ({ id, bankName, masked }));
}

const percent = (bp: number) => decimalText({ units: BigInt(bp), digits: 2 });

/** An owner who chose one and no longer may still sees it, and can remove it. */
function choiceOf(offer: Offer, { mayChooseFee: may, bounds }: Beside): MyOffer["manualEscrowFee"] {
  const of = bounds.get(offer.methodId);
  if (offer.side !== "sell" || !of || !(may || offer.manualFeeBp !== null)) return null;
  const chosen = offer.manualFeeBp === null ? null : percent(offer.manualFeeBp);
  return { base: percent(of.base), least: percent(of.least), chosen };
}

/** All that keeps it from being taken, by name. */
function messagesOf(offer: Offer, { monthTrades }: Beside): { name: string }[] {
  const names = [offer.hold, isPenalised(offer, monthTrades) ? "penalty" : null].filter((name) => name !== null);
  return [...new Set(names)].map((name) => ({ name }));
}

/** When its trading hours begin, as an instant; null while they run, or there are none. */
function opensAt({ dutyHours, timezone }: Offer, now: Date): string | null {
  const waitSec = availableInSec(dutyHours, { timezone, now });
  return waitSec > 0 ? new Date(now.getTime() + waitSec * 1000).toISOString() : null;
}

/** Null also where it has ended and the job has not been here yet. */
function featuredUntil({ featuredUntil: until }: Offer, now: Date): string | null {
  return until !== null && until > now ? until.toISOString() : null;
}

/** For whom it alone is, and until when. */
function specialOf({ partnerId, chatHash, specialUntil }: Offer, beside: Beside): MyOffer["special"] {
  if (partnerId === null || chatHash === null || specialUntil === null) return null;
  return {
    partner: beside.partners.get(partnerId)?.username ?? "",
    chatId: chatHash,
    isOfTrade: beside.trades.has(chatHash),
    isOfDesk: beside.desk.has(chatHash),
    until: specialUntil.toISOString(),
    isOver: isOver({ specialUntil }, beside.now),
  };
}

function myOfferFrom(row: FullCardRow, beside: Beside): MyOffer {
  const offer = offerFrom(row);
  const rejection = beside.rejections.get(offer.hash);
  const rate = decimal(row.market_rate);
  const price = priceAt(offer, rate);
  const method = getPaymentMethod(offer.methodId);
  const limits = limitsOf(offer, { price, sellerUnits: sellerUnitsOf(row) });
  const amount = (units: bigint) => displayFromUnits(units, getFiat(offer.fiat).digits);
  const capLeft = offer.capUnits === null ? 0n : offer.capUnits - offer.capUsedUnits;
  return {
    idHashed: offer.hash,
    type: offer.side,
    offerFee: percent(offer.feeBp),
    manualEscrowFee: choiceOf(offer, beside),
    cryptoCurrencyCode: offer.crypto,
    fiatCurrencyCode: offer.fiat,
    paymentMethod: viewMethodShort(method),
    flowType: offer.flowType,
    category: categoryOf(offer, row),
    isEnabled: row.active,
    isActive: offer.isOn,
    hold: offer.hold,
    rejection: rejection ? { ...rejection, at: rejection.at.toISOString() } : null,
    promotedUntil: offer.promotedUntil?.toISOString() ?? null,
    featuredUntil: featuredUntil(offer, beside.now),
    cashback: cashbackShownAt(offer, beside.now),
    isInSilentPool: offer.inSilentPool,
    special: specialOf(offer, beside),
    hasGiftCards: beside.withCards.has(offer.hash),
    depositInfo: { isBondInsufficient: beside.isBondShort && needsBond(method) },
    bankAccounts: beside.accounts.filter(({ id }) => id === offer.paymentAccount),
    messages: messagesOf(offer, beside),
    termUntilOnlineMessage: opensAt(offer, beside.now),
    penalty: penaltyOf(offer, beside),
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
