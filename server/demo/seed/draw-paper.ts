/** A picture with some lines on it, for documents of the demo market: plain letters, and said to be no real document. */
import sharp from "sharp";

const WIDTH = 1200;
const HEIGHT = 800;

export async function drawPaper(lines: readonly string[]): Promise<Buffer> {
  const words = lines
    .map((line, index) => `<text x="60" y="${140 + index * 110}" font-size="56" fill="#123">${escaped(line)}</text>`)
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#f4efe4"/><rect x="760" y="420" width="360" height="300" fill="#c9d4cf"/>
    <g font-family="sans-serif">${words}</g></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);
