-- What a product with a provider behind it costs, for some seconds; the sums are those of the ledger. Taken by one order.
create table product_quotes (
  id bigint generated always as identity not null,
  hash text not null,
  user_id bigint not null,
  product text not null,
  provider text not null,
  country text not null,
  -- What the user gives, fee included.
  currency text not null,
  units bigint not null,
  fee_units bigint not null,
  -- What the provider is to deliver, in base units of its currency; what the user pays there for coins, of a purchase.
  got_currency text not null,
  got_units bigint not null,
  -- The most that the provider may charge the operator, or the least that it credits.
  cost_currency text not null,
  cost_units bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id),
  constraint product_quotes_hash_key unique (hash),
  constraint product_quotes_product_check check (product in ('top_up', 'card', 'on_ramp', 'off_ramp', 'store', 'lightning')),
  constraint product_quotes_provider_check check (provider ~ '^[a-z_]{2,30}$'),
  constraint product_quotes_country_check check (country ~ '^[A-Z]{2}$'),
  constraint product_quotes_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint product_quotes_units_check check (units > 0 and fee_units >= 0 and fee_units < units),
  constraint product_quotes_got_check check (got_currency ~ '^[A-Z]{3}$' and got_units > 0),
  constraint product_quotes_cost_check check (cost_currency = 'USD' and cost_units > 0),
  constraint product_quotes_expires_check check (expires_at > created_at)
);
alter table product_quotes add foreign key (user_id) references users(id);
grant select on product_quotes to parley_signer, parley_web, parley_worker;

-- One purchase at a provider. The row and the reserved sum are committed before the provider is called; the sum leaves the user's account
-- `ordered` on a definite answer only.
create table provider_orders (
  id bigint generated always as identity not null,
  hash text not null,
  -- Ours: every call about the order repeats it.
  external_ref uuid not null,
  quote_id bigint not null,
  user_id bigint not null,
  product text not null,
  provider text not null,
  country text not null,
  currency text not null,
  units bigint not null,
  status text not null default 'reserved',
  created_at timestamptz not null,
  submitted_at timestamptz,
  unknown_since timestamptz,
  -- When the provider is asked again.
  ask_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- What the provider said that it delivered and charged.
  delivered_units bigint,
  charged_units bigint,
  provider_ref text,
  -- Staff have to look at it, and why.
  case_at timestamptz,
  case_reason text,
  version int not null default 1,
  -- By how much it changed the operator's money at the provider.
  booked_units bigint not null default 0,
  -- The provider is asked although the order is held or over: a refund is under way, or a message came.
  is_watched boolean not null default false,
  primary key (id),
  constraint provider_orders_hash_key unique (hash),
  constraint provider_orders_external_ref_key unique (external_ref),
  constraint provider_orders_quote_id_key unique (quote_id),
  constraint provider_orders_status_check check (status in ('reserved', 'submitted', 'unknown', 'mismatch', 'settled', 'returned')),
  constraint provider_orders_submitted_check check (submitted_at is not null or status in ('reserved', 'returned')),
  constraint provider_orders_ended_check check ((status in ('settled', 'returned')) = (ended_at is not null) and (ended_at is null) = (end_reason is null)),
  constraint provider_orders_end_reason_check check (end_reason in ('delivered', 'statement', 'staff', 'refused', 'number', 'operator', 'stock', 'declined', 'expired', 'refunded', 'chosen', 'came_back')),
  constraint provider_orders_charged_check check ((status = 'settled') <= (charged_units is not null and charged_units >= 0)),
  constraint provider_orders_case_check check ((case_at is null) = (case_reason is null)
    and case_reason in ('unknown', 'mismatch', 'short', 'repeated', 'contradiction', 'amount', 'currency', 'name', 'late', 'came_back')),
  constraint provider_orders_units_check check (units > 0)
);
alter table provider_orders add foreign key (quote_id) references product_quotes(id);
alter table provider_orders add foreign key (user_id) references users(id);
create index provider_orders_of_user on provider_orders (user_id, id desc);
create index provider_orders_open on provider_orders (product, provider, ask_at) where status in ('reserved', 'submitted', 'unknown', 'mismatch');
create index provider_orders_watched on provider_orders (product, provider, ask_at) where is_watched;
create index provider_orders_by_day on provider_orders (product, provider, created_at);
create index provider_orders_with_case on provider_orders (case_at) where case_at is not null and ended_at is null;
create trigger provider_orders_count after insert on provider_orders for each row execute function count_order_use();
create trigger provider_orders_count_again after update of status on provider_orders for each row when ((new.status = 'returned') <> (old.status = 'returned')) execute function count_order_use();
grant select on provider_orders to parley_signer, parley_web, parley_worker;

-- Each call about an order: a retry repeats the body of the first submission.
create table provider_attempts (
  order_id bigint not null,
  n int not null,
  verb text not null,
  digest bytea,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  http_status int,
  fault text,
  took_ms int,
  primary key (order_id, n),
  constraint provider_attempts_verb_check check (verb in ('submit', 'ask', 'refund')),
  constraint provider_attempts_outcome_check check ((outcome is null) = (ended_at is null)
    and outcome in ('succeeded', 'failed', 'pending', 'not_found', 'unknown', 'unsure', 'refunded', 'came_back')),
  constraint provider_attempts_digest_check check (length(digest) = 32),
  constraint provider_attempts_fault_check check (char_length(fault) <= 200)
);
alter table provider_attempts add foreign key (order_id) references provider_orders(id);
create unique index provider_attempts_succeeded on provider_attempts (order_id) where outcome = 'succeeded';
grant select on provider_attempts to parley_web, parley_worker;

-- The inbox of callbacks: as the bytes came, sealed. The web process only adds to it; a worker verifies them, and what they say makes it ask.
create table provider_messages (
  id bigint generated always as identity not null,
  provider text not null,
  -- Of the raw bytes and what they are signed with.
  digest bytea not null,
  sealed bytea not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  -- The provider's own id of it, once the signature was right.
  message_id text,
  outcome text,
  primary key (id),
  constraint provider_messages_digest_key unique (provider, digest),
  constraint provider_messages_message_id_key unique (provider, message_id),
  constraint provider_messages_digest_check check (length(digest) = 32),
  constraint provider_messages_sealed_check check (length(sealed) <= 100000),
  constraint provider_messages_outcome_check check ((outcome is null) = (handled_at is null)
    and outcome in ('asked', 'repeated', 'unsigned', 'unreadable', 'nobody'))
);
create index provider_messages_waiting on provider_messages (provider, id) where handled_at is null;
create index provider_messages_old on provider_messages (received_at);
grant select on provider_messages to parley_worker;

-- The provider's own account of a day. One that does not continue the day before is not accepted, and is read again.
create table provider_statements (
  id bigint generated always as identity not null,
  provider text not null,
  day date not null,
  currency text not null,
  opening_units bigint not null,
  closing_units bigint not null,
  digest bytea not null,
  is_accepted boolean not null,
  imported_at timestamptz not null,
  product text not null,
  primary key (id),
  constraint provider_statements_day_key unique (provider, currency, day),
  constraint provider_statements_currency_check check (currency ~ '^[A-Z]{3}$')
);
grant select on provider_statements to parley_web, parley_worker;

create table provider_statement_lines (
  statement_id bigint not null,
  n int not null,
  kind text not null,
  -- Our reference of an order, or the provider's words.
  reference text not null,
  -- Above zero where the balance at the provider grew.
  units bigint not null,
  at timestamptz not null,
  order_id bigint,
  primary key (statement_id, n),
  constraint provider_statement_lines_kind_check check (kind in ('order', 'return', 'deposit', 'other')),
  constraint provider_statement_lines_reference_check check (char_length(reference) <= 200),
  constraint provider_statement_lines_units_check check (units <> 0 and (kind <> 'deposit' or units > 0))
);
alter table provider_statement_lines add foreign key (statement_id) references provider_statements(id);
alter table provider_statement_lines add foreign key (order_id) references provider_orders(id);
create unique index provider_statement_lines_of_order on provider_statement_lines (order_id, kind) where order_id is not null;
grant select on provider_statement_lines to parley_web, parley_worker;

-- How calls to a provider went of late, by product and country. A circuit that opened takes no new orders for a while.
create table provider_health (
  provider text not null,
  product text not null,
  country text not null,
  failures_in_row int not null default 0,
  -- The newest calls, in milliseconds.
  took_ms int[] not null default '{}',
  tries bigint not null default 0,
  failures bigint not null default 0,
  paused_until timestamptz,
  why text,
  changed_at timestamptz not null,
  primary key (provider, product, country),
  constraint provider_health_why_check check (why in ('failures', 'slow', 'repeated') and (why is null) = (paused_until is null))
);
grant select on provider_health to parley_web, parley_worker;

insert into ledger_purposes (holder, purpose, may_overdraw, is_fiat_too) values
  ('user', 'ordered', false, false),
  ('house', 'fees_store', false, false),
  ('outside', 'telco', true, true);
insert into halt_names (name, when_broken) values ('top_up', false);
