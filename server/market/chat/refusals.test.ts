// Guards: what an upload refuses, asked over HTTP with a form as a browser sends it.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { aPerson, testApp } from "../../testing/index.ts";
import { bombPdf } from "../../testing/people/pdf.ts";
import { aPhotoOfSize, uploadAs } from "../../testing/people/upload.ts";
import { MOST_BYTES } from "../../platform/files/clean-upload.ts";

const app = await testApp();
const person = await aPerson(app);

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([bytes]), "file.bin");
  const packed = new Response(form);
  const { token } = person.client;
  const answer = await app.app.fastify.inject({
    method: "POST",
    url: "/rest/v1/uploads",
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": app.app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "content-type": packed.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await packed.arrayBuffer()),
  });
  return answer.json().errors?.code ?? "";
}

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#47a" } })
  .png()
  .toBuffer();
const png = new Uint8Array(picture);

/** A PDF with so many pages, each with or without a line on it. */
function pdf(pages: number, content = "BT /F1 12 Tf 10 10 Td (Paid) Tj ET") {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index} 0 R`).join(" ");
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R /Resources << >> >>";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...new Array<string>(pages).fill(page),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`, "latin1");
}

test("each kind of file that is not kept is refused with its own code", async () => {
  assert.equal(await upload(png), "");
  assert.equal(await upload(Buffer.from("MZ not a picture")), "upload.not_accepted");
  assert.equal(await upload(png.subarray(0, 40)), "upload.broken_image");
  assert.equal(await upload(new Uint8Array(MOST_BYTES + 1)), "upload.size_limit");
  assert.equal(await upload(pdf(11)), "upload.pdf_page_limit");
  assert.equal(await upload(pdf(1, "")), "upload.empty_pdf");
  assert.equal(await upload(Buffer.from("%PDF-1.4\nnothing of a document")), "upload.broken_pdf");
  assert.equal(await upload(Buffer.from(bombPdf(400))), "upload.too_heavy");
  assert.equal(await upload(Buffer.from(await aPhotoOfSize(16_320, 12_240))), "upload.picture_pixels");
});

test("sixty files an hour are read for one person, kept or refused, and the next one is not", async () => {
  const { rows: before } = await app.owner.query(
    "select cardinality(tried_at) as tries from upload_tries where user_id = $1",
    [person.id],
  );
  assert.equal(await upload(png.subarray(0, 40)), "upload.broken_image");
  await app.owner.query(
    `update upload_tries set tried_at = tried_at || array_fill(market_now(), array[59 - cardinality(tried_at)])
     where user_id = $1`,
    [person.id],
  );
  const { rows: after } = await app.owner.query(
    "select cardinality(tried_at) as tries from upload_tries where user_id = $1",
    [person.id],
  );
  assert.deepEqual([before, after], [[{ tries: 8 }], [{ tries: 59 }]], "what was refused counts as well");
  assert.equal(await upload(png.subarray(0, 40)), "upload.broken_image", "the sixtieth");
  assert.equal(await upload(png), "upload.count_limit");
  await app.moveClock(3_600_000 + 1000);
  assert.equal(await upload(png), "");
});

test("more files at once than wait for one person are refused as busy, with when to try again, and none as damaged", async () => {
  const { client } = await aPerson(app);
  const answers = await Promise.all(Array.from({ length: 13 }, () => uploadAs(app, client, png, "a.png")));
  const codes = answers.map(({ code }) => code);
  const [taken, busy] = ["", "upload.busy"].map((wanted) => codes.filter((code) => code === wanted).length);
  assert.equal((taken ?? 0) + (busy ?? 0), 13);
  // Eleven at once; on a busy machine the first may be read before the last has come.
  assert.ok(busy === 1 || busy === 2, `${busy} were refused`);
  assert.ok(answers.every(({ code, retryAfter }) => code === "" || Number(retryAfter) > 0));
});
