-- Whether an award about this trade is within what a person may award in a day.
create or replace function awards_in_day(person bigint, trade_id bigint, usd_cents bigint) returns boolean
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
revoke all on function awards_in_day(bigint,bigint,bigint) from public;
grant execute on function awards_in_day(bigint,bigint,bigint) to parley_signer, parley_web;
