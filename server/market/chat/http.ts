/** Endpoints of the chat. */
import * as calls from "#contract/market/trades/chat.ts";
import { actsAsStaff, route } from "../../platform/http/policy.ts";
import { markRead } from "./mark-read.ts";
import { listMessages } from "./messages.ts";
import { postMessage } from "./post-message.ts";
import { keepUpload, storeUpload } from "./uploads.ts";

const MEMBER = { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } } as const;

export const routes = [
  route(calls.uploadFile, { auth: "session", rateLimit: "upload", action: "dispute_chat" } as const, {
    async prepare({ db, viewer, file, files }) {
      if (!file) throw new Error("a multipart call without its file");
      return storeUpload(db, { files, ownerId: viewer.userId, file });
    },
    run: ({ tx, viewer, prepared }) => keepUpload(tx, viewer.userId, prepared),
  }),
  route(calls.listMessages, { auth: "session", rateLimit: "read", objects: MEMBER }, ({ tx, viewer, params, query }) =>
    listMessages(tx, {
      ref: params.id,
      viewerId: viewer.userId,
      isStaff: actsAsStaff(viewer),
      restrictions: viewer.restrictions,
      ...(query?.before ? { before: BigInt(query.before) } : {}),
      ...(query?.limit ? { limit: Number(query.limit) } : {}),
    }),
  ),
  route(
    calls.postMessage,
    // Where no dispute is open it takes more, which the verb knows.
    { auth: "session", rateLimit: "write", action: "dispute_chat", objects: MEMBER },
    ({ tx, viewer, params, body }) =>
      postMessage(tx, {
        ref: params.id,
        authorId: viewer.userId,
        isStaff: actsAsStaff(viewer),
        text: body.text ?? "",
        uploadHash: body.upload_id,
        restrictions: viewer.restrictions,
      }),
  ),
  route(
    calls.markMessagesRead,
    { auth: "session", rateLimit: "write", unrestricted: true, objects: MEMBER },
    async ({ tx, viewer, params, body }) => ({
      unread: await markRead(tx, {
        ref: params.id,
        userId: viewer.userId,
        isStaff: actsAsStaff(viewer),
        messageId: BigInt(body.message_id),
      }),
    }),
  ),
];
