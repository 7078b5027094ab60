/** The errors of the facade, with the codes and texts that Binance documents and its clients read. */
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";

export class FacadeError extends Error {
  readonly code: number;
  readonly status: number;
  readonly retryAfterSec: number | undefined;

  constructor(code: number, message: string, more: { status?: number; retryAfterSec?: number } = {}) {
    super(message);
    this.code = code;
    this.status = more.status ?? 400;
    this.retryAfterSec = more.retryAfterSec;
  }
}

export const badKey = () => new FacadeError(-2015, "Invalid API-key, IP, or permissions for action.", { status: 401 });
export const tooMany = (retryAfterSec: number) =>
  new FacadeError(-1003, "Too many requests; please slow down.", { status: 429, retryAfterSec });
export const badSymbol = () => new FacadeError(-1121, "Invalid symbol.");
export const unknownOrder = () => new FacadeError(-2013, "Order does not exist.");
export const notCancelled = () => new FacadeError(-2011, "Unknown order sent.");

const DISABLED = [-2010, "This action is disabled on this account."] as const;
const CLOSED = [-1013, "Market is closed."] as const;

const BY_REFUSAL: Readonly<Partial<Record<RefusalCode, readonly [number, string]>>> = {
  "spot.market_closed": CLOSED,
  "ledger.halted": CLOSED,
  "spot.no_rate": CLOSED,
  "spot.price_far": [-1013, "Filter failure: PERCENT_PRICE"],
  "spot.price_step": [-1013, "Filter failure: PRICE_FILTER"],
  "spot.amount_step": [-1013, "Filter failure: LOT_SIZE"],
  "spot.too_small": [-1013, "Filter failure: NOTIONAL"],
  "spot.too_many_orders": [-1013, "Filter failure: MAX_NUM_ORDERS"],
  "spot.same_client_id": [-2010, "Duplicate order sent."],
  "spot.oco_prices": [-2010, "The relationship of the prices for the orders is not correct."],
  "spot.key_market": [-2010, "This symbol is not permitted for this account."],
  "spot.key_limit": [-2010, "The key has no value left for orders today."],
  "ledger.insufficient_balance": [-2010, "Account has insufficient balance for requested action."],
  "auth.restricted": DISABLED,
  "auth.email_unconfirmed": DISABLED,
  "account.name_needed": DISABLED,
  "wallet.on_hold": DISABLED,
  "spot.order_unknown": [-2011, "Unknown order sent."],
  "spot.order_ended": [-2011, "Unknown order sent."],
};

/** What a refusal of ours is there; other errors stay as they are. */
export function asFacadeError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const known = BY_REFUSAL[error.code];
  if (known) return new FacadeError(...known);
  if (error.code === "api_key.wrong") return badKey();
  if (error.status === 429) return tooMany(Number(error.context.retryAfterSec ?? 1));
  if (error.status === 404) return new FacadeError(-1000, "No such call.", { status: 404 });
  if (error.status === 403 || error.status === 451) return new FacadeError(...DISABLED, { status: error.status });
  if (error.status < 500) return new FacadeError(-1000, error.code, { status: error.status });
  return error;
}
