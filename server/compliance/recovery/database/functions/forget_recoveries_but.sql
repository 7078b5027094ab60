-- For the operator, after the market's secret was exchanged: recoveries sealed with another secret end. A stop stays in force,
-- and accounts that were held send nothing out for some days. Returns how many.
create or replace function forget_recoveries_but(version integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  at   timestamptz := market_now();
  old  account_recoveries;
  many int := 0;
begin
  for old in
    select one.* from account_recoveries one
    where case when length(one.details_sealed) = 0 then false else get_byte(one.details_sealed, 0) <> version end
    order by one.user_id, one.id
  loop
    old := locked_recovery(old.id);
    if old.status in ('approved', 'ready') then
      perform loosen_recovery(old.user_id, at);
    end if;
    if old.ended_at is null then
      perform end_recovery(old.id, 'expired', at);
    end if;
    perform blank_recovery(old.id);
    many := many + 1;
  end loop;
  return many;
end $$;
revoke all on function forget_recoveries_but(integer) from public;
