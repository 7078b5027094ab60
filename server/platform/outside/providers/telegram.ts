/**
 * Telegram's Bot API: reads messages to the bot, and sends messages to users who allowed it. The token is part of the address,
 * so no address is in any message or log.
 */

export type TelegramMessage = {
  readonly updateId: number;
  readonly chatId: bigint;
  /** False for a group, whose messages belong to no single user. */
  readonly isPrivate: boolean;
  readonly text: string;
  /** Letters, digits and _; empty for a user without a name. */
  readonly name: string;
};

/** gone: the person blocked the bot or has left. later: again, after so many seconds where Telegram says so. */
export type TelegramOutcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "gone"; readonly fault: string }
  | { readonly outcome: "later"; readonly fault: string; readonly waitSec?: number };

export type Telegram = {
  /** The bot's name, for links to it. Throws TelegramError. */
  username(): Promise<string>;
  /** From this update on; asking for it says that the earlier ones were read. Throws TelegramError. */
  messages(fromUpdate: number): Promise<TelegramMessage[]>;
  send(message: { chatId: bigint; text: string }): Promise<TelegramOutcome>;
};

export class TelegramError extends Error {}

const TIMEOUT_MS = 10_000;
const MOST_WAIT_SEC = 3600;

type Answer = {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number };
};
type RawUpdate = {
  update_id: number;
  message?: { chat: { id: number; type: string }; from?: { username?: string }; text?: string };
};

/** `api` is where the Bot API is: Telegram's own, or a server of one's own that speaks it. */
export function openTelegram({ token, api }: { token: string; api: string }): Telegram {
  const call = async (method: string, body: object): Promise<Answer> => {
    const said = await fetch(`${api}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new TelegramError("Telegram does not answer");
    });
    const answer = (await said.json().catch(() => undefined)) as Answer | undefined;
    if (typeof answer?.ok !== "boolean") throw new TelegramError(`Telegram answers ${said.status} with something else`);
    return answer;
  };
  const must = async <T>(method: string, body: object): Promise<T> => {
    const answer = await call(method, body);
    if (!answer.ok) throw new TelegramError(faultOf(answer));
    return answer.result as T;
  };
  return {
    username: async () => (await must<{ username: string }>("getMe", {})).username,
    async messages(fromUpdate) {
      const asked = { offset: fromUpdate, timeout: 0, allowed_updates: ["message"] };
      return (await must<RawUpdate[]>("getUpdates", asked)).map(messageOf);
    },
    async send({ chatId, text }) {
      const body = { chat_id: Number(chatId), text, link_preview_options: { is_disabled: true } };
      try {
        return outcomeOf(await call("sendMessage", body));
      } catch (error) {
        if (error instanceof TelegramError) return { outcome: "later", fault: error.message };
        throw error;
      }
    },
  };
}

/** What is no message has no text, and is read all the same. */
function messageOf({ update_id: updateId, message }: RawUpdate): TelegramMessage {
  const name = message?.from?.username ?? "";
  return {
    updateId,
    chatId: BigInt(message?.chat.id ?? 0),
    isPrivate: message?.chat.type === "private",
    text: message?.text ?? "",
    name: /^\w{1,32}$/.test(name) ? name : "",
  };
}

function outcomeOf(answer: Answer): TelegramOutcome {
  if (answer.ok) return { outcome: "sent" };
  const fault = faultOf(answer);
  const isGone = answer.error_code === 403 || (answer.error_code === 400 && /chat not found/i.test(fault));
  if (isGone) return { outcome: "gone", fault };
  const wait = answer.parameters?.retry_after;
  return { outcome: "later", fault, ...(wait === undefined ? {} : { waitSec: Math.min(wait, MOST_WAIT_SEC) }) };
}

function faultOf({ error_code: code = 0, description = "" }: Answer): string {
  return `Telegram says ${code} ${description}`.trim().slice(0, 200);
}
