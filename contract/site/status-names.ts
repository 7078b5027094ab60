/** Names of the status page: screens need the names without the code that parses requests. */
import type { HaltName } from "../staff/names.ts";

/** Parts of the market in the order of the page. Products that this market does not have are left out. */
export const STATUS_PARTS = [
  ...(["site", "trades", "wallet_btc", "wallet_eth", "wallet_usdt", "conversions", "spot", "lightning"] as const),
  ...(["cards", "top_ups", "ramps", "store", "mail", "live"] as const),
] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

/** From the best to the worst. Unknown: the market did not look at itself for a while. */
export const PART_STATES = ["operational", "degraded", "unknown", "partial", "major"] as const;
export type PartState = (typeof PART_STATES)[number];

/** How bad an incident is that staff open by hand. */
export const INCIDENT_LEVELS = ["degraded", "partial", "major"] as const satisfies PartState[];
export type IncidentLevel = (typeof INCIDENT_LEVELS)[number];

/** What staff say of an incident: the first three while it lasts, the last one after its end. */
export const INCIDENT_STATES = ["investigating", "identified", "monitoring", "postmortem"] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];
/** The last word of an incident that staff end is of their own. */
export const SAID_STATES = [...INCIDENT_STATES, "resolved"] as const;
export type SaidState = (typeof SAID_STATES)[number];
export const INCIDENT_TEXT_MAX = 500;

/** Days with a bar of each part. */
export const STATUS_DAYS = 90;

/** What a halt stops, and how much of each part that is. */
export const HALT_STOPS: Readonly<Record<HaltName, Readonly<Partial<Record<StatusPart, PartState>>>>> = {
  money_out: { wallet_btc: "partial", wallet_eth: "partial", wallet_usdt: "partial" },
  bitcoin_out: { wallet_btc: "partial" },
  ethereum_out: { wallet_eth: "partial", wallet_usdt: "partial" },
  bitcoin_in: { wallet_btc: "partial" },
  ethereum_in: { wallet_eth: "partial", wallet_usdt: "partial" },
  new_trades: { trades: "partial" },
  releases: { trades: "major" },
  conversions: { conversions: "major" },
  ledger: { trades: "major", wallet_btc: "major", wallet_eth: "major", wallet_usdt: "major", conversions: "major" },
  coin_BTC: { trades: "partial", wallet_btc: "major", conversions: "partial" },
  coin_ETH: { trades: "partial", wallet_eth: "major", conversions: "partial" },
  coin_USDT: { trades: "partial", wallet_usdt: "major", conversions: "major" },
  lightning_out: { lightning: "partial" },
  lightning_in: { lightning: "partial" },
  top_up: { top_ups: "major" },
  store: { store: "major" },
  card_top_up: { cards: "partial" },
  card_payments: { cards: "partial" },
  on_ramp: { ramps: "partial" },
  off_ramp: { ramps: "partial" },
  spot: { spot: "major" },
};

export const worseOf = (one: PartState, other: PartState): PartState =>
  PART_STATES.indexOf(one) >= PART_STATES.indexOf(other) ? one : other;
