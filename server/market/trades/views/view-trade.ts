/** The view of trades for one viewer: facts, both sides, and exactly the viewer's actions. */
import type { UserSummary } from "#contract/people/accounts.ts";
import { type Decimal, decimal, decimalText, fixedText, rounded, times } from "#contract/platform/decimal.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { ouncesFor } from "#contract/money/metals.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import {
  isChargedBack,
  isDisputed,
  isFinal,
  isInEscrow,
  isPaid,
  isSuccessful,
  isTimed,
  isUnfunded,
} from "#contract/market/trades/trade/statuses.ts";
import type { TradeChange, TradeView } from "#contract/market/trades/trade/trades.ts";
import type { TradeActor } from "#contract/market/trades/trade/verbs.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { getFiat, getPaymentMethod, metalOf, methodName } from "../../../reference/catalog/index.ts";
import { type HaltName, standingHalts } from "../../../money/ledger/index.ts";
import { fiatPerUsd } from "../../../money/rates/index.ts";
import { summariesInTrades } from "../../../people/reputation/index.ts";
import { findMember, unreadOfEach } from "../../chat/index.ts";
import { type CardInTrade, cardsInTrades } from "../../gift-cards/index.ts";
import { type Given, givenTo, isPaidToAccount } from "../../payment-accounts/index.ts";
import { divisionOf } from "./division.ts";
import { FLOWS } from "../flows/index.ts";
import { findTrades, readersOf, type TradeRow, type TransitionRow, transitionsOf } from "../rows.ts";
import { factsOf, nextStep, roleIn, transitionsFor } from "../trade.ts";
import { isoOf, type Reader, readerOf, stampOf, timesOf } from "../trade-times.ts";

export type ViewRequest = { readonly trade: TradeRow; readonly viewerId: bigint; readonly isStaff?: boolean };

/**
 * One trade for one viewer. Refuses trade.not_found to strangers, and dispute.not_taken to staff for disputed trades: staff
 * read a trade once they have joined its conversation, for a reason that is in the staff log.
 */
export async function viewTrade(
  tx: ReadTx,
  { hash, viewerId, isStaff = false }: { hash: string; viewerId: bigint; isStaff?: boolean },
): Promise<TradeView> {
  const trade = (await findTrades(tx, [hash])).get(hash);
  if (!trade) throw new Refusal("trade.not_found");
  // Staff see a trade that a side has brought to them, and no other.
  const isBrought = trade.dispute_opened_at !== null || trade.reopen_asked_at !== null || isChargedBack(trade.status);
  if (!roleIn(trade, viewerId)) {
    if (!isStaff) throw new Refusal("trade.not_found");
    const member = await findMember(tx, { ref: hash, userId: viewerId, isStaff });
    if (!member) throw new Refusal(isBrought ? "dispute.not_taken" : "trade.not_found");
  }
  const [view] = await viewTrades(tx, [{ trade, viewerId, isStaff }]);
  if (!view) throw new Error("the trade has no view");
  return view;
}

/** Many at once, in a few queries whatever their number; each for its own viewer, in order. */
export async function viewTrades(tx: ReadTx, requests: readonly ViewRequest[]): Promise<TradeView[]> {
  if (requests.length === 0) return [];
  const ids = [...new Set(requests.map(({ trade }) => trade.id))];
  const looks = requests.flatMap(({ trade, viewerId }) =>
    [trade.buyer_id, trade.seller_id].map((userId) => ({
      userId,
      viewerId,
      isSide: roleIn(trade, viewerId) !== undefined,
    })),
  );
  const looking = requests.map(({ trade, viewerId }) => ({
    userId: viewerId,
    tradeId: trade.id,
    isSide: roleIn(trade, viewerId) !== undefined,
  }));
  const [written, sides, unread, cards, given, perUsd, readers, halts] = await Promise.all([
    transitionsOf(tx, ids),
    summariesInTrades(tx, looks),
    unreadOfEach(tx, looking),
    cardsOf(
      tx,
      requests.map(({ trade }) => trade),
    ),
    givenTo(
      tx,
      requests.map(({ trade }) => trade).filter((trade) => isPaidToAccount(getPaymentMethod(trade.payment_method_id))),
    ),
    ratesInUsd(
      tx,
      requests.map(({ trade }) => trade.fiat_code),
    ),
    readersOf(
      tx,
      requests.map(({ viewerId }) => viewerId),
    ),
    releaseHalts(tx),
  ]);
  const transitions = Map.groupBy(written, ({ trade_id }) => trade_id);
  return requests.map((request, index) =>
    viewOne(request, {
      now: tx.now,
      reader: readerOf(readers.get(request.viewerId)),
      halts,
      transitions: transitions.get(request.trade.id) ?? [],
      buyer: sideAt(sides, index * 2),
      seller: sideAt(sides, index * 2 + 1),
      unread: unread[index] ?? 0,
      card: cards.get(request.trade.id),
      given: given.get(request.trade.id),
      perUsd: perUsd.get(request.trade.fiat_code),
    }),
  );
}

const ONE: Decimal = { units: 1n, digits: 0 };

/** What a dollar costs now in each of these currencies; of dollars nothing is read. */
async function ratesInUsd(tx: ReadTx, fiats: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
  const others = [...new Set(fiats)].filter((code) => code !== "USD");
  return others.length === 0 ? new Map([["USD", ONE]]) : fiatPerUsd(tx, others);
}

const NO_CARDS: ReadonlyMap<bigint, CardInTrade> = new Map();

/** The cards of those trades in which one may pay. */
export async function cardsOf(tx: ReadTx, trades: readonly TradeRow[]): Promise<ReadonlyMap<bigint, CardInTrade>> {
  const ids = trades.flatMap(({ id, flow_type }) => (flow_type === "gcc-auto" ? [id] : []));
  return ids.length === 0 ? NO_CARDS : cardsInTrades(tx, ids);
}

function sideAt(sides: readonly UserSummary[], index: number): UserSummary {
  const side = sides[index];
  if (!side) throw new Error(`no side of a trade at ${index}`);
  return side;
}

/** The active halts that stop releases: of all coins, or of one. */
export function releaseHalts(tx: ReadTx): Promise<ReadonlySet<HaltName>> {
  return standingHalts(tx, ["ledger", "releases", "coin_BTC", "coin_ETH", "coin_USDT"]);
}

const isReleaseHalted = (halts: ReadonlySet<HaltName>, { crypto }: TradeRow): boolean =>
  halts.has("ledger") || halts.has("releases") || halts.has(`coin_${crypto}`);

type Around = {
  now: Date;
  reader: Reader;
  halts: ReadonlySet<HaltName>;
  transitions: readonly TransitionRow[];
  buyer: UserSummary;
  seller: UserSummary;
  unread: number;
  card: CardInTrade | undefined;
  given: Given | undefined;
  perUsd: Decimal | undefined;
};

function viewOne(request: ViewRequest, around: Around): TradeView {
  const { trade, viewerId } = request;
  return {
    id: trade.hash,
    tradeHash: trade.hash,
    viewerRole: roleIn(trade, viewerId) ?? "moderator",
    isVendor: viewerId === trade.seller_id,
    buyer: around.buyer,
    seller: around.seller,
    isOpponentsSameIp: trade.is_same_ip,
    offer: {
      hash: trade.offer_hash,
      url: `/offer/${trade.offer_hash}`,
      type: trade.offer_type,
      terms: trade.offer_terms,
    },
    paymentDetails: seesDetails(request) ? (around.given?.details ?? []) : [],
    payer: mayJudge(request) ? (around.given?.payer ?? null) : null,
    isThirdPartyTreatmentEnabled: trade.no_third_parties,
    ...amountsOf(trade, around.reader.locale),
    place: placeOf(trade),
    metal: metalIn(trade),
    currency: currencyOf(trade, around.perUsd),
    startedAt: stampOf(trade.started_at, around.reader),
    paymentWindowMinutes: trade.window_minutes,
    chatUrl: `/trade/${trade.hash}`,
    isDemo: trade.is_demo,
    ...viewChange(request, around),
  };
}

/** The buyer from when they asked for them; the seller always; the staff where a dispute was opened. */
function seesDetails({ trade, viewerId }: ViewRequest): boolean {
  if (!mayJudge({ trade, viewerId })) return false;
  return roleIn(trade, viewerId) !== "buyer" || isShownToBuyer(trade);
}

/** A side, or the staff of a trade in which a dispute was opened: staff who were only asked to reopen it need no accounts. */
function mayJudge({ trade, viewerId }: ViewRequest): boolean {
  return roleIn(trade, viewerId) !== undefined || trade.dispute_opened_at !== null;
}

/** Where the flow shows the details without being asked, from when the coins are in escrow. */
function isShownToBuyer({ details_revealed_at, funded_at, flow_type }: TradeRow): boolean {
  return details_revealed_at !== null || (FLOWS[flow_type].showsDetailsAtOnce && funded_at !== null);
}

/** What a transition can change of the view. */
export function viewChange(
  { trade, viewerId }: ViewRequest,
  {
    now,
    reader,
    halts,
    transitions,
    unread,
    card,
  }: Pick<Around, "now" | "reader" | "halts" | "transitions" | "unread" | "card">,
): TradeChange {
  const facts = factsOf(trade);
  const flow = FLOWS[trade.flow_type];
  const role = roleIn(trade, viewerId) ?? "moderator";
  const next = nextStep(facts);
  const isShown = isShownToBuyer(trade);
  const isUnpaid = isTimed(trade.status) && !isUnfunded(trade.status);
  return {
    status: trade.status,
    version: trade.version,
    isUnseen: viewerId === trade.owner_id && trade.owner_responded_at === null && !isFinal(trade.status),
    tradeDetails: seesDetails({ trade, viewerId }) ? trade.trade_details : null,
    bankReference: seesDetails({ trade, viewerId }) ? referenceOf(trade) : null,
    ...timesOf(trade, reader),
    tradeCompleted: isSuccessful(trade.status),
    isReleaseError: isInEscrow(trade.status) && isReleaseHalted(halts, trade),
    isReopened: trade.is_reopened,
    requirements: trade.requirements,
    awaitedRequirements: trade.awaited,
    extensionsLeft: trade.most_extensions - trade.extended_times,
    flow: {
      type: trade.flow_type,
      step: isUnfunded(trade.status) ? 0 : 1,
      state: { beforeRevealPaymentDetails: isUnpaid && !isShown, beforeMarkAsPaid: isUnpaid && isShown },
    },
    giftCard: card ? shownCard(card) : null,
    dispute: {
      available: isInEscrow(trade.status) && !isDisputed(trade.status) && flow.disputeAvailableAt(facts) <= now,
      availableAt: isInEscrow(trade.status) ? flow.disputeAvailableAt(facts).toISOString() : null,
      openedBy: trade.dispute_opened_by,
      openedAt: isoOf(trade.dispute_opened_at),
      reason: trade.dispute_reason,
      text: trade.dispute_text,
    },
    actions: actionsOf(trade, role, now),
    next: { key: next.key, mustAct: next.mustAct, by: isoOf(next.by), otherwise: next.otherwise },
    feedback: feedbackOf(trade, role),
    cashback: cashbackFor({ trade, viewerId }, transitions),
    division: divisionOf(trade, trade.buyer_share_units),
    unreadMessages: unread,
    receiptUrl: hasReceipt(trade) ? `/trade/receipt/${trade.receipt_uuid}` : null,
    transitions: transitions.map(({ verb, actor, status, at, note }) => ({
      verb,
      actor,
      status,
      at: at.toISOString(),
      note,
    })),
    serverNow: now.toISOString(),
  };
}

/** Also before it is paid; not where the coins went back or were divided, or were awarded against who took the offer. */
function cashbackFor({ trade, viewerId }: ViewRequest, moves: readonly TransitionRow[]): string | null {
  const { cashback_units: units, starter_id: starterId, status } = trade;
  if (units === null || viewerId !== starterId) return null;
  if (isFinal(status) && !isSuccessful(status)) return null;
  const isAwarded = moves.some(({ verb }) => verb === "award_buyer");
  if (trade.buyer_share_units !== null || (isAwarded && starterId === trade.seller_id)) return null;
  return displayFromUnits(units, CRYPTO[trade.crypto].digits);
}

function referenceOf({ bank_reference: message }: TradeRow): TradeView["bankReference"] {
  if (message === null) return null;
  return { type: message === "" ? "no_message" : "exact_message", message };
}

function shownCard(card: CardInTrade): TradeView["giftCard"] {
  return {
    id: card.hash,
    kind: card.kind,
    isBoughtHere: card.bought_at !== null,
    fiatAmount: displayFromUnits(card.fiat_units, card.fiat_digits, { pad: true }),
    fiatCurrencyCode: card.fiat_code,
    revealedAt: isoOf(card.revealed_at),
  };
}

/** Whatever went to the buyer has one, also the smaller part. */
export function hasReceipt({ status, buyer_share_units }: Pick<TradeRow, "status" | "buyer_share_units">): boolean {
  return isSuccessful(status) || buyer_share_units !== null;
}

/** All amounts of a trade as decimal texts, from its own row only. */
export function amountsOf(trade: TradeRow, locale: Locale = DEFAULT_LOCALE) {
  const { id, digits } = CRYPTO[trade.crypto];
  const method = getPaymentMethod(trade.payment_method_id);
  const fee = { units: trade.fee_units, digits };
  return {
    paymentMethod: {
      id: method.id,
      slug: method.slug,
      name: { original: method.name, localized: methodName(method, locale) },
      group: method.group,
      reversible: method.reversible,
    },
    cryptoCurrencyId: id,
    cryptoCurrencyCode: trade.crypto,
    cryptoAmount: {
      amount: displayFromUnits(trade.units, digits),
      fee: displayFromUnits(trade.fee_units, digits),
      escrow: displayFromUnits(trade.units + trade.fee_units, digits),
    },
    division: divisionOf(trade, trade.buyer_share_units),
    fiatAmount: displayFromUnits(trade.fiat_units, trade.fiat_digits, { pad: true }),
    fiatFee: fixedText(rounded(times(fee, decimal(trade.price)), trade.fiat_digits, "up"), trade.fiat_digits),
    fiatPricePerCrypto: trade.price,
  };
}

function placeOf({ payment_country: countryIso, payment_subdivision, payment_city }: TradeRow): TradeView["place"] {
  return countryIso === null ? null : { countryIso, subdivision: payment_subdivision, city: payment_city };
}

/** The amount of metal that pays; null in other trades, and if the offer has no rate yet. */
function metalIn({ payment_method_id, custom_rate, fiat_units, fiat_digits }: TradeRow): TradeView["metal"] {
  const code = metalOf(getPaymentMethod(payment_method_id));
  if (code === null || custom_rate === null) return null;
  const customRate = decimal(custom_rate);
  const ounces = ouncesFor({ fiat: { units: fiat_units, digits: fiat_digits }, customRate });
  return { code, customRate: decimalText(customRate), ounces };
}

/** Digits are those of the trade; the rest as the catalog has it. */
function currencyOf({ fiat_code, fiat_digits }: TradeRow, perUsd: Decimal | undefined): TradeView["currency"] {
  const { id, code, name, order, defaultAmount } = getFiat(fiat_code);
  const usd = perUsd ? decimalText(perUsd) : null;
  return { id, code, name, digits: fiat_digits, rate: { usd }, order, defaultAmount };
}

function actionsOf(trade: TradeRow, role: TradeActor, now: Date): TradeView["actions"] {
  return transitionsFor(factsOf(trade), role, now).map(({ verb, availableAt }) => ({
    name: verb,
    availableAt: isoOf(availableAt),
    warning: warningOf(verb, trade),
  }));
}

function warningOf(verb: string, { status }: TradeRow): TradeView["actions"][number]["warning"] {
  if (verb === "release" && isTimed(status)) return "release_before_paid";
  if (verb === "release" && isDisputed(status)) return "release_in_dispute";
  if (verb === "cancel" && isPaid(status)) return "cancel_after_paid";
  if (verb === "cancel" && isDisputed(status)) return "cancel_in_dispute";
  return null;
}

function feedbackOf(trade: TradeRow, role: TradeActor): TradeView["feedback"] {
  const given = role === "buyer" ? trade.buyer_feedback_at : role === "seller" ? trade.seller_feedback_at : null;
  return { given: given !== null, mayGive: role !== "moderator" && isSuccessful(trade.status) };
}
