/**
 * Starts trades: the price is locked, the seller's coins go into escrow. Takes a list: the
 * starts of one moment share a transaction. Locks users, then offers, then accounts, each by id.
 */
import { type Cashback, cashbackUnitsOf, isLessCashback } from "#contract/money/cashback.ts";
import { decimal, type Decimal, decimalText, fixedText, over, times } from "#contract/platform/decimal.ts";
import { feeUnitsOf } from "#contract/money/fees.ts";
import { DEFAULT_LOCALE } from "#contract/platform/locales.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { REQUIRED_BY_TAG, type RequirementName, REQUIREMENTS } from "#contract/market/offers/requirement-names.ts";
import { type FlowType, FUND_WITHIN_MINUTES } from "#contract/market/trades/trade/statuses.ts";
import type { Source } from "#contract/people/sources.ts";
import { wayOutOf } from "#contract/compliance/ways-out.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { accepted, mapAccepted, refusalOr } from "../../../platform/postgres/outcomes.ts";
import { getFiat, getPaymentMethod } from "../../../reference/catalog/index.ts";
import { fiatPerUsd, type Rate, ratesOf, recordRateUses, refuseUntradable } from "../../../money/rates/index.ts";
import { outcomeRefusal, refuseWhenHalted } from "../../../money/ledger/index.ts";
import {
  cashbackAt,
  cashbackShownAt,
  countryRules,
  lockOffersForTrade,
  mayOpenTrade,
  maySee,
  type Offer,
  priceAt,
  type Taker,
  takersOf,
  useOffers,
} from "../../offers/index.ts";
import { isPaidToAccount } from "../../payment-accounts/index.ts";
import { disputeWaitSec } from "../moves/dispute-wait.ts";
import { FLOWS } from "../flows/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import {
  addUsage,
  LIMIT_SETTINGS,
  limitRefusal,
  limitsFrom,
  type LimitsOf,
  lockUsage,
  shownLeftCents,
  type Usage,
} from "./limits.ts";
import { amountRefusal, type Amounts, amountsOf, isOfAmount } from "./start-amounts.ts";
import { namingRefusal, shareAtStart } from "./share-at-start.ts";
import { lastIps, type NewTrade, newTradeIds, openTradeRows, ownersByOffer, type TradeRow } from "../rows.ts";

export type OpenCommand = {
  readonly offerHash: string;
  readonly starter: Viewer;
  readonly ip: string;
  readonly fiatAmount: string | undefined;
  readonly cryptoAmount: string | undefined;
  readonly expectedPrice: string;
  readonly expectedRevision: number | undefined;
  readonly expectedCashback?: Cashback | undefined;
  readonly acceptChange: boolean;
  /** Of the starter, where they sell in a flow that shares it from the start. */
  readonly accountId?: string | undefined;
  /** From where the visit came. */
  readonly source?: Source | undefined;
};

/** The facts that were read once for the whole group. */
type World = {
  readonly offers: Map<string, Offer>;
  readonly takers: readonly (Taker | undefined)[];
  readonly rates: Map<string, Rate>;
  readonly perUsd: Map<string, Decimal>;
  readonly usage: Map<bigint, Usage>;
  readonly limitsOf: LimitsOf;
  readonly mostExtensions: number;
  readonly rules: Awaited<ReturnType<typeof countryRules>>;
  readonly ownerIps: Map<bigint, string>;
  /** Why the account that a start names, or does not name, does not fit. */
  readonly misnamed: readonly (Refusal | undefined)[];
  readonly now: Date;
};

type Planned = {
  readonly trade: NewTrade;
  readonly offer: Offer;
  readonly rate: Rate;
  readonly starter: Viewer;
  readonly accountId: string | undefined;
  readonly source: Source | undefined;
};

/**
 * For each command the new trade, or the refusal: offer.not_found, the offer's own rules, offer_margin_changed,
 * offer_changed, trade.amount_…, trade.low_balance, the limits of the levels, trade.owner_limit, rates.… .
 */
export async function openTrades(tx: Tx, commands: readonly OpenCommand[]): Promise<(TradeRow | Refusal)[]> {
  const [owners, tradeIds] = await Promise.all([
    ownersByOffer(
      tx,
      commands.map(({ offerHash }) => offerHash),
    ),
    newTradeIds(tx, commands.length),
    refuseWhenHalted(tx, "new_trades", "ledger"),
  ]);
  const world = await readWorld(tx, commands, owners);
  const planned = commands.map((command, index) => refusalOr(() => plan(world, command, index, tradeIds[index] ?? 0n)));

  const locked = await mapAccepted(planned, (items) => lockEscrow(tx, items, world.now));
  const opened = accepted(locked);
  await shareAtStart(tx, opened);
  await useOffers(
    tx,
    opened.map(({ offer, trade }) => ({ offer, fiatUnits: trade.fiat_units })),
  );
  recordRateUses(
    tx,
    opened.map(({ trade, rate }) => ({ subject: `trade:${trade.hash}`, rate })),
  );
  for (const { trade, source } of opened)
    tx.emit({
      type: "trade.open",
      subject: trade.hash,
      payload: {
        actor: trade.starter_id === trade.buyer_id ? "buyer" : "seller",
        status: trade.status,
        ...(source ? { source } : {}),
      },
    });
  return locked.map((item) => (item instanceof Refusal ? item : item.trade));
}

async function readWorld(tx: Tx, commands: readonly OpenCommand[], owners: Map<string, bigint>): Promise<World> {
  const people = commands.flatMap(({ starter, offerHash }) => [
    starter.userId,
    owners.get(offerHash) ?? starter.userId,
  ]);
  const hashes = commands.map(({ offerHash }) => offerHash);
  // The database takes them in this order: users, then offers, then the time.
  const [usage, offers, now] = await Promise.all([
    lockUsage(tx, [...new Set(people)]),
    lockOffersForTrade(tx, hashes),
    tx.readClock(),
  ]);
  const pairs = commands.flatMap(({ starter, offerHash, ip }) => {
    const offer = offers.get(offerHash);
    return offer ? [{ viewer: { ...starter, ip: offer.blocksAnonymizers ? ip : undefined }, offer }] : [];
  });
  const all = [...offers.values()];
  const fiats = [...new Set(all.map(({ fiat }) => fiat))];
  const cryptos = [...new Set(all.map(({ crypto }) => crypto))];
  const [found, rates, perUsd, rules, settings, ownerIps] = await Promise.all([
    takersOf(tx, pairs, now),
    ratesOf(tx, { cryptos, fiats }),
    fiatPerUsd(tx, fiats),
    countryRules(tx),
    readSettings(tx, [...LIMIT_SETTINGS, "trades.extensions"]),
    lastIps(
      tx,
      all.map(({ ownerId }) => ownerId),
    ),
  ]);
  const taken = [...found];
  const takers = commands.map(({ offerHash }) => (offers.has(offerHash) ? taken.shift() : undefined));
  const misnamed: (Refusal | undefined)[] = [];
  for (const { offerHash, starter, accountId } of commands)
    misnamed.push(await namingRefusal(tx, { offer: offers.get(offerHash), starterId: starter.userId, accountId }));
  const [limitsOf, mostExtensions] = [limitsFrom(settings), settings["trades.extensions"]];
  return { offers, takers, rates, perUsd, usage, limitsOf, mostExtensions, rules, ownerIps, misnamed, now };
}

/** The pure decision on one command; counts it into usage and cap when it may start. Throws what it refuses. */
function plan(world: World, command: OpenCommand, index: number, id: bigint): Planned {
  const standing = world.offers.get(command.offerHash);
  const taker = world.takers[index];
  if (!standing || !taker || !maySee(standing, command.starter.userId)) throw new Refusal("offer.not_found");
  // The fee on the offer is for lists: the seller pays what is decided now, as the database does again.
  const offer = { ...standing, feeBp: taker.feeBp };
  const rate = world.rates.get(`${offer.crypto}/${offer.fiat}`);
  if (!rate) throw new Refusal("rates.unknown");
  refuseUntradable(rate);
  const price = priceAt(offer, rate.rate);
  refuseWhenChanged(command, offer, { price, now: world.now });
  const amounts = amountsOf(command, offer, price);
  const situation = {
    price,
    now: world.now,
    sellerUnits: undefined,
    fiatUnits: amounts.fiatUnits,
    ...world.rules(command.starter.countryIso),
  };
  const [hindrance] = mayOpenTrade(offer, taker, situation);
  if (hindrance && isOfAmount(hindrance)) throw amountRefusal(hindrance, command, offer);
  if (hindrance) throw hindranceOf(hindrance, command.starter);
  const misnamed = world.misnamed[index];
  if (misnamed) throw misnamed;
  const usdCents = usdCentsOf(world, offer, amounts.fiatUnits);
  const sides = [usageOf(world, command.starter.userId), usageOf(world, offer.ownerId)] as const;
  refuseAboveLimits(world, sides, { usdCents, offer });

  for (const side of sides) addUsage(side, usdCents);
  if (offer.capActive) world.offers.set(offer.hash, { ...offer, capUsedUnits: offer.capUsedUnits + amounts.fiatUnits });
  const trade = tradeOf(world, { command, offer, rate, price, amounts, usdCents, id });
  return { trade, offer, rate, starter: command.starter, accountId: command.accountId, source: command.source };
}

/** The taker saw another price or other terms: they are sent the new ones and may confirm. */
function refuseWhenChanged(
  command: OpenCommand,
  offer: Offer,
  { price, now: at }: { readonly price: Decimal; readonly now: Date },
): void {
  if (command.acceptChange) return;
  const now = decimalText(price);
  if (decimalText(decimal(command.expectedPrice)) !== now) {
    throw new Refusal("offer_margin_changed", { reason: "offer_margin_changed", price: now, revision: offer.revision });
  }
  const isLess = isLessCashback(command.expectedCashback ?? null, cashbackShownAt(offer, at));
  const isOther = command.expectedRevision !== undefined && command.expectedRevision !== offer.revision;
  if (isLess || isOther) throw changedRefusal(offer, now);
}

function changedRefusal({ revision }: Offer, price: string): Refusal {
  return new Refusal("offer_changed", { reason: "offer_changed", price, revision });
}

function usdCentsOf({ perUsd }: World, offer: Offer, fiatUnits: bigint): bigint {
  const rate = perUsd.get(offer.fiat);
  if (!rate) throw new Refusal("rates.unknown");
  return over({ units: fiatUnits, digits: getFiat(offer.fiat).digits }, rate, 2, "up").units;
}

function usageOf({ usage }: World, userId: bigint): Usage {
  const found = usage.get(userId);
  if (!found) throw new Error(`user ${userId} was not locked`);
  return found;
}

/** With what restricts them, or where they can do something about it. */
function hindranceOf(code: RefusalCode, { restrictions }: Viewer): Refusal {
  if (code === "auth.restricted") return new Refusal(code, { restrictions });
  return new Refusal(code, wayOf(code));
}

function wayOf(code: RefusalCode): { readonly redirect?: string } {
  const way = wayOutOf(code);
  return way ? { redirect: pathOf(DEFAULT_LOCALE, way, undefined) } : {};
}

/** The owner's rest is given in steps: the sum itself would reveal their trades. */
function refuseAboveLimits(
  { limitsOf, perUsd }: World,
  [starter, owner]: readonly [Usage, Usage],
  { usdCents, offer: { fiat, methodId } }: { readonly usdCents: bigint; readonly offer: Offer },
): void {
  const rate = perUsd.get(fiat);
  if (!rate) throw new Refusal("rates.unknown");
  const inFiat = (cents: bigint) => ({
    max: fixedText(times({ units: cents, digits: 2 }, rate), getFiat(fiat).digits, "down"),
    currency: fiat,
  });
  const refusal = limitRefusal(starter, { usdCents, limitsOf, method: getPaymentMethod(methodId) });
  if (refusal?.code === "offer.id_and_address")
    throw new Refusal(refusal.code, { ...inFiat(limitsOf(starter.level).cashCents ?? 0n), ...wayOf(refusal.code) });
  if (refusal) throw refusal;
  if (!limitRefusal(owner, { usdCents, limitsOf })) return;
  throw new Refusal("trade.owner_limit", inFiat(shownLeftCents(owner, limitsOf) ?? 0n));
}

type Ingredients = {
  readonly command: OpenCommand;
  readonly offer: Offer;
  readonly rate: Rate;
  readonly price: Decimal;
  readonly amounts: Amounts;
  readonly usdCents: bigint;
  readonly id: bigint;
};

function tradeOf(world: World, { command, offer, rate, price, amounts, usdCents, id }: Ingredients): NewTrade {
  const method = getPaymentMethod(offer.methodId);
  const isSell = offer.side === "sell";
  const starterId = command.starter.userId;
  const requirements = requiredBy(offer);
  const feeUnits = feeUnitsOf(amounts.units, offer.feeBp);
  return {
    id,
    hash: ids.hash(),
    receipt_uuid: ids.uuid(),
    offer_hash: offer.hash,
    offer_type: offer.side,
    offer_terms: offer.terms,
    trade_details: offer.tradeDetails,
    bank_reference: offer.bankReference,
    custom_rate: offer.customRate && decimalText(offer.customRate),
    no_third_parties: offer.noThirdParties,
    ...{ payment_country: offer.paymentCountry, payment_subdivision: offer.paymentSubdivision },
    payment_city: offer.paymentCity,
    owner_id: offer.ownerId,
    starter_id: starterId,
    buyer_id: isSell ? starterId : offer.ownerId,
    seller_id: isSell ? offer.ownerId : starterId,
    crypto: offer.crypto,
    units: amounts.units,
    fee_units: feeUnits,
    cashback_units: cashbackOf(offer, { units: amounts.units, feeUnits, usdCents }, world.now),
    fiat_code: offer.fiat,
    fiat_digits: getFiat(offer.fiat).digits,
    fiat_units: amounts.fiatUnits,
    usd_cents: usdCents,
    price: decimalText(price),
    market_rate: decimalText(rate.rate),
    margin_bp: offer.marginBp,
    rate_as_of: rate.asOf,
    payment_method_id: offer.methodId,
    window_minutes: offer.paymentWindowMin,
    flow_type: flowOf(offer),
    status: "active_funded",
    ...{ version: 1, round: 1 },
    started_at: world.now,
    expires_at: new Date(world.now.getTime() + offer.paymentWindowMin * 60_000),
    funded_at: world.now,
    details_revealed_at: null,
    owner_responded_at: null,
    paid_at: null,
    code_revealed_at: null,
    was_ever_paid: false,
    released_at: null,
    ended_at: null,
    extended_times: 0,
    most_extensions: world.mostExtensions,
    reopen_asked_at: null,
    is_reopened: false,
    dispute_wait_sec: disputeWaitSec(method),
    dispute_opened_at: null,
    dispute_opened_by: null,
    dispute_reason: null,
    dispute_text: null,
    buyer_feedback_at: null,
    seller_feedback_at: null,
    ...{ is_same_ip: isSameIp(command.ip, world.ownerIps.get(offer.ownerId)), is_demo: command.starter.isDemo },
    buyer_share_units: null,
    requirements,
    // The account of bt-auto is given with the start; where nobody else may pay, the payer is named first.
    payer_awaited: flowOf(offer) === "bt-auto" || (offer.noThirdParties && isPaidToAccount(method)),
    awaited: requirements,
  };
}

function cashbackOf(offer: Offer, amounts: Parameters<typeof cashbackUnitsOf>[0], now: Date): bigint | null {
  const terms = cashbackAt(offer, now);
  return (terms && cashbackUnitsOf(amounts, terms)) || null;
}

/** The requirements for the payer in the offer and its flow. */
function requiredBy(offer: Offer): RequirementName[] {
  const always = FLOWS[flowOf(offer)].alwaysRequires ?? [];
  return REQUIREMENTS.filter(
    (name) => always.includes(name) || offer.tags.some((tag) => REQUIRED_BY_TAG[tag] === name),
  );
}

function flowOf({ flowType, hash }: Offer): FlowType {
  if (flowType in FLOWS) return flowType as FlowType;
  throw new Error(`the offer ${hash} has a flow that no trade can run in: ${flowType}`);
}

/** On one machine all users have the same address, which proves nothing. */
function isSameIp(one: string, other: string | undefined): boolean {
  return one === other && !/^(127\.|::1$|::ffff:127\.)/.test(one);
}

/** Writes the trades and locks the coins. A seller who took a buy offer and is short may fund within half an hour; an owner who is short may not. */
async function lockEscrow(tx: Tx, planned: readonly Planned[], at: Date): Promise<(Planned | Refusal)[]> {
  const outcomes = await openTradeRows(
    tx,
    planned.map(({ trade }) => trade),
    { fundMinutes: FUND_WITHIN_MINUTES, at },
  );
  return planned.map((item, index) => {
    const outcome = outcomes[index];
    if (outcome === "locked") return item;
    if (outcome === "unfunded") return { ...item, trade: unfunded(item.trade) };
    if (outcome === "changed") return changedRefusal(item.offer, item.trade.price);
    return outcomeRefusal(outcome, { insufficient: "trade.low_balance" });
  });
}

function unfunded(trade: NewTrade): NewTrade {
  return {
    ...trade,
    status: "not_funded",
    funded_at: null,
    expires_at: new Date(trade.started_at.getTime() + FUND_WITHIN_MINUTES * 60_000),
  };
}
