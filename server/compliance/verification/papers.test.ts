// Guards: a company's paper may be a PDF, which is what its bytes say, whole, short, unlocked and without anything that acts; it lies encrypted, goes
// with its row, and staff see its pages as pictures with their name across, after a look for a reason; of a person a picture is shown.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { convertToCorporate } from "#contract/compliance/companies.ts";
import * as calls from "#contract/compliance/verification/verification.ts";
import type { Side } from "#contract/compliance/verification/names.ts";
import { freshRates, testApp } from "../../testing/index.ts";
import { aPdf } from "../../testing/people/pdf.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { drawMarked } from "../../platform/files/drawn.ts";
import {
  addPicture,
  anApproved,
  aPicture,
  approve,
  look,
  startCompany,
  startId,
} from "../../testing/people/verification.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
await freshRates(app);
const [mod, other] = [await aNamedUser(app, "supermoderator"), await aNamedUser(app, "supermoderator")];

async function aCompany(): Promise<NamedUser> {
  const person = await aNamedUser(app);
  await owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
    [person.id],
  );
  await anApproved(app, { person, staff: mod });
  await person.client.call(convertToCorporate);
  return person;
}
const SIDES = ["registration", "owners", "company_address", "authority"] as const;
const started = async (person: NamedUser) => (await startCompany(person)).data.verificationReference;

/** The first as a PDF, the others as pictures. */
async function withPaper(person: NamedUser, paper: Uint8Array): Promise<string> {
  const reference = await started(person);
  for (const side of SIDES) {
    const bytes = side === "registration" ? paper : await aPicture();
    const { status, code } = await addPicture(app, person, { reference, side, bytes });
    assert.equal(status, 200, code);
  }
  return reference;
}
async function submitted(person: NamedUser, paper: Uint8Array): Promise<string> {
  const reference = await withPaper(person, paper);
  assert.equal((await person.client.call(calls.submitVerification, { params: { reference } })).status, 200);
  return reference;
}
async function locked(passwords: { userPassword?: string; ownerPassword: string }): Promise<Uint8Array> {
  const made = await PDFDocument.load(aPdf());
  made.encrypt({ userPassword: "", ...passwords });
  return made.save();
}
const page = (person: Pick<NamedUser, "client">, reference: string, asked = "") =>
  app.app.fastify.inject({
    url: `/staff/verifications/${reference}/registration${asked}`,
    headers: { cookie: `parley=${person.client.token}` },
  });
async function fileOf(reference: string, side: Side): Promise<string> {
  const { rows } = await owner.query(
    `select picture.file_key from verification_pictures picture
     join verifications one on one.id = picture.verification_id
     where one.reference = $1 and picture.side = $2`,
    [reference, side],
  );
  const key = String(rows[0].file_key);
  return join(app.config.dataDir, "files", key.slice(0, 2), key.slice(2, 4), key);
}

test("a PDF is taken of a company by its bytes, and its owner reads how many pages it has", async () => {
  const ada = await aCompany();
  const reference = await withPaper(ada, aPdf({ pages: 3 }));
  const standing = (await ada.client.call(calls.listVerifications)).data.find(({ kind }) => kind === "company");
  assert.deepEqual(
    standing?.latest?.pictures.map(({ side, pages }) => [side, pages]),
    [
      ["registration", 3],
      ["owners", null],
      ["company_address", null],
      ["authority", null],
    ],
  );
  // In its place a picture, and the other way round.
  assert.equal((await addPicture(app, ada, { reference, side: "registration", bytes: await aPicture() })).status, 200);
  assert.equal((await addPicture(app, ada, { reference, side: "owners", bytes: aPdf() })).status, 200);
  const after = (await ada.client.call(calls.listVerifications)).data.find(({ kind }) => kind === "company");
  assert.deepEqual(
    after?.latest?.pictures.slice(0, 2).map(({ pages }) => pages),
    [null, 1],
  );
});

test("a PDF that is long, locked, empty, damaged, or does something is refused by the reason that is true of it", async () => {
  const ada = await aCompany();
  const reference = await started(ada);
  const codeOf = async (bytes: Uint8Array) =>
    (await addPicture(app, ada, { reference, side: "registration", bytes })).code;
  const carrying = await PDFDocument.load(aPdf());
  await carrying.attach(Buffer.from("something else"), "other.txt");
  for (const [bytes, code] of [
    [aPdf({ pages: 11 }), "upload.pdf_page_limit"],
    [Buffer.concat([aPdf(), Buffer.alloc(10 * 1024 * 1024, 32)]), "upload.size_limit"],
    [await locked({ userPassword: "secret", ownerPassword: "other" }), "upload.locked_pdf"],
    [await locked({ ownerPassword: "other" }), "upload.locked_pdf"],
    [aPdf({ extra: "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>" }), "upload.active_pdf"],
    [aPdf({ extra: "/OpenAction << /S /Launch /F (calc.exe) >>" }), "upload.active_pdf"],
    [await carrying.save(), "upload.active_pdf"],
    [aPdf({ isEmpty: true }), "upload.empty_pdf"],
    [Buffer.from("%PDF-1.4\nnothing more"), "upload.broken_pdf"],
    [Buffer.from("<html>a register</html>"), "upload.not_accepted"],
    [aPdf({ pages: 10 }), ""],
  ] as const)
    assert.equal(await codeOf(bytes), code);
});

test("of a person a picture is shown, and no PDF", async () => {
  const ada = await aNamedUser(app);
  await owner.query("update users set email_confirmed_at = market_now(), country_iso = 'NG' where id = $1", [ada.id]);
  const reference = (await startId(ada)).data.verificationReference;
  const { code } = await addPicture(app, ada, { reference, side: "front", bytes: aPdf() });
  assert.equal(code, "upload.not_accepted");
  await assert.rejects(
    owner.query(
      `insert into verification_pictures (verification_id, side, file_key, key_sealed, pages, added_at)
       select id, 'front', 'a key', 'sealed', 1, market_now() from verifications where reference = $1`,
      [reference],
    ),
    /verification_papers_check/,
  );
});

test("a PDF lies encrypted, is shown page by page as a picture with the reader's name across, and after a look", async () => {
  const ada = await aCompany();
  const reference = await submitted(ada, aPdf({ pages: 2, text: "Register of companies" }));
  const kept = readFileSync(await fileOf(reference, "registration"));
  assert.ok(!kept.includes("%PDF") && !kept.includes("Register of companies"));
  assert.equal((await page(mod, reference)).statusCode, 404, "nobody has opened it");
  const { data } = await look(mod, reference, "Review of a company");
  assert.deepEqual(
    data.pictures.map(({ pages }) => pages),
    [2, null, null, null],
  );
  const { rows } = await owner.query(
    "select reason from staff_acts where act = 'verification.look' order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ reason: `${reference}: Review of a company` }]);
  for (const asked of ["?page=0", "?page=3", "?page=x", "?page=1&page=2"])
    assert.equal((await page(mod, reference, asked)).statusCode, 404, asked);
  await look(other, reference);
  const shown: Buffer[] = [];
  for (const [staff, asked] of [
    [mod, ""],
    [mod, "?page=2"],
    [other, "?page=2"],
  ] as const) {
    const answer = await page(staff, reference, asked);
    assert.deepEqual(
      [answer.statusCode, answer.headers["content-type"], answer.headers["cache-control"]],
      [200, "image/jpeg", "no-store"],
    );
    shown.push(answer.rawPayload);
  }
  const { width, height } = await sharp(shown[0]).metadata();
  assert.deepEqual([width, height], [1800, 1800]);
  const [, mine = Buffer.of(), theirs = Buffer.of()] = await Promise.all(
    shown.map((one) => sharp(one).raw().toBuffer()),
  );
  // White but for the letters of the page and the mark.
  const dark = mine.filter((byte) => byte < 60).length;
  assert.ok(dark > 500, "the page's own letters are drawn");
  const differing = mine.filter((byte, place) => Math.abs(byte - (theirs[place] ?? 0)) > 12).length;
  assert.ok(differing > mine.length / 200, "and the mark is each reader's own");
});

test("a company whose paper is a PDF is approved by two, and what cannot be read is shown again as a PDF", async () => {
  const ada = await aCompany();
  const reference = await submitted(ada, aPdf());
  writeFileSync(await fileOf(reference, "registration"), "not what was kept");
  await look(mod, reference);
  assert.equal((await page(mod, reference)).statusCode, 409);
  assert.equal(
    (await addPicture(app, ada, { reference, side: "registration", bytes: aPdf({ pages: 4 }) })).status,
    200,
  );
  for (const staff of [mod, other]) {
    assert.equal((await look(staff, reference)).data.pictures[0]?.pages, 4);
    assert.equal((await page(staff, reference, "?page=4")).statusCode, 200);
    assert.equal((await approve(staff, reference, { kind: "company" })).status, 200);
  }
});

test("a PDF goes with its row, and its file with it", async () => {
  const ada = await aCompany();
  const reference = await withPaper(ada, aPdf());
  const file = await fileOf(reference, "registration");
  await owner.query("update verifications set started_at = started_at - interval '31 days' where reference = $1", [
    reference,
  ]);
  assert.ok(existsSync(file));
  await app.runJob("erase-documents");
  assert.ok(!existsSync(file));
});

/** On one page so many images of 25 million points each, in some hundred kilobytes. */
function manyImages(count: number): Buffer {
  const side = 5000;
  const points = deflateSync(Buffer.alloc(side * side * 3));
  const names = Array.from({ length: count }, (_, index) => `I${index}`);
  const content = names.map((name) => `q 100 0 0 100 0 0 cm /${name} Do Q`).join(" ");
  const images = names.map(
    () =>
      `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${points.length} >>\nstream\n${points.toString("latin1")}\nendstream`,
  );
  const named = names.map((name, index) => `/${name} ${5 + index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << ${named} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...images,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`, "latin1");
}

test("a page that takes more memory than it may is not drawn, and the server goes on", async () => {
  const drawn = (bytes: Uint8Array, isWanted = () => true) =>
    drawMarked({ bytes, page: 1, mark: "ada", account: "test", isWanted });
  await assert.rejects(drawn(manyImages(12)), { code: "upload.too_heavy" });
  assert.ok((await drawn(manyImages(1))).length > 100, "and one large picture is no bomb");
  await assert.rejects(
    drawn(aPdf(), () => false),
    { code: "upload.busy" },
    "nobody waits for it any more",
  );
});
