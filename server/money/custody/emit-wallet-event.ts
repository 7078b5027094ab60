/** The event of a change in a user's wallet. */
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { Tx } from "../../platform/postgres/db.ts";

export type WalletChange = {
  readonly userId: bigint;
  readonly currency: CryptoCode;
  readonly reason:
    | "deposit_seen"
    | "deposit_credited"
    | "deposit_reverted"
    | "send_out"
    | "conversion"
    | "bond_deposited"
    | "bond_returned"
    | "reward_claimed"
    | "order_paid"
    | "order_settled"
    | "order_returned"
    | "top_up_asked"
    | "hedge_converted"
    | "hedge_failed"
    | "ramp_bought"
    | "ramp_held"
    | "ramp_refunded"
    | "ramp_sold"
    | "ramp_returned"
    | "card_topped_up"
    | "card_withdrawn"
    | "lightning_received"
    | "lightning_paying"
    | "lightning_sent"
    | "lightning_returned"
    | "gift_card_redeemed"
    | "gift_card_refunded";
  /** The hash of the deposit, send-out, conversion, move of a bond or claim of rewards. */
  readonly subject: string;
  readonly units: bigint;
  readonly txid: string | null;
  /** For a send-out: its status. For a rule that did not convert: why. */
  readonly status?: string;
};

export function emitWalletEvent(
  tx: Tx,
  { userId, currency, reason, subject, units, txid, status }: WalletChange,
): void {
  tx.emit({
    type: `wallet.${reason}`,
    subject,
    payload: {
      userId: userId.toString(),
      cryptoCurrencyCode: currency,
      amount: displayFromUnits(units, CRYPTO[currency].digits),
      txid,
      ...(status ? { status } : {}),
    },
  });
}
