/** Documents for tests: pictures of the right size, and the road to a decision. */
import assert from "node:assert/strict";
import sharp from "sharp";
import * as companies from "#contract/compliance/companies.ts";
import * as calls from "#contract/compliance/verification/verification.ts";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import { CHECKLIST, type RejectReason, type VerificationKind } from "#contract/compliance/verification/names.ts";
import { rememberFileWork } from "../../platform/file-work/ask.ts";
import { ids } from "../../platform/ids.ts";
import type { TestApp } from "../app.ts";
import type { NamedUser } from "./restrictions.ts";

rememberFileWork();

export const LOOK = "Review of what was submitted";

/** With what a camera writes beside the picture. */
export const aPicture = (background = "#5a8", { width = 900, height = 600 } = {}) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Make: "SpyCam" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } })
    .toBuffer();

type More = { readonly number?: string };

export async function startId({ client }: Pick<NamedUser, "client">, { number = ids.hash() }: More = {}) {
  return client.call(calls.startIdVerification, {
    body: {
      issue_country_iso3: "NGA",
      document_type: "passport",
      first_name_original: "Ada",
      last_name_original: "Obi",
      document_number: number,
    },
  });
}

export const startAddress = ({ client }: Pick<NamedUser, "client">) =>
  client.call(calls.startDocumentVerification, {
    body: {
      country_iso3: "NGA",
      document_type: "utility_bill",
      city_name: "Lagos",
      address_line_1: "1 Broad Street",
      nga_nin: "12345678901",
    },
  });

/** Its acting user has converted their account and is verified. */
export const startCompany = (
  { client }: Pick<NamedUser, "client">,
  {
    number = ids.hash(),
    owners = [{ name: "Ada Obi", share: 60 }],
  }: More & { owners?: { name: string; share: number }[] } = {},
) =>
  client.call(companies.startCompanyVerification, {
    body: {
      country_iso3: "NGA",
      legal_form: "limited_company",
      legal_name: "Obi Trading Ltd",
      registration_number: number,
      address_line_1: "1 Broad Street",
      city_name: "Lagos",
      position: "Director",
      owners,
    },
  });

/** As a browser sends a form with one file. */
export async function addPicture(
  { app }: TestApp,
  { client }: Pick<NamedUser, "client">,
  { reference, side, bytes }: { reference: string; side: string; bytes: Uint8Array },
) {
  const boundary = "----parley";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="document.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const answer = await app.fastify.inject({
    method: "POST",
    url: `/rest/v1/verification/${reference}/pictures/${side}`,
    headers: {
      cookie: `parley=${client.token}`,
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": app.forgery.tokenOf(client.token),
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  const body = answer.json() as { data?: unknown; errors?: { code: string } };
  return { status: answer.statusCode, code: body.errors?.code ?? "" };
}

async function started(
  person: Pick<NamedUser, "client">,
  kind: VerificationKind,
  more: More,
): Promise<OwnVerification> {
  if (kind === "video") {
    const { status, code, data } = await person.client.call(calls.startVideoVerification);
    assert.equal(status, 200, code);
    return data.verification;
  }
  const answer = await { id: startId, address: startAddress, company: startCompany }[kind](person, more);
  assert.equal(answer.status, 200, answer.code);
  return answer.data;
}

/** The frame of a WebM file, with bytes of no picture in it. */
export const aVideo = (length = 4000): Buffer =>
  Buffer.concat([
    Buffer.from(
      "1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff",
      "hex",
    ),
    Buffer.alloc(length, 7),
  ]);

/** The boxes of an MP4 file, with bytes of no picture in them. */
export function anMp4(length = 4000): Buffer {
  const box = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(name, 4, "latin1");
    return Buffer.concat([head, body]);
  };
  return Buffer.concat([
    ...[box("ftyp", Buffer.from("isom\0\0\0\0isommp42", "latin1")), box("moov", Buffer.alloc(100))],
    box("mdat", Buffer.alloc(length, 7)),
  ]);
}

/** With every picture, and not submitted. Returns the reference. */
export async function withPictures(
  app: TestApp,
  person: Pick<NamedUser, "client">,
  { kind = "id", ...more }: More & { readonly kind?: VerificationKind } = {},
): Promise<string> {
  const { verificationReference: reference, sides } = await started(person, kind, more);
  for (const side of sides) {
    const bytes = side === "video" ? aVideo() : await aPicture();
    const { status, code } = await addPicture(app, person, { reference, side, bytes });
    assert.equal(status, 200, code);
  }
  return reference;
}

/** Submitted, with every picture. Returns the reference. */
export async function aSubmitted(...given: Parameters<typeof withPictures>): Promise<string> {
  const [, person] = given;
  const reference = await withPictures(...given);
  const { status, code } = await person.client.call(calls.submitVerification, { params: { reference } });
  assert.equal(status, 200, code);
  return reference;
}

export const look = ({ client }: Pick<NamedUser, "client">, reference: string, reason = LOOK) =>
  client.call(calls.lookAtVerification, { body: { reference, reason } });

type Approval = { readonly proves?: false; readonly expires_on?: string; readonly kind?: VerificationKind };

export const approve = (
  { client }: Pick<NamedUser, "client">,
  reference: string,
  { kind = "id", proves, expires_on = kind === "id" ? "2039-01-31" : undefined }: Approval = {},
) =>
  client.call(calls.approveVerification, {
    body: { reference, checked: [...CHECKLIST[kind]], ...(expires_on ? { expires_on } : {}) },
    ...(proves === undefined ? {} : { proves }),
  });

export const reject = (
  { client }: Pick<NamedUser, "client">,
  reference: string,
  reasons: RejectReason[] = ["unreadable"],
) => client.call(calls.rejectVerification, { body: { reference, reasons } });

/** By somebody who has looked. Returns the reference. */
export async function anApproved(
  app: TestApp,
  { person, staff, kind = "id" }: { person: NamedUser; staff: NamedUser; kind?: VerificationKind },
): Promise<string> {
  const reference = await aSubmitted(app, person, { kind });
  assert.equal((await look(staff, reference)).status, 200);
  const { status, code } = await approve(staff, reference, { kind });
  assert.equal(status, 200, code);
  return reference;
}

export async function levelOf({ owner }: TestApp, { id }: Pick<NamedUser, "id">): Promise<number> {
  return Number((await owner.query("select level from users where id = $1", [id])).rows[0].level);
}
