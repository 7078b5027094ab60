-- A connection keeps the plans of a function's statements from when it first called it, when the tables may have been small:
-- accounts and trades were then read from end to end at each call, ever longer. The functions of money read by key, whatever
-- the tables' size; the accounts that are locked are looked up by their names first, and locked by their ids after it. Owned by money/ledger and market/trades.
alter function post_escrow set enable_seqscan = off;
alter function open_trades set enable_seqscan = off;

create or replace function post_each(
  kinds text[], subjects text[], at timestamptz,
  line_journals int[], from_names text[], to_names text[], units bigint[]
) returns text[] language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  journals_count constant int := cardinality(kinds);
  lines_count    constant int := cardinality(line_journals);
  outcomes  text[] := array_fill(null::text, array[cardinality(kinds)]);
  journal_ids constant regclass := pg_get_serial_sequence('journals', 'id');
  -- Of the accounts that are moved: each name once, and the ids of those that are locked.
  touched   text[];
  to_lock   bigint[];
  ids       bigint[];
  names     text[];
  -- What is left on each account while the list is decided; null where nobody locks.
  left_over bigint[];
  from_at   int[];
  to_at     int[];
  known     boolean[];
  -- The journal before it with the same kind and subject.
  twins     int[];
  line      int := 1;
  first     int;
  is_short  boolean;
begin
  if cardinality(subjects) <> journals_count or cardinality(from_names) <> lines_count
     or cardinality(to_names) <> lines_count or cardinality(post_each.units) <> lines_count then
    raise exception 'lists of unequal length' using errcode = 'array_subscript_error';
  end if;
  if exists (
    select from unnest(post_each.units, from_names, to_names) as one (units, from_name, to_name)
    where (one.units > 0 and ledger_currency(one.from_name) = ledger_currency(one.to_name)) is not true
  ) then
    raise exception 'a posting moves more than nothing, within one currency' using errcode = 'check_violation';
  end if;
  if journals_count = 0 then return '{}'; end if;

  touched := array(select unnest(from_names) union select unnest(to_names));
  insert into ledger_accounts (name, currency, kind, may_overdraw)
  select wanted.name,
         ledger_currency(wanted.name),
         split_part(wanted.name, ':', 1),
         wanted.name ~ '^outside:' or wanted.name ~ '^house:[A-Z]+:loss$'
  from unnest(touched) as wanted (name)
  where not exists (select from ledger_accounts account where account.name = wanted.name)
  order by wanted.name
  on conflict do nothing;

  to_lock := array(
    select account.id
    from ledger_accounts account
    where account.name = any (touched) and ledger_is_locked(account.name) and not account.may_overdraw);
  select array_agg(locked.id), array_agg(locked.name), array_agg(locked.balance_units)
  into ids, names, left_over
  from (
    select account.id, account.name, account.balance_units
    from ledger_accounts account
    where account.id = any (to_lock)
    order by account.id
    for update
  ) as locked;
  select ids || array_agg(other.id), names || array_agg(other.name),
         left_over || array_fill(null::bigint, array[count(*)::int])
  into ids, names, left_over
  from ledger_accounts other
  where other.name = any (touched) and not (ledger_is_locked(other.name) and not other.may_overdraw);

  select array_agg(giving.place order by one.ordinal), array_agg(taking.place order by one.ordinal)
  into from_at, to_at
  from unnest(from_names, to_names) with ordinality as one (from_name, to_name, ordinal)
  join unnest(names) with ordinality as giving (name, place) on giving.name = one.from_name
  join unnest(names) with ordinality as taking (name, place) on taking.name = one.to_name;

  select array_agg(present.id is not null order by wanted.place),
         array_agg(wanted.twin order by wanted.place)
  into known, twins
  from (
    select one.kind, one.subject, one.place,
           lag(one.place) over (partition by one.kind, one.subject order by one.place) as twin
    from unnest(kinds, subjects) with ordinality as one (kind, subject, place)
  ) as wanted
  left join journals present on present.kind = wanted.kind and present.subject = wanted.subject;

  for journal in 1 .. journals_count loop
    if known[journal] or outcomes[twins[journal]] in ('posted', 'duplicate') then
      outcomes[journal] := 'duplicate';
      while line_journals[line] = journal loop line := line + 1; end loop;
      continue;
    end if;
    first := line;
    while line_journals[line] = journal loop
      left_over[from_at[line]] := left_over[from_at[line]] - post_each.units[line];
      left_over[to_at[line]] := left_over[to_at[line]] + post_each.units[line];
      line := line + 1;
    end loop;
    if line = first then
      raise exception 'the journal % % moves nothing', kinds[journal], subjects[journal] using errcode = 'check_violation';
    end if;
    is_short := false;
    for back in first .. line - 1 loop
      is_short := is_short or coalesce(left_over[from_at[back]] < 0, false);
    end loop;
    outcomes[journal] := case when is_short then 'insufficient' else 'posted' end;
    if is_short then
      for back in first .. line - 1 loop
        left_over[from_at[back]] := left_over[from_at[back]] + post_each.units[back];
        left_over[to_at[back]] := left_over[to_at[back]] - post_each.units[back];
      end loop;
    end if;
  end loop;
  if line <= lines_count then
    raise exception 'the posting % belongs to no journal', line using errcode = 'array_subscript_error';
  end if;

  with reserved as (
    select place, nextval(journal_ids) as id
    from generate_series(1, journals_count) as place
    where outcomes[place] = 'posted'
  ), written as (
    insert into journals (id, kind, subject, at) overriding system value
    select reserved.id, kinds[reserved.place], subjects[reserved.place], post_each.at
    from reserved
    order by reserved.place
  )
  insert into postings (journal_id, from_account, to_account, currency, units)
  select reserved.id, ids[from_at[one.ordinal]], ids[to_at[one.ordinal]], account.currency, one.units
  from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
  join reserved on reserved.place = one.journal
  join ledger_accounts account on account.id = ids[from_at[one.ordinal]]
  order by one.ordinal;

  update ledger_accounts account
  set balance_units = account.balance_units + net.units
  from (
    select place, sum(delta)::bigint as units
    from (
      select to_at[ordinal] as place, one.units as delta
      from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
      where outcomes[one.journal] = 'posted'
      union all
      select from_at[ordinal], -one.units
      from unnest(line_journals, post_each.units) with ordinality as one (journal, units, ordinal)
      where outcomes[one.journal] = 'posted'
    ) as moves
    group by place
  ) as net
  where account.id = ids[net.place] and net.units <> 0;
  return outcomes;
end $$;

create or replace function move_trades(moves jsonb, at timestamptz)
returns table (place int, outcome text) language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  count_of constant int := jsonb_array_length(moves);
  ids      constant bigint[] := array(select (move ->> 'id')::bigint from jsonb_array_elements(moves) as move);
  before   trades[];
  after    trades[];
  done     trades[];
  steps    text[];
  posted   text[];
  outcomes text[];
  wanted   text[];
  proved   text[];
begin
  perform assert_now(at);
  if count_of = 0 then return; end if;
  -- In id order, as everybody locks them.
  perform 1
  from trades trade
  where trade.id = any (ids)
  order by trade.id
  for update;
  select array_agg(trade order by move.ordinality), array_agg(changed order by move.ordinality),
         array_agg(rule.escrow order by move.ordinality)
  into before, after, steps
  from jsonb_array_elements(moves) with ordinality as move (facts, ordinality)
  join trades trade on trade.id = (move.facts ->> 'id')::bigint and trade.version = (move.facts ->> 'version')::int
  join trade_rules rule
    on rule.flow_type = trade.flow_type and rule.verb = move.facts ->> 'verb' and rule.actor = move.facts ->> 'actor'
    and rule.from_status = trade.status and rule.to_status = move.facts -> 'change' ->> 'status'
  cross join lateral jsonb_populate_record(
    trade, move.facts -> 'change' || jsonb_build_object('version', trade.version + 1)) as changed
  where (move.facts -> 'change') - array[
    'status', 'round', 'expires_at', 'funded_at', 'details_revealed_at', 'paid_at', 'was_ever_paid', 'released_at', 'ended_at',
    'extended_times', 'reopen_asked_at', 'is_reopened', 'dispute_opened_at', 'dispute_opened_by', 'dispute_reason',
    'dispute_text', 'owner_responded_at'] = '{}';
  if cardinality(before) is distinct from count_of
     or (select count(distinct trade.id) from unnest(before) as trade) <> count_of then
    raise exception 'a trade is not as it was decided on, or no rule of its flow allows this' using errcode = 'check_violation';
  end if;
  perform assert_moves(moves, before, after, at);

  outcomes := escrow_halts(before, steps);
  -- A release is the seller's own, what staff does the moderator's, each proved for this trade and round.
  wanted := array(
    select proof_subject(moves -> (trade.ordinality::int - 1), before[trade.ordinality])
    from unnest(before) with ordinality as trade
    order by trade.ordinality);
  proved := array(
    select spend_proofs(array_agg(wanted[number] order by number),
                        array_agg((moves -> (number - 1) ->> 'actor_id')::bigint order by number))
    from generate_series(1, count_of) as number
    where wanted[number] is not null and outcomes[number] is null);
  for number in 1 .. count_of loop
    if outcomes[number] is null and wanted[number] is not null and (
      wanted[number] = any (proved)
      and has_second(wanted[number], (moves -> (number - 1) ->> 'actor_id')::bigint, before[number])
    ) is not true then
      outcomes[number] := 'unproved';
    end if;
    if outcomes[number] is not null then steps[number] := null; end if;
  end loop;

  posted := post_escrow(after, steps, at);
  for number in 1 .. count_of loop
    if posted[number] = 'duplicate' then
      raise exception 'the coins of trade % went this way before', (before[number]).id using errcode = 'unique_violation';
    end if;
    outcomes[number] := coalesce(outcomes[number], nullif(posted[number], 'posted'), 'moved');
  end loop;

  select array_agg(after[number] order by number)
  into done
  from generate_series(1, count_of) as number
  where outcomes[number] = 'moved';
  update trades trade
  set status = new.status, version = new.version, round = new.round, expires_at = new.expires_at, funded_at = new.funded_at,
      details_revealed_at = new.details_revealed_at, paid_at = new.paid_at, was_ever_paid = new.was_ever_paid,
      released_at = new.released_at, ended_at = new.ended_at, extended_times = new.extended_times,
      reopen_asked_at = new.reopen_asked_at, is_reopened = new.is_reopened, dispute_opened_at = new.dispute_opened_at,
      dispute_opened_by = new.dispute_opened_by, dispute_reason = new.dispute_reason, dispute_text = new.dispute_text,
      owner_responded_at = new.owner_responded_at
  from unnest(done) as new
  where trade.id = new.id;
  insert into trade_transitions (trade_id, verb, actor, actor_id, status, note, at)
  select moved.id, move.facts ->> 'verb', move.facts ->> 'actor', (move.facts ->> 'actor_id')::bigint, moved.status,
         move.facts ->> 'note', move_trades.at
  from jsonb_array_elements(moves) with ordinality as move (facts, number)
  join unnest(done) as moved on moved.id = (move.facts ->> 'id')::bigint
  order by move.number;
  return query select number, outcomes[number] from generate_series(1, count_of) as number;
end $$;
