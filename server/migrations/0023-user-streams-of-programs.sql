-- Owned by products/spot. Programs that trade by the facade get their own orders and balances over a socket that a listen key opens.
create table spot_streams (
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
