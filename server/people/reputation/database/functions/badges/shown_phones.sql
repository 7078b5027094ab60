create or replace function shown_phones(user_ids bigint[]) returns TABLE(user_id bigint, line_type text, country_iso text)
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  select phone.user_id, phone.line_type, phone.country_iso
  from phones phone
  where phone.user_id = any (user_ids) and phone.confirmed_at is not null
$$;
revoke all on function shown_phones(bigint[]) from public;
grant execute on function shown_phones(bigint[]) to parley_web, parley_worker;
