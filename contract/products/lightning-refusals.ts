/** Refusals of Lightning. */
export const LIGHTNING_REFUSALS = {
  "lightning.away": 503,
  "lightning.unknown": 404,
  "lightning.too_many": 409,
  "lightning.invoice_form": 422,
  "lightning.invoice_over": 422,
  "lightning.own_invoice": 422,
  "lightning.paid": 409,
  "lightning.in_flight": 409,
  "lightning.needs_amount": 422,
  "lightning.other_amount": 422,
  "lightning.too_small": 422,
  "lightning.payment_limit": 422,
  "lightning.month_limit": 422,
  "lightning.no_capacity": 422,
  "lightning.withdrawal_open": 409,
  "lightning.withdrawal_over": 409,
} as const;
