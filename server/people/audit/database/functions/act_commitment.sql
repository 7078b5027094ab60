create or replace function act_commitment(salt bytea, field text, words text) returns bytea
language sql immutable set search_path = public, pg_temp as $$
  select sha256(salt || convert_to(field || E'\n' || words, 'utf8'))
$$;
revoke all on function act_commitment(bytea,text,text) from public;
