/**
 * The lightest HTTP caller there is: a socket kept open, requests written as text, answers read by their length. It
 * takes little of the machine that it shares with what is measured.
 */
import { connect, type Socket } from "node:net";

/** The body's bytes as they came, packed where the answer was; `body` is their text. */
export type Reply = { readonly status: number; readonly bytes: Buffer; readonly body: string };

export type Wire = {
  /** One request at a time. */
  ask(request: string): Promise<Reply>;
  close(): void;
};

export async function openWire(port: number): Promise<Wire> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((settle, fail) => {
    socket.once("connect", settle);
    socket.once("error", fail);
  });
  let waiting: { settle: (reply: Reply) => void; fail: (error: Error) => void } | undefined;
  onReplies(socket, (reply) => {
    const asked = waiting;
    waiting = undefined;
    asked?.settle(reply);
  });
  socket.on("close", () => waiting?.fail(new Error("the server closed the connection")));
  socket.on("error", (error) => waiting?.fail(error));
  return {
    ask: (request) =>
      new Promise((settle, fail) => {
        waiting = { settle, fail };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function onReplies(socket: Socket, take: (reply: Reply) => void): void {
  let kept: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    const end = kept.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = kept.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    if (kept.length < end + 4 + length) return;
    const bytes = kept.subarray(end + 4, end + 4 + length);
    kept = kept.subarray(end + 4 + length);
    take({
      status: Number(head.slice(9, 12)),
      bytes,
      get body() {
        return bytes.toString("utf8");
      },
    });
  });
}

export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headerLines(headers)}\r\n`;
}

export function postRequest(path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const all = { ...headers, "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headerLines(all)}\r\n${body}`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/** So many open connections, one for each caller. */
export async function openWires(port: number, count: number): Promise<Wire[]> {
  return Promise.all(Array.from({ length: count }, () => openWire(port)));
}
