// Guards: what an upload refuses, asked over HTTP with a form as a browser sends it.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { aPerson, testApp } from "../../testing/index.ts";
import { MOST_BYTES } from "./clean-upload.ts";

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
});

test("sixty files an hour are taken from one person, and the next one is refused", async () => {
  await app.owner.query(
    `insert into uploads (hash, owner_id, name, mime_type, file_key, size_bytes, created_at)
     select 'ManyUploads' || n, $1, 'a.png', 'image/png', 'none', 1, market_now()
     from generate_series(1, 60 - (select count(*)::int from uploads where owner_id = $1)) as n`,
    [person.id],
  );
  assert.equal(await upload(png), "upload.count_limit");
  await app.moveClock(3_600_000 + 1000);
  assert.equal(await upload(png), "");
});
