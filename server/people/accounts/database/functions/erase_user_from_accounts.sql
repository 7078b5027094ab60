create or replace function erase_user_from_accounts(person bigint) returns void
language sql set search_path = public, pg_temp as $$
  update users
  set username_changed_at = market_now(), email_confirmed_at = null, full_name_visibility = 'hidden', bio = '', locale = 'en',
      currency_code = 'USD', timezone = 'UTC', tours_completed = '{}', granted_level = null,
      sign_in_country = null, usual_country = null, verified_level = null, corporate_since = null, company_name_sealed = null,
      company_postponed_until = null, shows_business_name = false
  where users.id = person
$$;
revoke all on function erase_user_from_accounts(bigint) from public;
