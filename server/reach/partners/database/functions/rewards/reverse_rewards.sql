-- Takes back rewards whose fee was given back: those that nobody claimed are cancelled, of a claimed one there is a negative one. Call it last: it locks
-- accounts of the ledger.
create or replace function reverse_rewards(entry_ids bigint[], at timestamp with time zone) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  insert into reward_entries (trade_id, subject, purpose, round, person_id, partner_id, referrer_id, tier, rate_id, currency, fee_units, units,
    status, why, at, held_until, reverses)
  select entry.trade_id, entry.subject, entry.purpose, entry.round, entry.person_id, entry.partner_id, entry.referrer_id, entry.tier,
    entry.rate_id, entry.currency, entry.fee_units, -entry.units, 'open', 'fee_reversed', at, at, entry.id
  from reward_entries entry
  where entry.id = any (entry_ids) and entry.status = 'claimed' and entry.reverses is null
  order by entry.id
  on conflict do nothing;
  perform cancel_rewards(entry_ids, 'fee_reversed', at);
end $$;
revoke all on function reverse_rewards(bigint[],timestamp with time zone) from public;
