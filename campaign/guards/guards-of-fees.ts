/** What is promised of the fee that who sells pays. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0711-fees-judged.sql";
const JUDGED = "server/migrations/0741-asked-of-many.sql";
const GIVEN = "server/migrations/0712-perks-by-staff.sql";
const TEST = "server/market/trades/fees.test.ts";
const ENDS = "an owner who sells pays the lowest of the base and their perks, and after a perk's end the base again";
const STARTER = "who sells to an offer to buy pays by their own perks, and reads so on its page";
const CHOSEN =
  "expert traders choose a fee within bounds, for as long as they are expert traders, and nobody else does";
const WEB = "whatever a web process writes or says, the database judges the fee";

export const GUARDS_OF_FEES: readonly Guard[] = [
  {
    promise: "a perk that is over lowers no fee",
    file: JUDGED,
    text: "        and (perk.valid_until is null or perk.valid_until > fee_bp_of.at)\n",
    without: "",
    test: TEST,
    only: ENDS,
  },
  {
    promise: "offers say another fee once a perk is over",
    file: "server/market/offers/jobs.ts",
    text: "        const owners = await settleFees(tx);\n",
    without: "        const owners: bigint[] = [];\n",
    test: TEST,
    only: ENDS,
  },
  {
    promise: "to an offer to buy the perks of who sells count, and not those of its owner",
    file: MADE,
    text: "        trade.seller_id, offer.method_id, case offer.side",
    without: "        offer.owner_id, offer.method_id, case offer.side",
    test: TEST,
    only: STARTER,
  },
  {
    promise: "nobody but expert traders pays what they chose",
    file: JUDGED,
    text: "      where known.user_id = fee_bp_of.seller_id and known.tier = 'expert_trader'\n",
    without: "      where known.user_id = fee_bp_of.seller_id\n",
    test: TEST,
    only: CHOSEN,
  },
  {
    promise: "an expert trader chooses no less than they may",
    file: JUDGED,
    text: "      select greatest(fee_bp_of.manual_bp, least_manual_fee_bp(fee_bp_of.method_id))\n",
    without: "      select fee_bp_of.manual_bp\n",
    test: TEST,
    only: WEB,
  },
  {
    promise: "no login writes the fee of an offer",
    file: MADE,
    text: "    execute format('revoke insert (fee_bp), update (fee_bp) on offers from %I', login);\n",
    without: "",
    test: TEST,
    only: WEB,
  },
  {
    promise: "a discount takes two administrators",
    file: GIVEN,
    text: "    when 'give_perk' then true\n",
    without: "    when 'give_perk' then false\n",
    test: TEST,
    only: "two administrators give a discount for some days, and one takes it away",
  },
  {
    promise: "a discount is of a method that there is, for at most a year and of at most a fifth",
    file: GIVEN,
    text: "    when kind = 'give_perk' then perk_fits(detail) and exists (select from users where users.id = user_id)\n",
    without: "    when kind = 'give_perk' then exists (select from users where users.id = user_id)\n",
    test: TEST,
    only: "a discount for a method that there is not, for more than a year or of more than a fifth is none",
  },
];
