create or replace function end_wait_for_payer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update trades set payer_awaited = false, version = version + 1 where id = new.trade_id and payer_awaited;
  return null;
end $$;
revoke all on function end_wait_for_payer() from public;
