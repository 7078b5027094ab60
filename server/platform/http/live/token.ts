/** Tokens for channels of the live connection: who shows one may listen, until it expires or its session ends. */
import { createHmac } from "node:crypto";
import { sameText } from "../entry/csrf.ts";

export const TOKEN_SECONDS = 1800;

type Token = { readonly channel: string; readonly sessionId: bigint; readonly expiresAtMs: number };

export type LiveTokens = {
  write(token: Token): string;
  /** undefined for what this server has not written. */
  read(text: string): Token | undefined;
};

export function liveTokens(secret: Uint8Array): LiveTokens {
  const sign = (text: string) => createHmac("sha256", secret).update(`live:${text}`).digest("base64url");
  return {
    write({ channel, sessionId, expiresAtMs }) {
      const payload = Buffer.from(`${channel}\n${sessionId}\n${expiresAtMs}`).toString("base64url");
      return `${payload}.${sign(payload)}`;
    },
    read(text) {
      const [payload = "", mac = ""] = text.split(".");
      if (!sameText(mac, sign(payload))) return undefined;
      const [channel = "", session = "", expires = ""] = Buffer.from(payload, "base64url").toString().split("\n");
      return { channel, sessionId: BigInt(session), expiresAtMs: Number(expires) };
    },
  };
}
