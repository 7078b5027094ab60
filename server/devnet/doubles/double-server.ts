/** The server of a provider's double: JSON on loopback. The double stops it. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Nothing: the connection breaks without an answer. */
export type DoubleAnswer = { readonly status: number; readonly said: object } | "nothing";

type DoubleServer = { readonly api: string; stop(): void };

export async function serveDouble(
  answerTo: (request: IncomingMessage, body: string) => DoubleAnswer | Promise<DoubleAnswer>,
): Promise<DoubleServer> {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request, await textOf(request));
    if (answer === "nothing") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.said));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
