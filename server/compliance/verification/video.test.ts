// Guards: a video is its owner's, in a container that was looked at, with a code of that half hour; staff alone see it, each time noted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import * as calls from "#contract/compliance/verification/verification.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser, type NamedUser } from "../../testing/people/restrictions.ts";
import {
  addPicture,
  anApproved,
  anMp4,
  approve,
  aPicture,
  aSubmitted,
  aVideo,
  levelOf,
  look,
  reject,
} from "../../testing/people/verification.ts";
import { videoTypeOf } from "./video.ts";

const app = await testApp({ poolSize: 8 });
const { owner } = app;
const mod = await aNamedUser(app, "moderator");
const MINUTE = 60_000;

/** A user with a verified identity, and so at level 2. */
async function aVerified(): Promise<NamedUser> {
  const person = await aNamedUser(app);
  await owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
    [person.id],
  );
  await anApproved(app, { person, staff: mod });
  return person;
}

const urlOf = (reference: string) => `/rest/v1/verification/${reference}/pictures/video`;
const begin = async ({ client }: NamedUser) => (await client.call(calls.startVideoVerification)).data;
const submit = ({ client }: NamedUser, url: string) => client.call(calls.uploadVideoVerification, { body: { url } });
const standing = async ({ client }: NamedUser) => (await client.call(getCurrentUser)).data.verification.video;

function see({ client }: NamedUser, url: string, range?: string) {
  return app.app.fastify.inject({
    url,
    headers: { cookie: `parley=${client.token}`, ...(range === undefined ? {} : { range }) },
  });
}

test("a person shows themselves with a code, staff compare it with their document and decide, and the level stays", async () => {
  const person = await aVerified();
  const { verification, code, codeExpiresAt } = await begin(person);
  const reference = verification.verificationReference;
  assert.match(code, /^\d{6}$/);
  assert.equal(Date.parse(codeExpiresAt) - Date.parse(verification.startedAt), 30 * MINUTE);
  assert.equal((await submit(person, urlOf(reference))).code, "verification.incomplete");
  const video = aVideo();
  assert.equal((await addPicture(app, person, { reference, side: "video", bytes: video })).status, 200);
  const handed = await submit(person, urlOf(reference));
  assert.deepEqual([handed.code, handed.data?.status], ["", "pending"]);
  assert.equal((await standing(person)).isPending, true);

  const opened = await look(mod, reference);
  assert.equal(opened.data.details.video_code, code);
  assert.deepEqual(
    opened.data.pictures.map(({ side }) => side),
    ["video", "front", "selfie"],
  );
  const [shown] = opened.data.pictures;
  const whole = await see(mod, shown?.url ?? "");
  assert.deepEqual(
    [whole.statusCode, whole.headers["content-type"], whole.headers["cache-control"]],
    [...[200, "video/webm", "no-store"]],
  );
  assert.deepEqual(whole.rawPayload, video);
  const part = await see(mod, shown?.url ?? "", "bytes=10-19");
  assert.deepEqual([part.statusCode, part.headers["content-range"]], [206, `bytes 10-19/${video.length}`]);
  assert.deepEqual(part.rawPayload, video.subarray(10, 20));
  assert.equal((await see(mod, shown?.url ?? "", `bytes=${video.length}-`)).statusCode, 416);
  assert.equal((await approve(mod, reference, { kind: "video" })).code, "");
  assert.equal((await standing(person)).isVerified, true);
  assert.equal(await levelOf(app, person), 2);
  const looks = await owner.query(
    `select count(*)::int as looks from staff_acts where staff_id = $1 and act = 'verification.look' and subject like $2`,
    [mod.id, `${person.username}: %`],
  );
  assert.equal(looks.rows[0].looks, 3, "the identity at first; the video, and the identity beside it");
});

test("a code counts for half an hour, for the upload and for submitting it", async () => {
  const person = await aVerified();
  const late = (await begin(person)).verification.verificationReference;
  await app.moveClock(31 * MINUTE);
  const refused = await addPicture(app, person, { reference: late, side: "video", bytes: aVideo() });
  assert.equal(refused.code, "verification.code_expired");
  const reference = (await begin(person)).verification.verificationReference;
  assert.equal((await addPicture(app, person, { reference, side: "video", bytes: aVideo() })).status, 200);
  await app.moveClock(31 * MINUTE);
  assert.equal((await submit(person, urlOf(reference))).code, "verification.code_expired");
  const { client } = person;
  assert.equal(
    (await client.call(calls.submitVerification, { params: { reference } })).code,
    "verification.code_expired",
  );
  const asSumsub = await client.call(calls.markSumsubPending, { body: { verificationReference: reference } });
  assert.equal(asSumsub.code, "verification.code_expired");
});

test("what is refused fills no disk: neither after the half hour nor where another began meanwhile", async () => {
  const person = await aVerified();
  const reference = (await begin(person)).verification.verificationReference;
  const { files } = app.ports;
  const { put } = files;
  const [kept, removed]: string[][] = [[], []];
  const { remove } = files;
  Object.assign(files, {
    async put(bytes: Uint8Array) {
      const key = await put(bytes);
      kept?.push(key);
      await owner.query("update verifications set status = 'replaced' where reference = $1", [reference]);
      return key;
    },
    async remove(key: string) {
      removed?.push(key);
      await remove(key);
    },
  });
  const add = (of: string) => addPicture(app, person, { reference: of, side: "video", bytes: aVideo() });
  try {
    assert.equal((await add(reference)).code, "verification.over");
    assert.equal(kept?.length, 1);
    assert.deepEqual(removed, kept);
    const late = (await begin(person)).verification.verificationReference;
    await app.moveClock(31 * MINUTE);
    assert.equal((await add(late)).code, "verification.code_expired");
    assert.equal(kept?.length, 1);
  } finally {
    Object.assign(files, { put, remove });
  }
});

test("the heads that Chrome, Firefox and ffmpeg write are of a video, and a million boxes of nothing are not", () => {
  const says = "4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff";
  for (const head of ["1a45dfa39f", "1a45dfa3010000000000001f"])
    assert.equal(videoTypeOf(Buffer.concat([Buffer.from(head + says, "hex"), Buffer.alloc(4000)])), "video/webm", head);
  const empty = Buffer.from("0000000866726565", "hex");
  const many = (boxes: number) => Buffer.concat([anMp4(), ...Array.from({ length: boxes }, () => empty)]);
  assert.equal(videoTypeOf(many(100)), "video/mp4");
  assert.equal(videoTypeOf(many(20_000)), undefined);
});

test("an address that is not of one's own uploaded video hands nothing in", async () => {
  const [person, other] = [await aVerified(), await aVerified()];
  const theirs = (await begin(other)).verification.verificationReference;
  assert.equal((await addPicture(app, other, { reference: theirs, side: "video", bytes: aVideo() })).status, 200);
  assert.equal((await submit(person, urlOf(theirs))).code, "verification.unknown");
  assert.equal((await addPicture(app, person, { reference: theirs, side: "video", bytes: aVideo() })).status, 404);
  const mine = (await begin(person)).verification.verificationReference;
  for (const url of [
    `http://localhost${urlOf(mine)}`,
    "http://169.254.169.254/latest/meta-data",
    `//evil.example${urlOf(mine)}`,
    `${urlOf(mine)}?x=1`,
    `${urlOf(mine)}/../front`,
    urlOf(mine).replace("video", "front"),
    "file:///etc/passwd",
    "",
  ])
    assert.equal((await submit(person, url)).code, "verification.video_url", url);
  assert.equal((await submit(person, urlOf("A".repeat(14)))).code, "verification.unknown");
  const identity = (await person.client.call(calls.listVerifications)).data.find(({ kind }) => kind === "id");
  const ofId = identity?.latest?.verificationReference ?? "";
  assert.equal((await submit(person, urlOf(ofId))).code, "verification.video_url");
});

test("what is no video, is broken off or is too big is refused, whatever it is called", async () => {
  assert.equal(videoTypeOf(aVideo()), "video/webm");
  assert.equal(videoTypeOf(anMp4()), "video/mp4");
  assert.equal(videoTypeOf(anMp4().subarray(0, -1)), undefined);
  assert.equal(videoTypeOf(Buffer.concat([anMp4(), Buffer.from("<script>")])), undefined);
  const matroska = Buffer.from(aVideo());
  matroska.write("mkv ", matroska.indexOf("webm"), "latin1");
  assert.equal(videoTypeOf(matroska), undefined);
  assert.equal(videoTypeOf(Buffer.from("1a45dfa3ffffffffffffffff", "hex")), undefined);
  const person = await aVerified();
  const reference = (await begin(person)).verification.verificationReference;
  const add = async (bytes: Uint8Array) => (await addPicture(app, person, { reference, side: "video", bytes })).code;
  assert.equal(await add(await aPicture()), "upload.not_accepted");
  assert.equal(await add(Buffer.from("<html>".repeat(1000))), "upload.not_accepted");
  assert.equal(await add(aVideo(10)), "upload.not_accepted");
  assert.equal(await add(aVideo(11 * 1024 * 1024)), "upload.size_limit");
  assert.equal(await add(anMp4()), "");
});

test("nobody who has not opened it in the last half hour sees a video, and no file lies open", async () => {
  const person = await aVerified();
  const reference = await aSubmitted(app, person, { kind: "video" });
  const other = await aNamedUser(app, "moderator");
  const url = `/staff/verifications/${reference}/video`;
  assert.equal((await see(mod, url)).statusCode, 404);
  assert.equal((await look(mod, reference)).status, 200);
  assert.equal((await see(mod, url)).statusCode, 200);
  for (const one of [other, person]) assert.ok([403, 404].includes((await see(one, url)).statusCode));
  await app.moveClock(31 * MINUTE);
  assert.equal((await see(mod, url)).statusCode, 404);
  const { rows } = await owner.query(
    `select picture.file_key from verification_pictures picture
     join verifications one on one.id = picture.verification_id where one.reference = $1`,
    [reference],
  );
  const kept = await app.ports.files.get(rows[0].file_key);
  assert.equal(videoTypeOf(kept), undefined);
  assert.equal(Buffer.from(kept).includes("webm"), false);
});

test("a video needs an identity beside it, takes three tries, and staff may ask for it without taking the level", async () => {
  const stranger = await aNamedUser(app);
  await owner.query("update users set granted_level = null, email_confirmed_at = market_now() where id = $1", [
    stranger.id,
  ]);
  assert.equal((await stranger.client.call(calls.startVideoVerification)).code, "verification.id_first");
  const person = await aVerified();
  await owner.query("update users set granted_level = 2.5 where id = $1", [person.id]);
  const senior = await aNamedUser(app, "supermoderator");
  const asked = await senior.client.call(calls.demandVerification, {
    body: { username: person.username, kind: "video", reason: "the selfie is dark" },
  });
  assert.equal(asked.code, "");
  assert.deepEqual([(await standing(person)).isForced, await levelOf(app, person)], [true, 2.5]);
  for (const left of [2, 1, 0]) {
    const reference = await aSubmitted(app, person, { kind: "video" });
    await look(mod, reference);
    assert.equal((await reject(mod, reference, ["code_missing", "not_live"])).code, "");
    const now = await standing(person);
    assert.deepEqual([now.isRejected, now.rejectReasons, now.triesLeft], [true, ["code_missing", "not_live"], left]);
  }
  assert.equal((await person.client.call(calls.startVideoVerification)).code, "verification.no_tries");
});
