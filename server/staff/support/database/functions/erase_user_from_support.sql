-- What others have voted for stays, without the author's name; so do files that staff sent in the tickets of others.
create or replace function erase_user_from_support(person bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform erase_support_tickets(array(select id from support_tickets where user_id = person));
  insert into retention_files (file_key)
  select gone.file_key from support_files gone
  where gone.user_id = person and gone.seq is null and gone.file_key is not null
  on conflict do nothing;
  delete from support_files where user_id = person and seq is null;
  delete from feature_requests where author_id = person and status in ('new', 'declined');
  update feature_requests set author_id = null where author_id = person;
  update feature_requests wish
  set votes = wish.votes - 1
  where exists (select from feature_votes vote where vote.request_id = wish.id and vote.user_id = person);
  delete from feature_votes where user_id = person;
end $$;
revoke all on function erase_user_from_support(bigint) from public;
