-- Takes so much for the issuer: of what is held for it, then of the balance; for the rest the operator pays and the user owes. Returns what is owed.
create or replace function take_card_money(kind text, subject text, held bigint, user_id bigint, units bigint, at timestamp with time zone) returns bigint
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  free  bigint := least(units - held, card_balance(user_id));
  owed  bigint := units - held - free;
  parts bigint[] := array[held, free, owed];
  names text[] := array[card_account(user_id, true), card_account(user_id, false), 'house:USD:loss'];
begin
  if (
    select (post_each(
      array[kind], array[subject], at, array_agg(1), array_agg(names[place]), array_agg('outside:USD:issuer'::text), array_agg(parts[place])))[1]
    from generate_subscripts(parts, 1) as place
    where parts[place] > 0
  ) <> 'posted' then
    raise exception '% of % was not posted', kind, subject using errcode = 'check_violation';
  end if;
  if owed > 0 then
    insert into card_debts as debt (user_id, units, changed_at) values (user_id, owed, at)
    on conflict on constraint card_debts_pkey do update set units = debt.units + excluded.units, changed_at = excluded.changed_at;
  end if;
  return owed;
end $$;
revoke all on function take_card_money(text,text,bigint,bigint,bigint,timestamp with time zone) from public;
