/** Where a piece of a file lies. */
export const placeOf = (exportId: bigint, place: number) => `trade_export_pieces.sealed:${exportId}:${place}`;
