/** The tables of the signer: no module reads or writes them, and its login alone may. */
export const TABLES = {
  credentials: [],
  credential_failures: [],
  passkeys: [],
  authenticators: [],
  code_channels: [],
  sent_codes: [],
  codes_to_send: [],
  code_devices: [],
  recovery_codes: [],
  factor_options: [],
  security_questions: [],
  password_resets: [],
  send_out_holds: [],
  proved_send_outs: [],
  signer_refusals: ["code", "purpose", "payment", "times", "last_at"],
} as const;
