-- A null value means the default.
create or replace function hold_setting() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.value <> 'null' and exists (
    select
    from setting_rules rule
    where rule.name = new.name and not value_fits(rule.shape, new.value)
  ) then
    raise exception 'the value does not fit the setting %', new.name using errcode = 'check_violation';
  end if;
  return new;
end $$;
