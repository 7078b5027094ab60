/** What is promised of offers that staff feature, and of the cashback that they give. */
import { GUARDS_OF_CASHBACK } from "./guards-of-cashback.ts";
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0838-featured-offers.sql";
const TEST = "server/market/moderation/featured.test.ts";
const MARKED =
  "staff feature an offer for some days: lists mark it, its owner reads until when, and it stands where it stood";
const STOPPED = "anybody of the staff stops it, and what ends soonest stands first of those that are featured";
const OWN = "nobody of the staff features an offer of their own, and those of colleagues are for administrators";
const ON = "only what is on the market and breaks no rule is featured, for as many days as the settings say";
const MANY = "no more are featured at a time than the settings say, also by two of the staff at once";
const BY_ITSELF = "it ends by itself when its days are over, and nothing shows it from then on";
const APART = "the end of a promotion leaves what staff feature, and the end of that leaves the promotion";
const BACK = "an offer that staff take off the market does not come back featured";

export const GUARDS_OF_FEATURED: readonly Guard[] = [
  {
    promise: "an offer that staff feature stands where it stood",
    file: "server/market/offers/owner-rows.ts",
    text: "offers.margin_bp, offers.is_stickied,",
    without: "offers.margin_bp, offers.is_featured as is_stickied,",
    test: TEST,
    only: MARKED,
  },
  {
    promise: "featuring an offer stands in the chain of acts",
    file: MADE,
    text: "  perform add_staff_act(feature_offer.staff_id, 'offer.feature', chosen.hash, feature_offer.why, feature_offer.at);\n",
    without: "",
    test: TEST,
    only: MARKED,
  },
  {
    promise: "the end of featuring an offer stands in the chain of acts",
    file: MADE,
    text: "  perform add_staff_act(unfeature_offer.staff_id, 'offer.unfeature', chosen.hash, unfeature_offer.why, unfeature_offer.at);\n",
    without: "",
    test: TEST,
    only: STOPPED,
  },
  {
    promise: "nobody of the staff features an offer that they may not judge",
    file: MADE,
    text: "    kept_from_moderating(chosen, null, feature_offer.staff_id),\n",
    without: "    case when chosen.id is null then 'unknown' end,\n",
    test: TEST,
    only: OWN,
  },
  {
    promise: "nobody of the staff stops featuring an offer that they may not judge",
    file: MADE,
    text: "    kept_from_moderating(chosen, null, unfeature_offer.staff_id),\n",
    without: "    case when chosen.id is null then 'unknown' end,\n",
    test: TEST,
    only: OWN,
  },
  {
    promise: "staff feature only what is on the market",
    file: MADE,
    text: "      when not chosen.active or chosen.moderation <> 'approved' then 'not_active'\n",
    without: "",
    test: TEST,
    only: ON,
  },
  {
    promise: "an offer is featured once at a time",
    file: MADE,
    text: "      when chosen.featured_until > feature_offer.at then 'unchanged'\n",
    without: "",
    test: TEST,
    only: ON,
  },
  {
    promise: "no more offers are featured at a time than the settings say, also at once",
    file: MADE,
    text: "  -- Two at once count each other.\n  perform pg_advisory_xact_lock(7265004);\n",
    without: "",
    test: TEST,
    only: MANY,
  },
  {
    promise: "what staff feature ends by itself",
    file: MADE,
    text: " or offer.featured_until <= end_promotions.at\n",
    without: "\n",
    test: TEST,
    only: BY_ITSELF,
  },
  {
    promise: "the end of a promotion leaves what staff feature",
    file: MADE,
    text: "        featured_until = case when offers.featured_until > end_promotions.at then offers.featured_until end\n",
    without: "        featured_until = null\n",
    test: TEST,
    only: APART,
  },
  {
    promise: "the end of what staff feature leaves the promotion",
    file: MADE,
    text: "        promoted_until = case when offers.promoted_until > end_promotions.at then offers.promoted_until end,\n",
    without: "        promoted_until = null,\n",
    test: TEST,
    only: APART,
  },
  {
    promise: "staff who stop featuring an offer leave its promotion",
    file: MADE,
    text: "  set is_featured = offers.is_stickied, featured_until = null\n",
    without: "  set is_featured = false, featured_until = null\n",
    test: TEST,
    only: APART,
  },
  {
    promise: "an offer that was taken off the market does not come back featured",
    file: MADE,
    text: "  new.featured_until := null;\n  new.is_featured := new.is_stickied;\n",
    without: "",
    test: TEST,
    only: BACK,
  },
  ...GUARDS_OF_CASHBACK,
];
