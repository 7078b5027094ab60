-- Each step of a trade asks of both its sides what blocks their wallets and what is shown of their phones, and each start what its seller
-- pays. These were asked person by person, each time with the settings anew: one question about all of them is as true and costs a third.
-- Badges end where nobody looked at can have one. Owned by people/accounts, people/phones, market/offers and people/reputation.

-- Why wallets are blocked; a row for each person, empty where theirs is not. A country may ask everybody for an identity, or be closed: then
-- whoever is of it is not asked for what nobody of it can show, and what is theirs leaves. Signing in from a closed country frees nobody.
create function wallet_blocks_of(user_ids bigint[]) returns table (user_id bigint, reasons text[])
language plpgsql stable security definer rows 10 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  disabled constant jsonb := setting_value('catalog.disabled_countries');
  gray     constant jsonb := setting_value('catalog.gray_countries');
  closed   constant jsonb := setting_value('verification.closed_countries');
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
      or (person.email_confirmed_at is not null and person.level < 2 and gray ? person.country_iso) as id) as needed
  cross join lateral (select disabled ? person.country_iso or closed ? person.country_iso as to_them) as is_closed
  where person.id = any (user_ids);
end $$;

drop function wallet_block_reasons(bigint);

-- What others read of confirmed phones; nothing of their numbers but where they are from.
drop function shown_phone(bigint);
create function shown_phones(user_ids bigint[]) returns table (user_id bigint, line_type text, country_iso text)
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  select phone.user_id, phone.line_type, phone.country_iso
  from phones phone
  where phone.user_id = any (user_ids) and phone.confirmed_at is not null
$$;

-- As before, with the base asked for once.
create or replace function fee_bp_of(seller_id bigint, method_id int, manual_bp int, at timestamptz) returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  base constant int := base_fee_bp(method_id);
begin
  if base is null then return null; end if;
  return least(
    base,
    (
      select min(perk.fee_bp)
      from offer_perks perk
      where perk.user_id = fee_bp_of.seller_id and perk.method_id in (0, fee_bp_of.method_id)
        and (perk.valid_until is null or perk.valid_until > fee_bp_of.at)
    ),
    case when manual_bp is not null then (
      select greatest(fee_bp_of.manual_bp, least_manual_fee_bp(fee_bp_of.method_id))
      from user_reputation known
      where known.user_id = fee_bp_of.seller_id and known.tier = 'expert_trader'
    ) end);
end $$;

-- What decides of whoever may have a badge stays as it is (0740), and is asked where there is somebody like that.
alter function settle_badges(bigint[]) rename to settle_badges_of_able;
create function settle_badges(user_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fewest constant int := least(
    (setting_value('badges.power_trades') #>> '{}')::int, (setting_value('badges.expert_trades') #>> '{}')::int,
    (setting_value('badges.vendor_sales') #>> '{}')::int);
begin
  insert into user_reputation (user_id)
  select person.id from users person where person.id = any (user_ids) order by person.id
  on conflict do nothing;
  perform from user_reputation known where known.user_id = any (user_ids) order by known.user_id for no key update;
  -- In this order, as there: a change that commits once anything was read makes them due again, and stays due.
  perform from badge_dues due where due.user_id = any (user_ids) order by due.user_id for update;
  if exists (
    select
    from user_reputation known
    where known.user_id = any (user_ids)
      and (known.badge <> 'no_badge' or known.tier <> 'no_badge' or known.is_vendor
        or (select coalesce(sum(slot.successful), 0) from reputation_slots slot where slot.user_id = known.user_id) >= fewest
        or (select count(*) from (
              select from reputation_trades counted
              where counted.user_id = known.user_id and counted.is_successful
              limit fewest) as few) >= fewest
        or exists (select from given_badges gift where gift.user_id = known.user_id))
  ) then
    perform settle_badges_of_able(user_ids);
    return;
  end if;
  delete from badge_dues due where due.user_id = any (user_ids);
end $$;

revoke all on function wallet_blocks_of, shown_phones, settle_badges, settle_badges_of_able from public;
revoke all on function settle_badges_of_able from parley_web, parley_worker;
grant execute on function wallet_blocks_of, shown_phones to parley_web, parley_worker;
grant execute on function settle_badges to parley_worker;
