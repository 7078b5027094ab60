-- Some people move nothing before identity, email, address and phone are all verified: those of registration group 1, which follows
-- from the country of an account when it is opened. What blocks a wallet is counted in one place, for every call and every page.
-- Owned by people/accounts.

insert into setting_rules (name, shape, initial, takes_two)
values
  ('accounts.group_one_countries', '{"maxItems":250,"type":"array","items":{"type":"string","pattern":"^[A-Z]{2}$"}}', '[]', true);

alter table users
  -- 1: identity, email, address and phone before anything moves. 2: by level.
  add column registration_group smallint not null default 2 check (registration_group in (1, 2)),
  -- Identity, address and phone are verified.
  add column is_identified boolean not null default false;
update users
set is_identified = true
where verified_level >= 2.5 and has_confirmed_phone(users.id)
  and exists (
    select from verifications known where known.user_id = users.id and known.kind = 'address' and known.status = 'approved');

-- YY is every country.
create function choose_registration_group() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.registration_group :=
    case when setting_value('accounts.group_one_countries') ?| array[new.country_iso, 'YY'] then 1 else 2 end;
  return new;
end $$;
create trigger registration_group_is_chosen before insert on users
  for each row execute function choose_registration_group();

-- The level that documents and a confirmed phone give, as they stand, and whether somebody is identified.
create or replace function settle_level(user_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  stands text[];
begin
  -- What stands is read when nobody else settles it.
  perform from users where users.id = settle_level.user_id for update;
  stands := array(
    select known.kind from verifications known
    where known.user_id = settle_level.user_id and known.status = 'approved');
  update users
  set verified_level = case
    -- Two reviewers have gone through its registration, owners and address: that is the enhanced diligence of level 3.
    when 'company' = any (stands) and 'id' = any (stands) then 3
    when 'id' = any (stands) and 'address' = any (stands) then 2.5
    when 'id' = any (stands) then 2
    when has_confirmed_phone(users.id) then 1.5
  end,
    is_identified = 'id' = any (stands) and 'address' = any (stands) and has_confirmed_phone(users.id)
  where users.id = settle_level.user_id;
end $$;

-- Why somebody's wallet is blocked; empty where it is not. A country may ask everybody for an identity, or be closed: then whoever is
-- of it is not asked for what nobody of it can show, and what is theirs leaves. Signing in from a closed country frees nobody.
create function wallet_block_reasons(user_id bigint) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array_remove(array[
      case when needed.id and not closed.to_them then 'ID_REQUIRED' end,
      case when setting_value('catalog.disabled_countries') ?| array[person.country_iso, person.sign_in_country]
        or (needed.id and closed.to_them) then 'BLOCKED_IN_LOCATION' end
    ], null)
  from users person
  cross join lateral (select
    (person.registration_group = 1 and not (person.is_identified and person.email_confirmed_at is not null))
      or (person.email_confirmed_at is not null and person.level < 2
        and setting_value('catalog.gray_countries') ? person.country_iso) as id) as needed
  cross join lateral (select
    setting_value('catalog.disabled_countries') ? person.country_iso
      or setting_value('verification.closed_countries') ? person.country_iso as to_them) as closed
  where person.id = wallet_block_reasons.user_id
$$;

-- Who keeps what somebody may do is told of these columns too.
drop trigger viewers_of_users on users;
create trigger viewers_of_users
  after update of external_id, username, country_iso, is_demo, granted_level, verified_level, email_confirmed_at, is_identified,
    sign_in_country
  on users for each row execute function note_viewer('id');

revoke all on function choose_registration_group, wallet_block_reasons from public;
grant execute on function wallet_block_reasons to parley_web, parley_worker;
