/** An archive as it lies in the database: in pieces, each sealed and bound to its place, so that none can be exchanged. */
import { seal, unseal } from "../../platform/sealed.ts";

export const PIECE_BYTES = 256 * 1024;

const placeOf = (exportId: bigint, place: number) => `data_export_pieces.sealed:${exportId}:${place}`;

export function sealPiece(exportId: bigint, place: number, bytes: Uint8Array): Buffer {
  return seal(Buffer.from(bytes).toString("base64"), placeOf(exportId, place));
}

/** Throws when the bytes were changed or belong to another place. */
export function openPiece(exportId: bigint, place: number, sealed: Uint8Array): Buffer {
  return Buffer.from(unseal(sealed, placeOf(exportId, place)), "base64");
}
