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
create index offers_moderated on offers (id) where moderation <> 'approved' and deleted_at is null;
create unique index offers_no_duplicate on offers (owner_id, side, crypto, fiat, method_id) where is_on and deleted_at is null and partner_id is null;
create index offers_of_owner on offers (owner_id, side) where deleted_at is null;
create index offers_online on offers (side, crypto, fiat, rank desc, id) include (method_id) where active and owner_online;
create index offers_promoted on offers (promoted_until) where promoted_until is not null;
create index offers_promoted_of_owner on offers (owner_id) where promoted_until is not null;
create index offers_with_manual_fee on offers (id) where manual_fee_bp is not null and deleted_at is null;
create trigger offer_fees_noted before insert or update of method_id, manual_fee_bp, fee_bp on offers for each row execute function note_offer_fee();
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
grant insert (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp, payment_account, bank_reference, missed_at, partner_id, chat_hash, special_until, is_silent, custom_rate, payment_subdivision, payment_city, missed_after), update (hash, owner_id, side, crypto, fiat, method_id, method_group, method_label, payment_country, flow_type, margin_bp, fixed_price, amount_type, min_units, max_units, predefined_units, payment_window_min, terms, trade_details, tags, min_past_trades, new_buyer_max_units, country_rule, countries, duty_hours, timezone, requires_verified_id, trusted_only, blocks_anonymizers, matches_country, requires_full_name, no_third_parties, bin_codes, card_regions, cap_units, cap_used_units, cap_active, is_on, hold, deleted_at, revision, owner_country, owner_online, owner_badge, owner_verified, release_sec, rank, is_automated, created_at, updated_at, manual_fee_bp, payment_account, bank_reference, missed_at, is_silent, custom_rate, payment_subdivision, payment_city, missed_after) on offers to parley_web, parley_worker;

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
insert into method_fees (method_id, class) values
  ('1', 'cash-deposits'), ('4', 'gift-cards'), ('14', 'online-transfers'), ('142', 'debitcredit-cards'),
  ('195', 'gift-cards'), ('196', 'bank-transfers'), ('197', 'bank-transfers'), ('198', 'bank-transfers'),
  ('199', 'bank-transfers'), ('200', 'bank-transfers'), ('201', 'bank-transfers'), ('202', 'bank-transfers'),
  ('203', 'bank-transfers'), ('204', 'bank-transfers'), ('205', 'bank-transfers'), ('206', 'bank-transfers'),
  ('207', 'bank-transfers'), ('208', 'bank-transfers'), ('209', 'bank-transfers'), ('210', 'bank-transfers'),
  ('211', 'bank-transfers'), ('212', 'bank-transfers'), ('213', 'bank-transfers'), ('214', 'bank-transfers'),
  ('215', 'bank-transfers'), ('216', 'bank-transfers'), ('217', 'bank-transfers'), ('218', 'bank-transfers'),
  ('219', 'bank-transfers'), ('220', 'bank-transfers'), ('221', 'bank-transfers'), ('222', 'bank-transfers'),
  ('223', 'bank-transfers'), ('224', 'bank-transfers'), ('225', 'bank-transfers'), ('226', 'bank-transfers'),
  ('227', 'bank-transfers'), ('228', 'bank-transfers'), ('229', 'bank-transfers'), ('230', 'bank-transfers'),
  ('231', 'bank-transfers'), ('232', 'bank-transfers'), ('233', 'bank-transfers'), ('234', 'bank-transfers'),
  ('235', 'bank-transfers'), ('236', 'bank-transfers'), ('237', 'bank-transfers'), ('238', 'bank-transfers'),
  ('239', 'bank-transfers'), ('240', 'bank-transfers'), ('241', 'bank-transfers'), ('242', 'bank-transfers'),
  ('243', 'bank-transfers'), ('244', 'bank-transfers'), ('245', 'bank-transfers'), ('246', 'bank-transfers'),
  ('247', 'bank-transfers'), ('248', 'bank-transfers'), ('249', 'bank-transfers'), ('250', 'bank-transfers'),
  ('251', 'bank-transfers'), ('252', 'bank-transfers'), ('253', 'bank-transfers'), ('254', 'bank-transfers'),
  ('255', 'bank-transfers'), ('256', 'bank-transfers'), ('257', 'bank-transfers'), ('258', 'bank-transfers'),
  ('259', 'bank-transfers'), ('260', 'bank-transfers'), ('261', 'bank-transfers'), ('262', 'bank-transfers'),
  ('263', 'bank-transfers'), ('264', 'bank-transfers'), ('265', 'bank-transfers'), ('266', 'bank-transfers'),
  ('267', 'bank-transfers'), ('268', 'bank-transfers'), ('269', 'bank-transfers'), ('270', 'bank-transfers'),
  ('271', 'bank-transfers'), ('272', 'bank-transfers'), ('273', 'bank-transfers'), ('274', 'bank-transfers'),
  ('275', 'bank-transfers'), ('276', 'bank-transfers'), ('277', 'bank-transfers'), ('278', 'bank-transfers'),
  ('279', 'bank-transfers'), ('280', 'bank-transfers'), ('281', 'bank-transfers'), ('282', 'bank-transfers'),
  ('283', 'bank-transfers'), ('284', 'bank-transfers'), ('285', 'bank-transfers'), ('286', 'bank-transfers'),
  ('287', 'bank-transfers'), ('288', 'bank-transfers'), ('289', 'bank-transfers'), ('290', 'bank-transfers'),
  ('291', 'online-transfers'), ('292', 'online-transfers'), ('293', 'online-transfers'), ('294', 'online-transfers'),
  ('295', 'online-transfers'), ('296', 'online-transfers'), ('297', 'online-transfers'), ('298', 'online-transfers'),
  ('299', 'online-transfers'), ('300', 'online-transfers'), ('301', 'online-transfers'), ('302', 'online-transfers'),
  ('303', 'online-transfers'), ('304', 'online-transfers'), ('305', 'online-transfers'), ('306', 'online-transfers'),
  ('307', 'online-transfers'), ('308', 'online-transfers'), ('309', 'online-transfers'), ('310', 'online-transfers'),
  ('311', 'online-transfers'), ('312', 'online-transfers'), ('313', 'online-transfers'), ('314', 'online-transfers'),
  ('315', 'online-transfers'), ('316', 'online-transfers'), ('317', 'online-transfers'), ('318', 'online-transfers'),
  ('319', 'online-transfers'), ('320', 'online-transfers'), ('321', 'online-transfers'), ('322', 'online-transfers'),
  ('323', 'online-transfers'), ('324', 'online-transfers'), ('325', 'online-transfers'), ('326', 'online-transfers'),
  ('327', 'online-transfers'), ('328', 'online-transfers'), ('329', 'online-transfers'), ('330', 'online-transfers'),
  ('331', 'online-transfers'), ('332', 'online-transfers'), ('333', 'online-transfers'), ('334', 'online-transfers'),
  ('335', 'online-transfers'), ('336', 'online-transfers'), ('337', 'online-transfers'), ('338', 'online-transfers'),
  ('339', 'online-transfers'), ('340', 'online-transfers'), ('341', 'online-transfers'), ('342', 'online-transfers'),
  ('343', 'online-transfers'), ('344', 'online-transfers'), ('345', 'online-transfers'), ('346', 'online-transfers'),
  ('347', 'online-transfers'), ('348', 'online-transfers'), ('349', 'online-transfers'), ('350', 'online-transfers'),
  ('351', 'online-transfers'), ('352', 'online-transfers'), ('353', 'online-transfers'), ('354', 'online-transfers'),
  ('355', 'online-transfers'), ('356', 'online-transfers'), ('357', 'online-transfers'), ('358', 'online-transfers'),
  ('359', 'online-transfers'), ('360', 'online-transfers'), ('361', 'online-transfers'), ('362', 'online-transfers'),
  ('363', 'online-transfers'), ('364', 'online-transfers'), ('365', 'online-transfers'), ('366', 'online-transfers'),
  ('367', 'online-transfers'), ('368', 'online-transfers'), ('369', 'online-transfers'), ('370', 'online-transfers'),
  ('371', 'online-transfers'), ('372', 'online-transfers'), ('373', 'online-transfers'), ('374', 'online-transfers'),
  ('375', 'online-transfers'), ('376', 'online-transfers'), ('377', 'online-transfers'), ('378', 'online-transfers'),
  ('379', 'online-transfers'), ('380', 'online-transfers'), ('381', 'online-transfers'), ('382', 'online-transfers'),
  ('383', 'online-transfers'), ('384', 'online-transfers'), ('385', 'online-transfers'), ('386', 'online-transfers'),
  ('387', 'online-transfers'), ('388', 'online-transfers'), ('389', 'online-transfers'), ('390', 'online-transfers'),
  ('391', 'online-transfers'), ('392', 'online-transfers'), ('393', 'online-transfers'), ('394', 'online-transfers'),
  ('395', 'online-transfers'), ('396', 'online-transfers'), ('397', 'online-transfers'), ('398', 'online-transfers'),
  ('399', 'online-transfers'), ('400', 'online-transfers'), ('401', 'online-transfers'), ('402', 'online-transfers'),
  ('403', 'online-transfers'), ('404', 'online-transfers'), ('405', 'online-transfers'), ('406', 'online-transfers'),
  ('407', 'online-transfers'), ('408', 'online-transfers'), ('409', 'online-transfers'), ('410', 'online-transfers'),
  ('411', 'online-transfers'), ('412', 'online-transfers'), ('413', 'online-transfers'), ('414', 'online-transfers'),
  ('415', 'online-transfers'), ('416', 'online-transfers'), ('417', 'online-transfers'), ('418', 'online-transfers'),
  ('419', 'online-transfers'), ('420', 'online-transfers'), ('421', 'online-transfers'), ('422', 'online-transfers'),
  ('423', 'online-transfers'), ('424', 'online-transfers'), ('425', 'online-transfers'), ('426', 'online-transfers'),
  ('427', 'online-transfers'), ('428', 'online-transfers'), ('429', 'online-transfers'), ('430', 'online-transfers'),
  ('431', 'online-transfers'), ('432', 'online-transfers'), ('433', 'online-transfers'), ('434', 'online-transfers'),
  ('435', 'online-transfers'), ('436', 'online-transfers'), ('437', 'online-transfers'), ('438', 'online-transfers'),
  ('439', 'online-transfers'), ('440', 'online-transfers'), ('441', 'online-transfers'), ('442', 'online-transfers'),
  ('443', 'online-transfers'), ('444', 'online-transfers'), ('445', 'online-transfers'), ('446', 'online-transfers'),
  ('447', 'online-transfers'), ('448', 'online-transfers'), ('449', 'online-transfers'), ('450', 'online-transfers'),
  ('451', 'mobile-money'), ('452', 'mobile-money'), ('453', 'mobile-money'), ('454', 'mobile-money'),
  ('455', 'mobile-money'), ('456', 'mobile-money'), ('457', 'mobile-money'), ('458', 'mobile-money'),
  ('459', 'mobile-money'), ('460', 'mobile-money'), ('461', 'mobile-money'), ('462', 'mobile-money'),
  ('463', 'mobile-money'), ('464', 'mobile-money'), ('465', 'mobile-money'), ('466', 'mobile-money'),
  ('467', 'mobile-money'), ('468', 'mobile-money'), ('469', 'mobile-money'), ('470', 'mobile-money'),
  ('471', 'mobile-money'), ('472', 'mobile-money'), ('473', 'mobile-money'), ('474', 'mobile-money'),
  ('475', 'mobile-money'), ('476', 'mobile-money'), ('477', 'mobile-money'), ('478', 'mobile-money'),
  ('479', 'mobile-money'), ('480', 'mobile-money'), ('481', 'mobile-money'), ('482', 'mobile-money'),
  ('483', 'mobile-money'), ('484', 'mobile-money'), ('485', 'mobile-money'), ('486', 'mobile-money'),
  ('487', 'mobile-money'), ('488', 'mobile-money'), ('489', 'mobile-money'), ('490', 'mobile-money'),
  ('491', 'mobile-money'), ('492', 'mobile-money'), ('493', 'mobile-money'), ('494', 'mobile-money'),
  ('495', 'mobile-money'), ('496', 'mobile-money'), ('497', 'mobile-money'), ('498', 'mobile-money'),
  ('499', 'mobile-money'), ('500', 'mobile-money'), ('501', 'mobile-money'), ('502', 'mobile-money'),
  ('503', 'mobile-money'), ('504', 'mobile-money'), ('505', 'mobile-money'), ('506', 'mobile-money'),
  ('507', 'mobile-money'), ('508', 'mobile-money'), ('509', 'mobile-money'), ('510', 'mobile-money'),
  ('511', 'mobile-money'), ('512', 'mobile-money'), ('513', 'mobile-money'), ('514', 'mobile-money'),
  ('515', 'mobile-money'), ('516', 'mobile-money'), ('517', 'mobile-money'), ('518', 'mobile-money'),
  ('519', 'mobile-money'), ('520', 'cash-deposits'), ('521', 'cash-deposits'), ('522', 'cash-deposits'),
  ('523', 'cash-deposits'), ('524', 'cash-deposits'), ('525', 'cash-deposits'), ('526', 'cash-deposits'),
  ('527', 'cash-deposits'), ('528', 'cash-deposits'), ('529', 'cash-deposits'), ('530', 'cash-deposits'),
  ('531', 'cash-deposits'), ('532', 'cash-deposits'), ('533', 'cash-deposits'), ('534', 'cash-deposits'),
  ('535', 'cash-deposits'), ('536', 'cash-deposits'), ('537', 'cash-deposits'), ('538', 'cash-deposits'),
  ('539', 'cash-deposits'), ('540', 'cash-deposits'), ('541', 'cash-deposits'), ('542', 'cash-deposits'),
  ('543', 'debitcredit-cards'), ('544', 'debitcredit-cards'), ('545', 'debitcredit-cards'), ('546', 'debitcredit-cards'),
  ('547', 'debitcredit-cards'), ('548', 'debitcredit-cards'), ('549', 'debitcredit-cards'), ('550', 'debitcredit-cards'),
  ('551', 'debitcredit-cards'), ('552', 'debitcredit-cards'), ('553', 'debitcredit-cards'), ('554', 'debitcredit-cards'),
  ('555', 'debitcredit-cards'), ('556', 'debitcredit-cards'), ('557', 'debitcredit-cards'), ('558', 'debitcredit-cards'),
  ('559', 'debitcredit-cards'), ('560', 'debitcredit-cards'), ('561', 'debitcredit-cards'), ('562', 'debitcredit-cards'),
  ('563', 'debitcredit-cards'), ('564', 'debitcredit-cards'), ('565', 'debitcredit-cards'), ('566', 'debitcredit-cards'),
  ('567', 'debitcredit-cards'), ('568', 'debitcredit-cards'), ('569', 'debitcredit-cards'), ('570', 'debitcredit-cards'),
  ('571', 'high'), ('572', 'high'), ('573', 'gift-cards'), ('574', 'gift-cards'), ('575', 'gift-cards'),
  ('576', 'gift-cards'), ('577', 'gift-cards'), ('578', 'gift-cards'), ('579', 'gift-cards'), ('580', 'gift-cards'),
  ('581', 'gift-cards'), ('582', 'gift-cards'), ('583', 'gift-cards'), ('584', 'gift-cards'), ('585', 'gift-cards'),
  ('586', 'gift-cards'), ('587', 'gift-cards'), ('588', 'gift-cards'), ('589', 'gift-cards'), ('590', 'gift-cards'),
  ('591', 'gift-cards'), ('592', 'gift-cards'), ('593', 'gift-cards'), ('594', 'gift-cards'), ('595', 'gift-cards'),
  ('596', 'gift-cards'), ('597', 'gift-cards'), ('598', 'gift-cards'), ('599', 'gift-cards'), ('600', 'gift-cards'),
  ('601', 'gift-cards'), ('602', 'gift-cards'), ('603', 'gift-cards'), ('604', 'gift-cards'), ('605', 'gift-cards'),
  ('606', 'gift-cards'), ('607', 'gift-cards'), ('608', 'gift-cards'), ('609', 'gift-cards'), ('610', 'gift-cards'),
  ('611', 'gift-cards'), ('612', 'gift-cards'), ('613', 'gift-cards'), ('614', 'gift-cards'), ('615', 'gift-cards'),
  ('616', 'gift-cards'), ('617', 'gift-cards'), ('618', 'gift-cards'), ('619', 'gift-cards'), ('620', 'gift-cards'),
  ('621', 'gift-cards'), ('622', 'gift-cards'), ('623', 'gift-cards'), ('624', 'gift-cards'), ('625', 'gift-cards'),
  ('626', 'gift-cards'), ('627', 'gift-cards'), ('628', 'gift-cards'), ('629', 'gift-cards'), ('630', 'gift-cards'),
  ('631', 'digital-currencies'), ('632', 'digital-currencies'), ('633', 'digital-currencies'),
  ('634', 'digital-currencies'), ('635', 'digital-currencies'), ('636', 'digital-currencies'),
  ('637', 'digital-currencies'), ('638', 'digital-currencies'), ('639', 'digital-currencies'),
  ('640', 'digital-currencies'), ('641', 'digital-currencies'), ('642', 'digital-currencies'),
  ('643', 'digital-currencies'), ('644', 'digital-currencies'), ('645', 'digital-currencies'),
  ('646', 'digital-currencies'), ('647', 'digital-currencies'), ('648', 'digital-currencies'),
  ('649', 'digital-currencies'), ('650', 'digital-currencies'), ('651', 'digital-currencies'),
  ('652', 'digital-currencies'), ('653', 'digital-currencies'), ('654', 'digital-currencies'),
  ('655', 'digital-currencies'), ('656', 'digital-currencies'), ('657', 'goods-and-services'),
  ('658', 'goods-and-services'), ('659', 'goods-and-services'), ('660', 'goods-and-services'),
  ('661', 'goods-and-services'), ('662', 'goods-and-services'), ('663', 'goods-and-services'),
  ('664', 'goods-and-services'), ('665', 'goods-and-services'), ('666', 'goods-and-services'),
  ('667', 'goods-and-services'), ('668', 'services'), ('669', 'services'), ('670', 'services'), ('671', 'services'),
  ('672', 'services'), ('673', 'services'), ('674', 'services'), ('675', 'services'), ('676', 'services');
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
