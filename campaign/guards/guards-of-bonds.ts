/** What is promised of bonds. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0760-bonds.sql";
const TEST = "server/market/bonds/bonds.test.ts";
const ONCE = "of many deposits or returns at once one counts";
const STAYS = "a bond stays while a trade runs that it stands for, and seven days after the last one";
const AT_ONCE = "a return that waits for a start sees its trade";
const NOBODY = "no login writes bonds, and a halt of the ledger or the coin stops them";
const KEPT = "whom a restriction keeps from converting moves no bond either way";
const WAITS = "an offer by PayPal waits for the bond of its owner, which one deposit brings for all of them";
const PAUSED = "without the bond a paused offer stays paused, by itself or with all of them";
const TIER = "traders of a tier need no bond, and how trades went decides how much others need";

export const GUARDS_OF_BONDS: readonly Guard[] = [
  {
    promise: "a bond is not deposited where nothing is missing of it",
    file: MADE,
    text: "    when missing <= 0 then 'nothing_missing'\n",
    without: "    when missing < 0 then 'nothing_missing'\n",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "no bond comes back while a trade runs that it stands for",
    file: MADE,
    text: "    when lasts.is_in_trade then 'in_trade'\n",
    without: "",
    test: TEST,
    only: STAYS,
  },
  {
    promise: "no bond comes back in the days after the last trade that it stood for",
    file: MADE,
    text: "    when lasts.locked_until is not null then 'locked'\n",
    without: "",
    test: TEST,
    only: STAYS,
  },
  {
    promise: "no trade begins on an offer while the bond behind it is taken back",
    file: MADE,
    text: "  order by offer.id\n  for no key update;\n  select array_agg(held.currency",
    without: "  order by offer.id;\n  select array_agg(held.currency",
    test: TEST,
    only: AT_ONCE,
  },
  {
    promise: "whom a restriction keeps from converting takes no bond back",
    file: MADE,
    text: "      'halted:' || standing_halt(array['ledger'] || array(select 'coin_' || coin from unnest(coins) as coin)),\n      kept_from_converting(user_id))\n",
    without:
      "      'halted:' || standing_halt(array['ledger'] || array(select 'coin_' || coin from unnest(coins) as coin)))\n",
    test: TEST,
    only: KEPT,
  },
  {
    promise: "a halt of a coin stops its bonds",
    file: MADE,
    text: "      'halted:' || standing_halt(array['ledger', 'coin_' || currency]),\n",
    without: "",
    test: TEST,
    only: NOBODY,
  },
  {
    promise: "an offer by PayPal or gift card is on the market with the bond of its owner only",
    file: "server/market/offers/offer.ts",
    text: '  if (facts.isBondMissing) return "bond_missing";\n',
    without: "",
    test: TEST,
    only: WAITS,
  },
  {
    promise: "all offers at once leave those without a bond paused",
    file: "server/market/offers/switch-all-offers.ts",
    text: '    if (isShort && isBonded(offer.methodId)) return "offer.bond_missing";\n',
    without: "",
    test: TEST,
    only: PAUSED,
  },
  {
    promise: "lost disputes make a bond dearer",
    file: MADE,
    text: "             (trade.status = 'dispute_won_buyer' and trade.seller_id = trade.owner_id)\n",
    without: "             false\n",
    test: TEST,
    only: TIER,
  },
];
