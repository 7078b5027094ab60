-- The three roles were equal in everything but restrictions. What takes a senior one stands in one table, beside that of restrictions: who gets
-- a lost account back, whose company is believed, and whether somebody is who the list of sanctions names.
-- Owned by outward/staff.

create table staff_rights (
  act  text not null check (act in ('companies', 'recoveries', 'screening')),
  role text not null check (role in ('moderator', 'supermoderator', 'admin')),
  primary key (act, role)
);
insert into staff_rights (act, role)
select act, role
from unnest(array['companies', 'recoveries', 'screening']) act, unnest(array['supermoderator', 'admin']) role;

create function holds_right(person bigint, act text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select may_judge(person) and exists (
    select
    from user_roles granted
    join staff_rights allowed on allowed.role = granted.role
    where granted.user_id = holds_right.person and allowed.act = holds_right.act)
$$;
revoke all on function holds_right(bigint, text) from public;
-- The signer proves nothing for who may not.
grant execute on function holds_right(bigint, text) to parley_signer;
grant select on staff_rights to parley_signer;
grant select (kind) on verifications to parley_signer;

do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['look_at_recovery(text, bigint, text, timestamptz)', 'when may_judge(staff_id) is not true', 'when holds_right(staff_id, ''recoveries'') is not true'],
    ['approve_recovery(text, bigint, timestamptz)', 'when may_judge(staff_id) is not true', 'when holds_right(staff_id, ''recoveries'') is not true'],
    ['approve_recovery(text, bigint, timestamptz)', 'and may_judge(given.staff_id)', 'and holds_right(given.staff_id, ''recoveries'')'],
    ['reject_recovery(text, bigint, text, timestamptz)', 'when may_judge(staff_id) is not true', 'when holds_right(staff_id, ''recoveries'') is not true'],
    ['recovery_subject(bigint, text)', 'may_judge(recovery_subject.staff_id)', 'holds_right(recovery_subject.staff_id, ''recoveries'')'],
    ['recovery_stands(account_recoveries, timestamptz)', 'and may_judge(given.staff_id)', 'and holds_right(given.staff_id, ''recoveries'')'],
    ['decide_screening(text, bigint, text, text, timestamptz)', 'when may_judge(staff_id) is not true', 'when holds_right(staff_id, ''screening'') is not true'],
    ['decide_verification(text, bigint, text[], date, timestamptz)', 'when may_judge(staff_id) is not true',
     'when (case shown.kind when ''company'' then holds_right(staff_id, ''companies'') else may_judge(staff_id) end) is not true'],
    ['decide_verification(text, bigint, text[], date, timestamptz)', 'and may_judge(given.staff_id)',
     'and case shown.kind when ''company'' then holds_right(given.staff_id, ''companies'') else may_judge(given.staff_id) end'],
    ['verification_subject(bigint, text)', 'and waiting.user_id <> verification_subject.staff_id and may_judge(verification_subject.staff_id)',
     'and waiting.user_id <> verification_subject.staff_id
    and case waiting.kind when ''company'' then holds_right(verification_subject.staff_id, ''companies'')
      else may_judge(verification_subject.staff_id) end'],
    ['verification_subject(bigint, text)', 'and found.user_id <> verification_subject.staff_id and may_judge(verification_subject.staff_id)',
     'and found.user_id <> verification_subject.staff_id and holds_right(verification_subject.staff_id, ''screening'')']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;
