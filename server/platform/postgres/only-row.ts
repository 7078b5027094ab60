/** The row of a statement that always answers one: an aggregate, an insert that returns. Throws when there is none. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error("a statement that answers one row has answered none");
  return row;
}
