/** What staff may change of offers, badges, bonds, disputes and chargebacks; the rest is in settings.ts. */
import * as z from "zod/mini";
import { whole } from "./setting-shapes.ts";

export const OF_TRADING = {
  "offers.creation_level": { value: 2, schema: whole(0, 4), says: "The level that making offers needs." },
  "offers.max_active": { value: 20, schema: whole(1, 1000), says: "Active offers of one user." },
  "offers.max_active_power": { value: 50, schema: whole(1, 1000), says: "The same for power traders." },
  "offers.max_active_expert": { value: 100, schema: whole(1, 1000), says: "The same for expert traders." },
  "badges.days": { value: 90, schema: whole(1, 150), says: "Badges are decided by the trades of so many days." },
  "badges.account_days": {
    value: 90,
    schema: whole(0, 3650),
    says: "Power and expert traders have been here for so long.",
  },
  "badges.power_trades": { value: 250, schema: whole(1, 100_000), says: "Completed trades of a power trader." },
  "badges.expert_trades": { value: 1000, schema: whole(1, 100_000), says: "Completed trades of an expert trader." },
  "badges.partners": {
    value: 5,
    schema: whole(0, 100),
    says: "Badges of trades and sales take so many partners who sign in from different addresses.",
  },
  "badges.counted_partners": {
    value: 20,
    schema: whole(0, 1000),
    says: "Power and expert traders have so many counted partners; one counts fully from 25 USD of fees.",
  },
  "badges.vendor_counted_partners": {
    value: 5,
    schema: whole(0, 1000),
    says: "Vendors have so many counted partners; one counts fully from 25 USD of fees.",
  },
  "badges.vendor_sales": { value: 25, schema: whole(1, 200), says: "Completed sales of a vendor." },
  "offers.min_trade_usd": {
    value: "3",
    schema: z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/)),
    says: "The least amount.",
  },
  "offers.critical_margin_bp": {
    value: -2000,
    schema: whole(-9999, 0),
    says: "Below this a margin has to be confirmed.",
  },
  "offers.offline_pause_hours": {
    value: 24,
    schema: whole(1, 1000),
    says: "An absent owner's offers leave the list after this.",
  },
  "offers.max_favorites": { value: 200, schema: whole(1, 10_000), says: "Offers that one user may keep." },
  "offers.fee_bp": {
    value: {
      "bank-transfers": 50,
      "mobile-money": 50,
      "online-transfers": 100,
      "debitcredit-cards": 100,
      "digital-currencies": 100,
      "cash-deposits": 100,
      "goods-and-services": 100,
      services: 100,
      "gift-cards": 300,
    } as Record<string, number>,
    schema: z.record(z.string(), whole(0, 2000)),
    says: "What the seller pays by group of method, in hundredths of a percent.",
  },
  "offers.window_least_minutes": {
    value: 15,
    schema: whole(15, 1440),
    says: "The shortest time to pay that a new or edited offer may give.",
  },
  "offers.window_most_minutes": {
    value: 43_200,
    schema: whole(60, 43_200),
    says: "The longest time to pay that a new or edited offer may give.",
  },
  "trades.extensions": {
    value: 2,
    schema: whole(0, 10),
    says: "How often a seller may extend the time to pay; a trade keeps the number of its start.",
  },
  "offers.high_fee_bp": { value: 500, schema: whole(0, 2000), says: "The same for methods of the high fee class." },
  "offers.manual_fee_least_share": {
    value: 50,
    schema: whole(0, 100),
    says: "The least that an expert trader may choose to pay, in percent of that.",
  },
  "bonds.usd": {
    value: { first: 50, good: 100, fair: 250, poor: 500 } as Record<string, number>,
    schema: z.record(z.enum(["first", "good", "fair", "poor"]), whole(0, 100_000)),
    says: "Dollars of the bond for offers by gift card and PayPal, by how the owner's trades went.",
  },
  "bonds.rules": {
    value: { days: 90, firstTrades: 10, fairPercent: 2, poorPercent: 10, lockDays: 7 } as Record<string, number>,
    schema: z.record(z.enum(["days", "firstTrades", "fairPercent", "poorPercent", "lockDays"]), whole(0, 1000)),
    says: "Which trades the size of a bond is judged by, and how many days it stays after the last one.",
  },
  "offers.promotions": { value: 3, schema: whole(0, 100), says: "Offers that an expert trader may promote at a time." },
  "offers.promotion_days": { value: 7, schema: whole(1, 90), says: "How many days an offer is promoted at most." },
  "offers.featured": { value: 20, schema: whole(0, 200), says: "Offers that staff feature at a time, all together." },
  "offers.featured_days": { value: 30, schema: whole(1, 90), says: "How many days staff feature an offer at most." },
  "offers.special_hours": { value: 24, schema: whole(1, 720), says: "Hours that a special offer is valid." },
  "offers.otc_usd": { value: 10_000, schema: whole(1, 1e9), says: "Least amount, in dollars, of a large trade (OTC)." },
  "offers.reports_a_day": { value: 10, schema: whole(1, 1000), says: "Offers that one user may report in a day." },
  "offers.margin_max_bp": {
    value: {
      "gift-cards": 8000,
      "cash-deposits": 3000,
      "online-transfers": 5000,
      "debitcredit-cards": 5000,
      "digital-currencies": 1000,
      "bank-transfers": 5000,
      "mobile-money": 5000,
      "goods-and-services": 5000,
      services: 5000,
    } as Record<string, number>,
    schema: z.record(z.string(), whole(0, 50_000)),
    says: "How far over the market an offer may be, by group of method.",
  },
  "disputes.second_person_usd": {
    value: 1000,
    schema: whole(0, 1_000_000),
    says: "An award above this takes a second moderator.",
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
    says: "The most letters of the words with which a dispute is opened.",
  },
  "disputes.first_look_minutes": {
    value: 30,
    schema: whole(5, 10_080),
    says: "How soon a moderator should look at a new dispute.",
  },
  "disputes.evidence_hours": {
    value: 12,
    schema: whole(1, 720),
    says: "How long both sides may submit evidence, and how long they have when a moderator asks for more.",
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
  "chat.completed_days": {
    value: 7,
    schema: whole(0, 365),
    says: "For how many days both sides may write after a trade that went well.",
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
} as const;
