-- Of the present transaction, as its process has said; null where it has not.
create or replace function called_from() returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select nullif(current_setting('parley.called_from', true), '')::jsonb
$$;
revoke all on function called_from() from public;
