create table offer_reports (
  id bigint generated always as identity not null,
  offer_id bigint not null,
  reporter_id bigint not null,
  reason text not null,
  words text,
  reported_at timestamptz not null,
  -- What staff made of it; null while it waits.
  outcome text,
  settled_at timestamptz,
  primary key (id),
  constraint offer_reports_offer_id_reporter_id_key unique (offer_id, reporter_id),
  constraint offer_reports_check check ((outcome is null) = (settled_at is null)),
  constraint offer_reports_outcome_check check (outcome in ('approved', 'rejected')),
  constraint offer_reports_reason_check check (reason in ('outside_escrow', 'bad_offer_terms', 'obvious_scam', 'negotiation', 'other')),
  constraint offer_reports_words_check check ((char_length(words) >= 1) and (char_length(words) <= 250))
);
alter table offer_reports add constraint offer_reports_words_said check (is_said(words)) not valid;
alter table offer_reports add foreign key (offer_id) references offers(id);
alter table offer_reports add foreign key (reporter_id) references users(id);
create index offer_reports_of_reporter on offer_reports (reporter_id, reported_at);
create index offer_reports_open on offer_reports (offer_id, reported_at) where outcome is null;
grant select on offer_reports to parley_web;

create table offer_rejections (
  id bigint generated always as identity not null,
  offer_id bigint not null,
  -- As the owner reads it.
  reason text not null,
  rejected_by bigint not null,
  rejected_at timestamptz not null,
  -- What the owner writes against it, once.
  words text,
  appealed_at timestamptz,
  outcome text,
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  primary key (id),
  constraint offer_rejections_answer_check check ((char_length(answer) >= 1) and (char_length(answer) <= 1000)),
  constraint offer_rejections_check check (decided_by <> rejected_by),
  constraint offer_rejections_check1 check ((words is null) = (appealed_at is null)),
  constraint offer_rejections_check2 check (num_nonnulls(outcome, decided_by, decided_at, answer) in (0, 4)),
  constraint offer_rejections_check3 check ((outcome is distinct from 'no_appeal') or words is not null),
  constraint offer_rejections_outcome_check check (outcome in ('approved', 'no_appeal')),
  constraint offer_rejections_reason_check check ((char_length(reason) >= 1) and (char_length(reason) <= 1000)),
  constraint offer_rejections_words_check check ((char_length(words) >= 10) and (char_length(words) <= 2000))
);
alter table offer_rejections add constraint offer_rejections_answer_said check (is_said(answer)) not valid;
alter table offer_rejections add constraint offer_rejections_reason_said check (is_said(reason)) not valid;
alter table offer_rejections add constraint offer_rejections_words_said check (is_said(words)) not valid;
alter table offer_rejections add foreign key (decided_by) references users(id);
alter table offer_rejections add foreign key (offer_id) references offers(id);
alter table offer_rejections add foreign key (rejected_by) references users(id);
create index offer_rejections_of_offer on offer_rejections (offer_id, id);
create unique index offer_rejections_open on offer_rejections (offer_id) where outcome is null;
grant select on offer_rejections to parley_web;
