-- Takes what a merchant captured: of the hold, then of the balance; for the rest the operator pays and the user owes. Returns what is owed.
create or replace function card_capture(external_id text, authorization_id bigint, user_id bigint, units bigint, at timestamp with time zone) returns bigint
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  held bigint := least(units, coalesce((
    select standing.held_units from card_authorizations standing where standing.id = authorization_id), 0));
  free bigint := least(units - held, card_balance(user_id));
  owed bigint := units - held - free;
  parts bigint[] := array[held, free, owed];
  names text[] := array[card_account(user_id, true), card_account(user_id, false), 'house:USD:loss'];
begin
  if (
    select (post_each(
      array['card_capture'], array[external_id], at, array_agg(1), array_agg(names[place]), array_agg('outside:USD:issuer'::text),
      array_agg(parts[place])))[1]
    from generate_subscripts(parts, 1) as place
    where parts[place] > 0
  ) <> 'posted' then
    raise exception 'the capture % was not posted', external_id using errcode = 'check_violation';
  end if;
  update card_authorizations standing set held_units = standing.held_units - held, captured_units = standing.captured_units + units
  where standing.id = authorization_id;
  if owed > 0 then
    insert into card_debts as debt (user_id, units, changed_at) values (user_id, owed, at)
    on conflict on constraint card_debts_pkey do update set units = debt.units + excluded.units, changed_at = excluded.changed_at;
  end if;
  return owed;
end $$;
revoke all on function card_capture(text,bigint,bigint,bigint,timestamp with time zone) from public;
