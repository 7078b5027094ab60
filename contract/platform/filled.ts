/** A sentence with what it speaks of: `{max}` stands for the value of that name; one without a value stays as it is. */
export function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === "number" || typeof value === "string" ? String(value) : place;
  });
}
