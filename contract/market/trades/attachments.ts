/** Files that a buyer submits for the requirements of a trade, and the seller's decisions about them. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import {
  ATTACHMENT_REASON,
  ATTACHMENT_STATUSES,
  MOST_AT_ONCE,
  POLICY_PAGES,
  REQUIREMENTS,
} from "../offers/requirement-names.ts";
import { hash, instant, text } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

const requirementId = z.enum(REQUIREMENTS);

/** A file for a requirement; a requirement for which none has come is one without a file, and pending. */
export const attachment = z.strictObject({
  requirementId,
  /** Nothing waits for it: the seller asked for it, or the buyer shows it unasked. */
  optional: z.boolean(),
  status: z.enum(ATTACHMENT_STATUSES),
  id: z.nullable(hash),
  url: z.nullable(z.string()),
  mimeType: z.nullable(z.string()),
  name: z.nullable(z.string()),
  uploadedAt: z.nullable(instant),
  /** Of what was rejected. */
  reason: z.nullable(z.string()),
});
export type Attachment = z.infer<typeof attachment>;

export const tradeUploads = z.strictObject({
  list: z.array(attachment),
  /** The party whose file is corrupted, or was rejected and not replaced. */
  errorRequirementsIds: z.array(requirementId),
  /** Which rules which side has read. */
  policiesRead: z.array(z.strictObject({ url: z.enum(POLICY_PAGES), by: z.enum(["buyer", "seller"]), at: instant })),
});
export type TradeUploads = z.infer<typeof tradeUploads>;

const params = z.strictObject({ id: hash });

export const getTradeUploads = endpoint({
  name: "getTradeUploads",
  method: "GET",
  path: "/rest/v1/trade/:id/uploads",
  summary: "The files that the buyer must upload and has uploaded, for both sides and the staff of a disputed trade",
  params,
  reply: tradeUploads,
  refusals: ["trade.view_blocked", "trade.not_found"],
});

export const submitRequirements = endpoint({
  name: "submitRequirements",
  method: "POST",
  path: "/rest/v1/trade/:id/upload",
  summary:
    "The buyer submits their own uploads, each for a requirement; a file whose bytes have changed since is answered as corrupted",
  params,
  body: z.strictObject({
    requirements: z
      .array(
        z.strictObject({
          requirementId,
          url: z.string().check(z.regex(/^\/uploads\/[0-9A-Za-z]{8,40}$/, form("upload"))),
        }),
      )
      .check(z.minLength(1), z.maxLength(MOST_AT_ONCE)),
  }),
  reply: tradeUploads,
  refusals: ["trade.not_found", "trade.not_yours", "trade.wrong_status", "upload.not_found", "upload.count_limit"],
});

export const askRequirement = endpoint({
  name: "askRequirement",
  method: "POST",
  path: "/rest/v1/trade/:id/requirement",
  summary: "The seller requests one more file from the buyer; no step depends on it",
  params,
  body: z.strictObject({ requirementId }),
  reply: tradeUploads,
  refusals: ["trade.not_found", "trade.not_yours", "trade.wrong_status", "requirement.asked_before"],
});

export const actOnAttachment = endpoint({
  name: "actOnAttachment",
  method: "POST",
  path: "/rest/v1/trade/:id/attachment",
  summary:
    "The seller approves or rejects a file once, or the buyer takes one back before they have said that they paid",
  params,
  body: z
    .strictObject({
      action: z.enum(["approve", "reject", "remove"]),
      id: hash,
      /** Of a rejection; the buyer reads it. */
      reason: z.optional(text(ATTACHMENT_REASON)),
    })
    .check(
      z.refine<{ action: string; reason?: string | undefined }>(
        ({ action, reason }) => (action === "reject") === (reason !== undefined),
        { error: form("reason_of_rejection"), path: ["reason"] },
      ),
    ),
  reply: tradeUploads,
  refusals: [
    "trade.not_found",
    "trade.not_yours",
    "trade.wrong_status",
    "attachment.not_found",
    "attachment.judged_before",
  ],
});

export const readPolicy = endpoint({
  name: "readPolicy",
  method: "POST",
  path: "/rest/v1/trade/:id/policy-read",
  summary: "A side says which rules they have read; the first time counts, and both sides and a moderator see it",
  params,
  body: z.strictObject({ url: z.enum(POLICY_PAGES) }),
  reply: z.strictObject({ url: z.string() }),
  refusals: ["trade.not_found", "trade.view_blocked"],
});
