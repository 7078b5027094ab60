-- Numbers and names go; orders name the account by number.
create or replace function erase_user_from_ramps(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update ramp_orders
  set party_sealed = '', instructions_sealed = null, payer_sealed = case when payer_sealed is not null then ''::bytea end
  where user_id = person;
end $$;
revoke all on function erase_user_from_ramps(bigint) from public;
