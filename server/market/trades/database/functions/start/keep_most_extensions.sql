create or replace function keep_most_extensions() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.most_extensions := (setting_value('trades.extensions') #>> '{}')::int;
  return new;
end
$$;
