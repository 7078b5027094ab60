/** A person on video, with a code that nobody could know before: kept as it came, in a container that was looked at. */
import { VIDEO_CODE_MINUTES } from "#contract/compliance/verification/names.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Files } from "../../platform/files/files.ts";
import type { UploadedFile } from "../../platform/http/policy.ts";
import { encryptPicture } from "./pictures/picture.ts";
import type { Kept } from "./show-documents.ts";

/** Twenty seconds of a telephone's camera are about three megabytes. */
const MOST_BYTES = 10 * 1024 * 1024;
const LEAST_BYTES = 2000;
/** A recorder writes some hundreds; without an end ten megabytes hold a million. */
const MOST_BOXES = 10_000;

export type VideoType = "video/webm" | "video/mp4";

/**
 * Which container the bytes are, by their own structure from the first byte to the last, whatever the sender calls them;
 * undefined for anything else. The frames are not decoded: they are shown to staff by the browser's own player alone.
 */
export function videoTypeOf(bytes: Uint8Array): VideoType | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isWebm(view)) return "video/webm";
  return isMp4(view) ? "video/mp4" : undefined;
}

/** Of one that was kept, and looked at whole before that: by its first bytes. */
export function keptVideoType(video: Buffer): VideoType {
  return video.readUInt32BE(0) === EBML ? "video/webm" : "video/mp4";
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;

/** An EBML head that says webm, and a segment that begins right behind it. */
function isWebm(bytes: Buffer): boolean {
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== EBML) return false;
  const head = lengthAt(bytes, 4);
  if (!head || head.end + head.value + 4 > bytes.length || head.value > 1000) return false;
  const says = bytes.subarray(head.end, head.end + head.value);
  return says.includes("\x42\x82\x84webm", 0, "latin1") && bytes.readUInt32BE(head.end + head.value) === SEGMENT;
}

/** A length of EBML: so many leading zero bits, so many bytes more. */
function lengthAt(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  const first = bytes[at] ?? 0;
  const size = Math.clz32(first) - 23;
  if (first === 0 || size > 8 || at + size > bytes.length) return undefined;
  let value = first & (0xff >> size);
  for (let place = 1; place < size; place++) value = value * 256 + (bytes[at + place] ?? 0);
  return { value, end: at + size };
}

/** Boxes that fill the file exactly, the first of them naming a kind of mp4, with the frames and what describes them. */
function isMp4(bytes: Buffer): boolean {
  const seen: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (seen.length === MOST_BOXES || at + 8 > bytes.length) return false;
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (length < 8 || at + length > bytes.length || !/^[a-z0-9 ]{4}$/i.test(name)) return false;
    if (
      at === 0 &&
      !(name === "ftyp" && /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash)$/.test(bytes.toString("latin1", 8, 12)))
    )
      return false;
    seen.push(name);
    at += length;
  }
  return seen.includes("moov") && seen.includes("mdat");
}

type ToKeep = { readonly files: Files; readonly file: UploadedFile; readonly reference: string };

/** Keeps it encrypted. Refuses upload.size_limit, upload.not_accepted. */
export async function keepVideo({ files, file, reference }: ToKeep): Promise<Kept> {
  if (file.bytes.byteLength > MOST_BYTES) throw fieldRefusal("upload.size_limit", "file");
  if (file.bytes.byteLength < LEAST_BYTES || !videoTypeOf(file.bytes))
    throw fieldRefusal("upload.not_accepted", "file");
  const { bytes, keySealed } = encryptPicture(file.bytes, { reference, side: "video" });
  return { fileKey: await files.put(bytes), keySealed };
}

export function codeExpiresAt(startedAt: Date): Date {
  return new Date(startedAt.getTime() + VIDEO_CODE_MINUTES * 60_000);
}

/** Refuses verification.code_expired. */
export function refuseExpiredCode(startedAt: Date, now: Date): void {
  if (codeExpiresAt(startedAt) <= now) throw new Refusal("verification.code_expired");
}

/** The one address of a video of one's own, as the upload has it; never fetched. Refuses verification.video_url. */
export function referenceOfVideo(url: string): string {
  const found = /^\/rest\/v1\/verification\/([A-Za-z0-9]{14})\/pictures\/video$/.exec(url);
  if (!found?.[1]) throw fieldRefusal("verification.video_url", "url");
  return found[1];
}

export type Range = { readonly from: number; readonly to: number };

/** The requested range of a video, to the end if it names none. Undefined for the whole file; null for a range outside of it. */
export function rangeOf(header: string | undefined, size: number): Range | null | undefined {
  const asked = /^bytes=(\d{1,10})-(\d{0,10})$/.exec(header ?? "");
  if (!asked) return undefined;
  const from = Number(asked[1]);
  const to = asked[2] ? Math.min(Number(asked[2]), size - 1) : size - 1;
  return from >= size || from > to ? null : { from, to };
}
