// Guards: a file is what its bytes say, not what its sender says; what is kept carries nothing that nobody saw.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { bombPdf, aPdf as pdf } from "../../testing/people/pdf.ts";
import { cleanUpload, MOST_BYTES } from "./clean-upload.ts";

const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#4a7" } })
    .composite([{ input: { create: { width: 8, height: 8, channels: 3, background: "#fff" } }, left: 4, top: 4 }])
    .jpeg()
    .withExif({ IFD0: { Make: "SpyCam", Copyright: "Ada Byron" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } })
    .toBuffer();
const png = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#47a" } })
    .png()
    .toBuffer();

async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    return `kept as ${(await cleanUpload({ bytes, account: "test" })).mimeType}`;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

test("what is neither picture nor PDF by its bytes is refused, whatever it is called", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
  const others: Record<string, Uint8Array> = {
    svg: Buffer.from(svg),
    "svg with a mark": Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`),
    html: Buffer.from("<!doctype html><script>alert(1)</script>"),
    gif: Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1"),
    webp: await sharp(await png())
      .webp()
      .toBuffer(),
    tiff: await sharp(await png())
      .tiff()
      .toBuffer(),
    zip: Buffer.from("PK\x03\x04rest"),
    program: Buffer.from("\x7fELF\x02\x01\x01rest"),
    nothing: new Uint8Array(),
    "two bytes of a picture": Uint8Array.of(0xff, 0xd8),
    "a PDF far behind something": Buffer.concat([Buffer.alloc(1025, 32), pdf()]),
  };
  for (const [name, bytes] of Object.entries(others)) assert.equal(await refusalOf(bytes), "upload.not_accepted", name);
});

test("a picture is drawn anew: place, camera, comment and whatever hangs behind it are gone", async () => {
  const smuggled = Buffer.concat([await picture(), Buffer.from("<script>alert(document.cookie)</script>PK\x03\x04")]);
  assert.ok(smuggled.includes("SpyCam"));
  const { bytes, thumbnail, mimeType } = await cleanUpload({ bytes: smuggled, account: "test" });
  assert.equal(mimeType, "image/jpeg");
  for (const kept of [bytes, thumbnail ?? new Uint8Array()]) {
    const text = Buffer.from(kept).toString("latin1");
    for (const trace of ["SpyCam", "Ada Byron", "<script>", "PK\x03\x04", "Exif"])
      assert.ok(!text.includes(trace), trace);
    const { exif, xmp, iptc } = await sharp(kept).metadata();
    assert.deepEqual([exif, xmp, iptc], [undefined, undefined, undefined]);
  }
});

test("a sideways picture is upright after its orientation tag is removed", async () => {
  const lying = await sharp(await picture(60, 40))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { width, height } = await sharp((await cleanUpload({ bytes: lying, account: "test" })).bytes).metadata();
  assert.deepEqual([width, height], [40, 60]);
});

test("a picture that is cut off, or only begins like one, is refused as broken", async () => {
  const whole = await picture(300, 200);
  assert.equal(await refusalOf(whole.subarray(0, whole.length >> 1)), "upload.broken_image");
  const png1 = await png(300, 200);
  assert.equal(await refusalOf(png1.subarray(0, 60)), "upload.broken_image");
  assert.equal(
    await refusalOf(Buffer.concat([png1.subarray(0, 8), Buffer.from("<html>".repeat(50))])),
    "upload.broken_image",
  );
  assert.equal(await refusalOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), pdf()])), "upload.broken_image");
});

test("a picture of more than a hundred megapixels is refused by its header, with its size and the limit", async () => {
  const bomb = await png(12_000, 12_000);
  assert.ok(bomb.length < MOST_BYTES, "its size says nothing");
  const before = process.memoryUsage().rss;
  await assert.rejects(cleanUpload({ bytes: bomb, account: "test" }), {
    code: "upload.picture_pixels",
    message: "The picture has 12000 × 12000 pixels. The limit is 100 megapixels: send a smaller copy.",
  });
  assert.ok(process.memoryUsage().rss - before < 50_000_000);
});

test("photos of 50, 64 and 100 megapixels, as telephones take them, are scaled down and kept", async () => {
  for (const [width, height] of [
    [8160, 6120],
    [9248, 6936],
    [11_547, 8660],
  ] as const) {
    const photo = await sharp({ create: { width, height, channels: 3, background: "#4a7" } })
      .jpeg()
      .toBuffer();
    const { bytes } = await cleanUpload({ bytes: photo, account: "test" });
    assert.equal((await sharp(bytes).metadata()).width, 3000, `${width} × ${height}`);
  }
});

test("a large picture becomes small enough for a screen", async () => {
  const { bytes } = await cleanUpload({ bytes: await png(4000, 1000), account: "test" });
  const { width, height } = await sharp(bytes).metadata();
  assert.deepEqual([width, height], [3000, 750]);
});

test("a PDF is kept when it can be read, and refused by the reason that is true of it", async () => {
  assert.equal(await refusalOf(pdf({ pages: 10 })), "kept as application/pdf");
  assert.equal(await refusalOf(pdf({ pages: 11 })), "upload.pdf_page_limit");
  assert.equal(await refusalOf(pdf({ isEmpty: true })), "upload.empty_pdf");
  assert.equal(await refusalOf(Buffer.from("%PDF-1.4\nnothing more")), "upload.broken_pdf");
});

test("a PDF is found behind a line break, a byte order mark or a letterhead, and kept without what surrounds it", async () => {
  const headers = "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n";
  for (const before of ["\r\n", "\n\n", "\xef\xbb\xbf", " ", headers, "<script>alert(1)</script>", "x".repeat(1019)]) {
    const given = Buffer.concat([Buffer.from(before, "latin1"), pdf(), Buffer.from("<script>\0PK\x03\x04")]);
    const { bytes, mimeType } = await cleanUpload({ bytes: given, account: "test" });
    assert.equal(mimeType, "application/pdf");
    assert.ok(Buffer.from(bytes).equals(pdf()), JSON.stringify(before));
  }
});

test("a PDF that acts, that has a password or that unpacks to gigabytes is refused by the reason that is true of it", async () => {
  const locked = pdf()
    .toString("latin1")
    .replace("/Root 1 0 R", "/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 >>");
  assert.equal(await refusalOf(pdf({ extra: "/OpenAction << /S /Launch /F (calc.exe) >>" })), "upload.active_pdf");
  assert.equal(await refusalOf(Buffer.from(locked, "latin1")), "upload.locked_pdf");
  assert.equal(await refusalOf(bombPdf(400)), "upload.too_heavy");
});

test("a PDF that can be drawn in part only has something on it", async () => {
  for (const content of [
    "BT /Missing 12 Tf 10 10 Td (Paid) Tj ET",
    "/Missing Do",
    "q 1 0 0 1 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /NoSuch ID xxxx EI Q",
    "/Pattern cs /P9 scn 0 0 10 10 re f",
    "/NoSuch gs 0 0 m 9 9 l S",
  ])
    assert.equal(await refusalOf(pdf({ content })), "kept as application/pdf", content);
});
