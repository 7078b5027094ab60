-- A badge that staff give, or a level of the ambassador program, whose badge follows. False when it is so already, or the account is closed.
create or replace function change_badge(kind text, user_id bigint, detail text, decided_by bigint, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  if kind = 'give_badge' then
    if exists (select from account_closures gone where gone.user_id = change_badge.user_id and gone.closed_at is not null) then
      return false;
    end if;
    insert into given_badges as gift (user_id, badge, is_seeded, given_at)
    values (user_id, detail, false, at)
    on conflict on constraint given_badges_pkey do update
    set badge = excluded.badge, is_seeded = false, given_at = excluded.given_at;
    return true;
  end if;
  if kind = 'set_ambassador' and not set_ambassador_level(user_id, detail, decided_by, at) then return false; end if;
  if kind = 'set_ambassador' and detail <> 'none' then
    -- Who has another badge by staff keeps it.
    insert into given_badges as gift (user_id, badge, is_seeded, given_at)
    values (user_id, 'ambassador', false, at)
    on conflict on constraint given_badges_pkey do update
    set badge = excluded.badge, is_seeded = false, given_at = excluded.given_at
    where gift.is_seeded;
    return true;
  end if;
  delete from given_badges gift
  where gift.user_id = change_badge.user_id and not gift.is_seeded
    and gift.badge = case when kind = 'take_badge' then detail else 'ambassador' end;
  perform badge_is_due(user_id);
  return true;
end $$;
revoke all on function change_badge(text,bigint,text,bigint,timestamp with time zone) from public;
