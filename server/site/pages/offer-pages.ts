/** Pages of one's own offers: the list, and the form that makes or edits one. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import { knowsAnonymizers } from "../../platform/words/places.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { AMAZON_REGIONS, type OfferType } from "#contract/market/offers/offer-fields.ts";
import type { FormMethod, OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { DEFAULT_LOCALE } from "#contract/platform/locales.ts";
import { PATHS, pathOf, routeOf } from "#contract/platform/paths.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/pages/page-route.ts";
import {
  COUNTRIES,
  countryName,
  currencyName,
  type Fiat,
  FIATS,
  fiatByCode,
  findPaymentMethod,
  getFiat,
  getPaymentMethod,
  iconAddress,
  isMethodOpen,
  metalOf,
  needsBond,
  needsIdAndAddress,
  placeNeededBy,
  PAYMENT_METHODS,
  type PaymentMethod,
  TAGS,
  tagsOf,
} from "../../reference/catalog/index.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { EMAIL_LEVEL, findUserById, findUsersById } from "../../people/accounts/index.ts";
import { isConversation } from "../../reach/messenger/index.ts";
import { listMyOffers } from "../../market/my-offers/index.ts";
import { viewDepositData } from "../../market/bonds/index.ts";
import { marketChoices, viewAsOwner, viewOffer } from "../../market/listing/index.ts";
import { baseFeeBp, perksOf, poolLeast, recentMethodIds, specialPartner } from "../../market/offers/index.ts";
import { readTrade } from "../../market/trades/index.ts";
import { viewBalances } from "../../products/wallet/index.ts";
import { oneOf } from "./query.ts";

const OWN = { auth: "session", rateLimit: "read" } as const;
const SIDES = ["buy", "sell"] as const;
const MY_OFFER_ACTIONS = ["quick", "cap", "fee", "promote", "delete", "deposit", "withdraw"] as const;

async function loadMyOffers({ tx, viewer, query }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const sell = await listMyOffers(tx, { ownerId: userId, side: "sell", page: 1 });
  const buy = await listMyOffers(tx, { ownerId: userId, side: "buy", page: 1 });
  // Where any is active; where none is, the side that has some.
  const { isNotSellActiveOffers, isNotBuyActiveOffers } = sell.meta;
  const hasOnlyBuy = sell.data.offers.length === 0 && buy.data.offers.length > 0;
  const isBuy = isNotSellActiveOffers && (!isNotBuyActiveOffers || hasOnlyBuy);
  return {
    page: "my-offers",
    props: {
      offers: [...sell.data.offers, ...buy.data.offers],
      counts: sell.meta.counts,
      on: sell.meta.activeCount,
      messages: sell.data.messages,
      depositData: sell.data.depositData,
      promote: { total: sell.meta.promoteTotal, available: sell.meta.promoteAvailable },
      action: oneOf(MY_OFFER_ACTIONS, query.action) ?? null,
      tab: oneOf(SIDES, query.myOffersTab) ?? (isBuy ? "buy" : "sell"),
    },
  };
}

async function loadNewOffer(context: PageContext): Promise<Shown> {
  const { tx, viewer, query } = context;
  const user = await findUserById(tx, needViewer(viewer).userId);
  const fiat = fiatByCode(query.currency ?? "") ?? fiatByCode(user?.currency_code ?? "USD");
  const draft = newDraft({
    side: oneOf(SIDES, query.type) ?? "sell",
    crypto: oneOf(CRYPTO_CODES, query.crypto?.toUpperCase()) ?? "BTC",
    fiat,
    method: findPaymentMethod(query["payment-method"] ?? ""),
  });
  return formPage(context, { hash: null, draft, isLite: false });
}

/** The ordinary form with the silent pool chosen, and amounts that fit it. */
async function loadPoolOffer(context: PageContext): Promise<Shown> {
  const { tx, viewer, query } = context;
  const user = await findUserById(tx, needViewer(viewer).userId);
  const fiat = fiatByCode(query.currency ?? "") ?? getFiat(user?.currency_code ?? "USD");
  const crypto = oneOf(CRYPTO_CODES, query.crypto?.toUpperCase()) ?? "BTC";
  const least = await poolLeast(tx, fiat);
  const draft = {
    ...newDraft({ side: oneOf(SIDES, query.type) ?? "sell", crypto, fiat, method: undefined }),
    ...{ is_silent: true, in_silent_pool: true, range_min: least, range_max: String(Math.ceil(Number(least)) * 10) },
  };
  return formPage(context, { hash: null, draft, isLite: false, pool: { least: `${least} ${fiat.code}` } });
}

type Begun = {
  readonly side: OfferType;
  readonly crypto: CryptoCode;
  readonly fiat: Fiat | undefined;
  readonly method: PaymentMethod | undefined;
};

function newDraft({ side, crypto, fiat, method }: Begun): OfferBody {
  const usual = Number(fiat?.defaultAmount ?? 100);
  return {
    offer_type: side,
    crypto_currency_code: crypto,
    fiat_currency_code: fiat?.code ?? "USD",
    payment_method: method?.slug ?? "",
    margin: "0",
    amount_type: "min_max",
    range_min: String(Math.ceil(usual / 5)),
    range_max: String(usual * 5),
    payment_window: method?.windowMinutes ?? 30,
    offer_terms: "",
    trade_details: "",
  };
}

/** For the other side of a trade or conversation alone; it begins with what was traded. Without one there is no such page. */
async function loadSpecial(context: PageContext): Promise<Shown> {
  const { tx, viewer, query } = context;
  const { userId } = needViewer(viewer);
  const { chat_id: chat = "", partner_id: username = "" } = query;
  const partnerId = await specialPartner(tx, { ownerId: userId, chatHash: chat, username });
  if (partnerId === undefined) throw new Refusal("request.not_found");
  const users = await findUsersById(tx, [userId, partnerId]);
  const partner = users.get(partnerId)?.username ?? "";
  const { "offers.special_hours": hours } = await readSettings(tx, ["offers.special_hours"]);
  const isOfTrade = !(await isConversation(tx, { hash: chat, userId }));
  const draft = isOfTrade
    ? await draftOfTrade(context, chat)
    : newDraft({
        side: "sell",
        crypto: "BTC",
        fiat: fiatByCode(users.get(userId)?.currency_code ?? "USD"),
        method: undefined,
      });
  const own = { chat_id: chat, partner_id: partner };
  return formPage(context, {
    hash: null,
    draft: { ...draft, ...own },
    isLite: false,
    special: { partner, chat, isOfTrade, hours },
  });
}

async function draftOfTrade({ tx, viewer }: PageContext, hash: string): Promise<OfferBody> {
  const trade = await readTrade(tx, { hash, viewerId: needViewer(viewer).userId });
  return newDraft({
    side: trade.viewerRole === "seller" ? "sell" : "buy",
    crypto: trade.cryptoCurrencyCode,
    fiat: fiatByCode(trade.currency.code),
    method: findPaymentMethod(trade.paymentMethod.slug),
  });
}

/** Refuses offer.not_found for another user's offer: only its owner is shown the body that would save it. */
async function ownDraft({ tx, viewer, params }: PageContext): Promise<{ hash: string; draft: OfferBody }> {
  const hash = params.hash ?? "";
  const { originalData } = await viewOffer(tx, { hash, viewer: needViewer(viewer) });
  if (!originalData) throw new Refusal("offer.not_found");
  return { hash, draft: originalData as OfferBody };
}

/** A new offer that begins with what another of one's own says; it is on the market once it is published. */
async function loadCopy(context: PageContext): Promise<Shown> {
  const { draft } = await ownDraft(context);
  const { is_active: _, ...copied } = draft;
  return formPage(context, { hash: null, draft: copied, isLite: false });
}

/** A lite offer has its own manager, unless the full one is asked for. */
async function loadOfferEdit(context: PageContext): Promise<Shown> {
  const { hash, draft } = await ownDraft(context);
  if (draft.flow_type === "lite" && context.query.skipLite !== "true")
    return { redirectTo: pathOf(DEFAULT_LOCALE, "editLiteOffer", { hash }) };
  return formPage(context, { hash, draft, isLite: false });
}

async function loadLiteEdit(context: PageContext): Promise<Shown> {
  const { hash, draft } = await ownDraft(context);
  if (draft.flow_type !== "lite") return { redirectTo: pathOf(DEFAULT_LOCALE, "editOffer", { hash }) };
  return formPage(context, { hash, draft, isLite: true });
}

async function formPage(
  { tx, viewer, locale }: PageContext,
  {
    hash,
    draft,
    isLite,
    special = null,
    pool = null,
  }: Pick<OfferFormPageProps, "hash" | "draft" | "isLite"> & Partial<Pick<OfferFormPageProps, "special" | "pool">>,
): Promise<Shown> {
  const settings = await readSettings(tx, [
    "catalog.disabled_methods",
    "offers.creation_level",
    "offers.window_least_minutes",
    "offers.window_most_minutes",
  ]);
  const closed = settings["catalog.disabled_methods"];
  const { level, userId } = needViewer(viewer);
  const feeSettings = await readSettings(tx, ["offers.fee_bp", "offers.high_fee_bp"]);
  const perks = (await isFlagOn(tx, { name: "isFeeDiscountEnabled", userId })) ? await perksOf(tx, userId) : [];
  const feeBpOf = (method: PaymentMethod) =>
    Math.min(
      baseFeeBp(method, feeSettings),
      ...perks.filter((perk) => perk.method_id === 0 || perk.method_id === method.id).map((perk) => perk.fee_bp),
    );
  const fiat = getFiat(draft.fiat_currency_code);
  const choices = await marketChoices(tx, { crypto: draft.crypto_currency_code, fiat, locale });
  const popular = draft.offer_type === "sell" ? choices.methods.buy : choices.methods.sell;
  const recent = await recentMethodIds(tx, userId, MOST_RECENT);
  const { bond, activities } = await viewDepositData(tx, userId);
  const held = await viewBalances(tx, { userId, fiat: draft.fiat_currency_code });
  const free = (code: CryptoCode) => held.balances.find((one) => one.cryptoCurrencyCode === code)?.balance ?? "0";
  const props: OfferFormPageProps = {
    hash,
    draft,
    isLite,
    special,
    pool,
    // Without a confirmed email another sentence is shown there.
    needsIdentity: level >= EMAIL_LEVEL && level < settings["offers.creation_level"],
    methods: PAYMENT_METHODS.filter((method) => isMethodOpen(method, closed) || method.slug === draft.payment_method)
      .map((method) => methodOfForm(method, feeBpOf(method)))
      .sort((a, b) => a.name.localeCompare(b.name, locale)),
    recentMethods: recent.map((id) => getPaymentMethod(id).slug),
    popularMethods: popular.slice(0, MOST_POPULAR).map(({ slug }) => slug),
    bond: {
      neededUsd: bond.neededUsd,
      missing: activities.makeDeposit.options.map(({ currencyCode, missingAmount }) => ({
        code: currencyCode,
        amount: missingAmount,
      })),
    },
    owner: await viewAsOwner(tx, { userId, locale }),
    window: { least: settings["offers.window_least_minutes"], most: settings["offers.window_most_minutes"] },
    currencies: FIATS.map((fiat) => ({ code: fiat.code, name: currencyName(fiat, locale) })),
    countries: COUNTRIES.filter(({ iso }) => iso.length === 2 && iso !== "YY")
      .map(({ iso }) => ({ iso, name: countryName(iso, locale) }))
      .sort((a, b) => a.name.localeCompare(b.name, locale)),
    tags: tagsOf([], locale).map(({ slug }) => ({ slug, groups: TAGS.find((tag) => tag.slug === slug)?.fits ?? null })),
    available: { BTC: free("BTC"), ETH: free("ETH"), USDT: free("USDT") },
    timezone: (await findUserById(tx, userId))?.timezone ?? "UTC",
    knowsAnonymizers: knowsAnonymizers(),
  };
  return { page: "offer-form", props };
}

const MOST_RECENT = 4;
const MOST_POPULAR = 8;

function methodOfForm(method: PaymentMethod, feeBp: number): FormMethod {
  const { slug, name, group, windowMinutes, rules } = method;
  const regions = rules.includes("amazon-regions") ? AMAZON_REGIONS : null;
  const place = placeNeededBy(method);
  return {
    ...{ slug, name, group, windowMinutes, regions, place, icon: iconAddress(method) },
    ...{ needsBond: needsBond(method), needsIdAndAddress: needsIdAndAddress(method) },
    feePct: decimalText({ units: BigInt(feeBp), digits: 2 }),
    ...{ hasBins: rules.includes("bin-codes"), sharesAccounts: rules.includes("bt-auto"), metal: metalOf(method) },
  };
}

export const offerPages: readonly PageRoute[] = [
  { path: PATHS.myOffers, policy: OWN, load: loadMyOffers },
  { path: PATHS.createOffer, policy: OWN, load: loadNewOffer },
  { path: PATHS.createPoolOffer, policy: OWN, load: loadPoolOffer },
  { path: routeOf(PATHS.specialOffer), policy: OWN, load: loadSpecial },
  {
    path: PATHS.editOffer,
    policy: { ...OWN, objects: { hash: { kind: "offer", relations: ["owner"] } } },
    load: loadOfferEdit,
  },
  {
    path: PATHS.copyOffer,
    policy: { ...OWN, objects: { hash: { kind: "offer", relations: ["owner"] } } },
    load: loadCopy,
  },
  {
    path: PATHS.editLiteOffer,
    policy: { ...OWN, objects: { hash: { kind: "offer", relations: ["owner"] } } },
    load: loadLiteEdit,
  },
];
