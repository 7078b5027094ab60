-- What may be ordered of a product in a day: by a user, by one in the first week of the account, or by all users at one provider.
create or replace function product_limit_cents(product text, of_whom text) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select 100 * (setting_value(case
    when product = 'top_up' then case of_whom
      when 'user' then 'top_up.user_usd_day'
      when 'new_user' then 'top_up.new_user_usd_day'
      when 'provider' then 'top_up.provider_usd_day' end
    when product = 'store' then case of_whom
      when 'user' then 'store.user_usd_day'
      when 'new_user' then 'store.new_user_usd_day'
      when 'provider' then 'store.provider_usd_day' end
    when product in ('on_ramp', 'off_ramp') then case of_whom
      when 'user' then 'ramp.user_usd_day'
      when 'new_user' then 'ramp.new_user_usd_day'
      when 'provider' then 'ramp.provider_usd_day' end
  end) #>> '{}')::bigint
$$;
revoke all on function product_limit_cents(text,text) from public;
