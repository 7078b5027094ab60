-- What may be ordered of a product in a day: by a user, by one in the first week of the account (new_user), or by all users at one provider.
create or replace function product_limit_cents(product text, of_whom text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select 100 * (setting_value((case
    when product = 'top_up' then array['top_up.user_usd_day', 'top_up.new_user_usd_day', 'top_up.provider_usd_day']
    when product = 'store' then array['store.user_usd_day', 'store.new_user_usd_day', 'store.provider_usd_day']
    when product in ('on_ramp', 'off_ramp') then array['ramp.user_usd_day', 'ramp.new_user_usd_day', 'ramp.provider_usd_day']
  end)[array_position(array['user', 'new_user', 'provider'], of_whom)]) #>> '{}')::bigint
$$;
revoke all on function product_limit_cents(text,text) from public;
