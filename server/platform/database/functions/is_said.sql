create or replace function is_said(words text) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select words ~ U&'[^[:space:]\00A0\00AD\034F\061C\115F\1160\1680\180E\2000-\200F\2028-\202F\205F-\206F\2800\3000\3164\FEFF\FFA0\FFFC]'
$$;
