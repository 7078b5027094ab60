/** The carrier of a demo market: keeps texts and spoken calls on this machine, beside the emails of the local inbox. */
import type { Db } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import type { CodeCarrier, CodeMessage } from "../../platform/outside/providers/code-carrier.ts";
import { keepText } from "./message-rows.ts";

export function openOutbox(db: Db): CodeCarrier {
  return {
    kind: "outbox",
    async start(message) {
      await db.tx((tx) => keepText(tx, { to: message.to, channel: message.channel, text: wordingOf(message) }));
      return { outcome: "sent" };
    },
    check: async () => true,
  };
}

/** As a carrier words it; a call says each digit by itself, twice. */
function wordingOf({ code, channel, locale, about }: CodeMessage): string {
  const said = channel === "call" ? [...code].join(", ") : code;
  if (about === null) return textOf(`codes.${channel}`, locale, { code: said });
  return textOf(`codes.${channel}_about`, locale, { code: said, what: about });
}
