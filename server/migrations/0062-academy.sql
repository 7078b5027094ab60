-- Lessons of the academy keep how far a person is, and the partner program pays a small reward once for one of them.
-- Owned by reach/partners (lesson_rewards) and site/academy (lesson_progress).
create table lesson_rewards (
  user_id bigint not null,
  lesson text not null,
  hash text not null,
  -- Of USDT.
  units bigint not null,
  at timestamptz not null,
  primary key (user_id),
  constraint lesson_rewards_hash_key unique (hash),
  constraint lesson_rewards_lesson_check check (lesson ~ '^[a-z0-9-]{1,60}$'),
  constraint lesson_rewards_units_check check (units > 0)
);
alter table lesson_rewards add foreign key (user_id) references users(id);
create index lesson_rewards_by_time on lesson_rewards (at);
create trigger lesson_rewards_append_only before delete or update on lesson_rewards for each statement execute function refuse_change();
create trigger lesson_rewards_never_truncated before truncate on lesson_rewards for each statement execute function refuse_change();
grant select on lesson_rewards to parley_web, parley_worker;

create table lesson_progress (
  id bigint generated always as identity not null,
  user_id bigint not null,
  lesson text not null,
  -- Of the best try: questions that were answered right, and how many there were.
  score smallint not null,
  questions smallint not null,
  tries int not null,
  passed_at timestamptz,
  at timestamptz not null,
  primary key (id),
  constraint lesson_progress_once unique (user_id, lesson),
  constraint lesson_progress_lesson_check check (lesson ~ '^[a-z0-9-]{1,60}$'),
  constraint lesson_progress_score_check check (score >= 0 and score <= questions and questions <= 50),
  constraint lesson_progress_tries_check check (tries > 0)
);
alter table lesson_progress add foreign key (user_id) references users(id);
grant select, insert, update (score, questions, tries, passed_at, at) on lesson_progress to parley_web;
