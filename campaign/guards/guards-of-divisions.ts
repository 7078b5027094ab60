/** Promises about escrows that a moderator divides, each with the guard that keeps it. */
import type { Guard } from "./guard.ts";

const DIVIDES = "server/migrations/0240-divisions-by-verb.sql";
const SHARES = "server/migrations/0200-divided-awards.sql";
const SECOND = "server/migrations/0441-changes-of-settings.sql";
const PROPOSALS = "server/migrations/0290-words-of-who-judges.sql";
const PROPOSED = "server/migrations/0270-proposed-awards.sql";
const DIVIDING = "server/market/disputes/divide.test.ts";
const TOLD = "server/market/disputes/told-of-division.test.ts";
const BREAK_IN = "campaign/break-in/break-in.test.ts";

export const GUARDS_OF_DIVISIONS: readonly Guard[] = [
  {
    promise: "an escrow is divided by a proof of just that division, whatever process asks",
    file: DIVIDES,
    text: "\n      || coalesce(':' || share::text, '')\n",
    without: "\n",
    test: BREAK_IN,
    only: "gets all into a division",
  },
  {
    promise: "a proof of an award is over its units, not over some division",
    file: DIVIDES,
    text: "      || coalesce(':' || share::text, '')\n",
    without: "      || case when share is null then '' else ':1000' end\n",
    test: BREAK_IN,
    only: "small share into",
  },
  {
    promise: "the parts of a divided escrow are all of it",
    file: DIVIDES,
    text: "then one.amount + one.fee - one.share - one.due",
    without: "then one.amount + one.fee - one.share - one.due - 1",
    test: DIVIDING,
    only: "leave nothing behind",
  },
  {
    promise: "the buyer of a divided escrow gets the share that was proved",
    file: DIVIDES,
    text: "when one.step = 'split' then one.share",
    without: "when one.step = 'split' then one.share - 1",
    test: DIVIDING,
    only: "by one journal",
  },
  {
    promise: "of a divided escrow the operator has the fee of the share, rounded up",
    file: SHARES,
    text: "div(fee_units::numeric * share_units + units - 1, units)",
    without: "div(fee_units::numeric * share_units, units)",
    test: DIVIDING,
    only: "as everybody else does",
  },
  {
    promise: "a division leaves each side something, and is of the side with the larger share",
    file: SHARES,
    text: "  or (buyer_share_units > 0 and",
    without: "  or true or (buyer_share_units > 0 and",
    test: BREAK_IN,
    only: "nine tenths",
  },
  {
    promise: "what stops releases stops divisions",
    file: DIVIDES,
    text: "one.step in ('release', 'split') then 'releases' end)",
    without: "one.step = 'release' then 'releases' end)",
    test: DIVIDING,
    only: "what stops releases",
  },
  {
    promise: "the signer writes no proof of a share that is all",
    file: "server/signer/proof-rows.ts",
    text: "            split_part(asked.detail, ':', 2)::bigint < trade.units\n            and split_part",
    without: "            split_part",
    test: DIVIDING,
    only: "no proof of what is no division",
  },
  {
    promise: "a second moderator confirms the same share",
    file: "server/market/disputes/decide-dispute.ts",
    text: " && found.proposed_share_units === award.shareUnits;",
    without: ";",
    test: DIVIDING,
    only: "to the unit",
  },
  {
    promise: "a second moderator's word counts as long as it is what stands proposed, whatever process asks",
    file: SECOND,
    text: "      and award_subject(trade.id, open.round, open.proposed_winner, open.proposed_share_units) = has_second.subject\n",
    without: "",
    test: BREAK_IN,
    only: "took back for something else",
  },
  {
    promise: "a second proof of the same moderator is no second moderator",
    file: SECOND,
    text: "      and open.proposed_by <> has_second.actor_id\n",
    without: "",
    test: BREAK_IN,
    only: "second proof of the same moderator",
  },
  {
    promise: "a moderator proposes by their own proof, whatever process asks",
    file: PROPOSALS,
    text: "    when not exists (\n      select from spend_proofs(array[award_subject(trade.id, trade.round, winner, share)], array[moderator_id])\n    ) then 'unproved'\n",
    without: "",
    test: BREAK_IN,
    only: "second moderator, who has proved nothing",
  },
  {
    promise: "what stands proposed in a case is written by the database alone",
    file: PROPOSED,
    text: "revoke insert, update on disputes from parley_web, parley_worker, parley_chain;\n",
    without: "",
    test: BREAK_IN,
    only: "has not proposed",
  },
  {
    promise: "a division leaves each side something, in words",
    file: "server/market/disputes/decide-dispute.ts",
    text: "  if (!isShare(shareUnits, trade))",
    without: "  if (shareUnits === null)",
    test: DIVIDING,
    only: "are refused, and the case stays open",
  },
  {
    promise: "a volume is what went over",
    file: "server/migrations/0263-endings-in-one-look.sql",
    text: "           then coalesce(trade.buyer_share_units, trade.units) end",
    without: "           then trade.units end",
    test: TOLD,
    only: "volumes hold",
  },
  {
    promise: "a cap has back what did not go over",
    file: "server/market/trades/update-offers.ts",
    text: "  if (AWARDS.includes(event.type) && buyer_share_units !== null)",
    without: "  if (AWARDS.includes(event.type) && buyer_share_units === 0n)",
    test: TOLD,
    only: "an offer's cap",
  },
  {
    promise: "no trade is called awarded that nobody has proposed an award of",
    file: "server/migrations/0844-awarded-and-not-confirmed.sql",
    text: "  for each row when (new.status = 'dispute_awarded' and old.status <> 'dispute_awarded')\n",
    without: "  for each row when (false)\n",
    test: "server/market/disputes/divide.test.ts",
    only: "the database calls no trade awarded that nobody has proposed an award of",
  },
];
