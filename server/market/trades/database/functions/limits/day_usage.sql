-- What a user used of the limits of a day, in cents: the whole hours, and of the hour in which the day began what belongs to it.
create or replace function day_usage(person bigint, at timestamp with time zone) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select (
    coalesce((select sum(slot.cents) from trade_usage_slots slot where slot.user_id = person and slot.begins_at > day.hour), 0)
    + coalesce((
      select sum(cents_for_limits(mine.usd_cents, mine.units, mine.buyer_share_units, mine.status, mine.ended_at))
      from trades mine
      where person in (mine.buyer_id, mine.seller_id) and mine.started_at > day.since and mine.started_at < day.hour + interval '1 hour'), 0)
    + coalesce((
      select sum(own.cents)
      from limit_uses own
      where own.user_id = person and own.begun_at > day.since and own.begun_at < day.hour + interval '1 hour'), 0))::bigint
  from (
    select at - interval '24 hours' as since, date_bin('1 hour', at - interval '24 hours', '2000-01-01 00:00+00') as hour
  ) as day
$$;
revoke all on function day_usage(bigint,timestamp with time zone) from public;
