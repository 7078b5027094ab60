/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "offers.creation_level": { value: 2, schema: whole(0, 4) },
  "offers.max_active": { value: 20, schema: whole(1, 1000), onePerson: true },
  "offers.max_active_power": {
    value: 50,
    schema: whole(1, 1000),
    onePerson: true,
  },
  "offers.max_active_expert": {
    value: 100,
    schema: whole(1, 1000),
    onePerson: true,
  },
  "offers.min_trade_usd": {
    value: "3",
    schema: z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/)),
  },
  "offers.pool_usd": { value: 1000, schema: whole(1, 1e9), onePerson: true },
  "offers.critical_margin_bp": {
    value: -2000,
    schema: whole(-9999, 0),
  },
  "offers.offline_pause_hours": {
    value: 24,
    schema: whole(1, 1000),
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
  },
  "offers.window_least_minutes": {
    value: 15,
    schema: whole(15, 1440),
  },
  "offers.window_most_minutes": {
    value: 43_200,
    schema: whole(60, 43_200),
  },
  "offers.high_fee_bp": { value: 500, schema: whole(0, 2000) },
  "offers.manual_fee_least_share": {
    value: 50,
    schema: whole(0, 100),
  },
  "offers.promotions": {
    value: 3,
    schema: whole(0, 100),
    onePerson: true,
  },
  "offers.promotion_days": {
    value: 7,
    schema: whole(1, 90),
    onePerson: true,
  },
  "offers.special_hours": {
    value: 24,
    schema: whole(1, 720),
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
  },
} as const satisfies Settings;
