-- The ambassador program: applications, levels that two of the staff give, newcomers who are assigned by a signed link, and a fixed reward
-- for each of them who is verified and traded. Who has the badge already becomes an ambassador. Owned by reach/partners.
alter table staff_changes drop constraint staff_changes_kind_check;
alter table staff_changes add constraint staff_changes_kind_check check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk', 'give_cashback', 'set_ambassador'));

alter table reward_rates add column level text;
alter table reward_rates add column fixed_units bigint;
alter table reward_rates drop constraint reward_rates_version_key;
alter table reward_rates drop constraint reward_rates_rate_bp_check;
alter table reward_rates drop constraint reward_rates_tier_check;
alter table reward_rates add constraint reward_rates_version_key unique nulls not distinct (tier, level, valid_from);
alter table reward_rates add constraint reward_rates_rate_bp_check check (rate_bp >= 0 and rate_bp <= case tier when 1 then 7000 when 2 then 3000 else 0 end);
alter table reward_rates add constraint reward_rates_tier_check check (tier in (0, 1, 2));
alter table reward_rates add constraint reward_rates_level_check check ((tier = 0) = (level is not null) and (tier = 0) = (fixed_units is not null) and level in ('peer', 'ambassador', 'associate') and fixed_units >= 0);

alter table reward_entries drop constraint reward_entries_fee_units_check;
alter table reward_entries drop constraint reward_entries_tier_check;
alter table reward_entries add constraint reward_entries_fee_units_check check (fee_units >= 0 and (tier = 0 or units <= fee_units));
alter table reward_entries add constraint reward_entries_tier_check check (tier in (0, 1, 2));
create unique index reward_entries_of_newcomer on reward_entries (person_id) where tier = 0 and reverses is null;

create table ambassadors (
  user_id bigint not null,
  level text not null,
  since timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id),
  constraint ambassadors_level_check check (level in ('peer', 'ambassador', 'associate'))
);
alter table ambassadors add foreign key (user_id) references users(id);
grant select on ambassadors to parley_web;

create table ambassador_applications (
  id bigint generated always as identity not null,
  number text not null,
  user_id bigint not null,
  words text not null,
  status text not null default 'sent',
  sent_at timestamptz not null,
  changed_at timestamptz not null,
  decided_by bigint,
  primary key (id),
  constraint ambassador_applications_number_key unique (number),
  constraint ambassador_applications_number_check check (number ~ '^AMBASSADOR-[0-9]{6,}$'),
  constraint ambassador_applications_words_check check (char_length(words) <= 2000),
  constraint ambassador_applications_status_check check (status in ('sent', 'interview', 'accepted', 'declined', 'withdrawn'))
);
alter table ambassador_applications add foreign key (user_id) references users(id);
alter table ambassador_applications add foreign key (decided_by) references users(id);
create unique index ambassador_applications_open on ambassador_applications (user_id) where status in ('sent', 'interview');
create index ambassador_applications_of_user on ambassador_applications (user_id, id desc);
create index ambassador_applications_waiting on ambassador_applications (id) where status in ('sent', 'interview');
grant select on ambassador_applications to parley_web;

create table ambassador_notes (
  id bigint generated always as identity not null,
  application_id bigint not null,
  staff_id bigint not null,
  text text not null,
  at timestamptz not null,
  primary key (id),
  constraint ambassador_notes_text_check check (char_length(text) >= 3 and char_length(text) <= 2000)
);
alter table ambassador_notes add constraint ambassador_notes_text_said check (is_said(text)) not valid;
alter table ambassador_notes add foreign key (application_id) references ambassador_applications(id);
alter table ambassador_notes add foreign key (staff_id) references users(id);
create index ambassador_notes_of_application on ambassador_notes (application_id, id);
grant select on ambassador_notes to parley_web;

create table ambassador_assignments (
  newcomer_id bigint not null,
  ambassador_id bigint not null,
  at timestamptz not null,
  ends_at timestamptz not null,
  is_rewarded boolean not null default false,
  primary key (newcomer_id),
  constraint ambassador_assignments_not_own_check check (newcomer_id <> ambassador_id)
);
alter table ambassador_assignments add foreign key (newcomer_id) references users(id);
alter table ambassador_assignments add foreign key (ambassador_id) references users(id);
create index ambassador_assignments_of on ambassador_assignments (ambassador_id, at desc);
create index ambassador_assignments_waiting on ambassador_assignments (ends_at) where not is_rewarded;
grant select on ambassador_assignments to parley_web, parley_worker;

insert into ambassadors (user_id, level, since, changed_at)
select gift.user_id, 'ambassador', gift.given_at, gift.given_at
from given_badges gift
where gift.badge = 'ambassador' and not gift.is_seeded;
