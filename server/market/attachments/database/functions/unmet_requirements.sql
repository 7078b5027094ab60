-- The requirements of a trade for which there is no file, or only rejected ones.
create or replace function unmet_requirements(trade_id bigint, requirements text[]) returns text[]
language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(wanted.name order by wanted.place), '{}')
  from unnest(requirements) with ordinality as wanted (name, place)
  where not exists (
    select from trade_attachments item
    where item.trade_id = unmet_requirements.trade_id and item.requirement = wanted.name and item.status <> 'rejected')
$$;
revoke all on function unmet_requirements(bigint,text[]) from public;
