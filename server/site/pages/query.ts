/** Words of an address that the reader may have typed: what is not known is ignored. */

export function oneOf<const T extends string>(known: readonly T[], said: string | undefined): T | null {
  return known.find((one) => one === said) ?? null;
}

export function pageOf(said: string | undefined): number {
  return said && /^[1-9]\d{0,4}$/.test(said) ? Number(said) : 1;
}

/** The value in the address, if it has the right form; else undefined. */
export function said<T>(shape: { safeParse: (text: unknown) => { data?: T | undefined } }, text: string | undefined) {
  return shape.safeParse(text?.trim() || undefined).data;
}

type Shape<T> = { safeParse: (text: unknown) => { data?: T | undefined } };

/** The values of these names in the address: as a query, and as the form of the page shows them, "" without a value. */
export function saidAll<S extends Readonly<Record<string, Shape<string>>>>(
  shapes: S,
  query: Readonly<Record<string, string>>,
) {
  const all = Object.entries(shapes).map(([name, shape]) => [name, said(shape, query[name])] as const);
  return {
    asked: Object.fromEntries(all) as { [K in keyof S]: ReturnType<S[K]["safeParse"]>["data"] },
    shown: Object.fromEntries(all.map(([name, value]) => [name, value ?? ""])) as { [K in keyof S]: string },
  };
}
