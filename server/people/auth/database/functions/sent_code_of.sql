-- The newest code of a user for just this thing, while it is valid. Of a browser that is added the newest of any.
create or replace function sent_code_of(user_id bigint, subject text) returns TABLE(sent_by text, delivery text, error_code integer, made_at timestamp with time zone, is_spent boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select code.sent_by, code.delivery, code.error_code, code.made_at, code.spent_at is not null
  from sent_codes code
  where code.user_id = sent_code_of.user_id and code.expires_at > market_now()
    and (code.subject = sent_code_of.subject
      or sent_code_of.subject = 'add_factor:push' and starts_with(code.subject, 'add_factor:push_device:'))
  order by code.id desc
  limit 1
$$;
revoke all on function sent_code_of(bigint,text) from public;
grant execute on function sent_code_of(bigint,text) to parley_web;
