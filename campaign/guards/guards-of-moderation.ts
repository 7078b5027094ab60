/** What is promised of offers that are reported and judged. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0710-offer-moderation.sql";
const TEST = "server/market/moderation/moderation.test.ts";
const ONCE =
  "an offer is reported once by a person, by others too, with words where the reason says nothing, and not by its owner";
const TWICE =
  "the same offer reported twice at once by one person is reported once, and no more in a day than the settings say";
const OFF =
  "staff take an offer off the market: its owner reads why and is told, its reports are answered, nobody takes it";
const APPEAL = "the owner appeals once, whoever else may decide is told, another than who rejected it gives it back";
const FINAL = "an appeal that is rejected leaves the offer off the market for good, and its owner nothing to appeal";
const OWN = "nobody of the staff judges an offer of their own, and those of colleagues are for administrators";

export const GUARDS_OF_MODERATION: readonly Guard[] = [
  {
    promise: "nobody reports an offer of their own",
    file: MADE,
    text: "    when reported.owner_id = report_offer.reporter_id then 'own'\n",
    without: "",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "an offer is reported once by a person",
    file: MADE,
    text: "      where before.offer_id = reported.id and before.reporter_id = report_offer.reporter_id\n",
    without: "      where false\n",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "somebody reports only so many offers in a day, however many at once",
    file: MADE,
    text: "  perform from users person where person.id = report_offer.reporter_id for no key update;\n",
    without: "",
    test: TEST,
    only: TWICE,
  },
  {
    promise: "an offer that is rejected leaves the market with the decision",
    file: MADE,
    text: "    update offers set moderation = 'rejected', hold = 'moderation' where id = judged.id;\n",
    without: "    update offers set moderation = 'rejected' where id = judged.id;\n",
    test: TEST,
    only: OFF,
  },
  {
    promise: "reports are answered by what staff decide",
    file: MADE,
    text: "  perform settle_reports(judged.id, 'rejected', reject_offer.at);\n",
    without: "",
    test: TEST,
    only: OFF,
  },
  {
    promise: "a rejection stands in the chain of acts",
    file: MADE,
    text: "  perform add_staff_act(reject_offer.staff_id, 'offer.reject', judged.hash, reject_offer.why, reject_offer.at);\n",
    without: "",
    test: TEST,
    only: OFF,
  },
  {
    promise: "whoever rejected an offer does not decide about it again",
    file: MADE,
    text: "    when (rejection).rejected_by = staff_id then 'second_person'\n",
    without: "",
    test: TEST,
    only: APPEAL,
  },
  {
    promise: "an owner appeals once",
    file: MADE,
    text: "    when rejection.words is not null then 'appealed'\n",
    without: "",
    test: TEST,
    only: APPEAL,
  },
  {
    promise: "an appeal that was rejected is the end of it",
    file: MADE,
    text: "    when (offer).moderation = 'no_appeal' then 'over'\n",
    without: "",
    test: TEST,
    only: FINAL,
  },
  {
    promise: "nobody judges an offer of their own",
    file: MADE,
    text: "    when (offer).owner_id = staff_id then 'own'\n",
    without: "",
    test: TEST,
    only: OWN,
  },
  {
    promise: "whoever may not restrict the owner does not judge the offer",
    file: MADE,
    text: "    when may_restrict(staff_id, (offer).owner_id, 'restricted') is not true then 'not_allowed'\n",
    without: "",
    test: TEST,
    only: OWN,
  },
  {
    promise: "no login says what moderators think of an offer",
    file: MADE,
    text: "attribute.attidentity = '' and attribute.attname <> 'moderation';",
    without: "attribute.attidentity = '';",
    test: TEST,
    only: "no login writes what moderators think of an offer",
  },
  {
    promise: "what somebody wrote about offers goes with the account",
    file: MADE,
    text: "  update offer_reports report set words = null where report.reporter_id = new.user_id;\n",
    without: "",
    test: TEST,
    only: "what somebody wrote about offers is in their archive, and goes with the account",
  },
];
