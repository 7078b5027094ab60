/** The carrier of a demo market: keeps texts and spoken calls on this machine, beside the emails of the local inbox. */
import mailTexts from "#contract/reach/mail-texts.json" with { type: "json" };
import type { Db } from "../../platform/postgres/db.ts";
import type { CodeCarrier, CodeMessage } from "../../platform/outside/code-carrier.ts";
import { mailText } from "../accounts/index.ts";
import { keepText } from "./message-rows.ts";

export function openOutbox(db: Db): CodeCarrier {
  return {
    kind: "outbox",
    async start(message) {
      await db.tx((tx) => keepText(tx, { to: message.to, channel: message.channel, text: textOf(message) }));
      return { outcome: "sent" };
    },
    check: async () => true,
  };
}

/** As a carrier words it; a call says each digit by itself, twice. */
function textOf({ code, channel, locale, about }: CodeMessage): string {
  const said = channel === "call" ? [...code].join(", ") : code;
  if (about === null) return mailText(mailTexts.phone[channel], locale, { code: said });
  return mailText(mailTexts.phone[`${channel}_about`], locale, { code: said, what: about });
}
