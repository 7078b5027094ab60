/**
 * Draws the reviewer's name and the time across a picture, so that a photo of the screen identifies them. The letters are drawn
 * here, since a server may have no fonts.
 */
import sharp from "sharp";

/** Five columns by seven rows, each row as five bits. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 14],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  0: [14, 17, 19, 21, 25, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 6, 8, 16, 31],
  3: [30, 1, 1, 14, 1, 1, 30],
  4: [2, 6, 10, 18, 31, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14],
  7: [31, 1, 2, 4, 8, 8, 8],
  8: [14, 17, 17, 14, 17, 17, 14],
  9: [14, 17, 17, 15, 1, 2, 12],
  "-": [0, 0, 0, 31, 0, 0, 0],
  _: [0, 0, 0, 0, 0, 0, 31],
  ":": [0, 4, 4, 0, 4, 4, 0],
};

/** Dots of one line of text, each a square of one unit; a letter takes six by seven. */
function dotsOf(text: string): string {
  return [...text.toUpperCase()]
    .flatMap((letter, place) =>
      (LETTERS[letter] ?? []).flatMap((bits, row) =>
        [0, 1, 2, 3, 4].flatMap((column) => (bits & (16 >> column) ? [`M${place * 6 + column} ${row}h1v1h-1z`] : [])),
      ),
    )
    .join("");
}

/** JPEG bytes with the text again and again, slanted, light over dark and dark over light. */
export async function watermarked(picture: Uint8Array, text: string): Promise<Buffer> {
  const image = sharp(picture);
  const { width, height } = await image.metadata();
  // Three to a row, whatever the picture's size.
  const unit = Math.max(width, height) / (text.length * 6 * 3);
  const [wide, high] = [text.length * 6 + 12, 40];
  const path = dotsOf(text);
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <pattern id="mark" width="${wide}" height="${high}" patternUnits="userSpaceOnUse" patternTransform="scale(${unit}) rotate(-24)">
      <path d="${path}" fill="#000" fill-opacity="0.28"/><path d="${path}" transform="translate(0.5 0.5)" fill="#fff" fill-opacity="0.34"/>
    </pattern></defs><rect width="100%" height="100%" fill="url(#mark)"/></svg>`;
  return image
    .composite([{ input: Buffer.from(mark) }])
    .jpeg({ quality: 84 })
    .toBuffer();
}
