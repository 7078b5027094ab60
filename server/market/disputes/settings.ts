/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "disputes.second_person_usd": {
    value: 1000,
    schema: whole(0, 1_000_000),
    says: "An award above this needs a second moderator.",
  },
  "disputes.awards_a_day": {
    value: 50,
    schema: whole(1, 10_000),
    says: "Cases that one moderator may award, propose or confirm in a day.",
  },
  "disputes.awards_day_usd": {
    value: 25_000,
    schema: whole(1, 10_000_000),
    says: "The sum of trades, in US dollars, that one moderator may award, propose or confirm in a day.",
  },
  "disputes.text_letters": {
    value: 250,
    schema: whole(50, 1000),
    says: "Maximum letters of the text that opens a dispute.",
    onePerson: true,
  },
  "disputes.first_look_minutes": {
    value: 30,
    schema: whole(5, 10_080),
    says: "How soon a moderator should look at a new dispute.",
  },
  "disputes.evidence_hours": {
    value: 12,
    schema: whole(1, 720),
    says: "How long both sides can submit evidence, and how long they have when a moderator asks for more.",
  },
  "disputes.evidence_bank_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "The same for bank transfers: a statement takes longer.",
  },
  "disputes.decision_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "How soon after the evidence a moderator should decide.",
  },
  "disputes.appeal_hours": {
    value: 72,
    schema: whole(1, 8760),
    says: "How long the side that lost a dispute may appeal.",
  },
  "chargebacks.window_days": {
    value: 180,
    schema: whole(1, 1825),
    says: "How many days after the release a seller may report a chargeback.",
  },
  "chargebacks.decision_hours": {
    value: 72,
    schema: whole(1, 8760),
    says: "How soon a reported chargeback should be decided.",
  },
  "disputes.appeal_decision_hours": {
    value: 72,
    schema: whole(1, 8760),
    says: "How soon an appeal should be decided.",
  },
} as const satisfies Settings;
