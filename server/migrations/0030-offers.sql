-- Standing invitations to buy or sell. A floating offer keeps a margin, never a price: when a rate moves, no row here is
-- written. What the listing sorts and filters by stands in this table, also the few facts of the owner that it needs.
-- Owned by market/offers.

create table offers (
  id                     bigint      generated always as identity primary key,
  hash                   text        not null unique,
  owner_id               bigint      not null references users,
  side                   text        not null check (side in ('buy', 'sell')),
  crypto                 text        not null check (crypto in ('BTC', 'ETH', 'USDT')),
  fiat                   text        not null check (fiat ~ '^[A-Z]{3}$'),
  method_id              int         not null,
  method_group           text        not null,
  method_label           text,
  payment_country        text,
  flow_type              text        not null default 'default'
    check (flow_type in ('default', 'gcc-auto', 'lite', 'bt-auto')),

  -- Floating or fixed: hundredths of a percent over the market, or fiat for one whole coin.
  margin_bp              int         check (margin_bp > -10000),
  fixed_price            numeric     check (fixed_price > 0),

  -- In the smallest unit of the currency by ISO 4217. With amounts to choose from these are the least and the greatest.
  amount_type            text        not null check (amount_type in ('min_max', 'predefined')),
  min_units              bigint      not null check (min_units > 0),
  max_units              bigint      not null,
  predefined_units       bigint[]    not null default '{}',

  payment_window_min     int         not null check (payment_window_min between 15 and 43200),
  terms                  text        not null,
  trade_details          text        not null,
  tags                   text[]      not null default '{}',

  min_past_trades        int         not null default 0 check (min_past_trades >= 0),
  new_buyer_max_units    bigint      check (new_buyer_max_units > 0),
  country_rule           text        not null default 'none' check (country_rule in ('none', 'allowed', 'disallowed')),
  countries              text[]      not null default '{}',
  duty_hours             jsonb       not null default '[]',
  timezone               text        not null default 'UTC',
  requires_verified_id   boolean     not null default false,
  trusted_only           boolean     not null default false,
  blocks_anonymizers     boolean     not null default false,
  matches_country        boolean     not null default false,
  shows_full_name        boolean     not null default false,
  no_third_parties       boolean     not null default false,
  bin_codes              text[]      not null default '{}',
  card_regions           text[]      not null default '{}',

  -- The sum after which the offer leaves the market, and how much of it is used.
  cap_units              bigint      check (cap_units > 0),
  cap_used_units         bigint      not null default 0 check (cap_used_units >= 0),
  cap_active             boolean     not null default false,

  -- What the owner wants, and why the platform keeps it off all the same.
  is_on                  boolean     not null,
  hold                   text        check (hold in ('low_balance', 'cap_reached', 'penalty', 'moderation', 'restricted',
                                                     'method_disabled', 'owner_away')),
  deleted_at             timestamptz,
  active                 boolean     generated always as (is_on and hold is null and deleted_at is null) stored,
  moderation             text        not null default 'approved'
    check (moderation in ('approved', 'rejected', 'no_appeal', 'appealed')),

  -- Goes up with every change of price or terms; a start names the one that was seen.
  revision               int         not null default 1,
  -- What the seller pays, in hundredths of a percent.
  fee_bp                 int         not null check (fee_bp between 0 and 2000),
  lost_in_row            int         not null default 0,

  -- Copies of facts of the owner, moved by market/offers when they change.
  owner_country          text        not null,
  owner_online           boolean     not null default false,
  owner_badge            text        not null default 'no_badge',
  owner_verified         boolean     not null default false,
  release_sec            int,
  rank                   int         not null default 0,
  is_featured            boolean     not null default false,
  is_stickied            boolean     not null default false,
  is_automated           boolean     not null default false,

  created_at             timestamptz not null,
  updated_at             timestamptz not null,

  constraint offers_one_price check ((margin_bp is null) <> (fixed_price is null)),
  constraint offers_range check (max_units >= min_units),
  constraint offers_amounts check ((amount_type = 'predefined') = (cardinality(predefined_units) > 0)),
  constraint offers_cap check (not cap_active or cap_units is not null)
) with (fillfactor = 90);

-- By price, by rank; with a method and without. The floating family is sorted by margin, which inside one market is the
-- order of prices whatever the rate; the fixed family is sorted by price and merged in.
create index offers_floating_of_method on offers (side, crypto, fiat, method_id, margin_bp, id)
  include (min_units, max_units) where active and margin_bp is not null;
create index offers_floating on offers (side, crypto, fiat, margin_bp, id)
  include (min_units, max_units, method_id) where active and margin_bp is not null;
create index offers_floating_everywhere on offers (side, crypto, margin_bp, id)
  include (method_id) where active and margin_bp is not null;
create index offers_fixed_of_method on offers (side, crypto, fiat, method_id, fixed_price, id)
  include (min_units, max_units) where active and fixed_price is not null;
create index offers_fixed on offers (side, crypto, fiat, fixed_price, id)
  include (min_units, max_units, method_id) where active and fixed_price is not null;
create index offers_by_rank_of_method on offers (side, crypto, fiat, method_id, rank desc, id)
  include (min_units, max_units) where active;
create index offers_by_rank on offers (side, crypto, fiat, rank desc, id)
  include (min_units, max_units, method_id) where active;
create index offers_by_rank_everywhere on offers (side, crypto, rank desc, id) include (method_id) where active;
create index offers_by_method_everywhere on offers (side, crypto, method_id, rank desc, id) where active;
create index offers_by_release on offers (side, crypto, fiat, release_sec, id) where active;
create index offers_by_tag on offers using gin (tags) where active;
create index offers_of_owner on offers (owner_id, side) where deleted_at is null;
-- The same thing twice at once is not two offers.
create unique index offers_no_duplicate on offers (owner_id, side, crypto, fiat, method_id) where is_on and deleted_at is null;

-- How many are active, by market and method: for counts and for the numbers beside the filters.
create table offer_counts (
  side         text not null,
  crypto       text not null,
  fiat         text not null,
  method_id    int  not null,
  active_count int  not null,
  primary key (side, crypto, fiat, method_id)
) with (fillfactor = 70);
create index offer_counts_of_method on offer_counts (method_id, crypto, side);

create function count_offers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into offer_counts as known (side, crypto, fiat, method_id, active_count)
    select side, crypto, fiat, method_id, count(*)::int
    from added
    where active
    group by side, crypto, fiat, method_id
    order by side, crypto, fiat, method_id
    on conflict (side, crypto, fiat, method_id) do update
    set active_count = known.active_count + excluded.active_count;
  else
    insert into offer_counts as known (side, crypto, fiat, method_id, active_count)
    select side, crypto, fiat, method_id, sum(step)::int
    from (
      select side, crypto, fiat, method_id, 1 as step from added where active
      union all
      select side, crypto, fiat, method_id, -1 from removed where active
    ) as steps
    group by side, crypto, fiat, method_id
    having sum(step) <> 0
    order by side, crypto, fiat, method_id
    on conflict (side, crypto, fiat, method_id) do update
    set active_count = known.active_count + excluded.active_count;
  end if;
  return null;
end $$;
create trigger offers_counted_new after insert on offers
  referencing new table as added for each statement execute function count_offers();
create trigger offers_counted_change after update on offers
  referencing old table as removed new table as added for each statement execute function count_offers();

create table offer_favorites (
  user_id  bigint      not null references users,
  offer_id bigint      not null references offers,
  added_at timestamptz not null,
  primary key (user_id, offer_id)
);
create index offer_favorites_by_time on offer_favorites (user_id, added_at desc);

-- A discount that a user has on the fee of one method, or of all.
create table offer_perks (
  user_id     bigint      not null references users,
  method_id   int         not null default 0,
  fee_bp      int         not null check (fee_bp >= 0),
  valid_until timestamptz,
  primary key (user_id, method_id)
);

-- The last posting of the books that was looked at for balances that no longer cover an offer.
create table offer_watermarks (
  name  text   primary key,
  value bigint not null
);

grant select, insert, update on offers, offer_counts, offer_perks, offer_watermarks to parley_app;
grant select, insert, delete on offer_favorites to parley_app;
