/** Codes that the signer has made, to the browsers and phones that their owner chose, saying what they confirm. */
import { directionOf } from "#contract/locales.ts";
import mailTexts from "#contract/mail-texts.json" with { type: "json" };
import type { PushMessage } from "#contract/notifications.ts";
import { localized } from "#contract/paths.ts";
import type { Job } from "../../platform/app-ports.ts";
import { findUsersById, languageOf, mailText, type UserRow } from "../../people/accounts/index.ts";
import { aboutText } from "../../people/phones/index.ts";
import { type PushCode, takePushCodes } from "./push-code-rows.ts";
import { openSender } from "./push.ts";

const AT_ONCE = 20;

/** Each is tried once: a code that comes late is asked for again. */
export const pushCodeJob: Job = {
  name: "push-codes",
  everyMs: 300,
  async run({ db, config, log }) {
    const send = openSender(config);
    for (;;) {
      const { codes, users } = await db.tx(async (tx) => {
        const taken = await takePushCodes(tx, AT_ONCE);
        const receivers = taken.map((one) => one.user_id);
        return { codes: taken, users: taken.length > 0 ? await findUsersById(tx, receivers) : new Map() };
      });
      await Promise.all(
        codes.map(async (one) => {
          const user = users.get(one.user_id);
          const said = user && (await send(one, JSON.stringify(messageOf(one, user))));
          if (said?.outcome !== "sent") log.warn({ code: String(one.id) }, "a code did not reach a browser");
        }),
      );
      if (codes.length === 0) return;
    }
  },
};

function messageOf({ id, code, about }: PushCode, user: UserRow): PushMessage {
  const lang = languageOf(user);
  const { subject, text } = mailTexts.confirm;
  return {
    id: `code-${id}`,
    title: mailText(subject, lang, { code }),
    body: mailText(text, lang, { code, what: aboutText(about, lang) }),
    link: localized(lang, "/account/settings"),
    lang,
    dir: directionOf(lang),
    // Nobody counts whether a code was seen.
    receipt: "",
  };
}
