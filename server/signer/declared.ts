/** What the tables of the signer's process bring to the market. It is no module of the server: server/collected.ts puts it among them. */
import type { Module } from "../platform/app-ports.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "signer",
  ownData: [
    { file: "factors", lines: "factors" },
    { file: "second_steps", lines: "second_steps" },
    { file: "phone", lines: "code_channels" },
    { file: "others", lines: "holds" },
  ],
  retention: [{ kind: "sent_codes" }, { kind: "password_resets" }, { kind: "signer_refusals" }],
  closing: { erases: "erase_user_from_signer" },
  data: DATA,
};
