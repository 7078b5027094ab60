/** Reads a list of the staff from its first slice to its last. */
type Slice<Row> = { readonly rows: readonly Row[]; readonly next: string | null };

/** The rows as they came; `meanwhile` gets the last row of the first slice, before the second is asked for. */
export async function everySlice<Row>(
  read: (after: { readonly after?: string }) => Promise<Slice<Row>>,
  meanwhile: (last: Row) => Promise<unknown> = async () => undefined,
): Promise<Row[]> {
  const seen: Row[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const { rows, next } = await read(after === "" ? {} : { after });
    const last = rows.at(-1);
    if (after === "" && last !== undefined) await meanwhile(last);
    seen.push(...rows);
    after = next;
  }
  return seen;
}
