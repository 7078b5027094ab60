-- An offer could be shown as featured, and nothing ever featured one. Expert traders promote offers to sell, some at a time, each for some
-- days: it stands before the others of its market, and says why. No process writes that beside these functions. Owned by market/offers.

insert into setting_rules (name, shape, initial, takes_two) values
  ('offers.promotions', '{"type":"integer","minimum":0,"maximum":100}', '3', false),
  ('offers.promotion_days', '{"type":"integer","minimum":1,"maximum":90}', '7', false);

-- While it is promoted; featured and stickied until then.
alter table offers add column promoted_until timestamptz;
create index offers_promoted on offers (promoted_until) where promoted_until is not null;
create index offers_promoted_of_owner on offers (owner_id) where promoted_until is not null;

do $$
declare
  login text;
begin
  foreach login in array array['parley_web', 'parley_worker', 'parley_chain'] loop
    execute format('revoke insert (is_featured, is_stickied), update (is_featured, is_stickied) on offers from %I', login);
  end loop;
end $$;

-- How many somebody may promote at a time, and does.
create function promotions_of(owner_id bigint, at timestamptz) returns table (total int, used int)
language sql stable security definer set search_path = public, pg_temp as $$
  select case when exists (
           select
           from user_reputation known
           where known.user_id = promotions_of.owner_id and known.tier = 'expert_trader'
         ) then (setting_value('offers.promotions') #>> '{}')::int else 0 end,
         (select count(*)::int
          from offers offer
          where offer.owner_id = promotions_of.owner_id and offer.promoted_until > promotions_of.at and offer.deleted_at is null)
$$;

-- Locks the owner, so that two at once count each other. The outcome: promoted, unknown, to_buy, not_active, not_yours, none_left, promoted_already.
create function promote_offer(owner_id bigint, hash text, days int, at timestamptz)
returns table (outcome text) language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Takes what has ended away; whose offers those were.
create function end_promotions(at timestamptz) returns setof bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  return query
  with ended as (
    select offer.id
    from offers offer
    where offer.promoted_until <= end_promotions.at
    order by offer.id
    for no key update
  ), changed as (
    update offers
    set is_featured = false, is_stickied = false, promoted_until = null
    from ended
    where offers.id = ended.id
    returning offers.owner_id
  )
  select distinct changed.owner_id from changed;
end $$;

revoke all on function promotions_of, promote_offer, end_promotions from public;
grant execute on function promotions_of, promote_offer to parley_web;
grant execute on function promotions_of, end_promotions to parley_worker;
