/** Orders at providers by name: screens need the names without the code that parses requests. */

export const ORDER_PRODUCTS = ["top_up", "on_ramp", "off_ramp", "store"] as const;
export type OrderProduct = (typeof ORDER_PRODUCTS)[number];

/** Submitted: the provider has it. Unknown: nobody can say whether it does. Mismatch: it delivered something else. */
export const ORDER_STATUSES = ["reserved", "submitted", "unknown", "mismatch", "settled", "returned"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const ORDER_ENDS = [
  ...(["delivered", "statement", "staff", "refused", "number", "operator", "stock"] as const),
  /** Of purchases: nobody paid, the money went back, the user took late money. Of sales: the payee's bank sent it back. */
  ...(["declined", "expired", "refunded", "chosen", "came_back"] as const),
] as const;
export type OrderEnd = (typeof ORDER_ENDS)[number];
export const ORDER_CASES = [
  ...(["unknown", "mismatch", "short", "repeated", "contradiction"] as const),
  ...(["amount", "currency", "name", "late", "came_back"] as const),
] as const;

/**
 * How two of the staff end an order with a case: share settles what was delivered, and returns the rest. Of a code that does not work, refund
 * returns its price, and keep lets the sale stand.
 */
export const ORDER_DECISIONS = ["settle", "return", "share"] as const;
export type OrderDecision = (typeof ORDER_DECISIONS)[number];
export const CODE_DECISIONS = ["refund", "keep"] as const;

/** Lists of the staff. */
export const ORDER_LISTS = ["cases", "open", "ended"] as const;
export type OrderList = (typeof ORDER_LISTS)[number];
