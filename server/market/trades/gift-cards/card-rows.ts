/** The status of a card agrees with the status of its trade. A full check only, because it reads every card. */
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../../money/ledger/index.ts";

export const CARD_CHECKS: readonly InvariantCheck[] = [{ id: "I23", find: cardsFollowTheirTrades }];

/**
 * A side that shared a card has one in the trade; a waiting card is in an open trade; a code was seen when the trade says so.
 */
async function cardsFollowTheirTrades(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ says: string }>`
    select 'trade ' || trades.hash || ' is ' || trades.status || ' without its card' as says
    from trades
    where trades.status in ('gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared')
      and not exists (
        select
        from gift_cards card
        where card.trade_id = trades.id and card.status in ('in_use', 'revealed'))
    union all
    select 'a card is in use in trade ' || trades.hash || ', which is ' || trades.status
    from gift_cards card
    join trades on trades.id = card.trade_id
    where card.status = 'in_use' and (trades.ended_at is not null or trades.flow_type <> 'gcc-auto')
    union all
    select 'trade ' || trades.hash || ' showed a code that nobody has seen'
    from trades
    where trades.code_revealed_at is not null
      and not exists (
        select
        from gift_cards card
        join gift_card_reveals seen on seen.gift_card_id = card.id
        where card.trade_id = trades.id and seen.at = trades.code_revealed_at and card.revealed_at = seen.at)
    limit 10`;
  return rows.map(({ says }) => says);
}
