-- Kept answers were deleted one by one after 45 days, which is a row, two entries of indexes and a vacuum for each. They stand
-- in parts of a day now, which are dropped whole when the last of a part is two days old, and have one index.
--
-- A key has to stay unique per caller from one part to the next, and no index goes over several parts. So the parts have
-- numbers instead of times, and which one is written is the default of a column: it is changed under a lock for which every
-- call that has looked for its key has to end, and behind which the next ones look. A call therefore looks and writes in one
-- part: two calls of one key are in one part, where its index lets one through, or one of them has committed when the other
-- looks. Nothing of that is asked at a call; where the lock is not to be had at once, the part is used for longer.
-- What stood in the table becomes the first part, without being written anew. Owned by platform.

alter table idempotency_keys rename to idempotency_keys_0;
drop index idempotency_keys_by_age;
alter table idempotency_keys_0 add column part int not null default 0;
alter index idempotency_keys_pkey rename to idempotency_keys_0_pkey;
revoke all on idempotency_keys_0 from parley_web, parley_worker, parley_chain;

create table idempotency_keys (
  like idempotency_keys_0 including defaults including constraints including storage including compression
) partition by list (part);
alter table idempotency_keys attach partition idempotency_keys_0 for values in (0);

-- By the machine's clock: the market's may be moved. A part ends when the next one begins.
create table idempotency_key_parts (
  part     int         primary key,
  began_at timestamptz not null
);
insert into idempotency_key_parts (part, began_at) values (0, clock_timestamp());

-- Who answers calls: the part is the database's.
do $$
begin
  execute (
    select format('grant select, insert (%s) on idempotency_keys to parley_web', string_agg(quote_ident(attname), ', '))
    from pg_attribute
    where attrelid = 'idempotency_keys'::regclass and attnum > 0 and not attisdropped and attname <> 'part');
end $$;

-- Begins a part with each day (UTC), and drops those that ended two days ago. False when somebody's lock stood in the way:
-- nobody waits behind this for long, and it is asked again.
create function keep_answer_parts() returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  newest idempotency_key_parts;
  over   int;
begin
  lock table idempotency_key_parts in exclusive mode;
  select * into newest from idempotency_key_parts order by part desc limit 1;
  if part_begin(newest.began_at, 1) < part_begin(clock_timestamp(), 1) then
    newest.part := newest.part + 1;
    -- Waits for who has looked for a key, and lets nobody look until the new part is the one that is written.
    lock table idempotency_keys in access exclusive mode;
    execute format(
      'create table %I partition of idempotency_keys (primary key (principal, key)) for values in (%s)
       with (toast_tuple_target = 8160)', 'idempotency_keys_' || newest.part, newest.part);
    execute format('alter table only idempotency_keys alter column part set default %s', newest.part);
    insert into idempotency_key_parts (part, began_at) values (newest.part, clock_timestamp());
  end if;
  for over in
    select one.part
    from (select part, lead(began_at) over (order by part) as ended_at from idempotency_key_parts) as one
    where one.ended_at + interval '48 hours' <= clock_timestamp()
    order by one.part
  loop
    execute format('drop table %I', 'idempotency_keys_' || over);
    delete from idempotency_key_parts where part = over;
  end loop;
  return true;
exception when lock_not_available then
  return false;
end $$;
revoke all on function keep_answer_parts() from public;
grant execute on function keep_answer_parts() to parley_worker;
