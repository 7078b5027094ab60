create table feedback (
  id bigint generated always as identity not null,
  giver_id bigint not null,
  receiver_id bigint not null,
  payment_method_id int not null,
  crypto text not null,
  trade_hash text not null,
  offer_hash text not null,
  giver_role text not null,
  rating int not null,
  message text not null,
  reply text,
  -- Small trades count for nothing, so that a reputation cannot be farmed.
  counts boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint feedback_giver_id_receiver_id_payment_method_id_crypto_key unique (giver_id, receiver_id, payment_method_id, crypto),
  constraint feedback_check check (giver_id <> receiver_id),
  constraint feedback_giver_role_check check (giver_role in ('buyer', 'seller')),
  constraint feedback_rating_check check (rating = any (array[1, '-1'::int]))
);
alter table feedback add foreign key (giver_id) references users(id);
alter table feedback add foreign key (receiver_id) references users(id);
create index feedback_of_receiver on feedback (receiver_id, updated_at desc);
create index feedback_of_trade on feedback (trade_hash);
-- By their names these run before what counts feedback: pairs are locked before the figures of their users, as where trades end.
create trigger feedback_added_is_weighed after insert on feedback referencing new table as added for each statement execute function weigh_feedback();
create trigger feedback_altered_is_weighed after update on feedback referencing old table as removed new table as added for each statement execute function weigh_feedback();
create trigger feedback_counted_change after update on feedback referencing old table as removed new table as added for each statement execute function count_feedback();
create trigger feedback_counted_new after insert on feedback referencing new table as added for each statement execute function count_feedback();
create trigger feedback_is_of_its_trade before insert or update on feedback for each row execute function feedback_is_of_its_trade();
create trigger pages_show_feedback after update on feedback referencing new table as added for each statement execute function note_owner_changes('receiver_id');
create trigger pages_show_new_feedback after insert on feedback referencing new table as added for each statement execute function note_owner_changes('receiver_id');
grant select on feedback to parley_chain, parley_web, parley_worker;
grant insert, update on feedback to parley_web, parley_worker;
