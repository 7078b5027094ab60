-- By whom a user came: decided once, at registration or by hand soon after. A code that was refused leaves a row without a referrer. A
-- referrer is an older account, so no chain returns to its beginning.
create table referrals (
  user_id bigint not null,
  tier1 bigint,
  tier2 bigint,
  -- As it was entered; empty once the account of the user or of the referrer is closed.
  code text not null,
  source text not null,
  refused text,
  at timestamptz not null,
  -- Fees booked from then on are shared with no referrer.
  ends_at timestamptz,
  -- Staff decided that the accounts belong together.
  voided_at timestamptz,
  primary key (user_id),
  constraint referrals_code_check check (char_length(code) <= 40),
  constraint referrals_chain_check check (tier1 < user_id and (tier2 is null or tier2 < tier1)),
  constraint referrals_refused_check check (refused in ('unknown', 'look_alike', 'own', 'younger')),
  constraint referrals_one_outcome check ((tier1 is null) = (refused is not null) and (tier1 is null) = (ends_at is null)
    and (tier1 is not null or (tier2 is null and voided_at is null))),
  constraint referrals_source_check check (source in ('registration', 'hand'))
);
alter table referrals add foreign key (user_id) references users(id);
alter table referrals add foreign key (tier1) references users(id);
alter table referrals add foreign key (tier2) references users(id);
create index referrals_of_tier1 on referrals (tier1, at desc);
create index referrals_of_tier2 on referrals (tier2) where tier2 is not null;
grant select on referrals to parley_web, parley_worker;

-- Shares of the fee, and what an ambassador of a level gets for a newcomer (tier 0), by version: each reward names its own.
create table reward_rates (
  id bigint generated always as identity not null,
  tier smallint not null,
  rate_bp int not null,
  months int not null,
  -- The fee counts up to this share of the trade.
  cap_bp int not null,
  valid_from timestamptz not null,
  level text,
  -- Of USDT.
  fixed_units bigint,
  primary key (id),
  constraint reward_rates_version_key unique nulls not distinct (tier, level, valid_from),
  constraint reward_rates_cap_bp_check check (cap_bp >= 0 and cap_bp <= 10000),
  constraint reward_rates_months_check check (months > 0),
  constraint reward_rates_rate_bp_check check (rate_bp >= 0 and rate_bp <= case tier when 1 then 7000 when 2 then 3000 else 0 end),
  constraint reward_rates_tier_check check (tier in (0, 1, 2)),
  constraint reward_rates_level_check check ((tier = 0) = (level is not null) and (tier = 0) = (fixed_units is not null) and level in ('peer', 'ambassador', 'associate') and fixed_units >= 0)
);
create trigger reward_rates_append_only before delete or update on reward_rates for each statement execute function refuse_change();
create trigger reward_rates_never_truncated before truncate on reward_rates for each statement execute function refuse_change();
grant select on reward_rates to parley_web, parley_worker;

-- Fees that were booked, and trades whose chargeback moved on, until a batch of the worker has looked at them.
create table reward_dues (
  kind text not null,
  trade_id bigint not null,
  round int not null,
  currency text not null,
  primary key (kind, trade_id, round),
  constraint reward_dues_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint reward_dues_kind_check check (kind in ('fee', 'review'))
);
alter table reward_dues add foreign key (trade_id) references trades(id);
create index reward_dues_of_currency on reward_dues (currency, kind, trade_id);
grant select on reward_dues to parley_worker;

create table reward_claims (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  currency text not null,
  units bigint not null,
  at timestamptz not null,
  primary key (id),
  constraint reward_claims_hash_key unique (hash),
  constraint reward_claims_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint reward_claims_units_check check (units > 0)
);
alter table reward_claims add foreign key (user_id) references users(id);
create index reward_claims_of_user on reward_claims (user_id, id desc);
create trigger reward_claims_append_only before delete or update on reward_claims for each statement execute function refuse_change();
create trigger reward_claims_never_truncated before truncate on reward_claims for each statement execute function refuse_change();
grant select on reward_claims to parley_web, parley_worker;

-- Fees of products that the ledger booked of referred users, by journal; negative where one was given back. A reward is for all fees of one
-- subject: an order, or the spot trades of a day.
create table product_fees (
  journal_id bigint not null,
  person_id bigint not null,
  subject text not null,
  -- The purpose of the operator's account that has the fee.
  purpose text not null,
  currency text not null,
  units bigint not null,
  -- What was ordered or traded for this fee, or given back with it.
  volume_units bigint not null,
  at timestamptz not null,
  due_at timestamptz not null,
  -- Of its rewards; null until a batch has looked at it.
  round int,
  primary key (journal_id, person_id, currency),
  constraint product_fees_units_check check (units <> 0 and volume_units <> 0),
  constraint product_fees_purpose_check check (purpose ~ '^fees_[a-z]+$'),
  constraint product_fees_currency_check check (currency in ('BTC', 'ETH', 'USDT'))
);
alter table product_fees add foreign key (journal_id) references journals(id);
alter table product_fees add foreign key (person_id) references users(id);
create index product_fees_of_subject on product_fees (subject, person_id, purpose, currency);
create index product_fees_waiting on product_fees (currency, due_at) where round is null;
grant select on product_fees to parley_worker;

-- What the journals were when fees of products were last looked for: the snapshot, in the cluster that it is of.
create table product_fees_mark (
  only_row boolean not null default true,
  snapshot pg_snapshot not null,
  system_identifier bigint not null,
  -- Fees from before it are not shared.
  since timestamptz not null,
  primary key (only_row),
  constraint product_fees_mark_only_row_check check (only_row)
);

-- What a referrer gets of the fee of one trade or of the fees of a product, or why it is nothing; of tier 0, what an ambassador gets for a newcomer, with the trade
-- that made it due. A reward whose fee was reversed after it was claimed has a second,
-- negative row.
create table reward_entries (
  id bigint generated always as identity not null,
  trade_id bigint,
  round int not null,
  -- Who was referred, and the other side of the trade.
  person_id bigint not null,
  partner_id bigint,
  referrer_id bigint not null,
  tier smallint not null,
  rate_id bigint not null,
  currency text not null,
  -- What counts of the fee: after discounts and cashback, up to the cap, halved where both sides were referred.
  fee_units bigint not null,
  units bigint not null,
  status text not null,
  why text,
  at timestamptz not null,
  held_until timestamptz not null,
  claim_id bigint,
  reverses bigint,
  -- Of fees of a product: whose, and the purpose of the operator's account that has them.
  subject text,
  purpose text not null default 'fees',
  primary key (id),
  constraint reward_entries_reverses_key unique (reverses),
  constraint reward_entries_claim_check check ((status = 'claimed') = (claim_id is not null)),
  constraint reward_entries_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint reward_entries_fee_units_check check (fee_units >= 0 and (tier = 0 or units <= fee_units)),
  constraint reward_entries_subject_check check ((trade_id is null) = (subject is not null) and (partner_id is null) = (trade_id is null)
    and (purpose = 'fees') = (subject is null)),
  constraint reward_entries_not_own_check check (referrer_id <> person_id),
  constraint reward_entries_status_check check (status in ('held', 'open', 'claimed', 'cancelled')),
  constraint reward_entries_tier_check check (tier in (0, 1, 2)),
  constraint reward_entries_units_check check (
    case when reverses is null then units >= 0 and (units > 0 or status = 'cancelled') else units < 0 and status <> 'held' end),
  constraint reward_entries_why_check check (
    (why is not null) = (status = 'cancelled' or reverses is not null) and
    why in ('own_trade', 'household', 'payout_account', 'pair_limit', 'closed', 'off', 'voided', 'no_fee', 'too_small', 'fee_reversed'))
);
alter table reward_entries add foreign key (trade_id) references trades(id);
alter table reward_entries add foreign key (person_id) references users(id);
alter table reward_entries add foreign key (partner_id) references users(id);
alter table reward_entries add foreign key (referrer_id) references users(id);
alter table reward_entries add foreign key (rate_id) references reward_rates(id);
alter table reward_entries add foreign key (claim_id) references reward_claims(id);
alter table reward_entries add foreign key (reverses) references reward_entries(id);
create unique index reward_entries_once on reward_entries (trade_id, round, person_id, referrer_id, tier) where reverses is null;
create unique index reward_entries_of_subject on reward_entries (subject, person_id, purpose, currency, round, referrer_id, tier)
  where subject is not null and reverses is null;
create unique index reward_entries_of_newcomer on reward_entries (person_id) where tier = 0 and reverses is null;
create index reward_entries_of_referrer on reward_entries (referrer_id, id desc);
create index reward_entries_of_person on reward_entries (person_id, id desc);
create index reward_entries_held on reward_entries (currency, held_until) where status = 'held';
create index reward_entries_open on reward_entries (referrer_id, currency) where status in ('held', 'open');
create index reward_entries_of_pair on reward_entries (least(person_id, partner_id), greatest(person_id, partner_id), at) where units > 0 and tier = 1;
create index reward_entries_of_claim on reward_entries (claim_id) where claim_id is not null;
grant select on reward_entries to parley_web, parley_worker;

-- Visits by a link and registrations with its code, as counts: nobody who came is in it.
create table partner_clicks (
  code text not null,
  day date not null,
  country text not null,
  clicks int not null default 0,
  sign_ups int not null default 0,
  primary key (code, day, country),
  constraint partner_clicks_country_check check (country ~ '^[A-Z]{2}$')
);
create index partner_clicks_by_day on partner_clicks (day);
grant select on partner_clicks to parley_web, parley_worker;

-- Accounts that belong together by a rule and earned from each other, for staff to look at. A decision for them ends the rule between them.
create table partner_cases (
  id bigint generated always as identity not null,
  number text not null,
  rule text not null,
  people bigint[] not null,
  -- Rewards that the rule kept back, and the newest trade of them.
  findings int not null,
  trade_id bigint,
  status text not null default 'open',
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  resolution text,
  primary key (id),
  constraint partner_cases_number_key unique (number),
  constraint partner_cases_number_check check (number ~ '^PARTNER-[0-9]{6,}$'),
  constraint partner_cases_people_check check (cardinality(people) >= 2),
  constraint partner_cases_resolution_check check (char_length(resolution) >= 3 and char_length(resolution) <= 1000),
  constraint partner_cases_rule_check check (rule in ('household', 'payout_account', 'pair_limit')),
  constraint partner_cases_status_check check (status in ('open', 'dismissed', 'confirmed', 'merged')),
  constraint partner_cases_decided_check check ((status in ('dismissed', 'confirmed')) = (num_nonnulls(decided_by, decided_at, resolution) = 3))
);
alter table partner_cases add foreign key (trade_id) references trades(id);
alter table partner_cases add foreign key (decided_by) references users(id);
create index partner_cases_open on partner_cases (opened_at) where status = 'open';
create index partner_cases_of_people on partner_cases using gin (people);
grant select on partner_cases to parley_web;

-- Who speaks for the market, by a level that two of the staff gave.
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

-- Users who ask to become ambassadors, each with one open application at most.
create table ambassador_applications (
  id bigint generated always as identity not null,
  number text not null,
  user_id bigint not null,
  -- Empty once the account is closed.
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

-- What staff noted of an application, such as of the interview.
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

-- Newcomers who came by the link of an ambassador: once, soon after the registration. The reward is due when they are verified and have
-- traded before ends_at.
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

-- The reward for the lesson of the program (watch-and-learn): once a person, paid at once.
create table lesson_rewards (
  user_id bigint not null,
  lesson text not null,
  hash text not null,
  -- Of USDT.
  units bigint not null,
  at timestamptz not null,
  primary key (user_id),
  constraint lesson_rewards_hash_key unique (hash),
  constraint lesson_rewards_lesson_check check (lesson ~ '^[a-z0-9-]{1,60}$'),
  constraint lesson_rewards_units_check check (units > 0)
);
alter table lesson_rewards add foreign key (user_id) references users(id);
create index lesson_rewards_by_time on lesson_rewards (at);
create trigger lesson_rewards_append_only before delete or update on lesson_rewards for each statement execute function refuse_change();
create trigger lesson_rewards_never_truncated before truncate on lesson_rewards for each statement execute function refuse_change();
grant select on lesson_rewards to parley_web, parley_worker;
