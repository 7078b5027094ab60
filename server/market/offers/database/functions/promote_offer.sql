-- Locks the owner, so that two at once count each other. The outcome: promoted, unknown, to_buy, not_active, not_yours, none_left, promoted_already.
create or replace function promote_offer(owner_id bigint, hash text, days integer, at timestamp with time zone) returns TABLE(outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  offer     offers;
  standing  record;
begin
  perform assert_now(at);
  if (days between 1 and (setting_value('offers.promotion_days') #>> '{}')::int) is not true then
    raise exception 'no promotion lasts % days', days using errcode = 'check_violation';
  end if;
  perform from users person where person.id = owner_id for no key update;
  select found.* into offer
  from offers found
  where found.hash = promote_offer.hash and found.owner_id = promote_offer.owner_id and found.deleted_at is null
  for no key update;
  select counted.* into standing from promotions_of(owner_id, at) counted;
  outcome := case
    when offer.id is null then 'unknown'
    when offer.side <> 'sell' then 'to_buy'
    when standing.total = 0 then 'not_yours'
    when not offer.active then 'not_active'
    when offer.promoted_until > at then 'promoted_already'
    when standing.used >= standing.total then 'none_left'
    else 'promoted'
  end;
  if outcome = 'promoted' then
    update offers
    set is_featured = true, is_stickied = true, promoted_until = at + make_interval(days => days)
    where offers.id = offer.id;
  end if;
  return next;
end $$;
revoke all on function promote_offer(bigint,text,integer,timestamp with time zone) from public;
grant execute on function promote_offer(bigint,text,integer,timestamp with time zone) to parley_web;
