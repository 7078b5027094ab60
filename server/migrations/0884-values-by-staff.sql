-- Values that were literals are settings: the least length of a password, the lengths of a username and how often it is
-- changed, the words of a dispute, the payment windows and how often one is extended. A trade keeps the number of extensions of its start.
-- Owned by market/trades.

insert into setting_rules (name, shape, initial, takes_two)
values
  ('accounts.password_letters', '{"type":"integer","minimum":10,"maximum":64}', '10', true),
  ('accounts.username_least', '{"type":"integer","minimum":3,"maximum":20}', '3', false),
  ('accounts.username_most', '{"type":"integer","minimum":3,"maximum":20}', '20', false),
  ('accounts.username_changes', '{"type":"integer","minimum":0,"maximum":10}', '1', false),
  ('disputes.text_letters', '{"type":"integer","minimum":50,"maximum":1000}', '250', false),
  ('offers.window_least_minutes', '{"type":"integer","minimum":15,"maximum":1440}', '15', true),
  ('offers.window_most_minutes', '{"type":"integer","minimum":60,"maximum":43200}', '43200', true),
  ('trades.extensions', '{"type":"integer","minimum":0,"maximum":10}', '2', true);

alter table users add column username_changes int not null default 0 check (username_changes >= 0);
update users set username_changes = 1 where username_changed_at is not null;
grant update (username_changes) on users to parley_web;

alter table trades add column most_extensions int not null default 2 check (most_extensions between 0 and 10);
alter table trades
  drop constraint trades_extended_times_check,
  add constraint trades_extended_times_check check (extended_times between 0 and most_extensions);

-- The words of a dispute are as long as the setting says, up to what it may say.
alter table disputes
  drop constraint disputes_body_check,
  add constraint disputes_body_check check (char_length(body) <= 1000);

create function keep_most_extensions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.most_extensions := (setting_value('trades.extensions') #>> '{}')::int;
  return new;
end
$$;
create trigger trades_keep_most_extensions before insert on trades for each row execute function keep_most_extensions();
