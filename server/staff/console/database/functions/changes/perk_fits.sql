-- The method, 0 for all; what is paid in hundredths of a percent; for how many days.
create or replace function perk_fits(detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select perk_fits.detail ~ '^(0|[1-9][0-9]{0,5}):(0|[1-9][0-9]{0,3}):[1-9][0-9]{0,2}$'
    and split_part(perk_fits.detail, ':', 2)::int <= 2000 and split_part(perk_fits.detail, ':', 3)::int <= 365
    and (
      split_part(perk_fits.detail, ':', 1) = '0'
      or exists (select from method_fees method where method.method_id::text = split_part(perk_fits.detail, ':', 1)))
$$;
revoke all on function perk_fits(text) from public;
