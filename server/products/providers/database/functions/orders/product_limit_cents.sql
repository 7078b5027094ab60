-- What may be ordered of a product in a day: by a user, by one in the first week of the account (new_user), or by all users at one provider.
create or replace function product_limit_cents(product text, of_whom text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select 100 * (setting_value(
    case when product in ('on_ramp', 'off_ramp') then 'ramp' else product end || '.' || of_whom || '_usd_day') #>> '{}')::bigint
$$;
revoke all on function product_limit_cents(text,text) from public;
