create table sessions (
  id bigint generated always as identity not null,
  public_id text not null,
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip text not null,
  user_agent text not null,
  idle_hours int not null default 168,
  token_at timestamptz not null,
  -- Begun with an authenticator app or a passkey: what staff may do takes such a session.
  is_strong boolean not null default false,
  primary key (id),
  constraint sessions_public_id_key unique (public_id),
  constraint sessions_token_hash_key unique (token_hash),
  constraint sessions_idle_hours_check check (idle_hours > 0)
);
alter table sessions add foreign key (user_id) references users(id);
create index sessions_ever_of_user on sessions (user_id, id);
create index sessions_of_user on sessions (user_id, id) where ended_at is null;
-- What is older than a year, and the addresses of sessions that ended so long ago: some of them. Returns how many.
create index sessions_with_address on sessions (least(ended_at, expires_at)) where ip <> '';
create index sessions_without_address on sessions (least(ended_at, expires_at)) where ip = '';
create trigger session_begun_noted after insert on sessions for each row execute function note_session();
create trigger session_end_noted after update of ended_at on sessions for each row when (old.ended_at is null and new.ended_at is not null) execute function note_session();
create trigger session_stays_ended before update of ended_at on sessions for each row when (old.ended_at is not null and new.ended_at is null) execute function keep_session_ended();
create trigger viewers_of_gone_sessions after delete on sessions referencing old table as touched for each statement execute function note_viewers('user_id');
-- By column, because a session is touched every minute, and so is its user.
create trigger viewers_of_sessions after update of token_hash, token_at, user_id, expires_at, ended_at, idle_hours on sessions for each row execute function note_viewer('user_id');
grant insert, select on sessions to parley_chain, parley_web, parley_worker;
grant select (id, seen_at, expires_at, ended_at, user_agent, idle_hours) on sessions to parley_signer;
grant update (token_hash, seen_at, ended_at, token_at) on sessions to parley_web, parley_worker;

create table email_codes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  purpose text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left int not null,
  spent_at timestamptz,
  primary key (id),
  constraint email_codes_purpose_check check (purpose = 'confirm_email')
);
alter table email_codes add foreign key (user_id) references users(id);
create index email_codes_of_user on email_codes (user_id, id desc);
grant insert, select, update on email_codes to parley_chain, parley_web, parley_worker;

create table failed_attempts (
  id bigint generated always as identity not null,
  subject text not null,
  at timestamptz not null,
  primary key (id)
);
create index failed_attempts_of_subject on failed_attempts (subject, at);
grant delete, insert, select on failed_attempts to parley_chain, parley_web, parley_worker;

-- A proof is bound to one payload and spent once, by the journal that carries the same subject.
create table proofs (
  subject text not null,
  user_id bigint not null,
  method text not null,
  proved_at timestamptz not null,
  spent_at timestamptz,
  expires_at timestamptz not null,
  -- Of releases and send-outs that were proved with a password.
  usd_cents bigint,
  primary key (subject, user_id),
  constraint proofs_check check (spent_at >= proved_at),
  constraint proofs_method_check check (method in ('password', 'passkey', 'authenticator', 'sms', 'email', 'push', 'telegram'))
);
alter table proofs add foreign key (user_id) references users(id);
create index proofs_by_password on proofs (user_id, proved_at) where usd_cents is not null;
create index proofs_of_awards on proofs (user_id, spent_at) where subject ~~ 'staff_award:%';
grant select on proofs to parley_chain, parley_signer, parley_web, parley_worker;
grant insert, update on proofs to parley_signer;

create table known_devices (
  user_id bigint not null,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
alter table known_devices add foreign key (user_id) references users(id);
create index known_devices_by_age on known_devices (seen_at);
create index known_devices_by_hash on known_devices (device_hash);
grant delete, insert, select, update on known_devices to parley_chain, parley_web, parley_worker;

create table account_activity (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  -- Of a factor which, of a role its name, of a username the previous one.
  detail text not null default '',
  -- Of wrong guesses of one place when they began, and how many came within an hour.
  at timestamptz not null,
  times int not null default 1,
  -- Null where nobody was there, as when staff grant a role.
  ip text,
  user_agent text,
  primary key (id),
  constraint account_activity_kind_check check (kind in ('texts_stopped', 'texts_allowed', 'payment_account_added', 'payment_account_changed', 'payment_account_removed', 'api_key_made', 'api_key_ended', 'webhook_set', 'webhook_secret', 'webhook_removed', 'staff_recovery_approved', 'staff_recovery_stopped', 'staff_recovered', 'social_connected', 'social_disconnected', 'signed_in', 'session_ended', 'new_device', 'wrong_password', 'wrong_confirmation', 'wrong_code', 'reset_asked', 'recovery_began', 'password_reset', 'password_changed', 'factor_added', 'factor_removed', 'email_confirmed', 'email_changed', 'username_changed', 'role_granted', 'role_revoked', 'closing_asked', 'closing_withdrawn', 'data_asked', 'phone_confirmed', 'phone_removed', 'wrong_second_step', 'recovery_code_used', 'recovery_codes_made', 'factor_options_set', 'sign_in_asked', 'sign_in_approved', 'sign_in_denied', 'second_step_left', 'questions_set', 'questions_removed', 'wrong_answers')),
  constraint account_activity_times_check check (times > 0)
);
alter table account_activity add foreign key (user_id) references users(id);
create index account_activity_by_age on account_activity (at);
create index account_activity_of_user on account_activity (user_id, id desc);
grant select on account_activity to parley_web, parley_worker;

-- After a right password, until the second step: it opens nothing. The token lies in the browser's cookie, which alone may go on.
create table pending_sign_ins (
  id bigint generated always as identity not null,
  -- SHA-256.
  token_hash bytea not null,
  -- What a passkey says yes to, and what a code is sent for.
  public_id text not null,
  user_id bigint not null,
  -- A digest of the browser's name.
  browser_hash bytea not null,
  -- Before the password was compared: a change of it ends this.
  password_at timestamptz not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left int not null,
  spent_at timestamptz,
  -- The origin, for the owner; told_at: it ended unfinished and is in the activity; is_mailed: an email was sent as well.
  ip text not null default '',
  user_agent text not null default '',
  told_at timestamptz,
  is_mailed boolean not null default false,
  primary key (id),
  constraint pending_sign_ins_public_id_key unique (public_id),
  constraint pending_sign_ins_token_hash_key unique (token_hash),
  constraint pending_sign_ins_check check (expires_at <= (made_at + '00:15:00'::interval)),
  constraint pending_sign_ins_tries_left_check check (tries_left >= 0)
);
alter table pending_sign_ins add foreign key (user_id) references users(id);
create index pending_sign_ins_by_age on pending_sign_ins (made_at);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);
create index pending_sign_ins_untold on pending_sign_ins (expires_at) where told_at is null and spent_at is null;
create trigger sign_in_stays_spent before update on pending_sign_ins for each row when (new.tries_left > old.tries_left or (old.spent_at is not null and (new.spent_at is distinct from old.spent_at))) execute function keep_sign_in_spent();
grant insert, update (tries_left, spent_at) on pending_sign_ins to parley_web;
grant select on pending_sign_ins to parley_web, parley_worker;
grant delete on pending_sign_ins to parley_worker;

create table sign_in_approvals (
  id bigint generated always as identity not null,
  -- What the approver's proof is for.
  public_id text not null,
  pending_id bigint not null,
  -- The public id of the sign-in, as the signer is asked about it.
  sign_in_id text not null,
  user_id bigint not null,
  -- Shown at the new browser, and one of those to choose from at the other.
  number int not null,
  choices int[] not null,
  network text not null,
  ip text not null,
  user_agent text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending',
  decided_at timestamptz,
  primary key (id),
  constraint sign_in_approvals_pending_id_key unique (pending_id),
  constraint sign_in_approvals_public_id_key unique (public_id),
  constraint sign_in_approvals_sign_in_id_key unique (sign_in_id),
  constraint sign_in_approvals_check check ((number = any (choices)) and (cardinality(choices) = 3)),
  constraint sign_in_approvals_check1 check ((state = 'pending') = (decided_at is null)),
  constraint sign_in_approvals_number_check check (number >= 10 and number <= 99),
  constraint sign_in_approvals_state_check check (state in ('pending', 'approved', 'denied'))
);
alter table sign_in_approvals add foreign key (pending_id) references pending_sign_ins(id) on delete cascade;
alter table sign_in_approvals add foreign key (user_id) references users(id);
create index sign_in_approvals_of_user on sign_in_approvals (user_id, made_at);
create trigger approval_stays_decided before update on sign_in_approvals for each row when (old.state <> 'pending') execute function keep_approval_decided();
create trigger approval_told after update of state on sign_in_approvals for each row when (old.state = 'pending' and new.state <> 'pending') execute function tell_approval();
grant update (state, decided_at) on sign_in_approvals to parley_signer;
grant select on sign_in_approvals to parley_signer, parley_web;

create table spent_puzzles (
  -- SHA-256 of its signature.
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (digest)
);
create index spent_puzzles_by_end on spent_puzzles (expires_at);
grant insert on spent_puzzles to parley_web;
grant select on spent_puzzles to parley_web, parley_worker;
grant delete on spent_puzzles to parley_worker;
