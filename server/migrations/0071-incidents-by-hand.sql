-- Incidents that staff open by hand, and the parts that maintenance is about. Owned by site/status and staff/console.
alter table status_incidents add column opened_by bigint, add column state text, add column parts text[];
alter table status_incidents add constraint status_incidents_state_check check (state in ('degraded', 'partial', 'major'));
alter table status_incidents add constraint status_incidents_by_hand_check check (
  num_nulls(opened_by, state, parts) in (0, 3) and (parts is null or cardinality(parts) > 0));
alter table status_incidents add foreign key (opened_by) references users(id);
alter table status_updates drop constraint status_updates_state_check;
alter table status_updates add constraint status_updates_state_check check (
  state in ('investigating', 'identified', 'monitoring', 'resolved', 'postmortem'));
alter table announcements add column parts text[] not null default '{}';
alter table announcements add constraint announcements_parts_check check (kind = 'maintenance' or parts = '{}');
