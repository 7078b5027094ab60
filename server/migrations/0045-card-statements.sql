-- The statements of card issuers. Owned by products/cards.
-- The issuer's statement of a day: what it booked by then and had not named before, matched by its ids.
create table card_statements (
  id bigint generated always as identity not null,
  issuer text not null,
  day date not null,
  imported_at timestamptz not null,
  primary key (id),
  constraint card_statements_day_key unique (issuer, day),
  constraint card_statements_issuer_check check (issuer ~ '^[a-z_]{2,30}$')
);
grant select on card_statements to parley_web, parley_worker;

create table card_statement_lines (
  statement_id bigint not null,
  n int not null,
  entry_id text not null,
  kind text not null,
  units bigint not null,
  primary key (statement_id, n),
  constraint card_statement_lines_entry_check check (entry_id ~ '^[A-Za-z0-9_-]{8,64}$')
);
alter table card_statement_lines add foreign key (statement_id) references card_statements(id);
create index card_statement_lines_of_entry on card_statement_lines (entry_id);
grant select on card_statement_lines to parley_web, parley_worker;
