-- What products use counts toward the limits of levels, also what they used before. Owned by market/trades and products/providers.
create table limit_sources (
  kind text not null,
  uses text not null,
  primary key (kind)
);
grant select on limit_sources to parley_worker;
insert into limit_sources (kind, uses) values ('order', 'limit_uses_of_orders'), ('card_top_up', 'limit_uses_of_card_top_ups');

create table limit_uses (
  kind text not null,
  subject text not null,
  user_id bigint not null,
  begun_at timestamptz not null,
  cents bigint not null,
  primary key (kind, subject),
  constraint limit_uses_cents_check check (cents >= 0)
);
alter table limit_uses add foreign key (kind) references limit_sources(kind);
alter table limit_uses add foreign key (user_id) references users(id);
create index limit_uses_of_user on limit_uses (user_id, begun_at);
grant select on limit_uses to parley_web, parley_worker;

insert into limit_uses (kind, subject, user_id, begun_at, cents)
select 'order', made.hash, made.user_id, made.created_at, case when made.status = 'returned' then 0 else quote.cost_units end
from provider_orders made
join product_quotes quote on quote.id = made.quote_id
union all
select 'card_top_up', quote.hash, taken.user_id, taken.created_at, quote.got_units
from card_top_ups taken
join product_quotes quote on quote.id = taken.quote_id;
select add_usage(array_agg(user_id), array_agg(begun_at), array_agg(cents)) from limit_uses where cents > 0;

create trigger provider_orders_count after insert on provider_orders for each row execute function count_order_use();
create trigger provider_orders_count_again after update of status on provider_orders for each row when ((new.status = 'returned') <> (old.status = 'returned')) execute function count_order_use();
