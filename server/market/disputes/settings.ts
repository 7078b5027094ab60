/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "disputes.second_person_usd": {
    value: 1000,
    schema: whole(0, 1_000_000),
  },
  "disputes.awards_a_day": {
    value: 50,
    schema: whole(1, 10_000),
  },
  "disputes.awards_day_usd": {
    value: 25_000,
    schema: whole(1, 10_000_000),
  },
  "disputes.text_letters": {
    value: 250,
    schema: whole(50, 1000),
    onePerson: true,
  },
  "disputes.first_look_minutes": {
    value: 30,
    schema: whole(5, 10_080),
  },
  "disputes.evidence_hours": {
    value: 12,
    schema: whole(1, 720),
  },
  "disputes.evidence_bank_hours": {
    value: 24,
    schema: whole(1, 720),
  },
  "disputes.decision_hours": {
    value: 24,
    schema: whole(1, 720),
  },
  "disputes.appeal_hours": {
    value: 72,
    schema: whole(1, 8760),
  },
  "chargebacks.window_days": {
    value: 180,
    schema: whole(1, 1825),
  },
  "chargebacks.decision_hours": {
    value: 72,
    schema: whole(1, 8760),
  },
  "disputes.appeal_decision_hours": {
    value: 72,
    schema: whole(1, 8760),
  },
} as const satisfies Settings;
