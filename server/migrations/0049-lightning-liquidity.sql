-- The channels of the Lightning node for the staff's page, what is on its way out of closed ones, and the balance that two administrators accept. Owned by products/lightning;
-- the console adds the kind of change.
alter table ln_node add column closing_msat bigint not null default 0;
alter table ln_node alter column closing_msat drop default;
alter table ln_node add column channel_list jsonb not null default '[]';
alter table ln_node alter column channel_list drop default;
alter table ln_node drop constraint ln_node_sums_check;
alter table ln_node add constraint ln_node_sums_check check (least(local_msat, remote_msat, in_flight_msat, closing_msat, payable_msat, receivable_msat, channels) >= 0);
alter table ln_node add constraint ln_node_channel_list_check check (jsonb_typeof(channel_list) = 'array');
grant select (only_row, own_msat, base_msat) on ln_node to parley_signer;
alter table staff_changes drop constraint staff_changes_kind_check;
alter table staff_changes add constraint staff_changes_kind_check check (kind in ('grant_role', 'set_level', 'lift_halt', 'set_setting', 'post_journal', 'give_badge', 'give_perk', 'give_cashback', 'set_ambassador', 'end_order', 'end_cards', 'accept_lightning'));
