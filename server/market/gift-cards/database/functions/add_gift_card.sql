-- 'added', or 'duplicate' where the platform has had this code, or sold it to somebody else or took it back. What its owner deleted unused they may bring again.
create or replace function add_gift_card(owner_id bigint, hash text, payment_method_id integer, kind text, fiat_code text, fiat_digits integer, fiat_units bigint, code_sealed bytea, code_mark bytea, at timestamp with time zone) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  perform assert_may_act_for(array[owner_id]);
  if exists (
    select from store_codes code
    where code.mark = code_mark and (code.user_id <> owner_id or code.report_status is not null)
  ) then return 'duplicate'; end if;
  insert into gift_cards as known (
    hash, owner_id, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, code_sealed, code_mark, status, added_at)
  values (hash, owner_id, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, code_sealed, code_mark, 'free', at)
  on conflict on constraint gift_cards_code_mark_key do update
  set hash = excluded.hash, payment_method_id = excluded.payment_method_id, kind = excluded.kind,
      fiat_code = excluded.fiat_code, fiat_digits = excluded.fiat_digits, fiat_units = excluded.fiat_units,
      code_sealed = excluded.code_sealed, status = 'free', added_at = excluded.added_at, deleted_at = null, offer_hash = null,
      bought_at = null, code_form = null, checked_at = null, challenge = null, challenge_at = null
  where known.owner_id = excluded.owner_id and known.status = 'deleted';
  if found then return 'added'; end if;
  update gift_cards known
  set brought_again_at = at
  where known.code_mark = add_gift_card.code_mark and known.owner_id <> add_gift_card.owner_id;
  return case when found then 'noted' else 'duplicate' end;
end $$;
revoke all on function add_gift_card(bigint,text,integer,text,text,integer,bigint,bytea,bytea,timestamp with time zone) from public;
grant execute on function add_gift_card(bigint,text,integer,text,text,integer,bigint,bytea,bytea,timestamp with time zone) to parley_web;
