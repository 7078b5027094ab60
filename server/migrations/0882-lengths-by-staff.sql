-- How long a bio may be, and how many minutes may lie between two emails about messages, were literals.
-- Owned by people/accounts.

insert into setting_rules (name, shape, initial, takes_two)
values
  ('accounts.bio_letters', '{"type":"integer","minimum":20,"maximum":600}', '180', false),
  ('accounts.bio_words', '{"type":"integer","minimum":5,"maximum":200}', '30', false),
  ('accounts.bio_lines', '{"type":"integer","minimum":1,"maximum":20}', '5', false),
  ('accounts.interval_minutes', '{"type":"integer","minimum":1,"maximum":1440}', '1440', false);
