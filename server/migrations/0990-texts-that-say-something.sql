-- Only the log of the staff's acts refused a reason of blanks; every other text that a rule asks for was checked by its length alone. Rows
-- that are still changed get a word in place of blanks, so that no later step of theirs is refused; the checks are not valid for history,
-- which is never rewritten: evidence has a digest, and changes of settings and flags have a chain.
-- Owned by market/disputes.

update announcements set text_en = 'Not stated' where not is_said(text_en);
update announcements set text_es = 'Sin texto' where not is_said(text_es);
update announcements set text_ar = '—' where not is_said(text_ar);
update offer_rejections set reason = 'Not stated' where not is_said(reason);
update offer_rejections set words = 'Not stated' where not is_said(words);
update offer_rejections set answer = 'Not stated' where not is_said(answer);
update offer_reports set words = 'Not stated' where not is_said(words);
update restriction_appeals set words = 'Not stated' where not is_said(words);
update restriction_appeals set answer = 'Not stated' where not is_said(answer);
update screening_hits set decided_why = 'Not stated' where not is_said(decided_why);
update staff_changes set reason = 'Not stated' where not is_said(reason);
update trade_attachments set reason = 'Not stated' where not is_said(reason);
update user_restrictions set note = 'Not stated' where not is_said(note);
update user_restrictions set lifted_why = 'Not stated' where not is_said(lifted_why);

alter table announcements
  add constraint announcements_text_en_said check (is_said(text_en)) not valid,
  add constraint announcements_text_es_said check (is_said(text_es)) not valid,
  add constraint announcements_text_ar_said check (is_said(text_ar)) not valid;
alter table dispute_evidence add constraint dispute_evidence_body_said check (is_said(body)) not valid;
alter table feature_flag_changes add constraint feature_flag_changes_reason_said check (is_said(reason)) not valid;
alter table offer_rejections
  add constraint offer_rejections_reason_said check (is_said(reason)) not valid,
  add constraint offer_rejections_words_said check (is_said(words)) not valid,
  add constraint offer_rejections_answer_said check (is_said(answer)) not valid;
alter table offer_reports add constraint offer_reports_words_said check (is_said(words)) not valid;
alter table restriction_appeals
  add constraint restriction_appeals_words_said check (is_said(words)) not valid,
  add constraint restriction_appeals_answer_said check (is_said(answer)) not valid;
alter table screening_hits add constraint screening_hits_decided_why_said check (is_said(decided_why)) not valid;
alter table setting_changes add constraint setting_changes_reason_said check (is_said(reason)) not valid;
alter table staff_changes add constraint staff_changes_reason_said check (is_said(reason)) not valid;
alter table trade_attachments add constraint trade_attachments_reason_said check (is_said(reason)) not valid;
alter table user_restrictions
  add constraint user_restrictions_note_said check (is_said(note)) not valid,
  add constraint user_restrictions_lifted_why_said check (is_said(lifted_why)) not valid;

-- Answers and appeals of disputes are emptied where a conversation is erased.
update chargeback_reports set answer = 'Not stated' where answer <> '' and not is_said(answer);
update dispute_appeals set answer = 'Not stated' where answer <> '' and not is_said(answer);
alter table chargeback_reports
  add constraint chargeback_reports_answer_said check (answer = '' or is_said(answer)) not valid;
alter table dispute_appeals
  add constraint dispute_appeals_answer_said check (answer = '' or is_said(answer)) not valid,
  add constraint dispute_appeals_body_said check (body = '' or is_said(body)) not valid;
