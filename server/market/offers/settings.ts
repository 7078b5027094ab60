/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "offers.creation_level": { value: 2, schema: whole(0, 4), says: "Level required to create offers." },
  "offers.max_active": { value: 20, schema: whole(1, 1000), says: "Active offers of one user.", onePerson: true },
  "offers.max_active_power": {
    value: 50,
    schema: whole(1, 1000),
    says: "The same for power traders.",
    onePerson: true,
  },
  "offers.max_active_expert": {
    value: 100,
    schema: whole(1, 1000),
    says: "The same for expert traders.",
    onePerson: true,
  },
  "offers.min_trade_usd": {
    value: "3",
    schema: z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/)),
    says: "The minimum amount.",
  },
  "offers.critical_margin_bp": {
    value: -2000,
    schema: whole(-9999, 0),
    says: "A margin below this must be confirmed.",
  },
  "offers.offline_pause_hours": {
    value: 24,
    schema: whole(1, 1000),
    says: "Time after which an absent owner's offers are no longer listed.",
    onePerson: true,
  },
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
    says: "The seller's fee by group of method, in hundredths of a percent.",
  },
  "offers.window_least_minutes": {
    value: 15,
    schema: whole(15, 1440),
    says: "The shortest payment window of a new or edited offer.",
  },
  "offers.window_most_minutes": {
    value: 43_200,
    schema: whole(60, 43_200),
    says: "The longest payment window of a new or edited offer.",
  },
  "offers.high_fee_bp": { value: 500, schema: whole(0, 2000), says: "The same for methods of the high fee class." },
  "offers.manual_fee_least_share": {
    value: 50,
    schema: whole(0, 100),
    says: "The lowest fee that an expert trader can choose, in percent of that.",
  },
  "offers.promotions": {
    value: 3,
    schema: whole(0, 100),
    says: "Offers that an expert trader may promote at a time.",
    onePerson: true,
  },
  "offers.promotion_days": {
    value: 7,
    schema: whole(1, 90),
    says: "How many days an offer is promoted at most.",
    onePerson: true,
  },
  "offers.special_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "Hours that a special offer is open.",
    onePerson: true,
  },
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
    says: "Maximum margin above the market, by group of method.",
  },
} as const satisfies Settings;
