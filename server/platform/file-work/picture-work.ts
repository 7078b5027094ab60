/** Pictures: drawn anew without metadata, scaled, and marked with their reader's name. Runs in the child only. */
import sharp, { type Sharp } from "sharp";
import { type Answer, FileRefused, MOST_MEGAPIXELS, type Task } from "./tasks.ts";
import { watermarked } from "./watermark.ts";

const LONGEST_SIDE = 3000;
const THUMBNAIL_SIDE = 320;
const LEAST_LONG = 600;
const LEAST_SHORT = 400;

sharp.concurrency(1);
sharp.cache(false);

export async function pictureWork(task: Task, bytes: Uint8Array): Promise<Answer> {
  try {
    return { parts: await partsOf(task, bytes) };
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    // A decoder that was refused memory says so, and the picture may be whole.
    const isMemory = /memory|alloc/i.test(String(error));
    throw new FileRefused(isMemory ? "upload.too_heavy" : "upload.broken_image");
  }
}

async function partsOf(task: Task, bytes: Uint8Array): Promise<Uint8Array[]> {
  if (task.do === "mark") return [await watermarked(bytes, task.mark)];
  if (task.do === "pdf" || task.do === "page") throw new Error("a PDF is no picture");
  const image = await opened(bytes);
  if (task.do === "square")
    return [
      await image.resize({ width: task.side, height: task.side, fit: "cover" }).flatten(WHITE).jpeg(FINE).toBuffer(),
    ];
  const whole = image.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true });
  // What shines through is white: a reviewer sees what a printer would show.
  if (task.do === "document") return [await largeEnough(await whole.flatten(WHITE).jpeg({ quality: 88 }).toBuffer())];
  const clean = await (task.mimeType === "image/jpeg" ? whole.jpeg({ quality: 86 }) : whole.png()).toBuffer();
  const thumbnail = await sharp(clean)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 76 })
    .toBuffer();
  return [clean, thumbnail];
}

const WHITE = { background: "#ffffff" };
const FINE = { quality: 84 };

/** Its size is read before a point of it is. A decoder scales large photos down as it reads them. */
async function opened(bytes: Uint8Array): Promise<Sharp> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const most = MOST_MEGAPIXELS * 1_000_000;
  if (width * height > most) throw new FileRefused("upload.picture_pixels", { width, height });
  return sharp(bytes, { limitInputPixels: most, failOn: "warning", pages: 1 }).rotate();
}

async function largeEnough(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  if (Math.max(width, height) < LEAST_LONG || Math.min(width, height) < LEAST_SHORT)
    throw new FileRefused("verification.picture_small");
  return picture;
}
