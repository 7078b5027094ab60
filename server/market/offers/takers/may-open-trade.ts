/** Whether a user may start a trade on an offer, and with which amount: every reason against it, for one offer and for a list. Pure. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Fragment } from "../../../platform/postgres/db.ts";
import { countryByIso } from "../../../reference/catalog/index.ts";
import { availableInSec } from "../switching/duty-hours.ts";
import { isOpen, isOpenTo, isOver, limitsOf, type Offer } from "../offer.ts";
import type { Reader, Situation, Taker } from "./facts.ts";
import { ALL, LEFT_OUT, noneOf } from "./list-rule-rows.ts";

/** One rule: why it refuses a start, and the offers of a list that it leaves out for this reader. */
type TakerRule = {
  readonly refusal: (offer: Offer, taker: Taker, situation: Situation) => RefusalCode | undefined;
  /** Absent where a list has no such offer; `true` leaves out all of them. */
  readonly leavesOut?: (reader: Reader) => Fragment | boolean;
  /** Of what a list leaves out by it. */
  readonly code?: RefusalCode | ((reader: Reader) => RefusalCode | undefined);
};

const against = (isSo: boolean, code: RefusalCode) => (isSo ? code : undefined);

/** Gravest first. */
const TAKER_RULES: readonly TakerRule[] = [
  {
    refusal: (_, { isOwner }) => against(isOwner, "offer.own"),
    leavesOut: ({ userId }) => userId !== undefined && LEFT_OUT.ofOwners([userId]),
    code: "offer.own",
  },
  // A list has active offers only, and no special ones.
  { refusal: (offer) => against(!isOpen(offer), "offer.not_active") },
  { refusal: (offer, _, { now }) => against(isOver(offer, now), "offer.special_over") },
  {
    refusal: (_, { isBlocked }) => against(isBlocked, "offer.blocked"),
    leavesOut: ({ blocks }) => blocks.length > 0 && LEFT_OUT.ofOwners(blocks),
    code: "offer.blocked",
  },
  {
    refusal: (_, { isAlike }) => against(!isAlike, "offer.demo"),
    leavesOut: ({ userId, isDemo }) => userId !== undefined && LEFT_OUT.ofDemo(isDemo),
    code: "offer.demo",
  },
  {
    refusal: (_, { mayStart }) => against(!mayStart, "auth.restricted"),
    leavesOut: ({ mayStart }) => !mayStart,
    code: "auth.restricted",
  },
  {
    refusal: (_, { blockedBy }) => blockedBy,
    leavesOut: ({ blockedBy }) => blockedBy !== undefined,
    code: ({ blockedBy }) => blockedBy,
  },
  {
    refusal: (offer, { countryIso }, { isCountryEnabled }) =>
      against(!isCountryEnabled || !isOpenTo(offer, countryIso), "offer.country"),
    leavesOut: ({ countryIso, isCountryEnabled }) =>
      !isCountryEnabled || (countryIso !== undefined && LEFT_OUT.closedTo(countryIso)),
    code: "offer.country",
  },
  {
    refusal: ({ matchesCountry, fiat }, { countryIso }) =>
      against(matchesCountry && countryByIso(countryIso)?.currency !== fiat, "offer.currency_country"),
    leavesOut: ({ countryIso }) =>
      countryIso !== undefined && LEFT_OUT.ofOtherCurrency(countryByIso(countryIso)?.currency),
    code: "offer.currency_country",
  },
  {
    refusal: ({ requiresVerifiedId }, { isIdVerified, blockedBy }, { isGrayCountry }) =>
      // Said once.
      against(
        (requiresVerifiedId || isGrayCountry) && !isIdVerified && blockedBy !== "account.id_required",
        "offer.verified_only",
      ),
    leavesOut: ({ isIdVerified, isGrayCountry }) => !isIdVerified && (isGrayCountry || LEFT_OUT.forVerified()),
    code: "offer.verified_only",
  },
  {
    refusal: ({ trustedOnly }, { isTrustedByOwner }) => against(trustedOnly && !isTrustedByOwner, "offer.trusted_only"),
    leavesOut: ({ trustedBy }) => LEFT_OUT.forTrusted(trustedBy),
    code: "offer.trusted_only",
  },
  {
    refusal: ({ blocksAnonymizers }, { isAnonymous }) => against(blocksAnonymizers && isAnonymous, "offer.anonymous"),
    leavesOut: ({ isAnonymous }) => isAnonymous && LEFT_OUT.closedToAnonymizers(),
    code: "offer.anonymous",
  },
  {
    refusal: ({ requiresFullName }, { showsFullName }) =>
      against(requiresFullName && !showsFullName, "offer.full_name"),
    leavesOut: ({ namedTo }) => namedTo !== "all" && LEFT_OUT.forNamed(namedTo),
    code: "offer.full_name",
  },
  {
    refusal: ({ minPastTrades }, { pastTrades }) => against(pastTrades < minPastTrades, "offer.past_trades"),
    leavesOut: ({ pastTrades }) => LEFT_OUT.forExperienced(pastTrades),
    code: "offer.past_trades",
  },
  {
    refusal: ({ dutyHours, timezone }, _, { now }) =>
      against(availableInSec(dutyHours, { timezone, now }) > 0, "offer.off_duty"),
    leavesOut: ({ now }) => LEFT_OUT.offDuty(now),
    code: "offer.off_duty",
  },
  {
    refusal: (offer, _, situation) => {
      const { isPossible, cutBy } = limitsOf(offer, situation);
      return against(!isPossible, cutBy === "cap" ? "offer.cap_used" : "trade.low_balance");
    },
  },
];

/** The reasons against a trade on this offer whatever the amount, gravest first; empty when it may start. */
export function refusalsOf(offer: Offer, taker: Taker, situation: Situation): RefusalCode[] {
  return TAKER_RULES.flatMap(({ refusal }) => refusal(offer, taker, situation) ?? []);
}

/** As a condition on the offers of a list: none of the rules refuses the reader. */
export function opensFor(reader: Reader): Fragment {
  return noneOf(TAKER_RULES.flatMap(({ leavesOut }) => leavesOut?.(reader) || []));
}

/** Why offers of a list are none for this reader, and which. */
export type Barrier = { readonly code: RefusalCode; readonly hides: Fragment };

/** The same rules one by one, gravest first. */
export function barriersFor(reader: Reader): Barrier[] {
  return TAKER_RULES.flatMap((rule) => {
    const hides = rule.leavesOut?.(reader) || undefined;
    const code = typeof rule.code === "function" ? rule.code(reader) : rule.code;
    return hides && code ? [{ code, hides: hides === true ? ALL : hides }] : [];
  });
}

/** The reasons of refusalsOf, and those against this amount of fiat units. */
export function mayOpenTrade(
  offer: Offer,
  taker: Taker,
  situation: Situation & { readonly fiatUnits: bigint },
): RefusalCode[] {
  const no = refusalsOf(offer, taker, situation);
  return no.length > 0 ? no : amountRefusalsOf(offer, taker, situation);
}

/** The reasons against this amount; the taker of a visitor is undefined. */
export function amountRefusalsOf(
  offer: Offer,
  taker: Pick<Taker, "pastTrades"> | undefined,
  situation: Pick<Situation, "price" | "sellerUnits"> & { readonly fiatUnits: bigint },
): RefusalCode[] {
  const { fiatUnits } = situation;
  const limits = limitsOf(offer, situation);
  if (offer.amountType === "predefined" && !offer.predefinedUnits.includes(fiatUnits))
    return ["trade.amount_not_offered"];
  if (fiatUnits < offer.minUnits || fiatUnits > offer.maxUnits) return ["trade.amount_out_of_range"];
  if (taker?.pastTrades === 0 && offer.newBuyerMaxUnits !== null && fiatUnits > offer.newBuyerMaxUnits) {
    return ["offer.new_buyer_limit"];
  }
  if (fiatUnits > limits.maxUnits) return [limits.cutBy === "cap" ? "offer.cap_used" : "trade.low_balance"];
  return [];
}
