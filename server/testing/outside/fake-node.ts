/** A node on loopback that answers JSON-RPC by a given function, and records the requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenAt } from "../../platform/http/listen-at.ts";
import { afterTests } from "../after-tests.ts";

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
/** A result as JSON text, an error, or a text that replaces the whole answer. */
export type Said =
  | { readonly result: string }
  | { readonly error: { code: number; message: string } }
  | { readonly instead: string };

export type FakeNode = {
  readonly url: string;
  readonly asked: string[];
  readonly headers: IncomingMessage["headers"][];
  /** Answers this method so from now on; a function is asked each time. */
  says(method: string, said: Said | ((params: readonly unknown[]) => Said)): void;
};

const NOTHING: Said = { error: { code: -32601, message: "no such method" } };

export async function fakeNode(): Promise<FakeNode> {
  const answers = new Map<string, Said | ((params: readonly unknown[]) => Said)>();
  const asked: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const answerTo = ({ id, method, params }: Asked): string => {
    asked.push(`${method} ${JSON.stringify(params)}`);
    const known = answers.get(method) ?? NOTHING;
    const said = typeof known === "function" ? known(params) : known;
    if ("instead" in said) return said.instead;
    const rest = "result" in said ? `"result":${said.result}` : `"error":${JSON.stringify(said.error)}`;
    return `{"jsonrpc":"2.0","id":${id},${rest}}`;
  };
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    headers.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked | Asked[];
    response.setHeader("content-type", "application/json");
    response.end(Array.isArray(body) ? `[${body.map(answerTo).join(",")}]` : answerTo(body));
  });
  const { port, stop } = await listenAt(server, { port: 0, host: "127.0.0.1" });
  afterTests(stop);
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    headers,
    says: (method, said) => void answers.set(method, said),
  };
}
