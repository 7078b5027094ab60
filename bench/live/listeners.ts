/**
 * Pages that listen, in a process of their own, which has nothing else to do: each has a socket on its person's channel. Told
 * `listen` it opens them and answers when all have entered; told `heard` it answers what came, and when.
 */
export type Channel = { readonly channel: string; readonly token: string };
export type Listening = { readonly url: string; readonly channels: readonly Channel[] };
/** A trade as somebody heard of it, by the machine's clock. */
export type Heard = {
  readonly listener: number;
  readonly hash: string;
  readonly version: number;
  readonly atMs: number;
};

let heard: Heard[] = [];

process.on("message", async (told: { readonly listen?: Listening; readonly heard?: true }) => {
  if (told.listen) {
    const { url, channels } = told.listen;
    await Promise.all(channels.map((one, listener) => enter(url, { ...one, listener })));
    process.send?.("listening");
  } else {
    process.send?.(heard);
    heard = [];
  }
});

type Entering = Channel & { readonly listener: number };

async function enter(url: string, { channel, token, listener }: Entering): Promise<void> {
  const options = { headers: { origin: url } } as unknown as string[];
  const socket = new WebSocket(`${url.replace("http", "ws").replace("localhost", "127.0.0.1")}/live`, options);
  await new Promise<void>((settle, fail) => {
    socket.addEventListener("error", () => fail(new Error(`no live connection to ${url}`)));
    socket.addEventListener("open", () => socket.send(JSON.stringify({ op: "subscribe", channel, token })));
    socket.addEventListener("message", ({ data }) => {
      const atMs = Date.now();
      const text = String(data);
      if (text.startsWith('{"op":"subscribed"')) return settle();
      if (text.startsWith('{"op":"denied"')) return fail(new Error(text));
      const { body } = JSON.parse(text);
      if (body?.type === "trade.changed")
        heard.push({ listener, hash: body.tradeHash, version: body.change.version, atMs });
    });
  });
}

process.send?.(0);
