import type { DataOf } from "../platform/personal-data.ts";

/** The tables of the signer: its login alone may write them. The workers see for which channels a code waits. */
export const TABLES = {
  credentials: [],
  credential_failures: [],
  passkeys: [],
  authenticators: [],
  code_channels: [],
  sent_codes: [],
  codes_to_send: ["channel"],
  code_devices: [],
  recovery_codes: [],
  factor_options: [],
  security_questions: [],
  password_resets: [],
  send_out_holds: [],
  proved_send_outs: [],
  signer_refusals: ["code", "purpose", "payment", "times", "last_at"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  credentials: {
    ownData: { none: "a digest of the password, which nobody can read" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  credential_failures: {
    ownData: { none: "counts wrong tries" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  passkeys: { ownData: { section: "factors" }, retention: { kept: "kept with the account" }, closing: "erased" },
  authenticators: { ownData: { section: "factors" }, retention: { kept: "kept with the account" }, closing: "erased" },
  code_channels: {
    ownData: { section: "code_channels" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  sent_codes: {
    ownData: { none: "a code that is shown once" },
    retention: { by: "sent_codes", after: "30 days" },
    closing: "erased",
  },
  codes_to_send: {
    ownData: { none: "a code that is shown once" },
    retention: { kept: "deleted when it was sent" },
    closing: "erased",
  },
  code_devices: {
    ownData: { none: "the browsers of channels.json" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  recovery_codes: {
    ownData: { section: "second_steps" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  factor_options: {
    ownData: { section: "second_steps" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  security_questions: {
    ownData: { section: "second_steps" },
    retention: { kept: "kept with the account" },
    closing: "erased",
  },
  password_resets: {
    ownData: { none: "a link that is used once, kept as a digest" },
    retention: { by: "password_resets", after: "30 days" },
    closing: "erased",
  },
  send_out_holds: {
    ownData: { section: "holds" },
    retention: { kept: "transfers name why they waited" },
    closing: { kept: "transfers name why they waited" },
  },
  proved_send_outs: {
    ownData: { none: "transfers are in it" },
    retention: { kept: "the signer counts what was proved" },
    closing: { kept: "the signer counts what was proved" },
  },
  signer_refusals: {
    ownData: { none: "names payments, not people" },
    retention: { by: "signer_refusals", after: "365 days (retention.log_days)" },
    closing: { kept: "gone with age" },
  },
};
