/** The three journals of a trade's coins: into escrow, to the buyer, back to the seller. Each once per funding round. */
import { accountOf, type Journal, type Posting } from "../../money/ledger/index.ts";
import type { TradeRow } from "./rows.ts";
import type { EscrowStep } from "./flows/flow.ts";

type Escrowed = Pick<TradeRow, "id" | "round" | "crypto" | "units" | "fee_units" | "buyer_id" | "seller_id">;

/** Unique within the journal's kind. */
export function escrowSubject({ id, round }: Pick<TradeRow, "id" | "round">): string {
  return `${id}:${round}`;
}

/** The seller locks amount and fee; a release pays the buyer and the operator; a return gives the seller all of it back. */
export function escrowJournal(trade: Escrowed, step: EscrowStep): Journal {
  const escrow = accountOf.escrow(trade.id, trade.crypto);
  const seller = accountOf.available(trade.seller_id, trade.crypto);
  const whole = trade.units + trade.fee_units;
  const postings: Record<EscrowStep, Posting[]> = {
    lock: [{ from: seller, to: escrow, units: whole }],
    release: [
      { from: escrow, to: accountOf.available(trade.buyer_id, trade.crypto), units: trade.units },
      ...(trade.fee_units > 0n
        ? [{ from: escrow, to: accountOf.house(trade.crypto, "fees"), units: trade.fee_units }]
        : []),
    ],
    return: [{ from: escrow, to: seller, units: whole }],
  };
  return { kind: `trade_${step}`, subject: escrowSubject(trade), postings: postings[step] };
}
