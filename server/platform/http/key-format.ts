/** responseKeyFormat: camelCase is what we write; snake_case is made on the way out, except in data used as keys. */

/** Under these names the keys are data: currencies, field names. */
const DATA_KEYS = new Set(["tradeVolume", "details", "rates", "flags"]);

export function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snake(key), DATA_KEYS.has(key) ? inner : toSnakeCase(inner)]),
  );
}

function snake(key: string): string {
  // A language, such as pt-BR.
  if (key.includes("-")) return key;
  return key.replace(/[A-Z]+(?![a-z])|[A-Z]/g, (run, index: number) => (index > 0 ? "_" : "") + run.toLowerCase());
}
