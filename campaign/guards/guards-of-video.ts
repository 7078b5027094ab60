/** Promises about videos of people. */
import type { Guard } from "./guard.ts";

const TEST = "server/outward/verification/video.test.ts";
const VIDEO = "server/outward/verification/video.ts";

export const GUARDS_OF_VIDEO: readonly Guard[] = [
  {
    promise: "a video is handed in by the address of one's own upload alone",
    file: VIDEO,
    text: "  const found = /^\\/rest",
    without: "  const found = /\\/rest",
    test: TEST,
    only: "an address that is not",
  },
  {
    promise: "the reference of something else is no video",
    file: "server/outward/verification/http.ts",
    text: '    if (before.kind !== "video") throw fieldRefusal("verification.video_url", "url");\n',
    without: "",
    test: TEST,
    only: "an address that is not",
  },
  {
    promise: "a video is uploaded while its code counts",
    file: "server/outward/verification/http.ts",
    text: '      if (own.kind === "video") refuseExpiredCode(new Date(own.startedAt), now);\n',
    without: "",
    test: TEST,
    only: "half an hour, for",
  },
  {
    promise: "a video is handed in while its code counts",
    file: "server/outward/verification/http.ts",
    text: '  if (before.kind === "video" && before.status === "started") refuseExpiredCode(new Date(before.startedAt), tx.now);\n',
    without: "",
    test: TEST,
    only: "half an hour, for",
  },
  {
    promise: "a file whose row is refused does not stay on the disk",
    file: "server/outward/verification/http.ts",
    text: "        if (refused instanceof Refusal) await files.remove(prepared.fileKey);\n",
    without: "",
    test: TEST,
    only: "fills no disk",
  },
  {
    promise: "a head with a long length is of a video as well",
    file: VIDEO,
    text: "size > 8 ||",
    without: "size > 6 ||",
    test: TEST,
    only: "Chrome, Firefox and ffmpeg",
  },
  {
    promise: "the boxes of a video are counted",
    file: VIDEO,
    text: "    if (seen.length === MOST_BOXES || at + 8",
    without: "    if (at + 8",
    test: TEST,
    only: "Chrome, Firefox and ffmpeg",
  },
  {
    promise: "what is no video is not kept as one",
    file: VIDEO,
    text: " || !videoTypeOf(file.bytes))\n",
    without: ")\n",
    test: TEST,
    only: "what is no video",
  },
  {
    promise: "nothing hides behind the boxes of a video",
    file: VIDEO,
    text: "    if (length < 8 || at + length > bytes.length || ",
    without: "    if (length < 8 || ",
    test: TEST,
    only: "what is no video",
  },
  {
    promise: "the identity beside a video is opened by a look that is written",
    file: "server/outward/verification/review.ts",
    text: '  const outcome = await rows.lookAt(tx, look);\n  if (outcome !== "noted") throw refusalOf(outcome);\n  const row = await reviewOf(tx, look.reference);\n  return shownOf',
    without: "  const row = await reviewOf(tx, look.reference);\n  return shownOf",
    test: TEST,
    only: "shows themselves with a code",
  },
  {
    promise: "asking for a video takes no level",
    file: "server/migrations/0613-video-verification.sql",
    text: "users.id = user_id and kind <> 'video' and",
    without: "users.id = user_id and",
    test: TEST,
    only: "without taking the level",
  },
  {
    promise: "a video belongs to somebody whose identity is known",
    file: "server/migrations/0613-video-verification.sql",
    text: "when kind in ('address', 'video') and not exists",
    without: "when kind in ('address') and not exists",
    test: TEST,
    only: "needs an identity beside it",
  },
];
