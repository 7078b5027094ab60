/** The limits of everything over HTTP: a Fastify that does next to nothing. */
import fastifyWebsocket from "@fastify/websocket";
import Fastify from "fastify";
import { openDb } from "../server/platform/postgres/db.ts";
import { openLog } from "../server/platform/log.ts";

const BLANK = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blank</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>A page with one line</h1></body></html>`;

const db = openDb({ url: process.env.DATABASE_URL ?? "", log: openLog({ level: "error" }) });
const answer = Buffer.from(process.env.ANSWER ?? "{}");
const page = Buffer.from(process.env.PAGE ?? "", "base64");
const fastify = Fastify();
await fastify.register(fastifyWebsocket, { options: { maxPayload: 4096, perMessageDeflate: false } });
fastify.get("/same", (_request, reply) => reply.type("application/json; charset=utf-8").send(answer));
fastify.get("/page", (_request, reply) =>
  reply.type("text/html; charset=utf-8").header("content-encoding", "br").send(page),
);
fastify.get("/blank", (_request, reply) => reply.type("text/html; charset=utf-8").send(BLANK));
fastify.get<{ Params: { id: string } }>("/offer/:id", async (request) => {
  const [row] = await db.read(
    (tx) => tx.rows<{ hash: string }>`select hash from offers where id = ${request.params.id}`,
  );
  return { hash: row?.hash };
});
await fastify.register(async (scope) => {
  scope.get("/live", { websocket: true }, (socket) => {
    // One client sends; every client receives.
    socket.on("message", (said) => {
      const text = String(said);
      for (const client of scope.websocketServer.clients) client.send(text);
    });
  });
});
await fastify.listen({ port: 0, host: "127.0.0.1" });
const address = fastify.server.address();
if (address && typeof address === "object") process.send?.(address.port);
