insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values ('user', 'spot', false, false), ('house', 'fees_spot', false, false);
insert into halt_names (name, when_broken) values ('spot', true);

-- A lot for a tick is one unit of the quote currency, so no product of a price and a quantity has to be rounded.
create table spot_markets (
  symbol text not null,
  base text not null,
  quote text not null,
  lot_units bigint not null,
  -- Of the quote currency, for one whole coin of the base.
  tick_units bigint not null,
  min_quote_units bigint not null,
  -- Open orders of one user.
  max_orders int not null,
  -- Trades happen within this share of the reference price, new orders within twice of it.
  band_bp int not null,
  next_seq bigint not null default 1,
  -- As the newest commands say; the market process has applied those up to spot_progress.applied_seq.
  status text not null default 'cancel_only',
  reference_ticks bigint,
  primary key (symbol),
  constraint spot_markets_symbol_check check (symbol = base || '-' || quote and base <> quote),
  constraint spot_markets_sizes_check check (lot_units > 0 and tick_units > 0 and min_quote_units > 0 and max_orders > 0 and band_bp between 1 and 5000),
  constraint spot_markets_status_check check (status in ('trading', 'cancel_only', 'halted')),
  constraint spot_markets_reference_check check (reference_ticks > 0)
) with (fillfactor = 50);
insert into spot_markets (symbol, base, quote, lot_units, tick_units, min_quote_units, max_orders, band_bp) values
  ('BTC-USDT', 'BTC', 'USDT', 1000, 100000, 5000000, 200, 1000),
  ('ETH-USDT', 'ETH', 'USDT', 100000, 10000, 5000000, 200, 1000),
  ('ETH-BTC', 'ETH', 'BTC', 1000000, 1000, 10000, 200, 1000);
grant select on spot_markets to parley_market, parley_web, parley_worker;

-- How far the market process has come. Who matches has the newest epoch; an older one can write nothing.
create table spot_progress (
  market text not null,
  epoch bigint not null default 0,
  applied_seq bigint not null default 0,
  status text not null default 'cancel_only',
  reference_ticks bigint,
  last_ticks bigint,
  next_rank bigint not null default 0,
  next_fill bigint not null default 1,
  settled_at timestamptz,
  primary key (market),
  constraint spot_progress_status_check check (status in ('trading', 'cancel_only', 'halted'))
) with (fillfactor = 50);
alter table spot_progress add foreign key (market) references spot_markets(symbol);
insert into spot_progress (market) select symbol from spot_markets;
grant select on spot_progress to parley_market, parley_web, parley_worker;

-- A user proved once that orders may be placed for some hours, up to a value each day.
create table spot_sessions (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  day_usd_cents bigint not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Of the day that began last: the value of its orders.
  day date not null,
  used_usd_cents bigint not null default 0,
  markets text[] not null,
  primary key (id),
  constraint spot_sessions_hash_key unique (hash),
  constraint spot_sessions_markets_check check (cardinality(markets) > 0),
  constraint spot_sessions_day_check check (day_usd_cents > 0 and used_usd_cents between 0 and day_usd_cents),
  constraint spot_sessions_time_check check (expires_at > opened_at and expires_at <= opened_at + interval '24 hours')
);
alter table spot_sessions add foreign key (user_id) references users(id);
create unique index spot_sessions_open on spot_sessions (user_id) where ended_at is null;
grant select on spot_sessions to parley_web, parley_worker;

create table spot_orders (
  id bigint generated always as identity not null,
  hash text not null,
  client_id text,
  user_id bigint not null,
  market text not null,
  side text not null,
  type text not null,
  tif text not null,
  -- The worst price; of a market order the one that was fixed with it.
  price_ticks bigint not null,
  stop_ticks bigint,
  -- Before and after it was amended.
  placed_lots bigint not null,
  lots bigint not null,
  quote_limit_units bigint,
  filled_lots bigint not null default 0,
  filled_quote_units bigint not null default 0,
  -- In the currency received.
  fee_units bigint not null default 0,
  -- What is left of it in the owner's account of orders: quote units of a buy, base units of a sell.
  held_units bigint not null,
  maker_bp int not null,
  taker_bp int not null,
  session_id bigint,
  -- Placed by a robot of the demo.
  by_robot boolean not null default false,
  status text not null default 'accepted',
  why text,
  -- Of the command that placed it.
  seq bigint not null,
  -- The place among orders of its price.
  rank bigint,
  at timestamptz not null,
  ended_at timestamptz,
  -- Of an oco: the worst price after its stop. Its two prices change places when the stop is set off.
  oco_ticks bigint,
  was_set_off boolean not null default false,
  -- Of the API key that placed it; keys are deleted when they end.
  key_id bigint,
  primary key (id),
  constraint spot_orders_hash_key unique (hash),
  constraint spot_orders_seq_key unique (market, seq),
  constraint spot_orders_client_id_check check (client_id ~ '^[A-Za-z0-9_.-]{1,36}$'),
  constraint spot_orders_side_check check (side in ('buy', 'sell')),
  constraint spot_orders_type_check check (type in ('limit', 'market', 'stop_limit', 'oco') and (type in ('stop_limit', 'oco')) = (stop_ticks is not null)),
  constraint spot_orders_oco_check check ((type = 'oco') = (oco_ticks is not null) and oco_ticks > 0 and (type = 'oco' or not was_set_off)),
  -- The limit of a sale is above the prices of its stop, that of a purchase below them.
  constraint spot_orders_oco_prices_check check (type <> 'oco' or case side
    when 'sell' then case when was_set_off then oco_ticks > greatest(price_ticks, stop_ticks) else price_ticks > greatest(oco_ticks, stop_ticks) end
    else case when was_set_off then oco_ticks < least(price_ticks, stop_ticks) else price_ticks < least(oco_ticks, stop_ticks) end end),
  constraint spot_orders_tif_check check (tif in ('gtc', 'ioc', 'fok', 'post_only') and (type <> 'market' or tif = 'ioc') and (type <> 'oco' or tif = 'gtc') and (quote_limit_units is null or type = 'market')),
  constraint spot_orders_sizes_check check (price_ticks > 0 and stop_ticks > 0 and placed_lots > 0 and lots between 1 and placed_lots and quote_limit_units > 0),
  constraint spot_orders_filled_check check (filled_lots between 0 and lots and filled_quote_units between 0 and coalesce(quote_limit_units, filled_quote_units) and fee_units >= 0),
  constraint spot_orders_held_check check (held_units >= 0 and (ended_at is null or held_units = 0)),
  constraint spot_orders_fees_check check (maker_bp between 0 and 1000 and taker_bp between 0 and 1000),
  constraint spot_orders_status_check check (status in ('accepted', 'waiting', 'open', 'filled', 'cancelled', 'expired', 'rejected')),
  constraint spot_orders_end_check check ((ended_at is null) = (status in ('accepted', 'waiting', 'open')) and (ended_at is null) = (why is null)),
  constraint spot_orders_why_check check (why in ('filled', 'asked', 'self_trade', 'not_filled', 'not_all', 'band', 'would_take', 'market_closed'))
) with (fillfactor = 70);
alter table spot_orders add foreign key (market) references spot_markets(symbol);
alter table spot_orders add foreign key (user_id) references users(id);
alter table spot_orders add foreign key (session_id) references spot_sessions(id);
create unique index spot_orders_of_client on spot_orders (user_id, client_id) where client_id is not null and ended_at is null;
create index spot_orders_live on spot_orders (market, side, price_ticks) where ended_at is null;
create index spot_orders_of_user on spot_orders (user_id, id desc);
create index spot_orders_open_of_user on spot_orders (user_id, market) where ended_at is null;
grant select on spot_orders to parley_market, parley_web, parley_worker;

-- Everything that decides about a market, in its order: the book is a function of it.
create table spot_commands (
  market text not null,
  seq bigint not null,
  kind text not null,
  order_id bigint,
  user_id bigint,
  lots bigint,
  ticks bigint,
  status text,
  at timestamptz not null,
  primary key (market, seq),
  constraint spot_commands_kind_check check (case kind
    when 'place' then order_id is not null
    when 'cancel' then order_id is not null
    when 'amend' then order_id is not null and lots > 0
    when 'cancel_all' then user_id is not null
    when 'reference' then ticks > 0
    when 'state' then status in ('trading', 'cancel_only', 'halted')
    else false end)
);
alter table spot_commands add foreign key (market) references spot_markets(symbol);
create trigger spot_commands_append_only before update or truncate on spot_commands for each statement execute function refuse_change();
grant select on spot_commands to parley_market, parley_web, parley_worker;

create table spot_fills (
  market text not null,
  n bigint not null,
  maker_id bigint not null,
  taker_id bigint not null,
  buyer_id bigint not null,
  seller_id bigint not null,
  taker_side text not null,
  price_ticks bigint not null,
  lots bigint not null,
  -- In the base and the quote currency.
  buyer_fee_units bigint not null,
  seller_fee_units bigint not null,
  -- As it was when this traded.
  reference_ticks bigint not null,
  -- A robot of the demo was a party.
  by_robot boolean not null,
  seq bigint not null,
  at timestamptz not null,
  primary key (market, n),
  constraint spot_fills_sides_check check (buyer_id <> seller_id and maker_id <> taker_id and taker_side in ('buy', 'sell')),
  constraint spot_fills_sizes_check check (price_ticks > 0 and lots > 0 and buyer_fee_units >= 0 and seller_fee_units >= 0)
);
alter table spot_fills add foreign key (maker_id) references spot_orders(id);
alter table spot_fills add foreign key (taker_id) references spot_orders(id);
create index spot_fills_by_time on spot_fills (market, at);
create index spot_fills_of_buyer on spot_fills (buyer_id, at desc);
create index spot_fills_of_maker on spot_fills (maker_id);
create index spot_fills_of_seller on spot_fills (seller_id, at desc);
create index spot_fills_of_taker on spot_fills (taker_id);
create trigger spot_fills_append_only before delete or update or truncate on spot_fills for each statement execute function refuse_change();
grant select on spot_fills to parley_web, parley_worker;

-- Of one minute; a minute without trades has none.
create table spot_candles (
  market text not null,
  start timestamptz not null,
  open_ticks bigint not null,
  high_ticks bigint not null,
  low_ticks bigint not null,
  close_ticks bigint not null,
  lots bigint not null,
  quote_units bigint not null,
  trades int not null,
  last_n bigint not null,
  -- Of both, what orders to buy took.
  bought_lots bigint not null default 0,
  bought_quote_units bigint not null default 0,
  primary key (market, start),
  constraint spot_candles_prices_check check (low_ticks <= least(open_ticks, close_ticks) and high_ticks >= greatest(open_ticks, close_ticks))
) with (fillfactor = 70);
alter table spot_candles add foreign key (market) references spot_markets(symbol);
grant select on spot_candles to parley_web, parley_worker;

-- Trades of a user with the same user, which did not happen.
create table spot_prevented (
  id bigint generated always as identity not null,
  market text not null,
  seq bigint not null,
  maker_id bigint not null,
  taker_id bigint not null,
  price_ticks bigint not null,
  lots bigint not null,
  at timestamptz not null,
  primary key (id)
);
alter table spot_prevented add foreign key (maker_id) references spot_orders(id);
alter table spot_prevented add foreign key (taker_id) references spot_orders(id);
create index spot_prevented_of_maker on spot_prevented (maker_id);
create index spot_prevented_of_taker on spot_prevented (taker_id);
grant select on spot_prevented to parley_web, parley_worker;

-- The digest of a book as its commands up to a number left it.
create table spot_snapshots (
  market text not null,
  seq bigint not null,
  digest text not null,
  at timestamptz not null,
  -- Of some: the whole book, from which a replay can begin.
  book jsonb,
  -- A replay from the whole snapshot before gave this one.
  verified_at timestamptz,
  primary key (market, seq),
  constraint spot_snapshots_digest_check check (digest ~ '^[0-9a-f]{64}$'),
  constraint spot_snapshots_verified_check check (verified_at is null or book is not null)
);
alter table spot_snapshots add foreign key (market) references spot_markets(symbol);
create index spot_snapshots_whole on spot_snapshots (market, seq desc) where book is not null;
grant select on spot_snapshots to parley_web, parley_worker;

-- A listen key of the facade, of which one API key has one. The key itself is made from the secret of the API key and the nonce.
create table spot_streams (
  -- Of the API key.
  public_id text not null,
  user_id bigint not null,
  nonce text not null,
  listen_hash bytea not null,
  expires_at timestamptz not null,
  primary key (public_id),
  constraint spot_streams_listen_hash_key unique (listen_hash)
);
alter table spot_streams add foreign key (user_id) references users(id);
create index spot_streams_ended on spot_streams (expires_at);
grant delete, insert, select, update on spot_streams to parley_web;
