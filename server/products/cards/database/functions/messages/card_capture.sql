-- Takes what a merchant captured, of its hold first. Returns what the user owes of it.
create or replace function card_capture(external_id text, authorization_id bigint, user_id bigint, units bigint, at timestamp with time zone) returns bigint
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  held bigint := least(units, coalesce((
    select standing.held_units from card_authorizations standing where standing.id = authorization_id), 0));
begin
  update card_authorizations standing set held_units = standing.held_units - held, captured_units = standing.captured_units + units
  where standing.id = authorization_id;
  return take_card_money('card_capture', external_id, held, user_id, units, at);
end $$;
revoke all on function card_capture(text,bigint,bigint,bigint,timestamp with time zone) from public;
