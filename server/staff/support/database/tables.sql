-- Requests for help: of users, and of guests who confirmed a mailbox. Owned by staff/support.
create table support_tickets (
  id bigint generated always as identity not null,
  -- As users and staff name it.
  number text not null,
  -- The user; null for a guest, of whom there is the confirmed email.
  user_id bigint,
  email_sealed bytea,
  email_index bytea,
  lang text not null,
  topic text not null,
  priority text not null,
  -- The user's own trade, send-out, offer or verification that the ticket is about.
  object_kind text,
  object_ref text,
  status text not null default 'new',
  -- The member of staff in charge; those who may read it are in support_assignments.
  assignee_id bigint,
  opened_at timestamptz not null,
  first_reply_due timestamptz not null,
  answered_at timestamptz,
  -- When staff must have answered; null while nothing of the user is unanswered.
  reply_due timestamptz,
  solve_due timestamptz not null,
  -- The time to solve does not run while staff wait for the user: since then.
  paused_at timestamptz,
  -- The nearer of the two, while staff have to act.
  due_at timestamptz generated always as (
    case when status in ('new', 'open') then least(reply_due, solve_due) end
  ) stored,
  last_seq int not null default 0,
  last_at timestamptz not null,
  solved_at timestamptz,
  closed_at timestamptz,
  merged_into bigint,
  rating int,
  rating_sealed bytea,
  rated_at timestamptz,
  primary key (id),
  constraint support_tickets_number_key unique (number),
  constraint support_tickets_number_check check (number ~ '^[0-9]{12}$'),
  constraint support_tickets_person_check check ((user_id is null) <> (email_sealed is null)),
  constraint support_tickets_email_check check ((email_sealed is null) = (email_index is null)),
  constraint support_tickets_lang_check check (lang ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$'),
  constraint support_tickets_priority_check check (priority in ('normal', 'high', 'urgent')),
  constraint support_tickets_object_check check ((object_kind is null) = (object_ref is null)),
  constraint support_tickets_object_kind_check check (object_kind in ('trade', 'send_out', 'offer', 'verification')),
  constraint support_tickets_status_check check (status in ('new', 'open', 'waiting', 'solved', 'closed')),
  constraint support_tickets_solved_check check (status <> 'solved' or solved_at is not null),
  constraint support_tickets_closed_check check ((status = 'closed') = (closed_at is not null)),
  constraint support_tickets_merged_check check (merged_into is null or (status = 'closed' and merged_into <> id)),
  constraint support_tickets_rating_check check (rating between 1 and 5),
  constraint support_tickets_rated_check check ((rating is null) = (rated_at is null) and (rating_sealed is null or rating is not null))
);
alter table support_tickets add foreign key (user_id) references users(id);
alter table support_tickets add foreign key (assignee_id) references users(id);
alter table support_tickets add foreign key (merged_into) references support_tickets(id) on delete set null;
create index support_tickets_of_user on support_tickets (user_id, id) where user_id is not null;
create index support_tickets_of_email on support_tickets (email_index) where email_index is not null;
create index support_tickets_due on support_tickets (due_at, id) where due_at is not null;
create index support_tickets_waiting on support_tickets (last_at, id) where status = 'waiting';
create index support_tickets_solved on support_tickets (solved_at, id) where status = 'solved';
create index support_tickets_ended on support_tickets (last_at, id) where status in ('solved', 'closed');
create index support_tickets_closed on support_tickets (closed_at) where status = 'closed';
create index support_tickets_merged on support_tickets (merged_into) where merged_into is not null;
create index support_tickets_of_assignee on support_tickets (assignee_id) where assignee_id is not null;
grant insert, select on support_tickets to parley_web;
grant update (status, assignee_id, answered_at, reply_due, solve_due, paused_at, last_seq, last_at, solved_at, closed_at, merged_into, rating, rating_sealed, rated_at)
  on support_tickets to parley_web;
grant select, update (status, first_reply_due, answered_at, reply_due, solve_due, paused_at, last_seq, last_at, solved_at, closed_at)
  on support_tickets to parley_worker;

-- Numbered without gaps. Notes are of the staff, for the staff.
create table support_messages (
  ticket_id bigint not null,
  seq int not null,
  kind text not null,
  author text not null,
  -- Who of the staff wrote it.
  staff_id bigint,
  body_sealed bytea,
  -- The step that a system message names.
  step text,
  at timestamptz not null,
  primary key (ticket_id, seq),
  constraint support_messages_kind_check check (kind in ('message', 'note', 'system')),
  constraint support_messages_author_check check (author in ('person', 'staff', 'platform')),
  constraint support_messages_note_check check (kind <> 'note' or author = 'staff'),
  constraint support_messages_body_check check ((kind = 'system') = (body_sealed is null) and (kind = 'system') = (step is not null)),
  constraint support_messages_staff_check check (author <> 'staff' or staff_id is not null)
);
alter table support_messages add foreign key (ticket_id) references support_tickets(id) on delete cascade;
alter table support_messages add foreign key (staff_id) references users(id);
create index support_messages_of_staff on support_messages (staff_id) where staff_id is not null;
create trigger support_messages_in_order before insert on support_messages for each row execute function support_message_in_order();
grant insert, select on support_messages to parley_web, parley_worker;

-- Who of the staff may read and answer a ticket, and since when: by taking it, joining it, or being given it.
create table support_assignments (
  ticket_id bigint not null,
  staff_id bigint not null,
  since timestamptz not null,
  ended_at timestamptz,
  primary key (ticket_id, staff_id, since)
);
alter table support_assignments add foreign key (ticket_id) references support_tickets(id) on delete cascade;
alter table support_assignments add foreign key (staff_id) references users(id);
create index support_assignments_of_staff on support_assignments (staff_id) where ended_at is null;
create unique index support_assignments_once on support_assignments (ticket_id, staff_id) where ended_at is null;
grant insert, select, update (ended_at) on support_assignments to parley_web;

-- What happened to a ticket, for its staff.
create table support_events (
  id bigint generated always as identity not null,
  ticket_id bigint not null,
  kind text not null,
  staff_id bigint,
  -- The reason of a handover, or the number of the other ticket.
  detail text not null default '',
  at timestamptz not null,
  primary key (id)
);
alter table support_events add foreign key (ticket_id) references support_tickets(id) on delete cascade;
alter table support_events add foreign key (staff_id) references users(id);
create index support_events_of_ticket on support_events (ticket_id, id);
create index support_events_of_staff on support_events (staff_id) where staff_id is not null;
grant insert, select on support_events to parley_web, parley_worker;

-- Files of users in a ticket; encrypted, each with a key of its own. Without a file key it is a place that a guest may fill once.
create table support_files (
  id bigint generated always as identity not null,
  hash text not null,
  -- The user who uploaded it, or the ticket of the guest.
  user_id bigint,
  ticket_id bigint,
  -- The message it was sent with.
  seq int,
  name text,
  mime_type text,
  size_bytes int,
  file_key text,
  key_sealed bytea,
  created_at timestamptz not null,
  -- When a guest began to fill the place.
  taken_at timestamptz,
  primary key (id),
  constraint support_files_hash_key unique (hash),
  constraint support_files_owner_check check (user_id is not null or ticket_id is not null),
  constraint support_files_sent_check check (seq is null or (ticket_id is not null and file_key is not null)),
  constraint support_files_file_check check ((file_key is null) = (key_sealed is null) and (file_key is null) = (name is null) and (file_key is null) = (mime_type is null) and (file_key is null) = (size_bytes is null)),
  constraint support_files_mime_type_check check (mime_type in ('image/jpeg', 'image/png', 'application/pdf'))
);
alter table support_files add foreign key (user_id) references users(id);
alter table support_files add foreign key (ticket_id) references support_tickets(id) on delete cascade;
create index support_files_of_ticket on support_files (ticket_id, seq) where ticket_id is not null;
create index support_files_of_user on support_files (user_id) where user_id is not null;
create index support_files_loose on support_files (created_at) where seq is null;
grant insert, select, update (ticket_id, seq, name, mime_type, size_bytes, file_key, key_sealed, taken_at) on support_files to parley_web;

-- Codes by email of guests; bound to the address, which is not stored.
create table support_codes (
  secret_hash text not null,
  code_hash bytea not null,
  tries_left int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  primary key (secret_hash),
  constraint support_codes_tries_check check (tries_left >= 0)
);
create index support_codes_by_time on support_codes (created_at);
grant insert, select, update (tries_left, spent_at) on support_codes to parley_web;

-- SHA-256 in hexadecimal of the links that open a guest's ticket.
create table support_links (
  token_hash text not null,
  ticket_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash)
);
alter table support_links add foreign key (ticket_id) references support_tickets(id) on delete cascade;
create index support_links_of_ticket on support_links (ticket_id);
grant insert, select on support_links to parley_web;
grant insert on support_links to parley_worker;

create table support_canned_replies (
  key text not null,
  locale text not null,
  title text not null,
  body text not null,
  changed_by bigint not null,
  changed_at timestamptz not null,
  primary key (key, locale),
  constraint support_canned_replies_key_check check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  constraint support_canned_replies_locale_check check (locale ~ '^[a-z]{2}(-[A-Z][A-Za-z]{1,3})?$')
);
alter table support_canned_replies add foreign key (changed_by) references users(id);
create index support_canned_replies_by_staff on support_canned_replies (changed_by);
grant delete, insert, select, update (title, body, changed_by, changed_at) on support_canned_replies to parley_web;

-- Wishes of users for the product. Others see one, and vote, once staff have opened it.
create table feature_requests (
  id bigint generated always as identity not null,
  hash text not null,
  author_id bigint,
  body text not null,
  status text not null default 'new',
  votes int not null default 0,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (id),
  constraint feature_requests_hash_key unique (hash),
  constraint feature_requests_status_check check (status in ('new', 'open', 'planned', 'done', 'declined'))
);
alter table feature_requests add foreign key (author_id) references users(id);
create index feature_requests_of_author on feature_requests (author_id, created_at) where author_id is not null;
create index feature_requests_by_votes on feature_requests (votes, id);
create index feature_requests_new on feature_requests (id) where status = 'new';
grant insert, select, update (status, votes, decided_at) on feature_requests to parley_web;

create table feature_votes (
  request_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (request_id, user_id)
);
alter table feature_votes add foreign key (request_id) references feature_requests(id) on delete cascade;
alter table feature_votes add foreign key (user_id) references users(id);
create index feature_votes_of_user on feature_votes (user_id);
grant delete, insert, select on feature_votes to parley_web;
