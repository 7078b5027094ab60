-- One moderator, or who has taken over one, awarded as much in a day as they could prove. What one member of the staff awards, proposes or
-- confirms within twenty-four hours has a number and a sum, which are settings: whoever has reached one leaves the next case to a
-- colleague. Counted by the spent proofs of awards, which the signer alone writes, each trade once.
-- Owned by outward/staff, market/trades and market/disputes.

insert into setting_rules (name, shape, initial, takes_two)
values
  ('disputes.awards_a_day', '{"type":"integer","minimum":1,"maximum":10000}', '50', true),
  ('disputes.awards_day_usd', '{"type":"integer","minimum":1,"maximum":10000000}', '25000', true);

create index proofs_of_awards on proofs (user_id, spent_at) where subject like 'staff_award:%';

-- Whether an award about this trade is within what a person may award in a day.
create function awards_in_day(person bigint, trade_id bigint, usd_cents bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) < (setting_value('disputes.awards_a_day') #>> '{}')::bigint
    -- The first of a day may be of any size: a trade above the sum has to be decided as well, and by two.
    and (coalesce(sum(trade.usd_cents), 0) = 0 or sum(trade.usd_cents) + awards_in_day.usd_cents
      <= 100 * (setting_value('disputes.awards_day_usd') #>> '{}')::bigint)
  from (
    select distinct split_part(proof.subject, ':', 2)::bigint as id
    from proofs proof
    where proof.user_id = awards_in_day.person and proof.subject like 'staff_award:%'
      and proof.spent_at > market_now() - interval '24 hours'
  ) judged
  join trades trade on trade.id = judged.id
  where trade.id <> awards_in_day.trade_id
$$;
revoke all on function awards_in_day(bigint, bigint, bigint) from public;
grant execute on function awards_in_day(bigint, bigint, bigint) to parley_web, parley_signer;

do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['has_second(text, bigint, bigint)', 'or (may_judge(has_second.actor_id) and (',
     'or (may_judge(has_second.actor_id)
    and awards_in_day(has_second.actor_id, split_part(has_second.subject, '':'', 2)::bigint, has_second.usd_cents) and ('],
    ['propose_award(text, bigint, text, bigint, text, text, timestamptz)', 'then ''not_judge''',
     'then ''not_judge''
    when not awards_in_day(moderator_id, trade.id, trade.usd_cents) then ''day_limit''']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;
