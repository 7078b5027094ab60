-- Prices what a user will let a wallet elsewhere collect, for some seconds. The outcome: quoted; too_small; stale without a price.
create or replace function quote_lightning_withdrawal(hash text, user_id bigint, units bigint, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  if (units > 0) is not true then return 'too_small'; end if;
  return case when exists (select from keep_lightning_quote(hash, user_id, units, false, 'infinity', at)) then 'quoted' else 'stale' end;
end $$;
revoke all on function quote_lightning_withdrawal(text,bigint,bigint,timestamp with time zone) from public;
grant execute on function quote_lightning_withdrawal(text,bigint,bigint,timestamp with time zone) to parley_web;
