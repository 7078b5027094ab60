-- What is given: the id of an offer, hundredths of a percent, cents.
create or replace function cashback_fits(user_id bigint, detail text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select cashback_fits.detail ~ '^[A-Za-z0-9]{10,32}:[1-9][0-9]{0,3}:[1-9][0-9]{0,6}$'
    and split_part(cashback_fits.detail, ':', 2)::int <= 1000 and split_part(cashback_fits.detail, ':', 3)::int <= 1000000
    and exists (select from users person where person.id = cashback_fits.user_id)
$$;
revoke all on function cashback_fits(bigint,text) from public;
