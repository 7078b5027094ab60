/** Where a piece of a file lies. The name is that of the table when it had files of trades alone: pieces of that time are bound to it. */
export const placeOf = (exportId: bigint, place: number) => `trade_export_pieces.sealed:${exportId}:${place}`;
