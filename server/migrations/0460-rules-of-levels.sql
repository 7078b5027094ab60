-- Settings of verification and of limits by level are held to their ranges as the others are. Owned by reference/settings.

insert into setting_rules (name, shape, initial, takes_two)
values
  ('staff.documents_a_day', '{"type":"integer","minimum":1,"maximum":10000}', '200', true),
  ('verification.tries', '{"type":"integer","minimum":1,"maximum":20}', '3', true),
  ('verification.closed_countries', '{"maxItems":250,"type":"array","items":{"type":"string","pattern":"^[A-Z]{2}$"}}', '[]', true),
  ('verification.keep_years', '{"type":"integer","minimum":1,"maximum":20}', '5', true),
  ('limits.open_trades_usd', '{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":1000000000},"required":["0","1","2","3","1.5","2.5"]}', '{"0":0,"1":700,"2":10000,"3":50000,"1.5":1000,"2.5":25000}', true),
  ('limits.day_usd', '{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":1000000000},"required":["0","1","2","3","1.5","2.5"]}', '{"0":0,"1":700,"2":20000,"3":100000,"1.5":1000,"2.5":50000}', true),
  ('limits.lifetime_usd', '{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":1000000000},"required":["0","1","1.5"]}', '{"0":0,"1":10000,"1.5":10000}', true),
  ('limits.open_trades_without_id', '{"type":"integer","minimum":1,"maximum":1000}', '2', true);
