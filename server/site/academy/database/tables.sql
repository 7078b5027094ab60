-- How far each person is in the lessons of the academy.
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
