-- What changed that pages show, by topic, for processes that keep drawn pages: each looks several times a second at what
-- was committed since its last look, by the transaction's number and not by a clock, so that nothing that committed late is
-- missed. Not logged and soon forgotten: after a crash of the database every process drops what it kept.
-- offer:<hash> · market:<side>:<coin>:<fiat or *>:<method or *> · counts:<coin> · owner:<username> · rates · site · everything
-- Owned by platform.

create unlogged table page_changes (
  id    bigint      generated always as identity primary key,
  tx    xid8        not null default pg_current_xact_id(),
  topic text        not null,
  at    timestamptz not null default clock_timestamp()
);
create index page_changes_by_tx on page_changes (tx);
grant select on page_changes to parley_web, parley_worker;
grant delete on page_changes to parley_worker;

-- A statement that touches more than so many rows has touched every page.
create function note_page_changes(topics text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into page_changes (topic)
  select distinct topic
  from unnest(case when cardinality(topics) > 2000 then array['everything'] else topics end) as topic
$$;

create function offer_topics(hash text, side text, crypto text, fiat text, method_id int) returns text[]
language sql immutable as $$
  select array[
    'offer:' || hash,
    'market:' || side || ':' || crypto || ':*:*',
    'market:' || side || ':' || crypto || ':' || fiat || ':*',
    'market:' || side || ':' || crypto || ':*:' || method_id::text,
    'market:' || side || ':' || crypto || ':' || fiat || ':' || method_id::text]
$$;

create function note_offer_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  topics text[] := '{}';
begin
  if tg_op in ('INSERT', 'UPDATE') then
    topics := array(
      select unnest(offer_topics(hash, side, crypto, fiat, method_id)) from (select * from added limit 1000) as one);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    topics := topics || array(
      select unnest(offer_topics(hash, side, crypto, fiat, method_id)) from (select * from removed limit 1000) as one);
  end if;
  perform note_page_changes(topics);
  return null;
end $$;
create trigger pages_show_new_offers after insert on offers
  referencing new table as added for each statement execute function note_offer_changes();
create trigger pages_show_changed_offers after update on offers
  referencing old table as removed new table as added for each statement execute function note_offer_changes();
create trigger pages_show_no_deleted_offers after delete on offers
  referencing old table as removed for each statement execute function note_offer_changes();

-- How many offers there are stands on every listing of a coin.
create function note_count_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array(select distinct 'counts:' || crypto from added));
  return null;
end $$;
create trigger pages_show_new_counts after insert on offer_counts
  referencing new table as added for each statement execute function note_count_changes();
create trigger pages_show_counts after update on offer_counts
  referencing new table as added for each statement execute function note_count_changes();

-- Of users by the column that names them; with the table's trigger.
create function note_owner_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array(
    select 'owner:' || users.username
    from (select to_jsonb(added) ->> tg_argv[0] as user_id from added limit 3000) as one
    join users on users.id = one.user_id::bigint));
  return null;
end $$;
create trigger pages_show_new_reputation after insert on user_reputation
  referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger pages_show_reputation after update on user_reputation
  referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger pages_show_new_restrictions after insert on user_restrictions
  referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger pages_show_restrictions after update on user_restrictions
  referencing new table as added for each statement execute function note_owner_changes('user_id');
create trigger pages_show_new_feedback after insert on feedback
  referencing new table as added for each statement execute function note_owner_changes('receiver_id');
create trigger pages_show_feedback after update on feedback
  referencing new table as added for each statement execute function note_owner_changes('receiver_id');

create function note_user_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array['owner:' || old.username, 'owner:' || new.username]);
  return null;
end $$;
create trigger pages_show_users
  after update of username, bio, country_iso, full_name_visibility, first_name_sealed, last_name_sealed, email_confirmed_at,
    granted_level, is_vendor
  on users for each row execute function note_user_change();

create function note_topic() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_page_changes(array[tg_argv[0]]);
  return null;
end $$;
create trigger pages_show_rates after insert or update or delete on rates
  for each statement execute function note_topic('rates');
create trigger pages_show_settings after insert or update or delete on settings
  for each statement execute function note_topic('site');
create trigger pages_show_halts after insert or update or delete on halts
  for each statement execute function note_topic('site');

revoke all on function note_page_changes(text[]), offer_topics(text, text, text, text, int), note_offer_changes(), note_count_changes(), note_owner_changes(), note_user_change(), note_topic()
from public;
