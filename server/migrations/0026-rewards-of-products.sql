-- Fees of products are shared with referrers, as those of trades. Owned by reach/partners.
create table product_fees (
  journal_id bigint not null,
  person_id bigint not null,
  subject text not null,
  purpose text not null,
  currency text not null,
  units bigint not null,
  volume_units bigint not null,
  at timestamptz not null,
  due_at timestamptz not null,
  round int,
  primary key (journal_id, person_id, currency),
  constraint product_fees_units_check check (units <> 0 and volume_units <> 0),
  constraint product_fees_purpose_check check (purpose ~ '^fees_[a-z]+$'),
  constraint product_fees_currency_check check (currency in ('BTC', 'ETH', 'USDT'))
);
alter table product_fees add foreign key (journal_id) references journals(id);
alter table product_fees add foreign key (person_id) references users(id);
create index product_fees_of_subject on product_fees (subject, person_id, purpose, currency);
create index product_fees_waiting on product_fees (currency, due_at) where round is null;
grant select on product_fees to parley_worker;

create table product_fees_mark (
  only_row boolean not null default true,
  snapshot pg_snapshot not null,
  system_identifier bigint not null,
  since timestamptz not null,
  primary key (only_row),
  constraint product_fees_mark_only_row_check check (only_row)
);

alter table reward_entries alter column trade_id drop not null, alter column partner_id drop not null;
alter table reward_entries add column subject text, add column purpose text not null default 'fees';
alter table reward_entries add constraint reward_entries_subject_check check ((trade_id is null) = (subject is not null)
  and (partner_id is null) = (trade_id is null) and (purpose = 'fees') = (subject is null));
create unique index reward_entries_of_subject on reward_entries (subject, person_id, purpose, currency, round, referrer_id, tier)
  where subject is not null and reverses is null;
alter table partner_cases alter column trade_id drop not null;
