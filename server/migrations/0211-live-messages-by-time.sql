-- Live messages are kept for two days: by days of the machine's clock now, which are dropped whole, and not by deleting each.
-- What stood in the table becomes the first part, without being written anew. Only who delivers events writes them.
-- Owned by platform.

alter table live_messages rename to live_messages_until_now;
drop index live_messages_by_age;
alter table live_messages_until_now
  drop constraint live_messages_pkey,
  drop column at,
  add column written_at timestamptz not null default now();
revoke all on live_messages_until_now from parley_web, parley_worker, parley_chain;

create table live_messages (
  channel    text        not null,
  -- Counted in live_channels, without a gap.
  seq        bigint      not null,
  body       jsonb       not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (channel, seq, written_at)
) partition by range (written_at);

grant select on live_messages to parley_web, parley_worker;
grant insert on live_messages to parley_worker;
revoke insert, update on live_channels from parley_web, parley_chain;

do $$
declare
  begins timestamptz := part_begin(now(), 1);
begin
  execute format('alter table live_messages attach partition live_messages_until_now for values from (minvalue) to (%L)',
    begins + interval '1 day');
  execute format('alter table live_messages_until_now rename to %I', part_name('live_messages', begins));
end $$;
create table live_messages_default partition of live_messages default;
do $$
begin
  perform keep_parts('live_messages');
end $$;
