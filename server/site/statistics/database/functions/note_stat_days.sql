-- Computes the figures of these days from the trades that ended on them; what was there is replaced, so twice is once.
create or replace function note_stat_days(first_day date, last_day date, at timestamp with time zone) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform pg_advisory_xact_lock(hashtext('stat_days'));
  delete from stat_days known
  where known.day between first_day and last_day;
  insert into stat_days (day, coin, trades, volume_cents, people, timed, release_median_sec, disputes, computed_at)
  with counted as (
    select one.id, (one.ended_at at time zone 'UTC')::date as day, one.crypto, one.usd_cents, one.buyer_id, one.seller_id,
      one.status in ('released', 'dispute_won_buyer', 'chargeback_started', 'chargeback_paid') as is_success,
      one.dispute_opened_at is not null as is_disputed,
      case when one.status = 'released' then greatest(extract(epoch from one.released_at - one.paid_at), 0)::int end as release_sec
    from trades one
    where one.ended_at >= first_day::timestamp at time zone 'UTC' and one.ended_at < (last_day + 1)::timestamp at time zone 'UTC'
  ), figures as (
    select one.day, coalesce(one.crypto, 'all') as coin,
      (count(*) filter (where one.is_success))::int as trades,
      coalesce(sum(one.usd_cents) filter (where one.is_success), 0)::bigint as volume_cents,
      count(one.release_sec)::int as timed,
      percentile_disc(0.5) within group (order by one.release_sec) as release_median_sec,
      (count(*) filter (where one.is_disputed))::int as disputes
    from counted one
    where one.is_success or one.is_disputed
    group by grouping sets ((one.day), (one.day, one.crypto))
  ), sides as (
    select one.day, coalesce(one.crypto, 'all') as coin, count(distinct side.person)::int as people
    from counted one
    cross join lateral (values (one.buyer_id), (one.seller_id)) as side (person)
    where one.is_success or one.is_disputed
    group by grouping sets ((one.day), (one.day, one.crypto))
  )
  select date.day::date, which.coin, coalesce(figure.trades, 0), coalesce(figure.volume_cents, 0), coalesce(side.people, 0),
    coalesce(figure.timed, 0), figure.release_median_sec, coalesce(figure.disputes, 0), at
  from generate_series(first_day, last_day, interval '1 day') as date (day)
  cross join (values ('all'), ('BTC'), ('ETH'), ('USDT')) as which (coin)
  left join figures figure on figure.day = date.day::date and figure.coin = which.coin
  left join sides side on side.day = date.day::date and side.coin = which.coin;
end $$;
revoke all on function note_stat_days(date,date,timestamp with time zone) from public;
grant execute on function note_stat_days(date,date,timestamp with time zone) to parley_worker;
