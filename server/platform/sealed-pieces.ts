/** A file as it lies in the database: in pieces, each sealed and bound to its place, so that none can be exchanged. */
import { seal, unseal } from "./sealed.ts";

const PIECE_BYTES = 256 * 1024;

/** `place`: table, column, file and number of the piece. */
export function sealPiece(place: string, bytes: Uint8Array): Buffer {
  return seal(Buffer.from(bytes).toString("base64"), place);
}

/** Throws when the bytes were changed or belong to another place. */
export function openPiece(place: string, sealed: Uint8Array): Buffer {
  return Buffer.from(unseal(sealed, place), "base64");
}

/** The same bytes in pieces of a size, the last one smaller. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}
