-- The issuer's program is over for good. False where it is already, or there is no such issuer.
create or replace function end_card_program(issuer text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  if issuer not in ('house_issuer', 'stripe_issuing') then return false; end if;
  insert into card_program_ends (issuer, at) values (issuer, at) on conflict do nothing;
  return found;
end $$;
revoke all on function end_card_program(text,timestamp with time zone) from public;
