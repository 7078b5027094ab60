/** The tables of the signer: no module reads or writes them, and its login alone may. */
export const TABLES = {
  credentials: [],
  credential_failures: [],
  passkeys: [],
  proved_send_outs: [],
} as const;
