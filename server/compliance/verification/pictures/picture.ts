/** A picture of a document: drawn anew without what the camera wrote into it, and encrypted with a key of its own. */
import type { Side } from "#contract/compliance/verification/names.ts";
import {
  type Encrypted,
  encryptFile,
  openFile,
  sealKeyAgain as sealFileKeyAgain,
} from "../../../platform/files/encrypted-file.ts";
import type { Files } from "../../../platform/files/files.ts";

type Place = { readonly reference: string; readonly side: Side };

const placeOf = ({ reference, side }: Place) => `verification_pictures.key:${reference}:${side}`;

/** The bytes to keep as a file, and the sealed key for its row. */
export const encryptPicture = (bytes: Uint8Array, place: Place): Encrypted => encryptFile(bytes, placeOf(place));

/** As `openFile` answers. */
export const openPicture = (
  files: Pick<Files, "get">,
  kept: { readonly file_key: string; readonly key_sealed: Uint8Array },
  place: Place,
): Promise<Buffer | undefined> => openFile(files, kept, placeOf(place));

export const sealKeyAgain = (keySealed: Uint8Array, place: Place): Buffer =>
  sealFileKeyAgain(keySealed, placeOf(place));
