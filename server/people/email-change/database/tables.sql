create table email_changes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  email_sealed bytea not null,
  email_index bytea not null,
  code_hash bytea not null,
  tries_left int not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- What it was before; from when it was changed.
  old_sealed bytea,
  old_index bytea,
  done_at timestamptz,
  -- SHA-256 in hexadecimal of the link's token, once a worker has sent it.
  undo_hash text,
  undo_until timestamptz,
  undone_at timestamptz,
  primary key (id),
  constraint email_changes_undo_hash_key unique (undo_hash),
  constraint email_changes_check check ((done_at is null) = (old_sealed is null))
);
alter table email_changes add foreign key (user_id) references users(id);
create index email_changes_of_user on email_changes (user_id, id desc);
create index email_changes_to_tell on email_changes (id) where done_at is not null and undo_hash is null;
-- As sessions end with another email, and with taking that back.
create trigger email_changes_end_api_keys after update of done_at, undone_at on email_changes for each row when ((new.done_at is distinct from old.done_at) or (new.undone_at is distinct from old.undone_at)) execute function end_api_keys();
grant select (id, user_id, email_sealed) on email_changes to parley_web;
grant select, update (undo_hash) on email_changes to parley_worker;
