-- The parts about an account and its people for export_part, which says whose they are.
create or replace function export_person_part(person bigint, part text, after bigint, most integer) returns TABLE(key bigint, line text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  case part
    when 'account' then
      return query
        select users.id, (jsonb_build_object(
            'externalId', external_id, 'username', username, 'emailConfirmedAt', email_confirmed_at, 'country', country_iso,
            'locale', locale, 'currency', currency_code, 'timezone', timezone, 'about', bio, 'level', level,
            'nameVisibility', full_name_visibility, 'createdAt', created_at, 'lastSeenAt', last_seen_at,
            'referralCode', referral_code, 'notifyIntervalMinutes', notify_interval_min, 'toursCompleted', tours_completed,
            'email_sealed', encode(email_sealed, 'base64'), 'first_name_sealed', encode(first_name_sealed, 'base64'),
            'last_name_sealed', encode(last_name_sealed, 'base64'), 'birth_date_sealed', encode(birth_date_sealed, 'base64')))::text
        from users
        where users.id = person and users.id > after;
    when 'factors' then
      return query
        select made.place, made.line
        from (
          select row_number() over (order by made_at, kind, name) as place,
            jsonb_build_object('kind', kind, 'name', name, 'addedAt', made_at)::text as line
          from (
            select 'passkey' as kind, name, made_at from passkeys where user_id = person
            union all
            select 'authenticator app', '', confirmed_at from authenticators where user_id = person and confirmed_at is not null
          ) as factor
        ) as made
        where made.place > after
        order by made.place
        limit most;
    when 'restrictions' then
      return query
        select id, jsonb_build_object('state', state, 'reason', reason_code, 'case', case_number, 'since', since,
          'reviewAt', review_at, 'liftedAt', lifted_at)::text
        from user_restrictions
        where user_id = person and id > after
        order by id
        limit most;
    when 'contacts' then
      return query
        select relation.other_id, jsonb_build_object('username', other.username, 'trusted', relation.is_trusted,
          'blocked', relation.is_blocked, 'changedAt', relation.changed_at)::text
        from user_relations relation
        join users other on other.id = relation.other_id
        where relation.user_id = person and relation.other_id > after
        order by relation.other_id
        limit most;
    when 'closing' then
      return query
        select id, jsonb_build_object('reason', reason, 'askedAt', asked_at, 'dueAt', due_at,
          'withdrawnAt', withdrawn_at)::text
        from account_closures
        where user_id = person and id > after
        order by id
        limit most;
  end case;
end $$;
revoke all on function export_person_part(bigint,text,bigint,integer) from public;
