-- Two administrators take the operator's part of the node's balance as it is: it is expected to be at least so many satoshi from now on. False where it is
-- expected already, or the node has another balance now.
create or replace function accept_lightning_balance(detail text, at timestamp with time zone) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  perform assert_now(at);
  update ln_node node
  -- What is on its way is not seen as the operator's until it has ended.
  set base_msat = detail::bigint * 1000 - node.in_flight_msat - (select books.held_msat from lightning_books() books)
  where lightning_balance_stands(detail);
  return found;
end $$;
revoke all on function accept_lightning_balance(text,timestamp with time zone) from public;
