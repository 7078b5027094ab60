// Guards: a file is what its bytes say, not what its sender says; what is kept carries nothing that nobody saw.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import * as chat from "#contract/market/trades/chat.ts";
import { ids } from "../../platform/ids.ts";
import { aMarket, aPerson, aTrade, testApp } from "../../testing/index.ts";
import { aPdf as pdf } from "../../testing/people/pdf.ts";
import { uploadAs } from "../../testing/people/upload.ts";
import { MOST_BYTES } from "../../platform/files/clean-upload.ts";
import { safeName } from "./uploads.ts";

const world = await testApp();

const picture = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#4a7" } })
    .composite([{ input: { create: { width: 8, height: 8, channels: 3, background: "#fff" } }, left: 4, top: 4 }])
    .jpeg()
    .withExif({ IFD0: { Make: "SpyCam", Copyright: "Ada Byron" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } })
    .toBuffer();
const _png = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#47a" } })
    .png()
    .toBuffer();

test("a file without a byte is an empty PDF or a broken picture, by what it is called", async () => {
  const { client } = await aPerson(world);
  const code = async (name: string) => (await uploadAs(world, client, new Uint8Array(), name)).code;
  assert.deepEqual(
    [await code("receipt.PDF"), await code("receipt.jpg"), await code("receipt.exe")],
    ["upload.empty_pdf", "upload.broken_image", "upload.not_accepted"],
  );
});

test("a name becomes harmless and keeps its letters", () => {
  for (const [given, kept] of [
    ["../../etc/passwd", "file.png"],
    ["../../receipt.jpg", "receipt.png"],
    ['a"; filename="x.html', "a filenamex.png"],
    ["receipt.png.exe", "receiptpng.png"],
    ["счёт № 5.PNG", "счёт No 5.png"],
    ["\r\nSet-Cookie: x", "Set-Cookie x.png"],
    [".png", "file.png"],
    ["ใบเสร็จพร้อมเพย์.jpg", "ใบเสร็จพร้อมเพย์.png"],
    [`${"a".repeat(59)}𠮷.jpg`, `${"a".repeat(59)}.png`],
  ] as const)
    assert.equal(safeName(given, "image/png"), kept);
});

test("files that take long to look at hold no connection of the database", async () => {
  const crowded = await testApp({ poolSize: 2 });
  const person = await aPerson(crowded);
  const large = await sharp({
    create: {
      width: 1600,
      height: 1600,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  let answered = 0;
  const sent = Array.from({ length: 8 }, async () => {
    const { statusCode } = await upload(person.client.token, large, { app: crowded, type: "image/jpeg" });
    assert.equal(statusCode, 200);
    answered += 1;
  });
  await new Promise((later) => setTimeout(later, 50));
  await crowded.dbs.web.tx((tx) => tx.rows`select`);
  assert.ok(answered < 4, `${answered} of eight files came first`);
  await Promise.all(sent);
});

async function upload(
  token: string,
  bytes: Uint8Array,
  { name = "receipt.png", type = "image/png", app = world } = {},
) {
  const boundary = "----parley";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return app.app.fastify.inject({
    method: chat.uploadFile.method,
    url: chat.uploadFile.path,
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": app.app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "idempotency-key": ids.hash(),
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

test("through the door: the content decides, ten megabytes are the end, and only the room's members may look", async () => {
  const market = await aMarket(world);
  const { token } = market.buyer.client;
  const tooMuch = await upload(token, Buffer.alloc(MOST_BYTES + 1, 1));
  assert.deepEqual([tooMuch.statusCode, tooMuch.json().errors.code], [413, "upload.size_limit"]);
  const lie = await upload(token, Buffer.from("<html><script>alert(1)</script>"), { type: "image/png" });
  assert.deepEqual([lie.statusCode, lie.json().errors.code], [422, "upload.not_accepted"]);

  const kept = await upload(token, await picture(), { name: "../x.html", type: "text/html" });
  assert.equal(kept.statusCode, 200, kept.body);
  const { id, url, mimeType, name } = kept.json().data as { id: string; url: string; mimeType: string; name: string };
  assert.deepEqual([mimeType, name], ["image/jpeg", "x.jpg"]);
  const look = (cookie: string) =>
    world.app.fastify.inject({ method: "GET", url, headers: { cookie: `parley=${cookie}` } });
  const params = { id: await aTrade(market) };
  assert.equal((await look(market.seller.client.token)).statusCode, 404, "not before it is in the room");
  assert.equal((await market.buyer.client.call(chat.postMessage, { params, body: { upload_id: id } })).status, 200);
  const seen = await look(market.seller.client.token);
  assert.equal(seen.statusCode, 200);
  assert.equal(seen.headers["content-type"], "image/jpeg");
  assert.equal(seen.headers["x-content-type-options"], "nosniff");
  assert.match(String(seen.headers["content-security-policy"]), /base-uri 'none'; frame-ancestors 'none'; sandbox/);
  assert.equal(seen.headers["cache-control"], "no-store", "nor is it kept by the browser");
  assert.equal((await look((await aPerson(world)).client.token)).statusCode, 404);

  const paper = await upload(token, pdf(), { name: "bill.pdf", type: "application/pdf" });
  const download = await world.app.fastify.inject({
    method: "GET",
    url: (paper.json().data as { url: string }).url,
    headers: { cookie: `parley=${token}` },
  });
  assert.match(String(download.headers["content-disposition"]), /^attachment;/);
});

test("somebody else's upload cannot be posted", async () => {
  const market = await aMarket(world);
  const params = { id: await aTrade(market) };
  const hers = await upload(market.buyer.client.token, await picture());
  const id = (hers.json().data as { id: string }).id;
  const taken = await market.seller.client.call(chat.postMessage, { params, body: { upload_id: id } });
  assert.equal(taken.code, "upload.not_found");
});
