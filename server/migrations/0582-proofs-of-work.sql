-- Whoever guesses and registers by the thousand costs us a slow digest each time, and themselves nothing. Above a number of tries
-- their computer works first, for just this purpose and place; a piece of work counts once. Owned by people/auth.

create table spent_puzzles (
  -- SHA-256 of its signature.
  digest     bytea       primary key,
  expires_at timestamptz not null
);
create index spent_puzzles_by_end on spent_puzzles (expires_at);
grant select, insert on spent_puzzles to parley_web;
grant select, delete on spent_puzzles to parley_worker;

insert into setting_rules (name, shape, initial, takes_two)
values
  ('auth.proof_of_work_after', '{"type":"integer","minimum":1,"maximum":100000}', '50', true),
  ('auth.proof_of_work_hashes', '{"type":"integer","minimum":1000,"maximum":10000000}', '100000', true);
