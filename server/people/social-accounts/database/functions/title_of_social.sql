create or replace function title_of_social(provider text) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select known.title from social_providers known where known.id = title_of_social.provider), provider)
$$;
revoke all on function title_of_social(text) from public;
