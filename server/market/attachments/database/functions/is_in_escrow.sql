create or replace function is_in_escrow(status text) returns boolean
language sql immutable as $$
  select status in ('active_funded', 'gcc_info_shared', 'gcc_info_accepted', 'gcc_code_shared', 'paid', 'dispute_open', 'dispute_awarded')
$$;
revoke all on function is_in_escrow(text) from public;
