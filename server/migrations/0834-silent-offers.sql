-- An offer that its owner keeps out of all lists: whoever has its link sees it and may take it. It is held with a reason of its own, as a
-- special offer is. And from which sum on an offer is one for large trades. Owned by market/offers.

insert into setting_rules (name, shape, initial, takes_two) values
  ('offers.otc_usd', '{"type":"integer","minimum":1,"maximum":1000000000}', '10000', false);

alter table offers
  add column is_silent boolean not null default false,
  drop constraint offers_hold_check,
  add constraint offers_hold_check check (
    hold in ('moderation', 'low_balance', 'cap_reached', 'penalty', 'restricted', 'level', 'method_disabled', 'owner_away', 'too_many',
      'bond_missing', 'special', 'silent'));
grant insert (is_silent), update (is_silent) on offers to parley_web, parley_worker;

do $$
declare
  made constant text := pg_get_functiondef('open_trades(jsonb, int, timestamptz)'::regprocedure);
  said constant text := 'then offer.hold is null
';
begin
  if strpos(made, said) = 0 then raise exception 'open_trades does not say: %', said; end if;
  execute replace(made, said, 'then offer.hold is null or (offer.hold = ''silent'' and offer.is_silent)
');
end $$;
