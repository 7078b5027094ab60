/** Endpoints of documents: of those who show them, and of staff. */
import * as companies from "#contract/compliance/companies.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { mayBePdf } from "#contract/compliance/verification/names.ts";
import * as screening from "#contract/compliance/screening.ts";
import * as calls from "#contract/compliance/verification/verification.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { countFileWork } from "../../platform/files/count-file-work.ts";
import { supportedCountries } from "./countries.ts";
import { approve, demand, lookAt, reject, viewStaffQueue } from "./review.ts";
import { postpone, toCorporate, toPersonal, viewCorporate } from "./companies/corporate.ts";
import {
  addPicture,
  keepPaper,
  keepPicture,
  refuseUnwanted,
  startAddress,
  startCompany,
  startId,
  startVideo,
  submit,
} from "./show-documents.ts";
import { takeToken } from "./provider/tokens.ts";
import { decideHit, viewDecided, viewScreening } from "./screening/screen-again.ts";
import { codeExpiresAt, keepVideo, referenceOfVideo, refuseExpiredCode } from "./video.ts";
import { documentCountry, viewOwn, viewStandings } from "./view-own.ts";

const READS = { auth: "session", rateLimit: "read" } as const;
/** With a confirmed email: the answer has to reach the user. */
const SHOWS = { auth: "session", rateLimit: "write", level: 1, action: "own_account" } as const;
const READS_AND_WRITES = { auth: "session", rateLimit: "write", action: "own_account" } as const;
/** As settings are changed; staff accounts do not trade. */
const CONVERTS = { ...SHOWS, action: "account", closedToStaff: true } as const;
const OWN = { reference: { kind: "verification", relations: ["owner"] } } as const;
const STAFF = staffMay("documents", "write");
const STAFF_READS = staffMay("documents", "read");

/**
 * Submits with a check of a video's code, for every way of submitting. Refuses verification.code_expired, and what submit does.
 */
async function submitChecked(tx: Tx, own: { readonly reference: string; readonly userId: bigint }) {
  const before = await viewOwn(tx, own);
  if (before.kind === "video" && before.status === "started") refuseExpiredCode(new Date(before.startedAt), tx.now);
  await submit(tx, own);
  return viewOwn(tx, own);
}

export const routes = [
  route(calls.listVerifications, READS, ({ tx, viewer }) => viewStandings(tx, viewer.userId)),
  route(calls.startIdVerification, SHOWS, async ({ tx, viewer, body }) => {
    const reference = await startId(tx, { userId: viewer.userId, body });
    return viewOwn(tx, { reference, userId: viewer.userId });
  }),
  route(calls.startDocumentVerification, SHOWS, async ({ tx, viewer, body }) => {
    const reference = await startAddress(tx, { userId: viewer.userId, body });
    return viewOwn(tx, { reference, userId: viewer.userId });
  }),
  route(companies.getCorporateAccount, READS, ({ tx, viewer }) => viewCorporate(tx, viewer.userId)),
  route(companies.startCompanyVerification, SHOWS, async ({ tx, viewer, body }) => {
    const reference = await startCompany(tx, { userId: viewer.userId, body });
    return viewOwn(tx, { reference, userId: viewer.userId });
  }),
  route(companies.convertToCorporate, CONVERTS, ({ tx, viewer }) => toCorporate(tx, viewer.userId)),
  route(companies.convertToPersonal, CONVERTS, ({ tx, viewer }) => toPersonal(tx, viewer.userId)),
  route(companies.postponeCompanyVerification, READS_AND_WRITES, async ({ tx, viewer }) => {
    await postpone(tx, viewer.userId);
    return viewCorporate(tx, viewer.userId);
  }),
  route(calls.addVerificationPicture, { ...SHOWS, rateLimit: "upload", objects: OWN } as const, {
    async prepare({ db, viewer, params, file, files }) {
      if (!file) throw new Error("a multipart call without its file");
      // Without such a verification no picture is processed.
      const { own, now } = await db.read(async (tx) => ({
        own: await viewOwn(tx, { reference: params.reference, userId: viewer.userId }),
        now: tx.now,
      }));
      refuseUnwanted(own, params.side);
      if (own.kind === "video") refuseExpiredCode(new Date(own.startedAt), now);
      if (params.side === "video") return keepVideo({ files, file, reference: params.reference });
      await countFileWork(db, viewer.userId);
      const account = `user:${viewer.userId}`;
      if (mayBePdf(params.side)) return keepPaper({ files, file, account, ...params });
      return keepPicture({ files, file, account, ...params });
    },
    async run({ tx, viewer, params, prepared, files }) {
      try {
        await addPicture(tx, { ...params, userId: viewer.userId, ...prepared });
      } catch (refused) {
        // It was kept under a key of its own, and no row names it.
        if (refused instanceof Refusal) await files.remove(prepared.fileKey);
        throw refused;
      }
      return viewOwn(tx, { reference: params.reference, userId: viewer.userId });
    },
  }),
  route(calls.startVideoVerification, SHOWS, async ({ tx, viewer }) => {
    const { iso3 } = await documentCountry(tx, viewer);
    const { reference, code } = await startVideo(tx, { userId: viewer.userId, countryIso3: iso3 });
    const verification = await viewOwn(tx, { reference, userId: viewer.userId });
    return { verification, code, codeExpiresAt: codeExpiresAt(new Date(verification.startedAt)).toISOString() };
  }),
  route(calls.uploadVideoVerification, SHOWS, async ({ tx, viewer, body }) => {
    const own = { reference: referenceOfVideo(body.url), userId: viewer.userId };
    const before = await viewOwn(tx, own);
    if (before.kind !== "video") throw fieldRefusal("verification.video_url", "url");
    return submitChecked(tx, own);
  }),
  route(calls.submitVerification, { ...SHOWS, objects: OWN } as const, ({ tx, viewer, params }) =>
    submitChecked(tx, { reference: params.reference, userId: viewer.userId }),
  ),
  route(calls.markSumsubPending, SHOWS, ({ tx, viewer, body }) =>
    submitChecked(tx, { reference: body.verificationReference, userId: viewer.userId }),
  ),
  route(calls.getSumsubToken, { ...SHOWS, keepsNoAnswer: true } as const, ({ tx, viewer, body }) =>
    takeToken(tx, { reference: body.verificationReference, userId: viewer.userId }),
  ),
  route(calls.leftAttempt, READS, async ({ tx, viewer, params }) => {
    const settings = await readSettings(tx, ["verification.tries"]);
    const standings = await viewStandings(tx, viewer.userId);
    const left = standings.find(({ kind }) => kind === params.type)?.triesLeft ?? 0;
    return { left, total: settings["verification.tries"] };
  }),
  route(calls.supportedCountries, { auth: "public", rateLimit: "read" }, ({ tx, query }) =>
    supportedCountries(tx, query?.locale),
  ),
  route(calls.documentCountry, READS, ({ tx, viewer }) => documentCountry(tx, viewer)),
  route(calls.listStaffVerifications, STAFF_READS, ({ tx, viewer, query }) =>
    viewStaffQueue(tx, { staffId: viewer.userId, ...query }),
  ),
  route(screening.listScreening, STAFF_READS, ({ tx, viewer, query }) =>
    viewScreening(tx, { staffId: viewer.userId, ...query }),
  ),
  route(screening.listDecidedScreening, STAFF_READS, ({ tx, viewer, query }) =>
    viewDecided(tx, { staffId: viewer.userId, ...query }),
  ),
  route(screening.decideScreening, staffMay("screening", "write"), async ({ tx, viewer, body }) => {
    await decideHit(tx, { staffId: viewer.userId, body });
    return {};
  }),
  // What is opened is a secret: it is kept under no request key.
  route(calls.lookAtVerification, { ...STAFF, keepsNoAnswer: true } as const, ({ tx, viewer, body }) =>
    lookAt(tx, { staffId: viewer.userId, ...body }),
  ),
  route(calls.approveVerification, STAFF, ({ tx, viewer, body }) => approve(tx, { staffId: viewer.userId, body })),
  route(calls.rejectVerification, STAFF, ({ tx, viewer, body }) => reject(tx, { staffId: viewer.userId, body })),
  route(calls.demandVerification, STAFF, async ({ tx, viewer, body }) => {
    const keptLevel = await demand(tx, { staffId: viewer.userId, body });
    return { username: body.username, kind: body.kind, keptLevel };
  }),
];
