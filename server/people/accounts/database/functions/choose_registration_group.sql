-- YY is every country.
create or replace function choose_registration_group() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.registration_group :=
    case when setting_value('accounts.group_one_countries') ?| array[new.country_iso, 'YY'] then 1 else 2 end;
  return new;
end $$;
revoke all on function choose_registration_group() from public;
