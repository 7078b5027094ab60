create table trade_attachments (
  id bigint generated always as identity not null,
  hash text not null,
  trade_id bigint not null,
  requirement text not null,
  author_id bigint not null,
  -- Null once the file was erased with the conversation.
  upload_id bigint,
  status text not null default 'uploaded',
  reason text,
  at timestamptz not null,
  judged_at timestamptz,
  primary key (id),
  constraint trade_attachments_hash_key unique (hash),
  constraint trade_attachments_trade_id_requirement_upload_id_key unique (trade_id, requirement, upload_id),
  constraint trade_attachments_check check ((status = 'uploaded') = (judged_at is null)),
  constraint trade_attachments_check1 check (reason is null or status = 'rejected'),
  constraint trade_attachments_reason_check check ((char_length(reason) >= 3) and (char_length(reason) <= 500)),
  constraint trade_attachments_requirement_check check (requirement in ('payment_proof', 'receipt', 'bank_statement')),
  constraint trade_attachments_status_check check (status in ('uploaded', 'approved', 'rejected'))
);
alter table trade_attachments add constraint trade_attachments_reason_said check (is_said(reason)) not valid;
alter table trade_attachments add foreign key (author_id) references users(id);
alter table trade_attachments add foreign key (trade_id) references trades(id);
alter table trade_attachments add foreign key (upload_id) references uploads(id) on delete set null;
create index trade_attachments_by_author on trade_attachments (author_id);
create index trade_attachments_by_upload on trade_attachments (upload_id) where upload_id is not null;
create trigger attachments_erased before update of upload_id on trade_attachments for each row when (new.upload_id is null) execute function erase_attachment();
grant select on trade_attachments to parley_web, parley_worker;

-- What the seller asked for while the trade ran; nothing waits for it.
create table trade_asked_requirements (
  trade_id bigint not null,
  requirement text not null,
  asked_at timestamptz not null,
  primary key (trade_id, requirement),
  constraint trade_asked_requirements_requirement_check check (requirement in ('payment_proof', 'receipt', 'bank_statement'))
);
alter table trade_asked_requirements add foreign key (trade_id) references trades(id);
grant select on trade_asked_requirements to parley_web, parley_worker;

create table trade_policy_reads (
  trade_id bigint not null,
  user_id bigint not null,
  url text not null,
  at timestamptz not null,
  primary key (trade_id, user_id, url),
  constraint trade_policy_reads_url_check check (url in ('/dispute-rules', '/terms-of-service', '/privacy-policy'))
);
alter table trade_policy_reads add foreign key (trade_id) references trades(id);
alter table trade_policy_reads add foreign key (user_id) references users(id);
create index trade_policy_reads_by_user on trade_policy_reads (user_id);
grant insert on trade_policy_reads to parley_web;
grant select on trade_policy_reads to parley_web, parley_worker;
