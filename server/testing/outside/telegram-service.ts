/** Telegram for tests, on loopback: speaks the part of the Bot API that we use, and does what people do in their app. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterTests } from "../after-tests.ts";

export const BOT_TOKEN = "123456789:AAEhBOweik9ai2o01234567890abcdefghi";
const BOT = { id: 123456789, is_bot: true, first_name: "Parley", username: "parley_test_bot" };

type Update = { update_id: number; message: object };
type Said = { ok: boolean; result?: unknown; error_code?: number; description?: string; parameters?: object };

export type TelegramService = {
  readonly api: string;
  /** Somebody opens a link to the bot and presses Start, or writes to it. */
  press(link: string, chat: Chat): void;
  write(text: string, chat: Chat): void;
  /** Somebody blocks the bot. */
  block(chat: Chat): void;
  /** What came to this chat since it was last asked. */
  got(chat: Chat): string[];
  /** After a quiet week it counts on from any number. */
  countAnew(serial: number): void;
  /** For the next message: too many, come again after so many seconds. */
  tooMany(seconds: number): void;
  /** How often each method was called. */
  readonly asked: Record<string, number>;
};
export type Chat = { readonly id: number; readonly username?: string; readonly type?: "private" | "group" };

export async function startTelegram(): Promise<TelegramService> {
  const state: State = { updates: [], serial: 700_000_000, wait: 0, known: new Map() };
  const asked: Record<string, number> = {};
  const methods = methodsOf(state);
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
      asked[method] = (asked[method] ?? 0) + 1;
      const answer = methods[method];
      const said =
        token !== BOT_TOKEN ? fault(401, "Unauthorized") : (answer?.(JSON.parse(text)) ?? fault(404, "Not Found"));
      response.writeHead(said.error_code ?? 200, { "content-type": "application/json" }).end(JSON.stringify(said));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterTests(() => server.close());
  return { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, ...peopleOf(state) };
}

type State = {
  updates: Update[];
  serial: number;
  wait: number;
  readonly known: Map<number, { blocked: boolean; texts: string[] }>;
};

const fault = (code: number, description: string, parameters?: object): Said => ({
  ok: false,
  error_code: code,
  description,
  ...(parameters ? { parameters } : {}),
});

/** What a bot may ask. */
function methodsOf(state: State): Record<string, (body: Record<string, unknown>) => Said> {
  return {
    getMe: () => ({ ok: true, result: BOT }),
    getUpdates({ offset }) {
      // Asking from an update on confirms those before it; from one that is far from coming, nothing.
      const last = state.updates.at(-1)?.update_id ?? Number(offset);
      if (Number(offset) <= last + 10)
        state.updates = state.updates.filter(({ update_id }) => update_id >= Number(offset));
      return { ok: true, result: state.updates };
    },
    sendMessage({ chat_id, text }) {
      const chat = state.known.get(Number(chat_id));
      if (!chat) return fault(400, "Bad Request: chat not found");
      if (chat.blocked) return fault(403, "Forbidden: bot was blocked by the user");
      const seconds = state.wait;
      state.wait = 0;
      if (seconds > 0) return fault(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
      chat.texts.push(String(text));
      return { ok: true, result: { message_id: chat.texts.length, chat: { id: chat_id }, text } };
    },
  };
}

/** What people do in their app. */
function peopleOf(state: State): Omit<TelegramService, "api" | "asked"> {
  const write = (text: string, { id, username, type = "private" }: Chat) => {
    state.known.set(id, state.known.get(id) ?? { blocked: false, texts: [] });
    const from = { id, is_bot: false, first_name: "Somebody", ...(username ? { username } : {}) };
    const message = { message_id: 1, date: 0, chat: { id, type }, from, text };
    state.updates.push({ update_id: state.serial++, message });
  };
  return {
    write,
    press(link, chat) {
      const url = new URL(link);
      if (url.origin !== "https://t.me" || url.pathname !== `/${BOT.username}`) throw new Error(`not the bot: ${link}`);
      write(`/start ${url.searchParams.get("start")}`, chat);
    },
    block({ id }) {
      const chat = state.known.get(id);
      if (chat) chat.blocked = true;
    },
    got: ({ id }) => state.known.get(id)?.texts.splice(0) ?? [],
    countAnew(serial) {
      state.updates = [];
      state.serial = serial;
    },
    tooMany(seconds) {
      state.wait = seconds;
    },
  };
}
