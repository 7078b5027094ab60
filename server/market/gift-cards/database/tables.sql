create table gift_cards (
  id bigint generated always as identity not null,
  hash text not null,
  owner_id bigint not null,
  payment_method_id int not null,
  kind text not null,
  fiat_code text not null,
  fiat_digits int not null,
  fiat_units bigint not null,
  -- Null once its owner's account has closed.
  code_sealed bytea,
  code_mark bytea not null,
  status text not null,
  -- In whose trades alone it is used.
  offer_hash text,
  -- That it is or was used in.
  trade_id bigint,
  trade_hash text,
  added_at timestamptz not null,
  in_use_at timestamptz,
  revealed_at timestamptz,
  deleted_at timestamptz,
  code_form text,
  checked_at timestamptz,
  -- When another account last tried to bring the same code.
  brought_again_at timestamptz,
  challenge text,
  challenge_at timestamptz,
  -- Bought in the store of this market, whose code nobody has seen since.
  bought_at timestamptz,
  primary key (id),
  constraint gift_cards_code_mark_key unique (code_mark),
  constraint gift_cards_hash_key unique (hash),
  constraint gift_cards_challenge_check check (challenge ~ '^[A-Z2-9]{6}$'),
  constraint gift_cards_challenged check ((challenge_at is null) = (challenge is null)),
  constraint gift_cards_check check ((status = 'in_offer') <= (offer_hash is not null)),
  constraint gift_cards_check1 check ((status in ('in_use', 'revealed', 'used')) = (trade_id is not null)),
  constraint gift_cards_check2 check ((trade_id is null) = (trade_hash is null)),
  constraint gift_cards_check3 check ((status = 'revealed') <= (revealed_at is not null)),
  constraint gift_cards_check4 check ((status in ('free', 'in_offer', 'deleted')) <= (revealed_at is null)),
  constraint gift_cards_check5 check ((status = 'deleted') = (deleted_at is not null)),
  constraint gift_cards_check6 check (code_sealed is not null or (status in ('deleted', 'revealed', 'used'))),
  constraint gift_cards_bought check (bought_at is null or status <> 'deleted'),
  constraint gift_cards_checked check ((checked_at is null) = (code_form is null)),
  constraint gift_cards_code_form_check check (code_form in ('fits', 'differs')),
  constraint gift_cards_code_mark_check check (octet_length(code_mark) = 32),
  constraint gift_cards_fiat_units_check check (fiat_units > 0),
  constraint gift_cards_kind_check check (kind in ('physical', 'e-card')),
  constraint gift_cards_status_check check (status in ('free', 'in_offer', 'in_use', 'revealed', 'used', 'deleted'))
);
alter table gift_cards add foreign key (owner_id) references users(id);
-- A trade is paid with one card at a time.
create unique index gift_card_in_trade on gift_cards (trade_id) where status = 'in_use';
create index gift_cards_of_owner on gift_cards (owner_id, id desc);
create index gift_cards_of_trade on gift_cards (trade_id, id) where trade_id is not null;
grant select on gift_cards to parley_web;
grant select (id, hash, owner_id, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, status, offer_hash, trade_id, trade_hash, in_use_at, revealed_at, bought_at) on gift_cards to parley_worker;

-- Records of who saw which code and when; append-only.
create table gift_card_reveals (
  gift_card_id bigint not null,
  trade_id bigint not null,
  seen_by_id bigint not null,
  at timestamptz not null,
  primary key (gift_card_id)
);
alter table gift_card_reveals add foreign key (gift_card_id) references gift_cards(id);
alter table gift_card_reveals add foreign key (seen_by_id) references users(id);
create trigger gift_card_reveals_append_only before delete or update or truncate on gift_card_reveals for each statement execute function refuse_change();
grant select on gift_card_reveals to parley_web, parley_worker;
