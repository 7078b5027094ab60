/**
 * Telegram: a user opens a link with a code that only they saw, and the bot learns their chat; from then on it sends the events
 * that they chose. No transaction waits for Telegram. Telegram can read what it carries, so a message has what happened and
 * where to look, and no amount.
 */
import { sendsAreDue } from "../sending/rows.ts";
import { withSource } from "#contract/people/sources.ts";
import { DEFAULT_LOCALE } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts, Job } from "../../../../platform/app-ports.ts";
import type { Tx } from "../../../../platform/postgres/db.ts";
import { textOf } from "../../../../platform/texts.ts";
import { ids } from "../../../../platform/ids.ts";
import { openTelegram, type Telegram, type TelegramMessage } from "../../../../platform/outside/providers/telegram.ts";
import { findUserById, languageOf } from "../../../../people/accounts/index.ts";
import { sendDue } from "../sending/due.ts";
import { titleOf } from "../../short-texts.ts";
import * as rows from "./rows.ts";

const CODE_MINUTES = 15;

/** The link to press. Refuses notification.telegram_off. */
export async function beginLink(tx: Tx, userId: bigint): Promise<{ url: string; minutes: number }> {
  const bot = await rows.botName(tx);
  if (bot === undefined) throw new Refusal("notification.telegram_off");
  const code = ids.secret();
  await rows.insertCode(tx, { userId, code, validMinutes: CODE_MINUTES });
  return { url: `https://t.me/${bot}?start=${code}`, minutes: CODE_MINUTES };
}

export const telegramOf = ({ telegramBotToken: token, telegramApi: api }: AppPorts["config"]): Telegram | undefined =>
  token === undefined ? undefined : openTelegram({ token, api });

/** Reads what was written to the bot: codes that link, and the word that ends it. */
export const telegramReadJob: Job = {
  name: "read-telegram",
  everyMs: 2000,
  async run({ db, config, log }) {
    const telegram = telegramOf(config);
    if (!telegram) return;
    try {
      const known = await db.read(rows.readBot);
      // Another token is another bot, with another count of what was read.
      const username = known && !known.is_stale ? known.username : await telegram.username();
      const from = known?.username === username ? known.next_update : 0;
      const messages = await telegram.messages(from);
      // After a quiet week Telegram counts on from another number, which may be a lower one.
      const last = messages.at(-1);
      const read = last ? last.updateId + 1 : from;
      const replies = await db.tx(async (tx) => {
        if (!known || known.is_stale || read !== from) await rows.writeBot(tx, { username, nextUpdate: read });
        const said: Reply[] = [];
        for (const message of messages) if (message.isPrivate) said.push(...(await answerTo(tx, message)));
        return said;
      });
      for (const reply of replies) await telegram.send(reply);
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.message : "unknown" }, "Telegram was not read; it is asked again");
    }
  },
};

type Reply = { readonly chatId: bigint; readonly text: string };

async function answerTo(tx: Tx, { chatId, text, name }: TelegramMessage): Promise<Reply[]> {
  const [word = "", code = ""] = text.trim().split(/\s+/);
  if (word === "/stop") {
    const [user] = await rows.removeChats(tx, [chatId]);
    const lang = languageOf(
      (user === undefined ? undefined : await findUserById(tx, user)) ?? { locale: DEFAULT_LOCALE },
    );
    return [{ chatId, text: textOf("telegram.stopped", lang) }];
  }
  if (word !== "/start") return [];
  const userId = code === "" ? undefined : await rows.spendCode(tx, code);
  const user = userId === undefined ? undefined : await findUserById(tx, userId);
  if (!user) return [{ chatId, text: textOf("telegram.unknown", DEFAULT_LOCALE) }];
  await rows.putChat(tx, { userId: user.id, chatId, name });
  tx.emit({
    type: "account.telegram_linked",
    subject: String(user.id),
    payload: { detail: name === "" ? "Telegram" : `@${name}` },
  });
  return [{ chatId, text: textOf("telegram.linked", languageOf(user), { name: user.username }) }];
}

/** Writes what is due. */
export const telegramSendJob: Job = {
  name: "send-telegrams",
  everyMs: 1000,
  due: sendsAreDue("telegram"),
  async run({ db, config }) {
    const telegram = telegramOf(config);
    if (!telegram) return;
    const { origin } = config.publicUrl;
    await sendDue(db, {
      which: { channel: "telegram" },
      say: (due, user) => {
        const lang = languageOf(user);
        return telegram.send({
          chatId: due.chat_id,
          text: `${titleOf(due.kind, lang)}\n${origin}${withSource(localized(lang, due.link), "telegram")}`,
        });
      },
      async after(tx, ended) {
        const gone = ended.filter(({ isGone }) => isGone).map(({ due }) => due.chat_id);
        if (gone.length > 0) await rows.removeChats(tx, gone);
      },
    });
  },
};
