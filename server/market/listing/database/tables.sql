create table offer_favorites (
  user_id bigint not null,
  offer_id bigint not null,
  added_at timestamptz not null,
  primary key (user_id, offer_id)
);
alter table offer_favorites add foreign key (offer_id) references offers(id);
alter table offer_favorites add foreign key (user_id) references users(id);
create index offer_favorites_by_time on offer_favorites (user_id, added_at desc);
grant delete, insert, select on offer_favorites to parley_chain, parley_web, parley_worker;
