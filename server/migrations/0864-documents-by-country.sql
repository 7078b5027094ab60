-- Which documents of identity are accepted was the same for every country. Owned by outward/verification.

insert into setting_rules (name, shape, initial, takes_two) values
  ('verification.documents_by_country',
   '{"maxItems":600,"type":"array","items":{"type":"string","pattern":"^[A-Z]{2}:(passport|id_card|driving_licence|residence_permit)$"}}',
   '[]', true);
