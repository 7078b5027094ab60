-- Nothing but the seed of the demo set a badge. What trades, levels and restrictions say decides now, by one function of the
-- database; a few are given by staff. Owned by people/reputation.

insert into setting_rules (name, shape, initial, takes_two)
values
  ('badges.days', '{"type":"integer","minimum":1,"maximum":150}', '90', false),
  ('badges.account_days', '{"type":"integer","minimum":0,"maximum":3650}', '90', false),
  ('badges.power_trades', '{"type":"integer","minimum":1,"maximum":100000}', '250', false),
  ('badges.expert_trades', '{"type":"integer","minimum":1,"maximum":100000}', '1000', false),
  ('badges.vendor_sales', '{"type":"integer","minimum":1,"maximum":200}', '25', false);

-- The ring of slots held 42 days; it holds 170.
lock table reputation_trades, reputation_slots in share row exclusive mode;
delete from reputation_slots;
alter table reputation_slots drop constraint reputation_slots_slot_check;
alter table reputation_slots add constraint reputation_slots_slot_check check (slot between 0 and 1023);
insert into reputation_slots (user_id, slot, begins_at, trades, successful)
select distinct on (summed.user_id, summed.slot) *
from (
  select line.user_id, (extract(epoch from line.begins_at)::bigint / 14400 % 1024)::smallint as slot, line.begins_at,
    count(*)::int as trades, count(*) filter (where line.is_successful)::int as successful
  from (
    select counted.user_id, date_bin('4 hours', counted.at, '2000-01-01 00:00+00') as begins_at, counted.is_successful
    from reputation_trades counted) as line
  group by line.user_id, line.begins_at
) as summed
order by summed.user_id, summed.slot, summed.begins_at desc;

-- As before (0221), with the longer ring.
create or replace function add_reputation(users bigint[], ended timestamptz[], trades int[], successful int[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into reputation_totals as known (user_id, trades, successful, first_at)
  select one.user_id, sum(one.trades), sum(one.successful), min(one.ended) filter (where one.successful > 0)
  from unnest(users, add_reputation.ended, add_reputation.trades, add_reputation.successful)
    as one (user_id, ended, trades, successful)
  group by one.user_id
  order by one.user_id
  on conflict (user_id) do update
  set trades = known.trades + excluded.trades, successful = known.successful + excluded.successful,
      first_at = least(known.first_at, excluded.first_at);
  -- Of two times that share a row only the later one is kept, whichever comes first.
  insert into reputation_slots as known (user_id, slot, begins_at, trades, successful)
  select distinct on (summed.user_id, summed.slot) summed.user_id, summed.slot, summed.begins_at, summed.trades,
    summed.successful
  from (
    select one.user_id, (extract(epoch from one.begins_at)::bigint / 14400 % 1024)::smallint as slot, one.begins_at,
      sum(one.trades) as trades, sum(one.successful) as successful
    from (
      select line.user_id, date_bin('4 hours', line.ended, '2000-01-01 00:00+00') as begins_at, line.trades, line.successful
      from unnest(users, add_reputation.ended, add_reputation.trades, add_reputation.successful)
        as line (user_id, ended, trades, successful)
    ) as one
    group by one.user_id, one.begins_at
  ) as summed
  order by summed.user_id, summed.slot, summed.begins_at desc
  on conflict (user_id, slot) do update
  set begins_at = excluded.begins_at,
      trades = excluded.trades + case when known.begins_at = excluded.begins_at then known.trades else 0 end,
      successful = excluded.successful + case when known.begins_at = excluded.begins_at then known.successful else 0 end
  where known.begins_at <= excluded.begins_at;
end $$;

-- One of operator, ceo and ambassador, by staff; or what the seed of a demo market gave its traders to begin with.
create table given_badges (
  user_id   bigint      primary key references users,
  badge     text        not null check (badge in ('operator', 'ceo', 'ambassador', 'expert_trader', 'power_trader', 'vendor')),
  is_seeded boolean     not null default false,
  given_at  timestamptz not null,
  check (is_seeded or badge in ('operator', 'ceo', 'ambassador'))
);

create function only_demo_traders_are_seeded() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from users where users.id = new.user_id and users.is_demo) then
    raise exception 'a badge is seeded for the traders of a demo alone' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger only_demo_traders_are_seeded before insert or update on given_badges
  for each row when (new.is_seeded) execute function only_demo_traders_are_seeded();

-- Whose badge is to be looked at, and when.
create table badge_dues (
  user_id bigint      primary key references users,
  due_at  timestamptz not null
);
create index badge_dues_by_time on badge_dues (due_at);
-- Up to whom everybody has been made due since a number in the settings changed.
create table badge_sweeps (
  id   boolean primary key default true check (id),
  upto bigint  not null
);
grant select on given_badges, badge_dues to parley_web, parley_worker;

-- Whether somebody is a vendor, and what their trades give, whatever badge is shown: what staff give takes nothing away.
alter table user_reputation
  add column is_vendor boolean not null default false,
  add column tier text not null default 'no_badge' check (tier in ('no_badge', 'power_trader', 'expert_trader'));
drop trigger pages_show_users on users;
create trigger pages_show_users
  after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at,
    granted_level, verified_level, corporate_since, company_name_sealed
  on users for each row execute function note_user_change();
alter table users drop column is_vendor;

-- What badges are decided by. Trades that went well in the window, to the moment: whole slots, and of the slot in which it
-- began the trades themselves. Sales are of the newest two hundred, as medians are.
create function badge_facts(user_ids bigint[])
returns table (
  user_id bigint, trades int, sales int, old_at timestamptz, is_old boolean, has_id boolean, has_address boolean, is_restricted boolean,
  given text, seeded text
) language sql stable security definer set search_path = public, pg_temp as $$
  select person.id, slots.trades + edge.trades, sold.sales, person.created_at + span.age, person.created_at + span.age <= span.now,
    person.level >= 2, person.level >= 2.5,
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
create function settle_badges(user_ids bigint[]) returns void
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

  with decided as (
    select fact.user_id, fact.old_at, fact.is_old, tier.trades as tier, sells.is_vendor, earned.tier as earned,
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
        when (fact.is_old and tier.trades = 'expert_trader') or fact.seeded = 'expert_trader' then 'expert_trader'
        when (fact.is_old and tier.trades = 'power_trader') or fact.seeded = 'power_trader' then 'power_trader'
        else 'no_badge'
      end as tier) as earned
    cross join lateral (
      select fact.has_id and not fact.is_restricted and fact.sales >= (needs ->> 'vendor')::int as is_vendor) as sells
  ), shown as (
    update user_reputation known
    set badge = decided.badge, is_vendor = decided.is_vendor, tier = decided.earned
    from decided
    where known.user_id = decided.user_id
      and (known.badge, known.is_vendor, known.tier) <> (decided.badge, decided.is_vendor, decided.earned)
    returning known.user_id
  )
  -- Time alone takes what it counts, and gives to whoever lacks nothing but age. What has changed is looked at once more: offers that
  -- show it are written after this, and a process may die in between.
  insert into badge_dues as due (user_id, due_at)
  select decided.user_id, case
      when shown.user_id is not null then market_now() + interval '1 minute'
      when decided.is_vendor or decided.is_old then market_now() + interval '1 hour'
      else decided.old_at
    end
  from decided
  left join shown on shown.user_id = decided.user_id
  where shown.user_id is not null or decided.is_vendor or decided.tier is not null
  order by decided.user_id
  on conflict on constraint badge_dues_pkey do update
  set due_at = least(due.due_at, excluded.due_at);
  delete from badge_dues due where due.user_id = any (user_ids) and due.due_at = 'infinity';
end $$;

-- At once, and by the job of those that are due.
create function badge_is_due(user_id bigint) returns void language sql set search_path = public, pg_temp as $$
  insert into badge_dues as due (user_id, due_at)
  values (badge_is_due.user_id, market_now())
  on conflict on constraint badge_dues_pkey do update
  set due_at = least(due.due_at, excluded.due_at)
$$;
create function note_badge_due() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform badge_is_due((to_jsonb(new) ->> tg_argv[0])::bigint);
  return null;
end $$;
create trigger badges_of_levels after update of granted_level, verified_level, email_confirmed_at on users
  for each row when (old.level is distinct from new.level) execute function note_badge_due('id');
create trigger badges_of_new_restrictions after insert on user_restrictions
  for each row execute function note_badge_due('user_id');
create trigger badges_of_restrictions after update of lifted_at on user_restrictions
  for each row execute function note_badge_due('user_id');
create trigger badges_of_given after insert or update on given_badges
  for each row execute function note_badge_due('user_id');

-- Another number, and everybody who has traded is looked at, by the job in its turns: whoever changes it does not wait for that.
create function badges_follow_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into badge_sweeps as sweep (upto)
  values (0)
  on conflict on constraint badge_sweeps_pkey do update
  set upto = 0;
  return null;
end $$;

-- Makes the next ones due; how many. Zero where nobody is left.
create function sweep_badges(out many int) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached bigint;
  people  bigint[];
begin
  select sweep.upto into reached from badge_sweeps sweep for update;
  people := array(
    select known.user_id from reputation_totals known where known.user_id > reached order by known.user_id limit 500);
  many := cardinality(people);
  if many = 0 then
    delete from badge_sweeps where reached is not null;
    return;
  end if;
  insert into badge_dues as due (user_id, due_at)
  select one.user_id, market_now() from unnest(people) as one (user_id) order by one.user_id
  on conflict on constraint badge_dues_pkey do update
  set due_at = least(due.due_at, excluded.due_at);
  update badge_sweeps set upto = people[many];
end $$;
create trigger badges_follow_settings after insert or update on settings
  for each row when (new.name like 'badges.%') execute function badges_follow_settings();

-- Who closes the account keeps none.
create function erase_given_badge() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from given_badges gift where gift.user_id = new.user_id;
  perform badge_is_due(new.user_id);
  return null;
end $$;
create trigger given_badges_erased after update of closed_at on account_closures
  for each row when (new.closed_at is not null) execute function erase_given_badge();

revoke all on function badge_facts, settle_badges, sweep_badges, badge_is_due, note_badge_due, badges_follow_settings, erase_given_badge,
  only_demo_traders_are_seeded from public;
grant execute on function badge_facts to parley_web, parley_worker;
grant execute on function settle_badges, sweep_badges to parley_worker;

-- Those of before are the seed's, or nobody's; they are looked at as soon as a worker runs.
insert into given_badges (user_id, badge, is_seeded, given_at)
select known.user_id, known.badge, true, person.created_at
from user_reputation known
join users person on person.id = known.user_id and person.is_demo
where known.badge in ('ambassador', 'expert_trader', 'power_trader', 'vendor');
insert into badge_dues (user_id, due_at)
select known.user_id, market_now()
from user_reputation known
where known.badge <> 'no_badge' or known.trades_successful > 0
on conflict do nothing;
