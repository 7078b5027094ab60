/** Endpoints of recoveries: of those who ask, of those they are about, and of staff. */
import * as calls from "#contract/compliance/recovery/recovery.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { needWork, recoveriesFrom } from "../../people/auth/index.ts";
import { keepPicture } from "../verification/index.ts";
import { addPicture, confirm, startRecovery, submit, takeUpload, viewState } from "./ask.ts";
import { finishRecovery, stopByLink, stopOwn } from "./finish.ts";
import { approve, lookAt, reject, viewRecoveries } from "./review.ts";

const OPEN = { auth: "public", rateLimit: "auth", openEverywhere: true } as const;
const STAFF = staffMay("recoveries", "write");

export const routes = [
  route(calls.startRecovery, { ...OPEN, keepsNoAnswer: true } as const, {
    prepare: ({ db, caller }) => {
      const tried = [{ subject: recoveriesFrom(caller.ip), minutes: 24 * 60 }];
      return db.tx((tx) => needWork(tx, { purpose: "recover", caller, tried }));
    },
    run: ({ tx, body, caller }) => startRecovery(tx, { body, caller }),
  }),
  route(calls.addRecoveryPicture, { ...OPEN, rateLimit: "upload" } as const, {
    async prepare({ db, params: { reference, side }, file, files }) {
      if (!file) throw new Error("a multipart call without its file");
      // Counted before anything is drawn: nobody fills the disk, or keeps a processor busy, by it.
      await db.tx((tx) => takeUpload(tx, reference));
      return keepPicture({ files, file, reference, side, account: `recovery:${reference}` });
    },
    async run({ tx, params: { reference, side }, prepared, files }) {
      try {
        await addPicture(tx, { reference, side, ...prepared });
      } catch (refused) {
        // It was kept under a key of its own, and no row names it.
        if (refused instanceof Refusal) await files.remove(prepared.fileKey);
        throw refused;
      }
      return { side };
    },
  }),
  route(calls.submitRecovery, OPEN, ({ tx, body }) => submit(tx, body.secret)),
  route(calls.viewRecovery, OPEN, ({ tx, body }) => viewState(tx, body.secret)),
  route(calls.confirmRecovery, OPEN, ({ tx, body }) => confirm(tx, body.token)),
  route(calls.stopRecovery, OPEN, async ({ tx, body, caller }) => {
    await stopByLink(tx, { token: body.token, caller });
    return { isStopped: true };
  }),
  // However the account is restricted: it keeps something from leaving.
  route(
    calls.stopOwnRecovery,
    { auth: "session", rateLimit: "auth", action: "own_account" },
    async ({ tx, viewer, caller }) => {
      await stopOwn(tx, { userId: viewer.userId, caller });
      return { isStopped: true };
    },
  ),
  route(calls.finishRecovery, OPEN, {
    prepare: ({ db, verifier, caller, body }) => finishRecovery({ db, verifier }, body, caller),
    run: async () => ({ redirectTo: "/login" }),
  }),
  route(calls.listRecoveries, staffMay("recoveries", "read"), ({ tx, viewer, query }) =>
    viewRecoveries(tx, { staffId: viewer.userId, ...query }),
  ),
  // What is opened is a secret: it is kept under no request key.
  route(calls.lookAtRecovery, { ...STAFF, keepsNoAnswer: true } as const, ({ tx, viewer, body }) =>
    lookAt(tx, { staffId: viewer.userId, ...body }),
  ),
  route(calls.approveRecovery, STAFF, ({ tx, viewer, body }) => approve(tx, { staffId: viewer.userId, body })),
  route(calls.rejectRecovery, STAFF, ({ tx, viewer, body }) => reject(tx, { staffId: viewer.userId, body })),
];
