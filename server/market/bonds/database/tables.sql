-- As the catalog: gift cards, and what has the rule.
create table bond_methods (
  method_id int not null,
  primary key (method_id)
);
grant select on bond_methods to parley_web, parley_worker;

-- What came to a bond and left it; a return takes all of it, a row for each coin. `usd_cents` is what the coins were worth when they
-- came: prices that move ask for no more and give nothing back.
create table bond_moves (
  hash text not null,
  currency text not null,
  user_id bigint not null,
  kind text not null,
  units bigint not null,
  usd_cents bigint not null,
  at timestamptz not null,
  primary key (hash, currency),
  constraint bond_moves_currency_check check (currency in ('BTC', 'ETH', 'USDT')),
  constraint bond_moves_kind_check check (kind in ('deposit', 'return')),
  constraint bond_moves_units_check check (units > 0),
  constraint bond_moves_usd_cents_check check (usd_cents > 0)
);
alter table bond_moves add foreign key (user_id) references users(id);
create index bond_moves_of_user on bond_moves (user_id, at);
create trigger bond_moves_append_only before delete or update on bond_moves for each statement execute function refuse_change();
create trigger bond_moves_never_truncated before truncate on bond_moves for each statement execute function refuse_change();
grant select on bond_moves to parley_web, parley_worker;
