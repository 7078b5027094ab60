-- LNURL-withdraw: an amount that a user has proved and set aside, which a wallet elsewhere collects with one invoice. Owned by products/lightning.
create table ln_withdrawals (
  quote_id bigint not null,
  user_id bigint not null,
  -- By which a wallet collects it: who has this gets the sum.
  k1 text not null,
  status text not null default 'open',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (quote_id),
  constraint ln_withdrawals_k1_key unique (k1),
  constraint ln_withdrawals_k1_check check (k1 ~ '^[0-9a-f]{64}$'),
  constraint ln_withdrawals_status_check check (status in ('open', 'collected', 'expired', 'cancelled')),
  constraint ln_withdrawals_ended_check check ((status = 'open') = (ended_at is null)),
  constraint ln_withdrawals_expires_check check (expires_at > created_at)
);
alter table ln_withdrawals add foreign key (quote_id) references product_quotes(id);
alter table ln_withdrawals add foreign key (user_id) references users(id);
create unique index ln_withdrawals_one_open on ln_withdrawals (user_id) where status = 'open';
create index ln_withdrawals_of_user on ln_withdrawals (user_id, quote_id desc);
grant select on ln_withdrawals to parley_web;
grant select (quote_id, user_id, status, expires_at) on ln_withdrawals to parley_worker;
grant select (quote_id, status) on ln_withdrawals to parley_signer;
