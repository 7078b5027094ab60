-- Computes the figures of the traders of these days, as note_stat_days does those of the market; what was there is replaced.
create or replace function note_stat_traders(first_day date, last_day date, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(hashtext('stat_days'));
  delete from stat_traders known
  where known.day between first_day and last_day;
  insert into stat_traders (day, coin, user_id, trades, volume_cents, sold, timed, release_sec, disputes)
  with counted as (
    select (one.ended_at at time zone 'UTC')::date as day, one.crypto, one.usd_cents, one.buyer_id, one.seller_id,
      one.status in ('released', 'dispute_won_buyer', 'chargeback_started', 'chargeback_paid') as is_success,
      one.dispute_opened_at is not null as is_disputed,
      case when one.status = 'released' then greatest(extract(epoch from one.released_at - one.paid_at), 0)::int end as release_sec
    from trades one
    where one.ended_at >= first_day::timestamp at time zone 'UTC' and one.ended_at < (last_day + 1)::timestamp at time zone 'UTC'
  )
  select one.day, one.crypto, side.person,
    (count(*) filter (where one.is_success))::int,
    coalesce(sum(one.usd_cents) filter (where one.is_success), 0)::bigint,
    (count(*) filter (where one.is_success and side.sold))::int,
    (count(one.release_sec) filter (where side.sold))::int,
    coalesce(sum(one.release_sec) filter (where side.sold), 0)::bigint,
    (count(*) filter (where one.is_disputed))::int
  from counted one
  cross join lateral (values (one.buyer_id, false), (one.seller_id, true)) as side (person, sold)
  where one.is_success or one.is_disputed
  group by one.day, one.crypto, side.person;
end $$;
revoke all on function note_stat_traders(date,date,timestamp with time zone) from public;
grant execute on function note_stat_traders(date,date,timestamp with time zone) to parley_worker;
