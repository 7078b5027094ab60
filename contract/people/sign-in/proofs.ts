/** The purposes of a proof, and the text that a passkey confirms: its challenge is the digest of that text. */
import * as z from "zod/mini";
import { approveRecoveryFor } from "../../compliance/recovery/acts.ts";
import { RESTRICTION_ACTS } from "../../compliance/restriction-acts.ts";
import { stopSendOutFor } from "../../staff/send-out-acts.ts";
import { changeDetail, isStaffChange, STAFF_CHANGES } from "../../staff/changes.ts";
import { approveVerificationFor, demandVerificationFor } from "../../compliance/verification/acts.ts";
import { hash, secretText, socialProviderId, units } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

const winner = z.enum(["buyer", "seller"]);

/** As hedgeRuleText writes it. */
const hedgeRule = z
  .string()
  .check(
    z.regex(
      /^(deposit|trade_end|schedule|price)-[A-Z]{3,4}-[A-Z]{3,4}-[0-9]{1,5}-[0-9]{1,18}-(any|at_(most|least)[0-9]{1,12})-(0|1|7|30)$/,
    ),
  );

/** A trade's hash, or the id of a quote; a cancel is that of a trade that was paid, awards, reopenings, restrictions, approvals of documents and changes of roles are the staff's. An account that closes, and whose data are packed or email changes, is one's own. An award that divides names the buyer's units. */
export const proofFor = z.union([
  z.strictObject({ kind: z.literal("release"), id: hash }),
  z.strictObject({ kind: z.literal("cancel"), id: hash }),
  z.strictObject({ kind: z.literal("send_out"), id: hash }),
  z.strictObject({ kind: z.literal("convert"), id: hash }),
  /** By the quote of a product that a provider delivers. */
  z.strictObject({ kind: z.literal("order"), id: hash }),
  z.strictObject({ kind: z.literal("award"), id: hash, winner, buyer_share_units: z.optional(units) }),
  z.strictObject({ kind: z.literal("reopen"), id: hash }),
  z.strictObject({ kind: z.literal("close_account"), id: z.literal("account") }),
  z.strictObject({ kind: z.literal("download_data"), id: z.literal("account") }),
  z.strictObject({ kind: z.literal("change_email"), id: z.literal("account") }),
  z.strictObject({ kind: z.literal("create_api_key"), id: z.literal("account") }),
  z.strictObject({ kind: z.literal("set_webhook"), id: z.literal("account") }),
  /** The number of a card of one's own, once. */
  z.strictObject({ kind: z.literal("show_card"), id: z.literal("account") }),
  /** An online payment with a card of one's own. */
  z.strictObject({ kind: z.literal("pay_card"), id: hash }),
  /** So many hours, the most value of orders in a day, and the markets. */
  z.strictObject({
    kind: z.literal("spot_session"),
    id: z.string().check(z.regex(/^[0-9]{1,2}h-[0-9]{1,7}usd-[A-Z]{3,5}-[A-Z]{3,5}(\+[A-Z]{3,5}-[A-Z]{3,5}){0,9}$/)),
  }),
  /** A rule that converts one's balance, word for word. */
  z.strictObject({ kind: z.literal("hedge_rule"), id: hedgeRule }),
  /** A key that trades: for so many days, and the most value of its orders in a day. */
  z.strictObject({ kind: z.literal("spot_key"), id: z.string().check(z.regex(/^[0-9]{1,3}d-[0-9]{1,7}usd$/)) }),
  /** A provider's statement about a user, for one use; and the provider. */
  z.strictObject({ kind: z.literal("connect_social"), id: hash }),
  z.strictObject({ kind: z.literal("disconnect_social"), id: socialProviderId }),
  ...STAFF_CHANGES,
  ...RESTRICTION_ACTS,
  approveVerificationFor,
  demandVerificationFor,
  approveRecoveryFor,
  stopSendOutFor,
]);
export type ProofFor = z.infer<typeof proofFor>;

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/));

/** WebAuthn: an id of a credential has up to 1,023 bytes, in base64url. */
export const CREDENTIAL_ID_MAX = 1364;

/** A passkey's assertion (WebAuthn), its parts in base64url. */
export const assertion = z.strictObject({
  credential_id: base64url(CREDENTIAL_ID_MAX),
  authenticator_data: base64url(4000),
  client_data: base64url(4000),
  // Of an RSA key of up to 8,192 bits.
  signature: base64url(1400),
  /** Unix seconds of the request, which are also in the text: an assertion expires some minutes later. */
  asked_at: z.int().check(z.nonnegative()),
});
export type Assertion = z.infer<typeof assertion>;

/** As an authenticator app shows it. */
export const appCode = z.string().check(z.regex(/^[0-9]{6}$/, form("six_digits")));

/** One of ten recovery codes, in any way of typing it. */
export const recoveryCode = z.string().check(z.regex(/^[0-9A-Za-z]{5}[ -]?[0-9A-Za-z]{5}$/, form("recovery_code")));

/** The actions that our codes confirm: a user's own, and none of the staff's. */
export const CODE_KINDS = [
  "release",
  "cancel",
  "send_out",
  "close_account",
  "download_data",
  "change_email",
  "create_api_key",
  "set_webhook",
  "show_card",
  "pay_card",
  "spot_session",
  "hedge_rule",
  "spot_key",
  "connect_social",
  "disconnect_social",
  "add_factor",
  "remove_factor",
  "approve_sign_in",
] as const;

/** How codes of ours come. */
export const CODE_CHANNELS = ["sms", "email", "push", "telegram"] as const;
export type CodeChannelName = (typeof CODE_CHANNELS)[number];

/** As the id of a code to be added: the first one again, to the browser that was chosen for codes by push. */
export const NEW_DEVICE = "push_device";

/** A user's confirmation; exactly one of these. */
export const shownFields = {
  password: z.optional(secretText({ min: 1, max: 256 })),
  passkey: z.optional(assertion),
  /** Of their authenticator app. */
  code: z.optional(appCode),
  /** Sent by us for just this: as a text or a call, by email, by push to another browser or phone of the account, or by Telegram. */
  sms_code: z.optional(appCode),
  email_code: z.optional(appCode),
  push_code: z.optional(appCode),
  telegram_code: z.optional(appCode),
};
type ShownFields = {
  readonly password?: string | undefined;
  readonly passkey?: Assertion | undefined;
  readonly code?: string | undefined;
  readonly sms_code?: string | undefined;
  readonly email_code?: string | undefined;
  readonly push_code?: string | undefined;
  readonly telegram_code?: string | undefined;
};

const SHOWN_NAMES = ["password", "passkey", "code", "sms_code", "email_code", "push_code", "telegram_code"] as const;

export const isOneShown = z.refine<ShownFields>(
  (fields) => SHOWN_NAMES.filter((name) => fields[name] !== undefined).length === 1,
  { error: form("one_way"), path: ["password"] },
);

/** For taking away what is lost: a recovery code as well, which confirms nothing else in a session. */
export const removalFields = { ...shownFields, recovery_code: z.optional(recoveryCode) };
type RemovalFields = ShownFields & { readonly recovery_code?: string | undefined };

export const isOneShownToRemove = z.refine<RemovalFields>(
  (fields) => [...SHOWN_NAMES, "recovery_code" as const].filter((name) => fields[name] !== undefined).length === 1,
  { error: form("one_way"), path: ["password"] },
);

/** For a new password: an enrolled factor, in addition to the old password or the link. */
export const factorFields = { passkey: shownFields.passkey, code: shownFields.code };

export type ShownFactor = { readonly passkey: Assertion } | { readonly code: string };

/** Undefined where neither is shown. Of both the passkey counts. */
export function shownFactorOf({ passkey, code }: Pick<ShownFields, "passkey" | "code">): ShownFactor | undefined {
  if (passkey) return { passkey };
  return code === undefined ? undefined : { code };
}

/** The sent code is compared with what was sent for the same thing. */
export type ShownSentCode = { readonly sentCode: string; readonly channel: CodeChannelName };
/** Signs in and takes away what is lost, and confirms nothing else. */
export type ShownRecovery = { readonly recoveryCode: string };
export type Shown = { readonly password: string } | ShownFactor | ShownSentCode | ShownRecovery;

export function shownOf({ password, passkey, code, sms_code: sms, email_code: email, ...rest }: RemovalFields): Shown {
  if (passkey) return { passkey };
  if (rest.recovery_code !== undefined) return { recoveryCode: rest.recovery_code };
  if (sms !== undefined) return { sentCode: sms, channel: "sms" };
  if (email !== undefined) return { sentCode: email, channel: "email" };
  if (rest.push_code !== undefined) return { sentCode: rest.push_code, channel: "push" };
  if (rest.telegram_code !== undefined) return { sentCode: rest.telegram_code, channel: "telegram" };
  return code === undefined ? { password: password ?? "" } : { code };
}

/**
 * A change of factors, which requires a proof as well. `id` is "authenticator", "passkey" or a passkey's id,
 * "recovery_codes", "questions" or "options"; "password" or the link's token for a new password; the own id of a
 * sign-in, and of the approval of another one.
 */
export type FactorAct = {
  readonly kind: "add_factor" | "remove_factor" | "set_password" | "sign_in" | "approve_sign_in";
  readonly id: string;
};

/** The id of a factor, for its removal. */
export const factorId = base64url(CREDENTIAL_ID_MAX);

/** A passkey as the browser made it (WebAuthn), its parts in base64url; the key is a part of the attestation object. */
export const newPasskey = z.strictObject({
  credential_id: base64url(CREDENTIAL_ID_MAX),
  attestation_object: base64url(12_000),
  client_data: base64url(4000),
  asked_at: z.int().check(z.nonnegative()),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** Of a send-out the text tells what leaves, as it was shown. */
export type ShownSendOut = {
  readonly cryptoCurrencyCode: string;
  readonly amount: string;
  readonly fee: string;
  readonly address: string;
};

/** Of a conversion it tells what goes and what comes. */
export type ShownConversion = {
  readonly from: string;
  readonly fromAmount: string;
  readonly to: string;
  readonly toAmount: string;
};

/** Of an order at a provider it tells what leaves the balance, and what is delivered. */
export type ShownOrder = {
  readonly product: "top_up" | "card" | "off_ramp" | "store" | "lightning";
  readonly cryptoCurrencyCode: string;
  readonly total: string;
  readonly currencyCode: string;
  readonly amount: string;
};

/** The text that a user sees before they prove a transfer, conversion or order with a quote. */
export type ShownQuote = {
  readonly sendOut?: ShownSendOut;
  readonly conversion?: ShownConversion;
  readonly order?: ShownOrder;
};

type AwardFor = Pick<Extract<ProofFor, { kind: "award" }>, "winner" | "buyer_share_units">;

/** The shares of an award, as in the text of the proof. */
export function awardParts({ winner, buyer_share_units }: AwardFor): string[] {
  return buyer_share_units === undefined ? [winner] : [winner, buyer_share_units];
}

function detailOf(wanted: ProofFor | FactorAct): string[] {
  if (wanted.kind === "restrict") return [wanted.state];
  return wanted.kind === "demand_verification" ? [wanted.document] : [];
}

/** The challenge is the SHA-256 of this. */
export function challengeText(
  wanted: ProofFor | FactorAct,
  { askedAt, sendOut, conversion, order }: { askedAt: number } & ShownQuote,
): string {
  const sent = sendOut ? [sendOut.cryptoCurrencyCode, sendOut.amount, sendOut.fee, sendOut.address] : [];
  const converted = conversion ? [conversion.from, conversion.fromAmount, conversion.to, conversion.toAmount] : [];
  const ordered = order ? [order.product, order.cryptoCurrencyCode, order.total, order.currencyCode, order.amount] : [];
  const details = [...sent, ...converted, ...ordered];
  const side = wanted.kind === "award" ? awardParts(wanted) : [];
  const change = isStaffChange(wanted) ? [changeDetail(wanted)] : detailOf(wanted);
  return ["parley proof", wanted.kind, wanted.id, ...side, ...change, ...details, String(askedAt)].join("\n");
}
