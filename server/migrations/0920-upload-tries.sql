-- Only files that were kept counted towards those of an hour, so that files that are refused after long reading were free. Each file counts
-- before it is read. One row for an account, with the times of the last hour at its last try. Owned by market/chat.

create table upload_tries (
  user_id  bigint        primary key references users on delete cascade,
  tried_at timestamptz[] not null check (cardinality(tried_at) between 1 and 100)
);
-- Files of the last hour still count.
insert into upload_tries (user_id, tried_at)
select owner_id, (array_agg(created_at order by created_at desc))[1:60]
from uploads
where created_at > market_now() - interval '1 hour'
group by owner_id;

grant select, insert, update on upload_tries to parley_web, parley_worker;
