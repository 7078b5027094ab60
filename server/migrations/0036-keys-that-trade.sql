-- API keys that place spot orders: they sign by a secret that is sealed, and have bounds. Owned by people/api-keys; spot orders name theirs.
alter table api_keys add column secret_sealed bytea, add column markets text[] not null default '{}', add column day_usd_cents bigint,
  add column day date, add column used_usd_cents bigint not null default 0;
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (((cardinality(scopes) >= 1) and (cardinality(scopes) <= 5)) and (scopes <@ array['account', 'offers', 'trades', 'wallet', 'webhooks', 'spot:trade']));
alter table api_keys add constraint api_keys_spot_check check (case
  when scopes @> array['spot:trade'] then cardinality(scopes) = 1 and cardinality(networks) >= 1 and cardinality(markets) between 1 and 20
    and octet_length(secret_sealed) between 30 and 200 and day_usd_cents > 0 and used_usd_cents between 0 and day_usd_cents
  else secret_sealed is null and cardinality(markets) = 0 and day_usd_cents is null and used_usd_cents = 0 end is true);
alter table spot_orders add column key_id bigint;
