-- Who is told what, and where: a row for each event of which somebody chose other channels than everybody has. Security
-- events keep the page and email whatever stands here. Owned by outward/notifications; the phrase by people/accounts, the
-- columns of emails by platform.

create table notification_choices (
  user_id    bigint      not null references users,
  -- A key such as trade_paid.
  event      text        not null,
  channels   text[]      not null check (channels <@ array['web', 'email', 'telegram', 'app']),
  changed_at timestamptz not null,
  primary key (user_id, event)
);
grant select, insert, update on notification_choices to parley_web;
grant select on notification_choices to parley_worker;

-- Stands in every email to a confirmed address, so that its owner knows the email for ours.
alter table users add column mail_phrase_sealed bytea;
grant update (mail_phrase_sealed) on users to parley_web;

alter table notifications
  -- The page does not show what its reader does not want to see there.
  add column in_app   boolean not null default true,
  -- The reason under which its email was queued.
  add column mail_key text;

alter table mails
  add column lang        text not null default 'en' check (lang in ('en', 'es', 'ar')),
  -- What the link is about at which a mail program stops such emails; it is signed when the email is sent.
  add column unsubscribe text;
