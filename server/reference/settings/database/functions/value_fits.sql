-- Whole numbers and texts in their bounds, lists of such, and maps that have every key of the default and no other.
create or replace function value_fits(shape jsonb, value jsonb) returns boolean
language plpgsql immutable set search_path = public, pg_temp as $$
begin
  return coalesce(case shape ->> 'type'
    when 'boolean' then jsonb_typeof(value) = 'boolean'
    when 'integer' then case jsonb_typeof(value) when 'number' then
      value::numeric % 1 = 0 and value::numeric between (shape ->> 'minimum')::numeric and (shape ->> 'maximum')::numeric end
    when 'string' then case jsonb_typeof(value) when 'string' then value #>> '{}' ~ (shape ->> 'pattern') end
    when 'array' then case jsonb_typeof(value) when 'array' then
      jsonb_array_length(value) <= (shape ->> 'maxItems')::int
      and not exists (
        select
        from jsonb_array_elements(value) item (one)
        where not value_fits(shape -> 'items', item.one)) end
    when 'object' then case jsonb_typeof(value) when 'object' then
      (select coalesce(jsonb_agg(key order by key), '[]') from jsonb_object_keys(value) as key)
        = (select jsonb_agg(key order by key) from jsonb_array_elements_text(shape -> 'required') as key)
      and not exists (
        select
        from jsonb_each(value) field
        where not value_fits(shape -> 'additionalProperties', field.value)) end
  end, false);
end $$;
revoke all on function value_fits(jsonb,jsonb) from public;
grant execute on function value_fits(jsonb,jsonb) to parley_signer;
