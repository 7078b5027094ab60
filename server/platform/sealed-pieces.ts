/** A file as it lies in the database: in pieces, each sealed and bound to its place, so that none can be exchanged. */
import { seal, unseal } from "./sealed.ts";

export const PIECE_BYTES = 256 * 1024;

/** `place`: table, column, file and number of the piece. */
export function sealPiece(place: string, bytes: Uint8Array): Buffer {
  return seal(Buffer.from(bytes).toString("base64"), place);
}

/** Throws when the bytes were changed or belong to another place. */
export function openPiece(place: string, sealed: Uint8Array): Buffer {
  return Buffer.from(unseal(sealed, place), "base64");
}
