create or replace function tell_factor_options() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner    constant bigint  := coalesce(new.user_id, old.user_id);
  detail   constant text    := case when new.login and new.release and new.sendout then 'everywhere' else 'not everywhere' end;
  had_none constant boolean := coalesce(old.no_texts, false);
  has_none constant boolean := coalesce(new.no_texts, false);
  event    constant text    := case when has_none then 'texts_stopped' else 'texts_allowed' end;
begin
  if has_none <> had_none
    and not exists (select from account_closures closed where closed.user_id = owner and closed.closed_at is not null)
  then
    perform note_activity(owner, event, '');
    insert into events (type, subject, payload, at)
    values ('account.' || event, owner::text, jsonb_build_object('detail', 'codes by text'), market_now());
  end if;
  -- A choice of texts alone changes nothing of what is asked for.
  if new.user_id is not null and (has_none = had_none or (new.login, new.release, new.sendout)
    is distinct from (coalesce(old.login, true), coalesce(old.release, true), coalesce(old.sendout, true)))
  then
    perform note_activity(owner, 'factor_options_set', detail);
    insert into events (type, subject, payload, at)
    values ('account.factor_options_set', owner::text, jsonb_build_object('detail', detail), market_now());
  end if;
  return null;
end $$;
revoke all on function tell_factor_options() from public;
