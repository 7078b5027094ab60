/**
 * The fields of an offer, each described once: column, name on the wire, form, filter and address. Column lists, rows,
 * bodies, the listing's state and the form derive from it; docs/changing.md shows a new one from start to finish.
 */
import type { Decimal } from "../../platform/decimal.ts";
import type { CryptoCode } from "../../money/money.ts";

/** The owner's side, literally: a buyer looks for a "sell" offer. */
export const OFFER_TYPES = ["buy", "sell"] as const;
export type OfferType = (typeof OFFER_TYPES)[number];

export const OFFER_FLOW_TYPES = ["default", "gcc-auto", "lite", "bt-auto"] as const;
export type OfferFlowType = (typeof OFFER_FLOW_TYPES)[number];

export const OFFER_AMOUNT_TYPES = ["min_max", "predefined"] as const;
export const COUNTRY_RULES = ["none", "allowed", "disallowed"] as const;
/** The stores of Amazon whose gift cards an offer may name. */
export const AMAZON_REGIONS = ["US", "CA", "GB", "DE", "FR", "IT", "ES", "JP", "AU", "IN", "MX", "BR"] as const;
/** Numbers that the forms and the server agree on. */
export const OFFER_LIMITS = {
  termsMax: 2500,
  tradeDetailsMax: 2500,
  labelMax: 25,
  placeMax: 60,
  tagsMax: 8,
  countriesMax: 100,
  predefinedMax: 20,
  binCodesMax: 30,
  cardRegionsMax: 20,
  minPastTradesMax: 1000,
  paymentWindowMinMinutes: 15,
  paymentWindowMaxMinutes: 43_200,
} as const;

export const MODERATION_STATES = ["approved", "rejected", "no_appeal", "appealed"] as const;

/** Why the platform keeps an offer off the market although its owner wants it on. */
export const OFFER_HOLDS = [
  "low_balance",
  "cap_reached",
  "penalty",
  "moderation",
  "restricted",
  "staff",
  "identity",
  "place",
  "level",
  "method_disabled",
  "owner_away",
  "too_many",
  "bond_missing",
  // Not a filter: such an offer is in no list, and everyone who can see it can take it.
  "special",
  "silent",
] as const;
export type OfferHold = (typeof OFFER_HOLDS)[number];

/** Those that are not about one offer: they hold all of an owner's back, or all of a kind. */
export const OWNER_HOLDS = [
  "restricted",
  "staff",
  "identity",
  "place",
  "level",
  "owner_away",
  "too_many",
  "bond_missing",
] as const satisfies OfferHold[];
export type OwnerHold = (typeof OWNER_HOLDS)[number];

/** In no list because its owner wants that, and no more: two statements that lists and owners are read by say it in SQL. */
export const isOnlyUnlisted = (hold: OfferHold | null): hold is "special" | "silent" =>
  hold === "special" || hold === "silent";

/** The kind of an offer: kept out of lists, for large sums, or paid by gift cards; the first that fits. */
export const OFFER_CATEGORIES = ["silent-pool", "otc", "gift-cards"] as const;
export type OfferCategory = (typeof OFFER_CATEGORIES)[number];

/** By which the size of a bond is judged; traders of a tier need none. */
export const BOND_BEHAVIOURS = ["first", "good", "fair", "poor", "waived"] as const;
export type BondBehaviour = (typeof BOND_BEHAVIOURS)[number];

/** day: 1 is Monday, 7 is Sunday. Times as "09:30". */
export type DutyHours = { day: number; start_time: string; end_time: string; active: boolean }[];

/** A yes/no rule that an owner sets about who may take the offer, and how. Absent in a body means no. */
export type OfferRule = {
  readonly column: string;
  /** In the body that saves an offer, and the key of its texts. */
  readonly wire: string;
  /** The refusal for users who do not meet the rule; its texts are beside the rule's. */
  readonly refusal?: `offer.${string}`;
  /** Narrows a listing to offers with the rule: the call's parameter, and the page's. */
  readonly filter?: { readonly query: string; readonly address: string };
  /** A user who just registered cannot take such an offer. */
  readonly closedToNewcomers?: true;
};

export const OFFER_RULES = {
  requiresVerifiedId: {
    column: "requires_verified_id",
    wire: "require_verified_id",
    refusal: "offer.verified_only",
    filter: { query: "verified_offers", address: "isVerifiedOffers" },
    closedToNewcomers: true,
  },
  trustedOnly: {
    column: "trusted_only",
    wire: "show_only_trusted_user",
    refusal: "offer.trusted_only",
    closedToNewcomers: true,
  },
  matchesCountry: {
    column: "matches_country",
    wire: "require_offer_currency_match_buyer_country",
    refusal: "offer.currency_country",
  },
  blocksAnonymizers: { column: "blocks_anonymizers", wire: "block_anonymizer_users", refusal: "offer.anonymous" },
  noThirdParties: { column: "no_third_parties", wire: "no_third_party_payments" },
  requiresFullName: { column: "requires_full_name", wire: "full_name_visibility", refusal: "offer.full_name" },
  isSilent: { column: "is_silent", wire: "is_silent" },
  /** In the silent pool, and in no other list: it is unlisted as well, whatever the body says of that. */
  inSilentPool: { column: "in_silent_pool", wire: "in_silent_pool" },
} as const satisfies Record<string, OfferRule>;

export type OfferRuleName = keyof typeof OFFER_RULES;
export type OfferRuleWire = (typeof OFFER_RULES)[OfferRuleName]["wire"];
export const OFFER_RULE_NAMES = Object.keys(OFFER_RULES) as OfferRuleName[];
export const OFFER_RULE_WIRES = OFFER_RULE_NAMES.map((name) => OFFER_RULES[name].wire);

type RuleWithFilter = {
  [N in OfferRuleName]: (typeof OFFER_RULES)[N] extends { filter: object } ? N : never;
}[OfferRuleName];
export type RuleFilter = (typeof OFFER_RULES)[RuleWithFilter]["filter"];

/** Every rule that a listing can be narrowed to. */
export const RULE_FILTERS = OFFER_RULE_NAMES.flatMap((name) => {
  const rule: OfferRule = OFFER_RULES[name];
  return rule.filter ? [{ name, ...rule.filter }] : [];
}) as readonly ({ readonly name: OfferRuleName } & RuleFilter)[];

/** Other fields of an offer's row. The type is only documentation. */
export type OfferField<T> = {
  readonly column: string;
  /** Needed for a card in a list; the others are read with the whole offer only. */
  readonly isBrief?: true;
  /** Decided by the owner, and saved with everything else of the form. */
  readonly isTerm?: true;
  /** How the column is read where its name alone does not do. */
  readonly read?: string;
  /** decimal: numeric text in the row. units: a list of whole numbers as text. */
  readonly codec?: "decimal" | "units" | "json";
  readonly type?: T;
};

type More = Omit<OfferField<never>, "column" | "type">;
const field = <T>(column: string, more: More = {}): OfferField<T> => ({ column, ...more });
const brief = <T>(column: string, more: More = {}): OfferField<T> => ({ column, isBrief: true, ...more });
const TERM = { isTerm: true } as const;

export const OFFER_FIELDS = {
  id: field<bigint>("id"),
  hash: brief<string>("hash"),
  ownerId: brief<bigint>("owner_id"),
  side: brief<OfferType>("side"),
  crypto: brief<CryptoCode>("crypto"),
  fiat: brief<string>("fiat", TERM),
  methodId: brief<number>("method_id", TERM),
  methodGroup: field<string>("method_group", TERM),
  methodLabel: brief<string | null>("method_label", TERM),
  /** Where is paid: anywhere, or in a country and maybe in a part and a city of it. */
  paymentCountry: brief<string | null>("payment_country", TERM),
  paymentSubdivision: brief<string | null>("payment_subdivision", TERM),
  paymentCity: brief<string | null>("payment_city", TERM),
  flowType: field<OfferFlowType>("flow_type", TERM),
  /** The public id of the owner's bank account that bt-auto shares. */
  paymentAccount: field<string | null>("payment_account", TERM),
  /** Hundredths of a percent above the market; null for a fixed price. An offer has exactly one of the two. */
  marginBp: brief<number | null>("margin_bp", TERM),
  fixedPrice: brief<Decimal | null>("fixed_price", { ...TERM, codec: "decimal" }),
  /** Of payment in metal: what a troy ounce counts for, in the offer's currency. */
  customRate: field<Decimal | null>("custom_rate", { ...TERM, codec: "decimal" }),
  amountType: brief<(typeof OFFER_AMOUNT_TYPES)[number]>("amount_type", TERM),
  /** Fiat units, by the digits of ISO 4217. */
  minUnits: brief<bigint>("min_units", TERM),
  maxUnits: brief<bigint>("max_units", TERM),
  predefinedUnits: brief<readonly bigint[]>("predefined_units", {
    ...TERM,
    codec: "units",
    read: "offers.predefined_units::text[]",
  }),
  paymentWindowMin: brief<number>("payment_window_min", TERM),
  terms: field<string>("terms", TERM),
  tradeDetails: field<string>("trade_details", TERM),
  /** Of a bank transfer: null for whatever the payer likes, empty for none. */
  bankReference: field<string | null>("bank_reference", TERM),
  tags: brief<readonly string[]>("tags", TERM),
  minPastTrades: brief<number>("min_past_trades", TERM),
  newBuyerMaxUnits: field<bigint | null>("new_buyer_max_units", TERM),
  countryRule: field<(typeof COUNTRY_RULES)[number]>("country_rule", TERM),
  countries: field<readonly string[]>("countries", TERM),
  dutyHours: brief<DutyHours>("duty_hours", { ...TERM, codec: "json" }),
  timezone: brief<string>("timezone", TERM),
  binCodes: field<readonly string[]>("bin_codes", TERM),
  cardRegions: field<readonly string[]>("card_regions", TERM),
  capUnits: brief<bigint | null>("cap_units", TERM),
  capUsedUnits: brief<bigint>("cap_used_units"),
  capActive: brief<boolean>("cap_active", TERM),
  /** Hundredths of a percent that the seller pays, as the database judges it; to an offer to buy, before the perks of who sells. */
  feeBp: brief<number>("fee_bp"),
  /** The fee that the owner chose, if allowed; the database decides the applied fee. */
  manualFeeBp: field<number | null>("manual_fee_bp"),
  /** The owner's setting; `hold` is the reason why the platform keeps the offer off nevertheless. */
  isOn: field<boolean>("is_on"),
  hold: field<OfferHold | null>("hold"),
  isDeleted: field<boolean>("is_deleted", { read: "offers.deleted_at is not null" }),
  moderation: field<(typeof MODERATION_STATES)[number]>("moderation"),
  /** Goes up with every change of price or terms; a start names the one that was seen. */
  revision: field<number>("revision"),
  /** Trades in a row that the owner let pass. */
  lostInRow: field<number>("lost_in_row", { read: "cardinality(offers.missed_at)" }),
  /** It is listed before others of its market until then. */
  promotedUntil: field<Date | null>("promoted_until"),
  /** Staff feature it until then. */
  featuredUntil: brief<Date | null>("featured_until"),
  /** Cashback for the taker until then: hundredths of a percent, and at most so many cents of the dollar; both or neither. */
  cashbackBp: brief<number | null>("cashback_bp"),
  cashbackMaxCents: brief<number | null>("cashback_max_cents"),
  /** For a special offer: its partner, the trade or conversation that it was made in, and its end. */
  partnerId: field<bigint | null>("partner_id"),
  chatHash: field<string | null>("chat_hash"),
  specialUntil: field<Date | null>("special_until"),
} as const;

type Fields = typeof OFFER_FIELDS;
type ValueOf<F> = F extends OfferField<infer T> ? T : never;
type Named<N extends keyof Fields> = { readonly [K in N]: ValueOf<Fields[K]> };
type Rules = { readonly [N in OfferRuleName]: boolean };

type TermName = Exclude<
  keyof Fields,
  | "id"
  | "hash"
  | "ownerId"
  | "capUsedUnits"
  | "feeBp"
  | "manualFeeBp"
  | "isOn"
  | "hold"
  | "isDeleted"
  | "moderation"
  | "revision"
  | "lostInRow"
  | "promotedUntil"
  | "featuredUntil"
  | "cashbackBp"
  | "cashbackMaxCents"
  | "partnerId"
  | "chatHash"
  | "specialUntil"
>;
type WholeName =
  | "id"
  | "methodGroup"
  | "flowType"
  | "paymentAccount"
  | "terms"
  | "tradeDetails"
  | "bankReference"
  | "customRate"
  | "newBuyerMaxUnits"
  | "countryRule"
  | "countries"
  | "binCodes"
  | "cardRegions"
  | "manualFeeBp"
  | "isOn"
  | "hold"
  | "isDeleted"
  | "moderation"
  | "revision"
  | "lostInRow"
  | "partnerId"
  | "chatHash"
  | "specialUntil";

/** An offer as the server knows it. */
export type Offer = Named<keyof Fields> & Rules;
/** The fields of a card in a list. */
export type BriefOffer = Named<Exclude<keyof Fields, WholeName>> & Rules;
/** The fields that an owner decides; saved as a whole. */
export type OfferTerms = Named<TermName> & Rules;
