-- Cards may be those of an issuer that has their numbers and that gets each change; it knows their holders. Owned by products/cards.
alter table cards
  alter column last4 drop not null,
  add column issuer text not null default 'house_issuer',
  add column issuer_ref text,
  add column version int not null default 1,
  add column sent_version int not null default 1,
  add column send_at timestamptz not null default market_now(),
  add column tries int not null default 0,
  add column fault text,
  add column is_refused boolean not null default false;
alter table cards
  alter column issuer drop default,
  alter column sent_version drop default,
  alter column send_at drop default,
  drop constraint cards_number_sealed_check,
  add constraint cards_number_sealed_check check (length(number_sealed) <= 200 and (number_sealed is null) <= (status = 'terminated' or issuer <> 'house_issuer')),
  add constraint cards_issuer_check check (issuer ~ '^[a-z_]{2,30}$'),
  add constraint cards_issuer_ref_key unique (issuer_ref),
  add constraint cards_issuer_ref_check check (issuer_ref ~ '^[A-Za-z0-9_]{3,64}$' and (last4 is null) = (issuer_ref is null and issuer <> 'house_issuer')),
  add constraint cards_sent_check check (sent_version between 0 and version and tries >= 0 and char_length(fault) <= 200),
  add constraint cards_refused_check check (is_refused <= (status = 'terminated'));
create index cards_unsent on cards (issuer, send_at) where sent_version < version;

create table card_holders (
  user_id bigint not null,
  issuer text not null,
  address_sealed bytea not null,
  given_at timestamptz not null,
  issuer_ref text,
  primary key (user_id, issuer),
  constraint card_holders_issuer_ref_key unique (issuer_ref),
  constraint card_holders_issuer_ref_check check (issuer_ref ~ '^[A-Za-z0-9_]{3,64}$'),
  constraint card_holders_address_check check (length(address_sealed) <= 2000)
);
alter table card_holders add foreign key (user_id) references card_accounts(user_id);
grant select on card_holders to parley_web, parley_worker;
