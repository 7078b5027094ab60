-- A payer's document is a receipt and proof of work a puzzle, in all layers. Owned by market/attachments, market/disputes and
-- people/auth. Names that a table keeps change with them; what was delivered long ago keeps the name of its time.
update events set type = renamed.new
from (values
  ('trade.proof_handed_in', 'trade.receipt_uploaded'),
  ('trade.proof_rejected', 'trade.receipt_rejected'),
  ('trade.proof_asked', 'trade.receipt_requested'),
  ('trade.evidence_handed_in', 'trade.evidence_uploaded')) as renamed (old, new)
where events.type = renamed.old and events.dispatched_at is null;
create temporary table renamed on commit drop as
select * from (values
  ('proof_handed_in', 'receipt_uploaded'),
  ('proof_rejected', 'receipt_rejected'),
  ('proof_approved', 'receipt_approved'),
  ('proof_asked', 'receipt_requested'),
  ('proof_removed', 'receipt_removed'),
  ('evidence_handed_in', 'evidence_uploaded')) as names (old, new);
update notifications set kind = renamed.new from renamed where notifications.kind = renamed.old;
update notification_choices set event = renamed.new from renamed where notification_choices.event = renamed.old;
update chat_messages set system_key = renamed.new from renamed where chat_messages.system_key = renamed.old;
alter table settings disable trigger settings_fit;
update settings set name = replace(name, 'auth.proof_of_work_', 'auth.puzzle_') where name like 'auth.proof\_of\_work\_%';
alter table settings enable trigger settings_fit;
update setting_changes set name = replace(name, 'auth.proof_of_work_', 'auth.puzzle_') where name like 'auth.proof\_of\_work\_%';
