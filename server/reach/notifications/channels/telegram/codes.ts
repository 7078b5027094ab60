/**
 * Codes that the signer has made, to the chats that their owners chose, saying what they confirm: Telegram reads them, as the
 * carrier of a text does. Each is tried once; one that did not get there may be asked for by email.
 */
import { telegramCodesWait } from "./rows.ts";
import type { Job } from "../../../../platform/app-ports.ts";
import { findUsersById, languageOf, type UserRow } from "../../../../people/accounts/index.ts";
import { aboutText, noteSentCode } from "../../../../people/phones/index.ts";
import type { Tx } from "../../../../platform/postgres/db.ts";
import { textOf } from "../../../../platform/texts.ts";
import type { TelegramOutcome } from "../../../../platform/outside/providers/telegram.ts";
import { telegramOf } from "./telegram.ts";
import { removeChats, takeTelegramCodes, type TelegramCode } from "./rows.ts";

const AT_ONCE = 20;

const NO_BOT: TelegramOutcome = { outcome: "later", fault: "no bot is configured" };

export const telegramCodeJob: Job = {
  name: "telegram-codes",
  everyMs: 300,
  due: telegramCodesWait,
  async run({ db, config, log }) {
    const telegram = telegramOf(config);
    const { codes, users } = await db.tx(takeDue);
    await Promise.all(
      codes.map(async (one) => {
        const text = textFor(one, users.get(one.user_id));
        const end = telegram ? await telegram.send({ chatId: one.chat_id, text }) : NO_BOT;
        await db.tx(async (tx) => {
          await noteSentCode(tx, one.sent_code_id, end.outcome === "sent" ? "sent" : "failed");
          if (end.outcome === "gone") await removeChats(tx, [one.chat_id]);
        });
        if (end.outcome !== "sent")
          log.warn({ code: String(one.sent_code_id), fault: end.fault }, "a code did not reach a Telegram chat");
      }),
    );
  },
};

async function takeDue(tx: Tx): Promise<{ codes: TelegramCode[]; users: Map<bigint, UserRow> }> {
  const codes = await takeTelegramCodes(tx, AT_ONCE);
  const receivers = codes.map((one) => one.user_id);
  return { codes, users: codes.length > 0 ? await findUsersById(tx, receivers) : new Map() };
}

function textFor({ code, about }: TelegramCode, user: UserRow | undefined): string {
  if (!user) throw new Error("a code has no user");
  const lang = languageOf(user);
  return textOf("codes.confirm.text", lang, { code, what: aboutText(about, lang) });
}
