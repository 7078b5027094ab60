create table credentials (
  reference uuid not null,
  -- Bound when the account is made; what is never bound is forgotten after a day.
  user_id bigint,
  password_hash text not null,
  made_at timestamptz not null,
  -- A link is for one state of the password: it ends with the next.
  changes int not null default 0,
  -- When it was changed last; null for the first.
  changed_at timestamptz,
  -- The session that changed it goes on, and no other.
  kept_session bigint,
  primary key (reference),
  constraint credentials_user_id_key unique (user_id)
);
alter table credentials add foreign key (user_id) references users(id);
create index credentials_unbound on credentials (made_at) where user_id is null;
create trigger password_change_noted after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash and new.kept_session is not null) execute function note_change('password_changed');
create trigger password_changed after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash) execute function end_what_password_opened();
-- By its name after password_changed, which takes the proofs: a key that is being made by one of them is waited for, and found here.
create trigger password_ends_api_keys after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash) execute function end_api_keys();
create trigger password_reset_noted after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash and new.kept_session is null) execute function note_change('password_reset');
create trigger social_accounts_end after update of password_hash on credentials for each row when (new.user_id is not null and new.password_hash <> old.password_hash) execute function end_social_accounts();
grant delete, insert, select, update on credentials to parley_signer;

-- Of accounts that do not exist as well, under 0: so that a guess at one costs the same.
create table credential_failures (
  id bigint generated always as identity not null,
  user_id bigint not null,
  purpose text not null,
  at timestamptz not null,
  -- A guess is counted before it is compared; a wrong one is marked so afterwards. For an unconfirmed address nothing is shown,
  -- else the person who typed it in would read where its real owner signs in.
  is_wrong boolean not null default false,
  primary key (id),
  constraint credential_failures_purpose_check check (purpose in ('sign_in', 'prove', 'code', 'second_step', 'recovery', 'answers'))
);
create index credential_failures_of_user on credential_failures (user_id, purpose, at);
create trigger failure_noted after insert on credential_failures for each row when (new.is_wrong) execute function note_failure();
create trigger later_failure_noted after update of is_wrong on credential_failures for each row when (new.is_wrong and (not old.is_wrong)) execute function note_failure();
grant delete, insert, select, update (is_wrong) on credential_failures to parley_signer;

create table proved_send_outs (
  quote text not null,
  user_id bigint not null,
  currency text not null,
  destination text not null,
  units bigint not null,
  fee_units bigint not null,
  proved_at timestamptz not null,
  primary key (quote)
);
alter table proved_send_outs add foreign key (user_id) references users(id);
grant insert, select on proved_send_outs to parley_signer;

create table passkeys (
  id text not null,
  user_id bigint not null,
  -- ES256, as SubjectPublicKeyInfo.
  public_key bytea not null,
  made_at timestamptz not null,
  -- As its owner calls it; those of robots have no name.
  name text not null default '',
  primary key (id)
);
alter table passkeys add foreign key (user_id) references users(id);
create index passkeys_of_user on passkeys (user_id);
create trigger new_passkey_noted after insert on passkeys for each row execute function note_passkey();
create trigger passkey_told after insert or delete on passkeys for each row execute function tell_factor_change('passkey');
create trigger removed_passkey_noted after delete on passkeys for each row execute function note_change('factor_removed', 'passkey');
grant delete, insert, select on passkeys to parley_signer;

-- One for each person. The secret is sealed with a key from the signer's seed; until a code of it was shown it counts for
-- nothing. A code belongs to a step of thirty seconds, and no step counts twice.
create table authenticators (
  user_id bigint not null,
  secret_sealed bytea not null,
  made_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (user_id)
);
alter table authenticators add foreign key (user_id) references users(id);
create trigger new_authenticator_noted after update on authenticators for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function note_change('factor_added', 'authenticator app');
create trigger new_authenticator_told after update on authenticators for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function tell_factor_change('authenticator app');
create trigger removed_authenticator_noted after delete on authenticators for each row when (old.confirmed_at is not null) execute function note_change('factor_removed', 'authenticator app');
create trigger removed_authenticator_told after delete on authenticators for each row when (old.confirmed_at is not null) execute function tell_factor_change('authenticator app');
grant delete, insert, select, update on authenticators to parley_signer;

create table send_out_holds (
  id bigint generated always as identity not null,
  user_id bigint not null,
  reason text not null,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (id),
  constraint send_out_holds_check check (ends_at > began_at),
  constraint send_out_holds_reason_check check (reason in ('recovery', 'new_sign_in', 'new_email', 'new_factor', 'new_device', 'factor_lost', 'new_password', 'recovered'))
);
alter table send_out_holds add foreign key (user_id) references users(id);
create index send_out_holds_of_user on send_out_holds (user_id, ends_at);
create trigger new_device_noted after insert on send_out_holds for each row when (new.reason = 'new_device') execute function note_change('new_device');
grant insert, select on send_out_holds to parley_signer;

create table signer_refusals (
  code text not null,
  purpose text not null,
  hour timestamptz not null,
  -- The last one.
  payment text not null,
  times int not null,
  last_at timestamptz not null,
  primary key (code, purpose, hour),
  constraint signer_refusals_times_check check (times > 0)
);
create index signer_refusals_by_time on signer_refusals (last_at);
grant insert, select, update on signer_refusals to parley_signer;

create table password_resets (
  -- SHA-256 in hexadecimal.
  token_hash text not null,
  user_id bigint not null,
  changes int not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- For a user who lost the factor: the link works from then on.
  waits_until timestamptz,
  spent_at timestamptz,
  primary key (token_hash),
  constraint password_resets_check check (expires_at > made_at)
);
alter table password_resets add foreign key (user_id) references users(id);
create index password_resets_by_end on password_resets (expires_at);
create index password_resets_of_user on password_resets (user_id, made_at);
create trigger recovery_noted after update on password_resets for each row when (old.waits_until is null and new.waits_until is not null) execute function note_change('recovery_began');
create trigger recovery_told after update on password_resets for each row when (old.waits_until is null and new.waits_until is not null) execute function tell_recovery();
create trigger reset_noted after insert on password_resets for each row execute function note_change('reset_asked');
grant select, update on password_resets to parley_signer;

create table code_channels (
  user_id bigint not null,
  channel text not null,
  begun_at timestamptz not null,
  -- Until a code that came there was shown it counts for nothing.
  confirmed_at timestamptz,
  removed_at timestamptz,
  -- Of Telegram the chat whose first code was shown: another one that is linked later gets no codes.
  address bytea,
  primary key (user_id, channel),
  constraint code_channels_channel_check check (channel in ('sms', 'email', 'push', 'telegram')),
  constraint code_channels_address_check check (address is null or channel = 'telegram')
);
alter table code_channels add foreign key (user_id) references users(id);
create trigger code_channel_told after update on code_channels for each row when ((old.confirmed_at is null and new.confirmed_at is not null) or (old.removed_at is null and new.removed_at is not null)) execute function tell_code_channel();
grant delete, insert, select, update on code_channels to parley_signer;

create table sent_codes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  channel text not null,
  -- What is confirmed by it: a kind and an id.
  subject text not null,
  -- Keyed: a reader of the table does not learn the code.
  code_mark bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left int not null,
  spent_at timestamptz,
  -- A call and a text are one channel and two ways.
  sent_by text,
  -- dropped: not sent, because of a limit or a missing destination.
  delivery text not null default 'waiting',
  -- As the specification numbers what is wrong with a telephone number.
  error_code int,
  -- Null for codes by push, which go to chosen browsers, and for codes of before, which end within ten minutes.
  sent_to bytea,
  primary key (id),
  constraint sent_codes_channel_check check (channel in ('sms', 'email', 'push', 'telegram')),
  constraint sent_codes_delivery_check check (delivery in ('waiting', 'sent', 'failed', 'dropped')),
  constraint sent_codes_error_code_check check (error_code >= 1 and error_code <= 5),
  constraint sent_codes_sent_by_check check (sent_by in ('sms', 'call', 'email', 'push', 'telegram')),
  constraint sent_codes_tries_left_check check (tries_left >= 0)
);
alter table sent_codes add foreign key (user_id) references users(id);
create index sent_codes_of_user on sent_codes (user_id, id desc);
grant delete, insert, select, update on sent_codes to parley_signer;

-- From the signer to the worker, for moments.
create table codes_to_send (
  id bigint generated always as identity not null,
  user_id bigint not null,
  channel text not null,
  code text not null,
  -- The act that it confirms, as its reader sees it: kind, id, and for a send-out the amount and the address.
  about jsonb not null,
  made_at timestamptz not null,
  -- The session that asked, which gets no push.
  session_id bigint,
  -- The one browser that a first code goes to.
  device_id bigint,
  sent_code_id bigint,
  primary key (id),
  constraint codes_to_send_channel_check check (channel in ('sms', 'call', 'email', 'push', 'telegram'))
);
alter table codes_to_send add foreign key (user_id) references users(id);
grant insert on codes_to_send to parley_signer;
grant select (channel) on codes_to_send to parley_worker;

create table recovery_codes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  -- Keyed by the signer: a reader of the table does not learn the code.
  code_mark bytea not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (id),
  constraint recovery_codes_user_id_code_mark_key unique (user_id, code_mark)
);
alter table recovery_codes add foreign key (user_id) references users(id);
create trigger recovery_code_stays_used before update on recovery_codes for each row when (old.used_at is not null) execute function keep_code_used();
create trigger recovery_code_told after update of used_at on recovery_codes for each row when (old.used_at is null and new.used_at is not null) execute function tell_recovery_code();
create trigger recovery_codes_told after insert on recovery_codes referencing new table as made for each statement execute function tell_recovery_codes();
grant delete, insert, select, update on recovery_codes to parley_signer;

-- The acts that require a second factor; all for a user without a row.
create table factor_options (
  user_id bigint not null,
  login boolean not null,
  release boolean not null,
  sendout boolean not null,
  changed_at timestamptz not null,
  no_texts boolean not null default false,
  primary key (user_id)
);
alter table factor_options add foreign key (user_id) references users(id);
create trigger factor_options_told after insert or delete or update on factor_options for each row execute function tell_factor_options();
grant delete, insert, select, update on factor_options to parley_signer;

create table code_devices (
  user_id bigint not null,
  device_id bigint not null,
  -- As they were when its owner chose it.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  added_at timestamptz not null,
  -- When its owner showed the code that went there; before that it gets nothing else.
  confirmed_at timestamptz,
  -- The session that chose it: the code is typed there, and not in the browser that was chosen, which may be a thief's.
  begun_by bigint,
  primary key (user_id, device_id)
);
alter table code_devices add foreign key (device_id) references push_devices(id) on delete cascade;
alter table code_devices add foreign key (user_id) references users(id);
create index code_devices_of_device on code_devices (device_id);
create trigger code_device_told after update of confirmed_at on code_devices for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function tell_code_device();
grant delete, insert, select, update (confirmed_at) on code_devices to parley_signer;

create table security_questions (
  user_id bigint not null,
  questions text[] not null,
  -- Slow, over the three together: who reads the table tries all three at once, and a wrong one does not say which it was.
  answers_hash text not null,
  made_at timestamptz not null,
  primary key (user_id),
  constraint security_questions_questions_check check (cardinality(questions) = 3)
);
alter table security_questions add foreign key (user_id) references users(id);
create trigger questions_told after insert or delete or update on security_questions for each row execute function tell_questions();
grant delete, insert, select, update on security_questions to parley_signer;
