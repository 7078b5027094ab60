/** Where a piece of an archive lies. */
export const placeOf = (exportId: bigint, place: number) => `data_export_pieces.sealed:${exportId}:${place}`;
