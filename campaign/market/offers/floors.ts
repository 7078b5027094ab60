/** Minimum counts of rare events in a run of sixty schedules; below them the model was not tested. */
import assert from "node:assert/strict";

const FLOORS = {
  ...{
    award: 200,
    "a division": 30,
    "dispute.share_out_of_range": 2,
    "dispute.share_of_other": 2,
    dispute: 150,
    reopen: 300,
    extend: 60,
    release: 60,
    halt: 60,
  },
  ...{ "share card": 30, "accept card": 15, "share code": 8, "reveal code": 8, fallback: 8 },
  ...{ conversion: 150, "wallet.quote_taken": 60, "wallet.quote_expired": 30, feedback: 100, reply: 60 },
  ...{ "start without coins": 5, max_per_trade_limit: 20, max_2_active_trades_id_not_verified: 15 },
  ...{ "feedback.not_finished": 30, "offer.not_active": 1, "asked again elsewhere": 3 },
  ...{ send: 60, "take back": 20, deposit: 60, pay: 30, scan: 60, "a wallet looked at": 300 },
  ...{ "a page read by a person": 200, "pages and calls read by nobody": 100 },
  ...{ "wallet.amount_too_small": 10, "wallet.own_address": 20, "ledger.insufficient_balance": 15 },
  ...{
    "auth.password_proof": 5,
    "wallet.quote_unknown": 5,
    "wallet.send_out_unknown": 5,
    "wallet.send_out_under_way": 3,
  },
  ...{ "offer.past_trades": 5, "offer.new_buyer_limit": 5, "offer.cap_used": 10, "trade.amount_not_offered": 5 },
  ...{ "trade.amount_out_of_range": 5, "an offer taken again": 20, "1 of two starts at once": 10 },
  ...{ "2 of two starts at once": 5 },
  ...{ "a special offer": 100, "offer.special_partner": 60, "offer.special_locked": 8, "offer.special_pair": 5 },
  ...{ "offer.special_too_many": 5, "offer.not_found": 20, "offer.own": 5, "offer.special_over": 40 },
  ...{ "a partner at a locked price": 60, "a lock in its last minute": 3, "a lock at its end": 3 },
  ...{
    "a silent offer taken": 40,
    "a start with cashback": 60,
    "a list of an owner's offers": 60,
    "a list without what is in none": 30,
  },
  ...{ "a page of a special offer": 10, "no page of a special offer": 30 },
  ...{ "not_funded to funds_processing": 8, "funds_processing to funds_processed": 2, fund: 5 },
  ...{
    "funds_processing to not_funded": 1,
    reorganise: 60,
    "a credited deposit lost": 10,
    "a loss of the operator": 1,
  },
  ...{ outage: 20, away: 30, back: 60, "wallet.rail_unavailable": 10 },
  ...{ "auth.proof_limit": 3, "another passkey": 20, "wallet.security_hold": 10 },
  ...{ "same key again": 300, "idempotency.other_body": 30 },
  ...{ "spot order": 600, "spot fill": 150, "spot cancel": 80, "spot amend": 80 },
  ...{ "spot.price_far": 30, "spot.too_small": 50, "spot.no_session": 15, "spot.order_ended": 50 },
  ...{ "spot.order_unknown": 30, "spot.amend_lower": 15, "a spot process that was replaced": 100 },
  ...{
    "a Lightning invoice": 300,
    "sent over Lightning": 300,
    "settled over Lightning": 100,
    "came back from Lightning": 80,
  },
  ...{ "credited over Lightning": 60, "paid over Lightning inside": 20, "paid over Lightning from outside": 100 },
  ...{ "dispute.too_early": 1, "dispute.second_person": 3, "trade.not_yours": 80, "trade.reopen_too_late": 1 },
  ...{ "trade.cancel_refused": 20, "trade.start_halted": 10, "ledger.halted": 10, LEDGER_ASYNC_MODE: 5 },
} as const;
const FLOORS_ARE_OF = 60;

/** Of a few schedules as much less, and a quarter of that; what would then be looked for once is left to a whole run. */
export function assertFloors(met: ReadonlyMap<string, number>, schedules: number): void {
  const share = schedules >= FLOORS_ARE_OF ? 1 : schedules / FLOORS_ARE_OF / 4;
  for (const [what, floor] of Object.entries(FLOORS)) {
    const least = Math.floor(floor * share);
    if (share < 1 && least < 2) continue;
    assert.ok((met.get(what) ?? 0) >= least, `${what} came ${met.get(what) ?? 0} times, and ${least} at least should`);
  }
}
