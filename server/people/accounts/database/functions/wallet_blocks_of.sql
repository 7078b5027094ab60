-- Why wallets are blocked; a row for each user, empty where their wallet is open. A country may require an identity of every
-- user, or be closed: its users cannot provide one then, so they may withdraw without it. Signing in from a closed country
-- exempts nobody.
create or replace function wallet_blocks_of(user_ids bigint[]) returns TABLE(user_id bigint, reasons text[])
language plpgsql stable security definer rows 10 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  disabled constant jsonb := setting_value('catalog.disabled_countries');
  gray     constant jsonb := setting_value('catalog.gray_countries');
  closed   constant jsonb := setting_value('verification.closed_countries');
  -- For whom the basic verification is enough.
  basic    constant bigint[] := flags_on('isBasicVerificationEnabled', user_ids);
begin
  return query
  select person.id, array_remove(array[
      case when needed.id and not is_closed.to_them then 'ID_REQUIRED' end,
      case when disabled ?| array[person.country_iso, person.sign_in_country] or (needed.id and is_closed.to_them)
        then 'BLOCKED_IN_LOCATION' end
    ], null)
  from users person
  cross join lateral (
    select (person.registration_group = 1 and not (person.is_identified and person.email_confirmed_at is not null))
      or (person.email_confirmed_at is not null and person.level < 2
        and (gray ? person.country_iso or person.id <> all (basic))) as id) as needed
  cross join lateral (select disabled ? person.country_iso or closed ? person.country_iso as to_them) as is_closed
  where person.id = any (user_ids);
end $$;
revoke all on function wallet_blocks_of(bigint[]) from public;
grant execute on function wallet_blocks_of(bigint[]) to parley_web, parley_worker;
