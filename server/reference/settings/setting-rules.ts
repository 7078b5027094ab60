/** What the database holds settings to: shape, default, and whether a change takes two administrators. */
import * as z from "zod/mini";
import { type SettingName, SETTINGS } from "./settings.ts";

/** Of these one administrator is enough; everything else is about money, safety or who may trade. */
const ONE_PERSON = new Set<SettingName>([
  "accounts.bio_letters",
  "accounts.bio_lines",
  "accounts.bio_words",
  "accounts.export_days",
  "accounts.interval_minutes",
  "accounts.username_changes",
  "accounts.username_least",
  "accounts.username_most",
  "badges.days",
  "badges.account_days",
  "badges.power_trades",
  "badges.expert_trades",
  "badges.vendor_sales",
  "badges.partners",
  "badges.counted_partners",
  "badges.vendor_counted_partners",
  "disputes.text_letters",
  "offers.max_active",
  "offers.max_active_power",
  "offers.max_active_expert",
  "offers.offline_pause_hours",
  "offers.max_favorites",
  "offers.promotions",
  "offers.promotion_days",
  "offers.featured",
  "offers.featured_days",
  "offers.special_hours",
  "offers.otc_usd",
  "offers.reports_a_day",
  "notifications.climb_minutes",
  "notifications.climb_order",
  "reminders.trade_minutes",
  "reminders.document_days",
  "reminders.closing_hours",
  "reminders.review_hours",
  "reminders.case_hours",
  "reminders.evidence_minutes",
  "wallet.send_out_quote_sec",
  "wallet.conversion_quote_sec",
]);

/** A part of JSON Schema, as `value_fits` of the database reads it. A map has the keys of its default, all of them. */
export type SettingShape =
  | { readonly type: "integer"; readonly minimum: number; readonly maximum: number }
  | { readonly type: "boolean" }
  | { readonly type: "string"; readonly pattern: string }
  | { readonly type: "array"; readonly items: SettingShape; readonly maxItems: number }
  | { readonly type: "object"; readonly required: readonly string[]; readonly additionalProperties: SettingShape };

export type SettingRule = { readonly shape: SettingShape; readonly initial: unknown; readonly takesTwo: boolean };

/** Every setting as it is in `setting_rules`; a setting without a row there cannot be changed by staff. */
export function settingRule(name: SettingName): SettingRule {
  const { value, schema } = SETTINGS[name];
  const { $schema: _version, propertyNames: _names, ...shape } = z.toJSONSchema(schema);
  const required = shape.type === "object" ? { required: Object.keys(value) } : {};
  return {
    shape: { ...shape, ...required } as SettingShape,
    initial: value,
    takesTwo: !ONE_PERSON.has(name),
  };
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** As the database judges it: the shape, and of a map every key of the default and no other. */
export function fitsSetting(name: SettingName, value: unknown): boolean {
  if (!SETTINGS[name].schema.safeParse(value).success) return false;
  const { initial, shape } = settingRule(name);
  if (shape.type !== "object") return true;
  const keysOf = (map: unknown) =>
    Object.keys(map as object)
      .sort()
      .join();
  return keysOf(value) === keysOf(initial);
}
