create table offers (
  id bigint generated always as identity not null,
  hash text not null,
  owner_id bigint not null,
  side text not null,
  crypto text not null,
  fiat text not null,
  method_id int not null,
  method_group text not null,
  method_label text,
  payment_country text,
  flow_type text not null default 'default',
  -- Floating or fixed: hundredths of a percent over the market, or fiat for one whole coin.
  margin_bp int,
  fixed_price numeric,
  -- In the smallest unit of the currency by ISO 4217. With amounts to choose from these are the least and the greatest.
  amount_type text not null,
  min_units bigint not null,
  max_units bigint not null,
  predefined_units bigint[] not null default '{}'::bigint[],
  payment_window_min int not null,
  terms text not null,
  trade_details text not null,
  tags text[] not null default '{}'::text[],
  min_past_trades int not null default 0,
  new_buyer_max_units bigint,
  country_rule text not null default 'none',
  countries text[] not null default '{}'::text[],
  duty_hours jsonb not null default '[]'::jsonb,
  timezone text not null default 'UTC',
  requires_verified_id boolean not null default false,
  trusted_only boolean not null default false,
  blocks_anonymizers boolean not null default false,
  matches_country boolean not null default false,
  requires_full_name boolean not null default false,
  no_third_parties boolean not null default false,
  bin_codes text[] not null default '{}'::text[],
  card_regions text[] not null default '{}'::text[],
  -- The sum after which the offer leaves the market, and how much of it is used.
  cap_units bigint,
  cap_used_units bigint not null default 0,
  cap_active boolean not null default false,
  -- What the owner wants, and why the platform keeps it off all the same.
  is_on boolean not null,
  hold text,
  deleted_at timestamptz,
  active boolean generated always as (is_on and hold is null and deleted_at is null) stored,
  moderation text not null default 'approved',
  -- Goes up with every change of price or terms; a start names the one that was seen.
  revision int not null default 1,
  -- What the seller pays, in hundredths of a percent.
  fee_bp int not null,
  -- Copies of facts of the owner, moved by market/offers when they change.
  owner_country text not null,
  owner_online boolean not null default false,
  owner_badge text not null default 'no_badge',
  owner_verified boolean not null default false,
  release_sec int,
  rank int not null default 0,
  is_featured boolean not null default false,
  is_stickied boolean not null default false,
  is_automated boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  manual_fee_bp int,
  -- The public id of an account of the owner's.
  payment_account text,
  -- While it is promoted; featured and stickied until then.
  promoted_until timestamptz,
  -- Null: whatever the payer likes; empty: none at all.
  bank_reference text,
  missed_at timestamptz[] not null default '{}'::timestamptz[],
  partner_id bigint,
  chat_hash text,
  special_until timestamptz,
  is_silent boolean not null default false,
  custom_rate numeric,
  -- While staff feature it. Logins write the columns of offers that they were given, and this is none of them.
  featured_until timestamptz,
  cashback_bp int,
  cashback_max_cents int,
  payment_subdivision text,
  payment_city text,
  -- Trades up to then count no more: one was served, or the owner came back.
  missed_after timestamptz,
  -- Shown to those who are admitted to the silent pool.
  in_silent_pool boolean not null default false,
  primary key (id),
  constraint offers_hash_key unique (hash),
  constraint cashback_is_featured check (cashback_bp is null or featured_until is not null),
  constraint cashback_is_whole check ((cashback_bp is null) = (cashback_max_cents is null)),
  constraint offers_amount_type_check check (amount_type in ('min_max', 'predefined')),
  constraint offers_amounts check ((amount_type = 'predefined') = (cardinality(predefined_units) > 0)),
  constraint offers_bank_reference check ((length(bank_reference) <= 140) and (bank_reference !~ '[\r\n]')),
  constraint offers_cap check ((not cap_active) or cap_units is not null),
  constraint offers_cap_units_check check (cap_units > 0),
  constraint offers_cap_used_units_check check (cap_used_units >= 0),
  constraint offers_cashback_bp_check check (cashback_bp >= 1 and cashback_bp <= 1000),
  constraint offers_cashback_max_cents_check check (cashback_max_cents >= 1 and cashback_max_cents <= 1000000),
  constraint offers_country_rule_check check (country_rule in ('none', 'allowed', 'disallowed')),
  constraint offers_crypto_check check (crypto in ('BTC', 'ETH', 'USDT')),
  constraint offers_custom_rate check (custom_rate is null or ((custom_rate > (0)::numeric) and (method_id in (668, 669, 670, 671)))),
  constraint offers_fee_bp_check check (fee_bp >= 0 and fee_bp <= 2000),
  constraint offers_fiat_check check (fiat ~ '^[A-Z]{3}$'),
  constraint offers_fixed_price_check check (fixed_price > (0)::numeric),
  constraint offers_flow_type_check check (flow_type in ('default', 'gcc-auto', 'lite', 'bt-auto')),
  constraint offers_hold_check check (hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'identity', 'place', 'staff', 'level', 'method_disabled', 'owner_away', 'too_many', 'bond_missing', 'special', 'silent')),
  constraint offers_manual_fee_bp_check check (manual_fee_bp >= 0 and manual_fee_bp <= 2000),
  constraint offers_margin_bp_check check (margin_bp > '-10000'::int),
  constraint offers_metal_has_rate check (custom_rate is not null or (method_id not in (668, 669, 670, 671)) or (not is_on)),
  constraint offers_min_past_trades_check check (min_past_trades >= 0),
  constraint offers_min_units_check check (min_units > 0),
  constraint offers_moderation_check check (moderation in ('approved', 'rejected', 'no_appeal', 'appealed')),
  constraint offers_named_account check ((payment_account is not null) = (flow_type = 'bt-auto' and side = 'sell')),
  constraint offers_new_buyer_max_units_check check (new_buyer_max_units > 0),
  constraint offers_one_price check ((margin_bp is null) <> (fixed_price is null)),
  constraint offers_payment_city_check check ((char_length(payment_city) >= 1) and (char_length(payment_city) <= 60)),
  constraint offers_payment_subdivision_check check ((char_length(payment_subdivision) >= 1) and (char_length(payment_subdivision) <= 60)),
  constraint offers_payment_window_min_check check (payment_window_min >= 15 and payment_window_min <= 43200),
  constraint offers_place_has_country check (payment_country is not null or (payment_subdivision is null and payment_city is null)),
  constraint offers_pool_is_silent check (is_silent or (not in_silent_pool)),
  constraint offers_range check (max_units >= min_units),
  constraint offers_side_check check (side in ('buy', 'sell')),
  constraint offers_special check ((num_nonnulls(partner_id, chat_hash, special_until) in (0, 3)) and (partner_id is null or (hold is not null and fixed_price is not null and (not cap_active) and partner_id <> owner_id)) and (partner_id is not null or (hold is distinct from 'special')))
) with (fillfactor = 90);
alter table offers add foreign key (owner_id) references users(id);
alter table offers add foreign key (partner_id) references users(id);
create index offers_by_method_everywhere on offers (side, crypto, method_id, rank desc, id) where active;
create index offers_by_rank on offers (side, crypto, fiat, rank desc, id) include (min_units, max_units, method_id, owner_id) where active;
create index offers_by_rank_everywhere on offers (side, crypto, rank desc, id) include (method_id) where active;
create index offers_by_rank_of_method on offers (side, crypto, fiat, method_id, rank desc, id) include (min_units, max_units, owner_id) where active;
create index offers_by_release on offers (side, crypto, fiat, release_sec, id) where active;
create index offers_by_tag on offers using gin (tags) where active;
create index offers_ever_of_owner on offers (owner_id, id);
create index offers_featured on offers (featured_until) where featured_until is not null;
create index offers_fixed on offers (side, crypto, fiat, fixed_price, id) include (min_units, max_units, method_id) where active and fixed_price is not null;
create index offers_fixed_of_method on offers (side, crypto, fiat, method_id, fixed_price, id) include (min_units, max_units) where active and fixed_price is not null;
create index offers_floating on offers (side, crypto, fiat, margin_bp, id) include (min_units, max_units, method_id) where active and margin_bp is not null;
create index offers_floating_everywhere on offers (side, crypto, margin_bp, id) include (method_id) where active and margin_bp is not null;
-- By price, by rank; with a method and without. The floating family is sorted by margin, which inside one market is the
-- order of prices whatever the rate; the fixed family is sorted by price and merged in.
create index offers_floating_of_method on offers (side, crypto, fiat, method_id, margin_bp, id) include (min_units, max_units) where active and margin_bp is not null;
-- Among thousands of offers the few that staff look at are found without reading the others.
create index offers_in_pool on offers (side, crypto, rank desc, id) where in_silent_pool and is_on and deleted_at is null;
create index offers_moderated on offers (id) where moderation <> 'approved' and deleted_at is null;
create unique index offers_no_duplicate on offers (owner_id, side, crypto, fiat, method_id) where is_on and deleted_at is null and partner_id is null;
create index offers_of_owner on offers (owner_id, side) where deleted_at is null;
create index offers_online on offers (side, crypto, fiat, rank desc, id) include (method_id) where active and owner_online;
create index offers_promoted on offers (promoted_until) where promoted_until is not null;
create index offers_promoted_of_owner on offers (owner_id) where promoted_until is not null;
create index offers_with_manual_fee on offers (id) where manual_fee_bp is not null and deleted_at is null;
create trigger offer_fees_noted before insert or update of method_id, manual_fee_bp, fee_bp on offers for each row execute function note_offer_fee();
create trigger offers_arrive after insert on offers referencing new table as added for each statement execute function note_offer_arrivals();
create trigger offers_arrive_again after update on offers referencing old table as removed new table as added for each statement execute function note_offer_arrivals();
create trigger offers_counted_change after update on offers referencing old table as removed new table as added for each statement execute function count_offers();
create trigger offers_counted_new after insert on offers referencing new table as added for each statement execute function count_offers();
create trigger offers_name_own_accounts after insert or update of payment_account, fiat on offers for each row when (new.payment_account is not null) execute function offer_account_fits();
create trigger offers_rejected_are_not_featured before update of moderation on offers for each row when (new.moderation <> 'approved' and new.featured_until is not null) execute function end_featuring();
create trigger offers_unmarked_give_no_cashback before update on offers for each row when (new.featured_until is null and new.cashback_bp is not null) execute function end_cashback();
create trigger pages_show_changed_offers after update on offers referencing old table as removed new table as added for each statement execute function note_offer_changes();
create trigger pages_show_new_offers after insert on offers referencing new table as added for each statement execute function note_offer_changes();
create trigger pages_show_no_deleted_offers after delete on offers referencing old table as removed for each statement execute function note_offer_changes();
grant insert (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp), update (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp) on offers to parley_chain;
grant select on offers to parley_chain, parley_web, parley_worker;
grant select (hash, owner_id, featured_until, cashback_bp, cashback_max_cents) on offers to parley_signer;
grant insert (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp, payment_account, bank_reference, missed_at, partner_id, chat_hash, special_until, is_silent, custom_rate, payment_subdivision, payment_city, missed_after, in_silent_pool), update (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp, payment_account, bank_reference, missed_at, is_silent, custom_rate, payment_subdivision, payment_city, missed_after, in_silent_pool) on offers to parley_web, parley_worker;

-- How many are active, by market and method: for counts and for the numbers beside the filters.
create table offer_counts (
  side text not null,
  crypto text not null,
  fiat text not null,
  method_id int not null,
  active_count int not null,
  primary key (side, crypto, fiat, method_id)
) with (fillfactor = 70);
create index offer_counts_of_method on offer_counts (method_id, crypto, side);
create trigger pages_show_counts after update on offer_counts referencing new table as added for each statement execute function note_count_changes();
create trigger pages_show_new_counts after insert on offer_counts referencing new table as added for each statement execute function note_count_changes();
grant select on offer_counts to parley_chain, parley_web, parley_worker;

-- A discount that a user has on the fee of one method, or of all.
create table offer_perks (
  user_id bigint not null,
  method_id int not null default 0,
  fee_bp int not null,
  valid_until timestamptz,
  primary key (user_id, method_id),
  constraint offer_perks_fee_bp_check check (fee_bp >= 0)
);
alter table offer_perks add foreign key (user_id) references users(id);
create trigger viewers_of_gone_perks after delete on offer_perks referencing old table as touched for each statement execute function note_viewers('user_id');
-- What a page keeps for its reader has the reader's fee.
create trigger viewers_of_perks after insert or update on offer_perks for each row execute function note_viewer('user_id');
grant select on offer_perks to parley_chain, parley_signer, parley_web, parley_worker;

-- The last posting of the ledger that was looked at for balances that no longer cover an offer.
create table offer_watermarks (
  name text not null,
  value bigint not null,
  primary key (name)
);
insert into offer_watermarks (name, value) values
  ('limits', '0');
grant select on offer_watermarks to parley_chain, parley_web, parley_worker;
grant insert, update on offer_watermarks to parley_worker;

create table offer_totals (
  side text not null,
  crypto text not null,
  fiat text not null,
  active_count int not null,
  primary key (side, crypto, fiat)
) with (fillfactor = 50);
grant select on offer_totals to parley_chain, parley_web, parley_worker;

-- As the catalog: its group, or the class of its own.
create table method_fees (
  method_id int not null,
  class text not null,
  primary key (method_id)
);
grant select on method_fees to parley_web, parley_worker;

create table missed_trades (
  trade_hash text not null,
  offer_id bigint not null,
  starter_id bigint not null,
  at timestamptz not null,
  primary key (trade_hash)
);
alter table missed_trades add foreign key (offer_id) references offers(id);
alter table missed_trades add foreign key (starter_id) references users(id);
create index missed_trades_of_offer on missed_trades (offer_id, at);
grant select on missed_trades to parley_web, parley_worker;
