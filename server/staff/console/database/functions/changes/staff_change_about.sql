create or replace function staff_change_about(user_id bigint, detail text) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select person.username || ': ' from users person where person.id = user_id), '') || detail
$$;
revoke all on function staff_change_about(bigint,text) from public;
