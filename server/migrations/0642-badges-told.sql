-- A badge came and went in silence, trades between the same few hands counted like any others, and whoever lost a tier kept all its
-- offers. The owner is told of each change with what it rests on, and reads it in the archive; trades count for a badge only beside
-- partners from different places; offers beyond the limit are held until there is room. Owned by people/reputation.

insert into setting_rules (name, shape, initial, takes_two)
values ('badges.partners', '{"type":"integer","minimum":0,"maximum":100}', '5', false);

-- Each change of what somebody shows, and why. With the account they go.
create table badge_changes (
  id      bigint      generated always as identity primary key,
  user_id bigint      not null references users,
  before  text        not null,
  badge   text        not null,
  -- By staff; or what is there now, or is missing now, of what it needs.
  why     text        not null check (why in (
    'staff', 'restricted', 'id', 'address', 'account_days', 'trades', 'sales', 'partners')),
  has     int,
  needs   int,
  at      timestamptz not null,
  check ((has is null) = (needs is null))
);
create index badge_changes_of_user on badge_changes (user_id, id);
grant select on badge_changes to parley_web;

-- The network of an address: of the sixth version the half that a provider gives to one household. Null of this machine's, and of one
-- that was erased or cannot be read: they say nothing.
create function network_at(address text) returns text language sql stable as $$
  select case
    when not pg_input_is_valid(address, 'inet') then null
    when address::inet <<= '127.0.0.0/8' or address::inet = '::1' then null
    when family(address::inet) = 6 then network(set_masklen(address::inet, 64))::text
    else host(address::inet)
  end
$$;

-- Where somebody signed in last stands for them: who comes from the same network counts as one. Whoever comes from an unknown address,
-- all of them together, is one too; an address that was erased when its account closed would make partners of whom nobody knows.
create function circle_of(user_id bigint) returns setof text language sql stable as $$
  select coalesce(network_at(regexp_replace(newest.ip, '^::ffff:(?=[0-9]+[.])', '', 'i')), 'unknown')
  from (values (circle_of.user_id)) as person (id)
  left join lateral (
    select session.ip
    from sessions session
    where session.user_id = person.id
    order by session.id desc
    limit 1
  ) as newest on true
$$;

-- Whether somebody's trades of the window, of the newest two hundred, went well beside so many circles, their own aside. Looks no
-- further than that, and tells nobody how many there are: the number would say who signs in from where.
create function has_partners(user_id bigint, since timestamptz, needs int) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  own   text := (select circle from circle_of(has_partners.user_id) as circle);
  seen  text[] := '{}';
  other text;
begin
  if needs <= 0 then
    return true;
  end if;
  for other in
    select circle.name
    from (
      select newest.partner_id
      from (
        select counted.partner_id, counted.is_successful, counted.at
        from reputation_trades counted
        where counted.user_id = has_partners.user_id and counted.role in ('buyer', 'seller')
        order by counted.at desc
        limit 200
      ) as newest
      where newest.is_successful and newest.at > has_partners.since
      group by newest.partner_id
    ) as partner
    cross join lateral circle_of(partner.partner_id) as circle (name)
  loop
    continue when (other = own and own <> 'unknown') or other = any (seen);
    seen := seen || other;
    if cardinality(seen) >= needs then
      return true;
    end if;
  end loop;
  return false;
end $$;

create function badge_rank(badge text) returns int language sql immutable as $$
  select array_position(array['no_badge', 'vendor', 'power_trader', 'expert_trader', 'operator', 'ambassador', 'ceo'], badge)
$$;

-- Why what is shown has changed: of a badge that came what it rests on, of one that went the first thing that is missing. How many
-- partners there are is nobody's to read.
create function badge_reason(before text, badge text, given text, facts jsonb, bounds jsonb, out why text, out has int, out needs int)
language plpgsql immutable as $$
declare
  is_gain boolean := badge_rank(badge) > badge_rank(before);
  of_what text    := case when is_gain then badge else before end;
  counted text    := case when of_what = 'vendor' then 'sales' else 'trades' end;
  asked   int     := (bounds ->> case of_what when 'vendor' then 'vendor' when 'power_trader' then 'power' else 'expert' end)::int;
begin
  why := case
    when (facts ->> 'is_restricted')::boolean then 'restricted'
    when is_gain and given = badge then 'staff'
    when not is_gain and before in ('operator', 'ceo', 'ambassador') then 'staff'
    when is_gain then counted
    when not (facts ->> 'has_id')::boolean then 'id'
    when before <> 'vendor' and not (facts ->> 'has_address')::boolean then 'address'
    when before <> 'vendor' and not (facts ->> 'is_old')::boolean then 'account_days'
    when not (facts ->> 'has_partners')::boolean and (facts ->> counted)::int >= asked then 'partners'
    else counted
  end;
  if why in ('trades', 'sales') then
    has := (facts ->> why)::int;
    needs := asked;
  end if;
end $$;

drop function badge_facts(bigint[]);

-- What badges are decided by. Trades that went well in the window, to the moment: whole slots, and of the slot in which it
-- began the trades themselves. Sales are of the newest two hundred, as medians are.
create function badge_facts(user_ids bigint[])
returns table (
  user_id bigint, trades int, sales int, has_partners boolean, old_at timestamptz, is_old boolean, has_id boolean, has_address boolean,
  is_restricted boolean, given text, seeded text
) language sql stable security definer set search_path = public, pg_temp as $$
  select person.id, slots.trades + edge.trades, sold.sales,
    has_partners(person.id, span.since, (setting_value('badges.partners') #>> '{}')::int),
    person.created_at + span.age, person.created_at + span.age <= span.now, person.level >= 2, person.level >= 2.5,
    exists (
      select
      from user_restrictions standing
      where standing.user_id = person.id and standing.lifted_at is null),
    case when not gift.is_seeded then gift.badge end, case when gift.is_seeded then gift.badge end
  from users person
  cross join lateral (
    select clock.now, clock.now - clock.window as since,
      date_bin('4 hours', clock.now - clock.window, '2000-01-01 00:00+00') as slot,
      make_interval(days => (setting_value('badges.account_days') #>> '{}')::int) as age
    from (
      select market_now() as now, make_interval(days => (setting_value('badges.days') #>> '{}')::int) as window offset 0
    ) as clock
    offset 0
  ) as span
  left join given_badges gift on gift.user_id = person.id
  cross join lateral (
    select coalesce(sum(slot.successful), 0)::int as trades
    from reputation_slots slot
    where slot.user_id = person.id and slot.begins_at > span.slot
  ) as slots
  cross join lateral (
    select count(*)::int as trades
    from reputation_trades counted
    where counted.user_id = person.id and counted.role in ('buyer', 'seller') and counted.is_successful
      and counted.at > span.since and counted.at < span.slot + interval '4 hours'
  ) as edge
  cross join lateral (
    select count(*) filter (where newest.is_successful and newest.at > span.since)::int as sales
    from (
      select counted.is_successful, counted.at
      from reputation_trades counted
      where counted.user_id = person.id and counted.role = 'seller'
      order by counted.at desc
      limit 200
    ) as newest
  ) as sold
  where person.id = any (user_ids)
$$;

-- Whoever is restricted shows none. What staff have given stands before what trades say. Locks what is known of them in id order,
-- and reads what it is decided by after that.
create or replace function settle_badges(user_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needs jsonb := jsonb_build_object(
    'power', setting_value('badges.power_trades'), 'expert', setting_value('badges.expert_trades'),
    'vendor', setting_value('badges.vendor_sales'));
begin
  insert into user_reputation (user_id)
  select person.id from users person where person.id = any (user_ids) order by person.id
  on conflict do nothing;
  perform from user_reputation known where known.user_id = any (user_ids) order by known.user_id for no key update;
  -- They are done with before anything is read: a change that commits from here on makes them due again, and stays due.
  perform from badge_dues due where due.user_id = any (user_ids) order by due.user_id for update;
  update badge_dues due set due_at = 'infinity' where due.user_id = any (user_ids);

  -- With what was shown before: it is told.
  with before as (
    select known.user_id, known.badge
    from user_reputation known
    where known.user_id = any (user_ids)
  ), decided as (
    select fact.user_id, fact.trades, fact.sales, fact.has_partners, fact.is_restricted, fact.has_id, fact.has_address, fact.given,
      fact.seeded, fact.old_at, fact.is_old, tier.trades as tier, sells.is_enough as sells_enough, sells.is_vendor, earned.tier as earned,
      case
        when fact.is_restricted then 'no_badge'
        when fact.given is not null then fact.given
        when fact.seeded = 'ambassador' then 'ambassador'
        when earned.tier <> 'no_badge' then earned.tier
        when sells.is_vendor or fact.seeded = 'vendor' then 'vendor'
        else 'no_badge'
      end as badge
    from badge_facts(user_ids) fact
    cross join lateral (
      select case
        when fact.is_restricted or not fact.has_address then null
        when fact.trades >= (needs ->> 'expert')::int then 'expert_trader'
        when fact.trades >= (needs ->> 'power')::int then 'power_trader'
      end as trades) as tier
    cross join lateral (
      select case
        when fact.is_restricted then 'no_badge'
        when (fact.is_old and fact.has_partners and tier.trades = 'expert_trader') or fact.seeded = 'expert_trader' then 'expert_trader'
        when (fact.is_old and fact.has_partners and tier.trades = 'power_trader') or fact.seeded = 'power_trader' then 'power_trader'
        else 'no_badge'
      end as tier) as earned
    cross join lateral (
      select enough.sales as is_enough, enough.sales and fact.has_partners as is_vendor
      from (values (fact.has_id and not fact.is_restricted and fact.sales >= (needs ->> 'vendor')::int)) as enough (sales)) as sells
  ), shown as (
    update user_reputation known
    set badge = decided.badge, is_vendor = decided.is_vendor, tier = decided.earned
    from decided
    where known.user_id = decided.user_id
      and (known.badge, known.is_vendor, known.tier) <> (decided.badge, decided.is_vendor, decided.earned)
    returning known.user_id
  ), told as (
    insert into badge_changes (user_id, before, badge, why, has, needs, at)
    select decided.user_id, before.badge, decided.badge, reason.why, reason.has, reason.needs, market_now()
    from decided
    join before on before.user_id = decided.user_id and before.badge <> decided.badge
    cross join lateral badge_reason(before.badge, decided.badge, decided.given, jsonb_build_object(
      'is_restricted', decided.is_restricted, 'has_id', decided.has_id, 'has_address', decided.has_address, 'is_old', decided.is_old,
      'trades', decided.trades, 'sales', decided.sales, 'has_partners', decided.has_partners), needs) as reason
    -- What the seed of a demo gave is no news to its traders, and nobody reads what is told to an account that has closed.
    where not (before.badge = 'no_badge' and decided.seeded is not distinct from decided.badge)
      and not exists (
        select from account_closures gone where gone.user_id = decided.user_id and gone.closed_at is not null)
    order by decided.user_id
    returning badge_changes.user_id, badge_changes.before, badge_changes.badge, badge_changes.why, badge_changes.has,
      badge_changes.needs, badge_changes.at
  ), emitted as (
    insert into events (type, subject, payload, at)
    select case when badge_rank(told.badge) > badge_rank(told.before) then 'account.badge_given' else 'account.badge_lost' end,
      told.user_id::text,
      jsonb_build_object('detail', told.badge, 'before', told.before, 'badgeWhy', told.why, 'has', told.has, 'needs', told.needs),
      told.at
    from told
  )
  -- Time alone takes what it counts, and gives to whoever lacks nothing but age; partners sign in elsewhere, and nothing tells of it.
  -- What has changed is looked at once more: offers that show it are written after this, and a process may die in between.
  insert into badge_dues as due (user_id, due_at)
  select decided.user_id, case
      when shown.user_id is not null then market_now() + interval '1 minute'
      when decided.sells_enough or decided.is_old then market_now() + interval '1 hour'
      else decided.old_at
    end
  from decided
  left join shown on shown.user_id = decided.user_id
  where shown.user_id is not null or decided.sells_enough or decided.tier is not null
  order by decided.user_id
  on conflict on constraint badge_dues_pkey do update
  set due_at = least(due.due_at, excluded.due_at);
  delete from badge_dues due where due.user_id = any (user_ids) and due.due_at = 'infinity';
end $$;

revoke all on function badge_facts, has_partners, circle_of, network_at, badge_rank, badge_reason from public;
grant execute on function badge_facts to parley_web, parley_worker;

create function erase_badge_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from badge_changes change where change.user_id = new.user_id;
  return null;
end $$;
create trigger badge_changes_erased after update of closed_at on account_closures
  for each row when (old.closed_at is null and new.closed_at is not null) execute function erase_badge_changes();

-- What staff gave, and each change of what was shown, as lines of JSON for an archive that is being made.
create function export_badges(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select waiting.user_id
    from data_exports waiting
    where waiting.id = export_badges.export_id and waiting.made_at is null
  )
  select made.key, made.line::text
  from (
    select 1::bigint as key, jsonb_build_object('given', gift.badge, 'at', gift.given_at) as line
    from person
    join given_badges gift on gift.user_id = person.user_id
    union all
    select change.id + 1, jsonb_build_object('before', change.before, 'badge', change.badge, 'why', change.why, 'has', change.has,
      'needs', change.needs, 'at', change.at)
    from person
    join badge_changes change on change.user_id = person.user_id
  ) as made
  where made.key > export_badges.after
  order by made.key
  limit export_badges.most
$$;
revoke all on function erase_badge_changes(), export_badges(bigint, bigint, int) from public;
grant execute on function export_badges(bigint, bigint, int) to parley_worker;

alter table offers drop constraint offers_hold_check;
alter table offers add constraint offers_hold_check check (
  hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'level', 'method_disabled', 'owner_away', 'too_many'));
-- Who has a badge now is looked at anew, by the rule of partners too.
insert into badge_sweeps (upto) values (0) on conflict do nothing;
-- Up to which owner offers have followed the limits of the settings; above every owner once all have.
insert into offer_watermarks (name, value) values ('limits', 0) on conflict do nothing;
