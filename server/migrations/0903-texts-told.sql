-- Whether codes may come by text is chosen with what a second factor is asked for, and was told as that. It is told as what it is, both ways:
-- whoever turns it back has made the account weaker. So is what goes with all that was lost. Owned by signer.

do $$
declare
  kinds text := (
    select pg_get_constraintdef(oid) from pg_constraint where conname = 'account_activity_kind_check');
begin
  alter table account_activity drop constraint account_activity_kind_check;
  execute 'alter table account_activity add constraint account_activity_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''texts_stopped''::text, ''texts_allowed''::text, ');
end $$;

create or replace function tell_factor_options() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner    constant bigint  := coalesce(new.user_id, old.user_id);
  detail   constant text    := case when new.login and new.release and new.sendout then 'everywhere' else 'not everywhere' end;
  had_none constant boolean := coalesce(old.no_texts, false);
  has_none constant boolean := coalesce(new.no_texts, false);
  told     constant text    := case when has_none then 'texts_stopped' else 'texts_allowed' end;
begin
  if has_none <> had_none
    and not exists (select from account_closures closed where closed.user_id = owner and closed.closed_at is not null)
  then
    perform note_activity(owner, told, '');
    insert into events (type, subject, payload, at)
    values ('account.' || told, owner::text, jsonb_build_object('detail', 'codes by text'), market_now());
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
drop trigger factor_options_told on factor_options;
create trigger factor_options_told after insert or update or delete on factor_options
  for each row execute function tell_factor_options();
