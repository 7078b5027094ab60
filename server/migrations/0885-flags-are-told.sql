-- Offers follow the flags that judge them: a switch was heard by nobody, and moved none of them until something else did.
-- Owned by reference/flags.

create function tell_flag() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into events (type, subject, payload, at)
  values ('flag.changed', new.name, jsonb_build_object('userId', new.user_id::text), new.changed_at);
  return null;
end
$$;
revoke all on function tell_flag() from public;
create trigger feature_flag_changes_told after insert on feature_flag_changes for each row execute function tell_flag();
