-- What the buyer of a trade hands in: what the offer requires before they may say that they have paid, what the seller asks for
-- besides, and what they show of themselves. A file is one of their uploads, whose bytes were compared with its digest. The seller
-- approves or rejects it, which takes nothing: what was awaited came. And which rules each side has read. Two
-- columns are of trades. Owned by market/attachments.

alter table trades
  -- By what the offer said when the trade began; and those of them that have not come yet.
  add column requirements text[] not null default '{}',
  add column awaited text[] not null default '{}';
alter table trades add constraint trades_requirements_known check (
  requirements <@ array['payment_proof', 'receipt', 'bank_statement'] and awaited <@ requirements);
-- Nobody says that they have paid before what is required has come.
alter table trades add constraint trades_paid_with_proofs check (paid_at is null or awaited = '{}');

create function awaits_what_is_required() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a trade begins with all that is required of its buyer awaited' using errcode = 'check_violation';
end $$;
create trigger trades_await before insert on trades
  for each row when (new.awaited is distinct from new.requirements and new.ended_at is null)
  execute function awaits_what_is_required();

create table trade_attachments (
  id           bigint      generated always as identity primary key,
  hash         text        not null unique,
  trade_id     bigint      not null references trades,
  requirement  text        not null check (requirement in ('payment_proof', 'receipt', 'bank_statement')),
  author_id    bigint      not null references users,
  -- Null once the file was erased with the conversation.
  upload_id    bigint      references uploads on delete set null,
  status       text        not null default 'uploaded' check (status in ('uploaded', 'approved', 'rejected')),
  reason       text        check (char_length(reason) between 3 and 500),
  at           timestamptz not null,
  judged_at    timestamptz,
  unique (trade_id, requirement, upload_id),
  check ((status = 'uploaded') = (judged_at is null)),
  check (reason is null or status = 'rejected')
);
create index trade_attachments_by_upload on trade_attachments (upload_id) where upload_id is not null;
create index trade_attachments_by_author on trade_attachments (author_id);

-- What the seller asked for while the trade ran; nothing waits for it.
create table trade_asked_requirements (
  trade_id     bigint      not null references trades,
  requirement  text        not null check (requirement in ('payment_proof', 'receipt', 'bank_statement')),
  asked_at     timestamptz not null,
  primary key (trade_id, requirement)
);

create table trade_policy_reads (
  trade_id     bigint      not null references trades,
  user_id      bigint      not null references users,
  url          text        not null check (url in ('/dispute-rules', '/terms-of-service', '/privacy-policy')),
  at           timestamptz not null,
  primary key (trade_id, user_id, url)
);
create index trade_policy_reads_by_user on trade_policy_reads (user_id);

grant select on trade_attachments, trade_asked_requirements, trade_policy_reads to parley_web, parley_worker;
grant insert on trade_policy_reads to parley_web;

-- The trade, locked, with the part that somebody has in it.
create function trade_of_side(hash text, user_id bigint, side text, at timestamptz) returns trades
language plpgsql set search_path = public, pg_temp as $$
declare
  trade trades;
begin
  perform assert_now(at);
  perform assert_may_act_for(array[user_id]);
  select one.* into trade from trades one where one.hash = trade_of_side.hash for update;
  if (case side when 'buyer' then trade.buyer_id else trade.seller_id end) is distinct from user_id then
    raise exception 'this is not the % of the trade %', side, hash using errcode = 'insufficient_privilege';
  end if;
  return trade;
end $$;

create function is_in_escrow(status text) returns boolean language sql immutable as $$
  select status in ('active_funded', 'gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared', 'paid', 'dispute_open')
$$;

-- A file of the buyer's for a requirement: attached; not_open where no coins are in escrow; no_file where it is not theirs; full
-- after twenty. What was awaited has come. The same file for the same requirement is attached once.
create function attach_to_trade(hash text, buyer_id bigint, requirement text, file text, public_id text, at timestamptz)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  trade   trades;
  file_id bigint;
begin
  trade := trade_of_side(hash, buyer_id, 'buyer', at);
  if not is_in_escrow(trade.status) then return 'not_open'; end if;
  select upload.id into file_id
  from uploads upload
  where upload.hash = file and upload.owner_id = attach_to_trade.buyer_id and upload.sha256 is not null;
  if file_id is null then return 'no_file'; end if;
  if (select count(*) from trade_attachments one where one.trade_id = trade.id) >= 20 then return 'full'; end if;
  insert into trade_attachments (hash, trade_id, requirement, author_id, upload_id, at)
  values (public_id, trade.id, attach_to_trade.requirement, attach_to_trade.buyer_id, file_id, attach_to_trade.at)
  on conflict (trade_id, requirement, upload_id) do nothing;
  if not found then return 'attached_before'; end if;
  update trades
  set awaited = array_remove(awaited, attach_to_trade.requirement), version = version + 1
  where id = trade.id and attach_to_trade.requirement = any (awaited);
  return 'attached';
end $$;

-- What the seller says of a file, once: judged; not_open once no coins are in escrow; judged_before; none.
create function judge_attachment(hash text, seller_id bigint, attachment text, verdict text, reason text, at timestamptz)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  seen  text;
begin
  trade := trade_of_side(hash, seller_id, 'seller', at);
  select one.status into seen
  from trade_attachments one
  where one.trade_id = trade.id and one.hash = attachment and one.upload_id is not null;
  if seen is null then return 'none'; end if;
  if not is_in_escrow(trade.status) then return 'not_open'; end if;
  if seen <> 'uploaded' then return 'judged_before'; end if;
  update trade_attachments one
  set status = verdict, reason = judge_attachment.reason, judged_at = judge_attachment.at
  where one.trade_id = trade.id and one.hash = attachment;
  return 'judged';
end $$;

-- The buyer takes a file back that was not approved, until they have said that they paid: what is required is awaited again.
-- removed; not_open; approved; none.
create function remove_attachment(hash text, buyer_id bigint, attachment text, at timestamptz)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  trade trades;
  gone  trade_attachments;
begin
  trade := trade_of_side(hash, buyer_id, 'buyer', at);
  select one.* into gone from trade_attachments one where one.trade_id = trade.id and one.hash = attachment;
  if gone.id is null then return 'none'; end if;
  if not is_in_escrow(trade.status) or trade.paid_at is not null then return 'not_open'; end if;
  if gone.status = 'approved' then return 'approved'; end if;
  delete from trade_attachments where id = gone.id;
  update trades
  set awaited = awaited || gone.requirement, version = version + 1
  where id = trade.id and gone.requirement = any (requirements) and not gone.requirement = any (awaited)
    and not exists (
      select from trade_attachments other where other.trade_id = trade.id and other.requirement = gone.requirement);
  return 'removed';
end $$;

-- The seller asks for more: asked; not_open; asked_before, also where it is required anyway.
create function ask_requirement(hash text, seller_id bigint, requirement text, at timestamptz)
returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  trade trades;
begin
  trade := trade_of_side(hash, seller_id, 'seller', at);
  if not is_in_escrow(trade.status) then return 'not_open'; end if;
  if ask_requirement.requirement = any (trade.requirements) then return 'asked_before'; end if;
  insert into trade_asked_requirements (trade_id, requirement, asked_at)
  values (trade.id, ask_requirement.requirement, ask_requirement.at)
  on conflict do nothing;
  return case when found then 'asked' else 'asked_before' end;
end $$;

-- With a file goes what was said of it.
create function erase_attachment() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.reason := null;
  return new;
end $$;
create trigger attachments_erased before update of upload_id on trade_attachments
  for each row when (new.upload_id is null) execute function erase_attachment();

-- What somebody handed in, and which rules they read.
create function export_attachments(export_id bigint, after bigint, most int) returns table (key bigint, line text)
language sql stable security definer set search_path = public, pg_temp as $$
  select numbered.place, numbered.line
  from (
    select row_number() over (order by mine.at, mine.line) as place, mine.line
    from data_exports export
    cross join lateral (
      select item.at, jsonb_build_object('trade', trade.hash, 'requirement', item.requirement, 'file', file.name,
        'handedInAt', item.at, 'status', item.status, 'judgedAt', item.judged_at)::text as line
      from trade_attachments item
      join trades trade on trade.id = item.trade_id
      left join uploads file on file.id = item.upload_id
      where item.author_id = export.user_id
      union all
      select done.at, jsonb_build_object('trade', trade.hash, 'read', done.url, 'at', done.at)::text
      from trade_policy_reads done
      join trades trade on trade.id = done.trade_id
      where done.user_id = export.user_id
    ) as mine
    where export.id = export_attachments.export_id and export.made_at is null
  ) as numbered
  where numbered.place > export_attachments.after
  order by numbered.place
  limit export_attachments.most
$$;

revoke all on function
  awaits_what_is_required(), trade_of_side(text, bigint, text, timestamptz), is_in_escrow(text),
  attach_to_trade(text, bigint, text, text, text, timestamptz),
  judge_attachment(text, bigint, text, text, text, timestamptz), remove_attachment(text, bigint, text, timestamptz),
  ask_requirement(text, bigint, text, timestamptz), erase_attachment(), export_attachments(bigint, bigint, int)
from public;
grant execute on function
  attach_to_trade(text, bigint, text, text, text, timestamptz),
  judge_attachment(text, bigint, text, text, text, timestamptz), remove_attachment(text, bigint, text, timestamptz),
  ask_requirement(text, bigint, text, timestamptz)
  to parley_web;
grant execute on function export_attachments(bigint, bigint, int) to parley_worker;
