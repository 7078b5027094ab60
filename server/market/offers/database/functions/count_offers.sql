create or replace function count_offers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into offer_counts as known (side, crypto, fiat, method_id, active_count)
    select side, crypto, fiat, method_id, count(*)::int
    from added
    where active
    group by side, crypto, fiat, method_id
    order by side, crypto, fiat, method_id
    on conflict (side, crypto, fiat, method_id) do update
    set active_count = known.active_count + excluded.active_count;
    insert into offer_totals as known (side, crypto, fiat, active_count)
    select side, crypto, fiat, count(*)::int
    from added
    where active
    group by side, crypto, fiat
    order by side, crypto, fiat
    on conflict (side, crypto, fiat) do update
    set active_count = known.active_count + excluded.active_count;
  else
    insert into offer_counts as known (side, crypto, fiat, method_id, active_count)
    select side, crypto, fiat, method_id, sum(step)::int
    from (
      select side, crypto, fiat, method_id, 1 as step from added where active
      union all
      select side, crypto, fiat, method_id, -1 from removed where active
    ) as steps
    group by side, crypto, fiat, method_id
    having sum(step) <> 0
    order by side, crypto, fiat, method_id
    on conflict (side, crypto, fiat, method_id) do update
    set active_count = known.active_count + excluded.active_count;
    insert into offer_totals as known (side, crypto, fiat, active_count)
    select side, crypto, fiat, sum(step)::int
    from (
      select side, crypto, fiat, 1 as step from added where active
      union all
      select side, crypto, fiat, -1 from removed where active
    ) as steps
    group by side, crypto, fiat
    having sum(step) <> 0
    order by side, crypto, fiat
    on conflict (side, crypto, fiat) do update
    set active_count = known.active_count + excluded.active_count;
  end if;
  return null;
end $$;
