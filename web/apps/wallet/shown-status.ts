/** A transfer that waits says for what. */
import type { WalletTransaction } from "#contract/products/wallet/wallet.ts";

export function shownStatus({ status, waitsUntil, awaitsRefill }: WalletTransaction) {
  if (waitsUntil) return "waiting" as const;
  return awaitsRefill ? ("awaiting_refill" as const) : status;
}
