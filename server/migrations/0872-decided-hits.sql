-- What was decided about a name on the sanctions list, and why, stood among the acts alone; staff read it beside those that wait.
-- Owned by outward/verification.

-- Null where it was decided before this column was there.
alter table screening_hits add column decided_why text check (char_length(decided_why) between 3 and 300);
create index screening_hits_decided on screening_hits (decided_at desc, id desc) where verdict is not null;

do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['decide_screening(text, bigint, text, text, timestamptz)',
     'set verdict = decide_screening.verdict, decided_by = staff_id, decided_at = at',
     'set verdict = decide_screening.verdict, decided_by = staff_id, decided_at = at, decided_why = reason'],
    ['ask_again_of_listed()', 'set verdict = null, decided_by = null, decided_at = null',
     'set verdict = null, decided_by = null, decided_at = null, decided_why = null']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;
