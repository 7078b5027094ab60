/** Fills the values of a sentence: `{max}` is replaced by the value of that name; a name without a value stays. */
export function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === "number" || typeof value === "string" ? String(value) : place;
  });
}
