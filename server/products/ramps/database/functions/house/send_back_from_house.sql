-- The payee's bank in the demo sends a payout back after it was made. False where there is none.
create or replace function send_back_from_house(reference uuid, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update house_bank_orders made set state = 'came_back'
  where made.reference = send_back_from_house.reference and made.direction = 'sell' and made.state = 'paid';
  if not found then return false; end if;
  insert into house_bank_lines (kind, reference, cents, at)
  select 'return', made.reference::text, made.cents, at from house_bank_orders made where made.reference = send_back_from_house.reference;
  perform house_bank_tells(reference, at);
  return true;
end $$;
revoke all on function send_back_from_house(uuid,timestamp with time zone) from public;
grant execute on function send_back_from_house(uuid,timestamp with time zone) to parley_web;
