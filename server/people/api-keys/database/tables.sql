create table api_keys (
  id bigint generated always as identity not null,
  public_id text not null,
  user_id bigint not null,
  name text not null,
  -- SHA-256 of the secret.
  secret_hash bytea not null,
  scopes text[] not null,
  -- Addresses and ranges from which it works; none is from everywhere.
  networks text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- Of a key that trades: the secret by which it signs, and its bounds. Of the day that began last: the value of its orders.
  secret_sealed bytea,
  markets text[] not null default '{}',
  day_usd_cents bigint,
  day date,
  used_usd_cents bigint not null default 0,
  primary key (id),
  constraint api_keys_public_id_key unique (public_id),
  constraint api_keys_secret_hash_key unique (secret_hash),
  constraint api_keys_check check (expires_at <= (created_at + '366 days'::interval)),
  constraint api_keys_name_check check ((length(name) >= 1) and (length(name) <= 40)),
  constraint api_keys_networks_check check (cardinality(networks) <= 10),
  constraint api_keys_scopes_check check (((cardinality(scopes) >= 1) and (cardinality(scopes) <= 5)) and (scopes <@ array['account', 'offers', 'trades', 'wallet', 'webhooks', 'spot:trade'])),
  constraint api_keys_secret_hash_check check (octet_length(secret_hash) = 32),
  constraint api_keys_spot_check check (case
    when scopes @> array['spot:trade'] then cardinality(scopes) = 1 and cardinality(networks) >= 1 and cardinality(markets) between 1 and 20
      and octet_length(secret_sealed) between 30 and 200 and day_usd_cents > 0 and used_usd_cents between 0 and day_usd_cents
    else secret_sealed is null and cardinality(markets) = 0 and day_usd_cents is null and used_usd_cents = 0 end is true)
);
alter table api_keys add foreign key (user_id) references users(id);
create index api_keys_by_end on api_keys (expires_at);
create index api_keys_of_user on api_keys (user_id, id);
grant select, update (last_used_at) on api_keys to parley_web;
grant delete, select (id, expires_at) on api_keys to parley_worker;
