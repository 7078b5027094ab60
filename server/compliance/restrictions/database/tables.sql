-- Which role sets, keeps and lifts which state; contract/compliance/restriction-names.ts says the same for screens.
create table restriction_rights (
  state text not null,
  role text not null,
  primary key (state, role),
  constraint restriction_rights_role_check check (role in ('admin', 'supermoderator', 'moderator')),
  constraint restriction_rights_state_check check (state in ('banned', 'suspended', 'on_hold', 'compliance_hold', 'frozen', 'restricted', 'compromised'))
);
grant select on restriction_rights to parley_signer, parley_web;

-- What a user writes against a restriction of theirs, once.
create table restriction_appeals (
  restriction_id bigint not null,
  words text not null,
  written_at timestamptz not null,
  outcome text,
  -- Null is the operator.
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  primary key (restriction_id),
  constraint restriction_appeals_answer_check check ((char_length(answer) >= 1) and (char_length(answer) <= 1000)),
  constraint restriction_appeals_check check (((outcome is null) = (decided_at is null)) and ((outcome is null) = (answer is null))),
  constraint restriction_appeals_outcome_check check (outcome in ('lifted', 'kept')),
  constraint restriction_appeals_words_check check ((char_length(words) >= 10) and (char_length(words) <= 2000))
);
alter table restriction_appeals add constraint restriction_appeals_answer_said check (is_said(answer)) not valid;
alter table restriction_appeals add constraint restriction_appeals_words_said check (is_said(words)) not valid;
alter table restriction_appeals add foreign key (decided_by) references users(id);
alter table restriction_appeals add foreign key (restriction_id) references user_restrictions(id);
create index restriction_appeals_open on restriction_appeals (written_at) where outcome is null;
create trigger appeals_told after insert on restriction_appeals for each row execute function tell_of_appeal();
grant select on restriction_appeals to parley_web;
