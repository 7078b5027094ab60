// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** Promises about settings and feature flags, each with the guard that keeps it. */
import type { Guard } from "./guard.ts";

const TABLES = "server/migrations/0440-settings-by-staff.sql";
const CHANGES = "server/migrations/0441-changes-of-settings.sql";
const _CHANGED_ANEW = "server/migrations/0611-badges-by-staff.sql";
const SETTINGS = "server/outward/staff/settings.test.ts";
const AUDIT = "server/outward/staff/audit.test.ts";
const CHAIN = "server/migrations/0442-audit-chain.sql";
const ANNOUNCED = "server/migrations/0443-announcements.sql";
const ANNOUNCEMENTS = "server/outward/staff/announcements.test.ts";
const AUDIT_LOG = "server/migrations/0870-audit-log.sql";
const AUDIT_LOGGED = "server/outward/staff/audit-log.test.ts";
const VERIFY = "server/outward/staff/verify-audit.ts";
const FLAGS = "server/outward/staff/flags.test.ts";

export const GUARDS_OF_CONSOLE: readonly Guard[] = [
  {
    promise: "no value that does not fit its setting is written, by whatever process",
    file: TABLES,
    text: "create trigger settings_fit before insert or update on settings for each row execute function hold_setting();\n",
    without: "",
    test: "server/reference/settings/setting-rules.test.ts",
    only: "refused by the table itself",
  },
  {
    promise: "a map of settings keeps every key, and takes no other",
    file: TABLES,
    text: "        = (select jsonb_agg(key order by key) from jsonb_array_elements_text(shape -> 'required') as key)\n",
    without: "        is not null\n",
    test: "server/reference/settings/setting-rules.test.ts",
    only: "refused by the table itself",
  },
  {
    promise: "staff change a setting within its bounds only, whatever process asks",
    file: "server/migrations/0712-perks-by-staff.sql",
    text: "user_id is null and setting_fits(detail)",
    without: "user_id is null",
    test: SETTINGS,
    only: "the database refuses it from whoever asks",
  },
  {
    promise: "a setting about money takes two administrators",
    file: "server/migrations/0712-perks-by-staff.sql",
    text: "where rule.name = detail_name(detail) and rule.takes_two)",
    without: "where rule.name = detail_name(detail) and false)",
    test: SETTINGS,
    only: "takes a second administrator",
  },
  {
    promise: "a proposal over a setting ends when its value changes",
    file: "server/migrations/0712-perks-by-staff.sql",
    text: "          setting_value(detail_name(detail))::text || ' ' || detail_value(detail)::jsonb::text, 'utf8')), 'hex')",
    without: "          detail_value(detail)::jsonb::text, 'utf8')), 'hex')",
    test: SETTINGS,
    only: "has changed meanwhile is over",
  },
  {
    promise: "a setting is not changed by a password",
    file: "contract/staff-names.ts",
    text: '  "set_setting",\n  "post_journal",\n',
    without: '  "post_journal",\n',
    test: SETTINGS,
    only: "by a password alone",
  },
  {
    promise: "the sum above which an award takes two is the setting",
    file: CHANGES,
    text: "usd_cents <= 100 * (setting_value('disputes.second_person_usd') #>> '{}')::bigint",
    without: "usd_cents <= 100000",
    test: SETTINGS,
    only: "takes a second moderator",
  },
  {
    promise: "a flag that changes is shown within a second, also on pages that are kept",
    file: TABLES,
    text: "  for each statement execute function note_topic('site');\n",
    without: "  for each statement execute function note_topic('nothing');\n",
    test: FLAGS,
    only: "in every process within a second",
  },
  {
    promise: "a page that others share is not shown to who has another flag",
    file: "server/outward/pages/browse-pages.ts",
    text: "    if (acceptableFilter(mine) !== acceptableFilter(flagsOf(percents, undefined))) return undefined;\n",
    without: "    acceptableFilter(mine);\n",
    test: FLAGS,
    only: "by name, whatever others have",
  },
  {
    promise: "who does not have the cap sets none",
    file: "server/market/offers/offer-cap.ts",
    text: '  if (!isOn) throw fieldRefusal("offer.cap_off", "offer_cap");\n',
    without: "",
    test: FLAGS,
    only: "who does not have the cap sets none",
  },
  {
    promise: "a flag is proved as it is changed",
    file: "server/migrations/0712-perks-by-staff.sql",
    text: "      select 'staff_set_flag:' || flag.name || ':' || flag.percent || ':' || detail_value(detail)\n",
    without: "      select 'staff_set_flag:' || flag.name || ':' || flag.percent\n",
    test: FLAGS,
    only: "by a proof of just that",
  },
  {
    promise: "words that were edited are found",
    file: "server/market/disputes/staff-acts.ts",
    text: '  return sealed("subject", subject).equals(subject_commitment) && sealed("reason", reason).equals(reason_commitment);\n',
    without: '  return sealed("subject", subject).length === 32;\n',
    test: AUDIT,
    only: "words that were edited",
  },
  {
    promise: "acts that do not follow from each other are found",
    file: VERIFY,
    text: "    ...(isLinked ? [] : [`act ${id}: it does not follow from the act before it`]),\n",
    without: "    ...(isLinked ? [] : []),\n",
    test: AUDIT,
    only: "an act that was taken out",
  },
  {
    promise: "a chain that was computed anew is found",
    file: VERIFY,
    text: "      ...(key === undefined ? [] : [...signatureFaults(signed, key), ...outsideFaults",
    without: "      ...(key === undefined ? [] : [...outsideFaults",
    test: AUDIT,
    only: "an edit, computed anew, where nothing stands outside",
  },
  {
    promise: "an end that was cut off is found",
    file: VERIFY,
    text: "    if (!batch) return [`batch ${head.number} is gone: its head stands outside the database`];\n",
    without: "    if (!batch) return [];\n",
    test: AUDIT,
    only: "an end that was cut off, acts and batches",
  },
  {
    promise: "words do not go without an act that says so",
    file: VERIFY,
    text: "isErased && !erased.has(String(id))",
    without: "isErased && erased.size > 99",
    test: AUDIT,
    only: "words that are gone without an act that says so",
  },
  {
    promise: "a file outside is believed where the signer signed it",
    file: VERIFY,
    text: " ||\n      auditDigest(head) !== head.digest\n",
    without: "\n",
    test: AUDIT,
    only: "a file outside whose head was changed",
  },
  {
    promise: "the signer signs each head over the last one",
    file: "server/signer/audit-heads.ts",
    text: "      if (last && !follows(head, last)) throw refusal(",
    without: '      if (last && last.number === "") throw refusal(',
    test: AUDIT,
    only: "the signer signs no history",
  },
  {
    promise: "an act that stands changes in nothing but that its words go",
    file: CHAIN,
    text: "    or new.salt is not null or new.subject <> '' or new.reason <> '' then\n",
    without: "    then\n",
    test: AUDIT,
    only: "words are erased by the operator alone",
  },
  {
    promise: "an announcement is shown and gone within a second",
    file: ANNOUNCED,
    text: "create trigger pages_show_announcements after insert or update on announcements\n  for each statement execute function note_topic('site');\n",
    without: "",
    test: ANNOUNCEMENTS,
    only: "until it is ended",
  },
  {
    promise: "administrators alone announce, whatever process asks",
    file: ANNOUNCED,
    text: "    when is_admin(staff_id) is not true then 'not_admin'\n",
    without: "",
    test: ANNOUNCEMENTS,
    only: "others than administrators",
  },
  {
    promise: "an announcement ends within a month",
    file: ANNOUNCED,
    text: " and ends_at <= greatest(starts_at, at) + interval '31 days'",
    without: "",
    test: ANNOUNCEMENTS,
    only: "for longer than a month",
  },
  {
    promise: "an announcement stands between its times only",
    file: "server/outward/pages/surround.ts",
    text: "        starts_at <= now && ends_at > now ? [{ kind, text: text[locale] }] : [],\n",
    without: "        starts_at && ends_at && now ? [{ kind, text: text[locale] }] : [],\n",
    test: ANNOUNCEMENTS,
    only: "begins and ends by itself",
  },
  {
    promise: "the words of staff acts are opened by administrators only",
    file: AUDIT_LOG,
    text: "    when (is_admin(note_audit_reading.staff_id) and may_judge(note_audit_reading.staff_id)) is not true then 'not_admin'\n",
    without: "",
    test: AUDIT_LOGGED,
    only: "so many readings a day",
  },
  {
    promise: "who opens the words of staff acts stands in the chain with the reason",
    file: AUDIT_LOG,
    text: "    perform add_staff_act(\n      note_audit_reading.staff_id, 'audit.read', array_to_string(acts, ' '), reason, note_audit_reading.at);\n",
    without: "",
    test: AUDIT_LOGGED,
    only: "stands in the log with their own",
  },
];
