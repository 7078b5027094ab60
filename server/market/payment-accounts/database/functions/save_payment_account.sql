-- Stores a new one, or replaces an existing one: 'saved', 'taken' where they have the same already, 'many' where twenty of its
-- kind are stored, 'none' where they have no such one, 'in_use' while a sale of coins is paid to it. `told` is the label in their notification, without the account's number.
create or replace function save_payment_account(user_id bigint, public_id text, is_new boolean, kind text, facts jsonb, fields jsonb, sealed_with integer, mark bytea, told text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  at timestamptz;
begin
  perform from users where users.id = user_id for no key update;
  at := market_now();
  if is_new and 20 <= (
    select count(*) from payment_accounts known
    where known.user_id = save_payment_account.user_id and known.kind = save_payment_account.kind)
  then return 'many'; end if;
  if not is_new and exists (
    select from payment_accounts known
    where known.user_id = save_payment_account.user_id and known.public_id = save_payment_account.public_id and is_account_paid_out_to(known.id))
  then return 'in_use'; end if;
  begin
    if is_new then
      insert into payment_accounts (public_id, user_id, kind, country, country_iso, currency, is_personal, method_id, fields,
        sealed_with, mark, created_at, updated_at)
      values (public_id, user_id, kind, facts->>'country', facts->>'countryIso', facts->>'currency',
        (facts->>'isPersonal')::boolean, (facts->>'methodId')::int, fields, sealed_with, mark, at, at);
    else
      update payment_accounts known
      set country = facts->>'country', country_iso = facts->>'countryIso', currency = facts->>'currency',
          is_personal = (facts->>'isPersonal')::boolean, method_id = (facts->>'methodId')::int, fields = save_payment_account.fields,
          sealed_with = save_payment_account.sealed_with, mark = save_payment_account.mark, updated_at = at
      where known.user_id = save_payment_account.user_id and known.public_id = save_payment_account.public_id
        and known.kind = save_payment_account.kind;
      if not found then return 'none'; end if;
    end if;
  exception when unique_violation then
    return 'taken';
  end;
  perform note_activity(user_id, case when is_new then 'payment_account_added' else 'payment_account_changed' end, told);
  insert into events (type, subject, payload, at)
  values ('account.payment_account_changed', user_id::text, jsonb_build_object('detail', told), at);
  return 'saved';
end $$;
revoke all on function save_payment_account(bigint,text,boolean,text,jsonb,jsonb,integer,bytea,text) from public;
grant execute on function save_payment_account(bigint,text,boolean,text,jsonb,jsonb,integer,bytea,text) to parley_web;
