/** A refusal as it travels: what every failed call answers. */
import type { Refusal, RefusalDetails } from "./refusals.ts";

/** As the given API numbers what is wrong with a telephone number. */
export const PHONE_ERROR_CODES = {
  "phone.limit": 1,
  "phone.unreadable": 2,
  "phone.invalid": 3,
  "phone.wrong_type": 4,
  "phone.no_texts": 5,
  "phone.texts_off": 5,
} as const;

/** The envelope of a failure as it travels. */
export type FailureEnvelope = {
  status: "error";
  message: string;
  /** `url` is of gift cards' check alone, as the given API has it. */
  errors: { message: string; code: string; details: RefusalDetails; url?: string[] };
  context?: Record<string, unknown>;
  /** Of conversions of accounts, as the given API has it: in the caller's language, and where to go. */
  data?: { message: string; redirect: string };
  requestId?: string;
  stateMachine?: true;
  /** Of telephone numbers, as the given API has them: what is wrong with the number, and seconds to wait. */
  errorCode?: number;
  countdown?: number;
};

function phoneFields({ code, context: { countdown } }: Refusal): Pick<FailureEnvelope, "errorCode" | "countdown"> {
  if (!code.startsWith("phone.")) return {};
  const errorCode = code in PHONE_ERROR_CODES ? PHONE_ERROR_CODES[code as keyof typeof PHONE_ERROR_CODES] : undefined;
  return {
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(typeof countdown === "number" ? { countdown } : {}),
  };
}

function conversionData({ code, context: { message, redirect } }: Refusal): Pick<FailureEnvelope, "data"> {
  if (!code.startsWith("corporate.") || typeof message !== "string" || typeof redirect !== "string") return {};
  return { data: { message, redirect } };
}

export function failureEnvelope(refusal: Refusal, requestId?: string): FailureEnvelope {
  return {
    status: "error",
    message: refusal.message,
    errors: {
      ...{ message: refusal.message, code: refusal.code, details: refusal.details },
      ...(refusal.code === "gift_card.check_unavailable" ? { url: [refusal.message] } : {}),
    },
    ...(Object.keys(refusal.context).length > 0 ? { context: refusal.context } : {}),
    ...(requestId ? { requestId } : {}),
    ...phoneFields(refusal),
    ...conversionData(refusal),
    ...(refusal.code === "LEDGER_ASYNC_MODE" ? { stateMachine: true as const } : {}),
  };
}
