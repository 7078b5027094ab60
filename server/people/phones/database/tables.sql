create table phones (
  user_id bigint not null,
  -- Null where there is none: what was counted stays.
  number_sealed bytea,
  number_index bytea,
  -- Where the number is from, and its last two digits, by which its owner knows it.
  country_iso text,
  calling_code text,
  hint text,
  consented_at timestamptz,
  confirmed_at timestamptz,
  -- Of the newest code. A keyed mark: a reader of the table does not learn the code.
  code_mark bytea,
  code_expires_at timestamptz,
  tries_left int not null default 0,
  -- After too many wrong codes.
  blocked_until timestamptz,
  -- As the library of numbers knows it; unknown where it does not. Null until a worker has looked.
  line_type text,
  primary key (user_id),
  constraint phones_check check ((number_sealed is null) = (number_index is null)),
  constraint phones_check1 check (confirmed_at is null or number_index is not null),
  constraint phones_line_type_check check (line_type in ('mobile', 'fixed_line', 'fixed_line_or_mobile', 'voip', 'personal_number', 'toll_free', 'premium_rate', 'shared_cost', 'pager', 'uan', 'voicemail', 'unknown')),
  constraint phones_tries_left_check check (tries_left >= 0)
);
alter table phones add foreign key (user_id) references users(id);
create unique index phones_confirmed on phones (number_index) where confirmed_at is not null;
create index phones_without_type on phones (user_id) where confirmed_at is not null and line_type is null;
create trigger level_of_phones after insert or delete or update of confirmed_at on phones for each row execute function settle_level_of_phone();
create trigger line_type_of_number before update of number_index, country_iso on phones for each row when ((old.number_index is distinct from new.number_index) or (old.country_iso is distinct from new.country_iso)) execute function forget_line_type();
grant select (user_id, confirmed_at) on phones to parley_signer;
grant select (user_id, number_sealed, country_iso, calling_code, confirmed_at, code_expires_at, tries_left, blocked_until) on phones to parley_web;
grant select, update (line_type) on phones to parley_worker;

create table phone_messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  number_index bytea not null,
  calling_code text not null,
  network text not null,
  channel text not null,
  -- Sealed; null once it is not needed.
  code_sealed bytea,
  -- right: the code was shown, and the carrier is to learn it. settled: it has, or it does not matter any more.
  state text not null default 'waiting',
  -- As the specification numbers what is wrong with a number.
  error_code int,
  fault text not null default '',
  attempts int not null default 0,
  made_at timestamptz not null,
  next_at timestamptz not null,
  expires_at timestamptz not null,
  -- What a text of the signer's confirms, as its reader sees it; null of those that confirm the number itself.
  about text,
  sent_code_id bigint,
  -- A carrier that was asked gave no answer: it may have got there.
  is_unknown boolean not null default false,
  primary key (id),
  constraint phone_messages_channel_check check (channel in ('sms', 'call')),
  constraint phone_messages_error_code_check check (error_code >= 1 and error_code <= 5),
  constraint phone_messages_state_check check (state in ('waiting', 'sent', 'failed', 'right', 'settled'))
);
alter table phone_messages add foreign key (user_id) references users(id);
create index phone_messages_by_time on phone_messages (made_at);
create index phone_messages_due on phone_messages (next_at) where state in ('waiting', 'right');
create index phone_messages_of_user on phone_messages (user_id, id desc);
create trigger phone_message_noted after update of state on phone_messages for each row when (new.sent_code_id is not null and new.state <> old.state) execute function note_phone_message();
grant select (id, user_id, channel, state, error_code, made_at) on phone_messages to parley_web;
grant delete, select, update (code_sealed, state, error_code, fault, attempts, next_at, about, is_unknown) on phone_messages to parley_worker;

-- How texts leave, as the worker that sends them says; the web offers numbers while this is fresh.
create table phone_carrier (
  id int not null default 1,
  kind text not null,
  seen_at timestamptz not null,
  primary key (id),
  constraint phone_carrier_id_check check (id = 1),
  constraint phone_carrier_kind_check check (kind in ('outbox', 'twilio'))
);
grant select on phone_carrier to parley_web, parley_worker;
grant insert, update on phone_carrier to parley_worker;

-- What this machine kept instead of sending, beside the emails of the local inbox.
create table inbox_texts (
  id bigint generated always as identity not null,
  to_number text not null,
  channel text not null,
  body_text text not null,
  at timestamptz not null,
  primary key (id),
  constraint inbox_texts_channel_check check (channel in ('sms', 'call'))
);
grant select on inbox_texts to parley_web, parley_worker;
grant delete, insert on inbox_texts to parley_worker;
