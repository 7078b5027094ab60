/** Purchases and sales of coins by bank transfer and mobile money, by name: screens need the names without the code that parses requests. */

export const RAMP_DIRECTIONS = ["buy", "sell"] as const;
export type RampDirection = (typeof RAMP_DIRECTIONS)[number];
/** As the flag offRampPaymentMethodGroup names them. */
export const RAMP_RAILS = ["bank", "mobile_money"] as const;
export type RampRail = (typeof RAMP_RAILS)[number];

/**
 * Opening: the provider prepares a purchase. Waiting: for the user's money. Expired, cancelled: what comes now is late. Held: money came that
 * does not fit. Paying: the provider pays a sale. Unclear: it does not say. Came back: the payee's bank sent it back.
 */
export const RAMP_STATES = [
  ...(["opening", "waiting", "expired", "cancelled", "held", "refunding"] as const),
  ...(["paying", "unclear", "done", "came_back", "returned"] as const),
] as const;
export type RampState = (typeof RAMP_STATES)[number];

/** Why money that came is held. */
export const HELD_FOR = ["amount", "currency", "name", "late"] as const;
export type HeldFor = (typeof HELD_FOR)[number];

/** What a user may do with it; late money alone can be taken. */
export const RAMP_CHOICES = ["take", "refund"] as const;
export type RampChoice = (typeof RAMP_CHOICES)[number];

export const PAYER_NAME_MAX = 80;
