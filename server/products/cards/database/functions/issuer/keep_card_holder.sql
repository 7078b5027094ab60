-- The issuer's id of a user, once.
create or replace function keep_card_holder(user_id bigint, issuer text, reference text, at timestamp with time zone) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_now(at);
  update card_holders holder set issuer_ref = reference
  where holder.user_id = keep_card_holder.user_id and holder.issuer = keep_card_holder.issuer and holder.issuer_ref is null;
  return found;
end $$;
revoke all on function keep_card_holder(bigint,text,text,timestamp with time zone) from public;
grant execute on function keep_card_holder(bigint,text,text,timestamp with time zone) to parley_worker;
