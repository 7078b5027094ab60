-- The buyer could mark a trade as paid although the seller had rejected the required file. A rejected file no longer satisfies a
-- requirement: the requirement is awaited again until another file comes. The same rule applies when the buyer takes a file back and
-- when a trade is reopened. Owned by market/attachments.

-- The requirements of a trade for which there is no file, or only rejected ones.
create function unmet_requirements(trade_id bigint, requirements text[]) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(wanted.name order by wanted.place), '{}')
  from unnest(requirements) with ordinality as wanted (name, place)
  where not exists (
    select from trade_attachments item
    where item.trade_id = unmet_requirements.trade_id and item.requirement = wanted.name and item.status <> 'rejected')
$$;

do $$
declare
  made   text;
  change text[];
begin
  foreach change slice 1 in array array[
    ['judge_attachment(text, bigint, text, text, text, timestamptz)',
     '  return ''judged'';',
     '  update trades
  set awaited = unmet_requirements(id, requirements), version = version + 1
  where id = trade.id and verdict = ''rejected'' and paid_at is null
    and awaited is distinct from unmet_requirements(id, requirements);
  return ''judged'';'],
    ['remove_attachment(text, bigint, text, timestamptz)',
     'other.requirement = gone.requirement)',
     'other.requirement = gone.requirement
        and other.status <> ''rejected'')']]
  loop
    made := pg_get_functiondef(change[1]::regprocedure);
    if strpos(made, change[2]) = 0 then raise exception '% does not say: %', change[1], change[2]; end if;
    execute replace(made, change[2], change[3]);
  end loop;
end $$;

-- A reopened trade is unpaid again.
create function await_unmet_requirements() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.awaited := unmet_requirements(new.id, new.requirements);
  return new;
end $$;
create trigger trades_await_again before update of paid_at on trades
  for each row when (old.paid_at is not null and new.paid_at is null and new.requirements <> '{}')
  execute function await_unmet_requirements();

update trades
set awaited = unmet_requirements(id, requirements), version = version + 1
where paid_at is null and ended_at is null and requirements <> '{}'
  and awaited is distinct from unmet_requirements(id, requirements);

revoke all on function unmet_requirements(bigint, text[]), await_unmet_requirements() from public;
