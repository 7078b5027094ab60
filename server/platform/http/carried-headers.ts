/**
 * What every answer carries beside its own headers. An answer of a call gets all of it as one text that was written before:
 * Node would look at each name and each letter of fourteen headers anew, which takes a third of what a request takes.
 */
import { type IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

export type CarriedHeaders = {
  /** Of an answer that has none of these itself and is kept by nobody on its way. */
  toCall(request: FastifyRequest, reply: FastifyReply): void;
  /** Of any other answer: those that it has not set itself. An answer that has the text has them already. */
  toAny(request: FastifyRequest, reply: FastifyReply): void;
};

/** The same names and values, ready to be sent. They are ours: nobody looks whether a line's end is among them. */
export function carriedHeaders(fixed: Readonly<Record<string, string>>): CarriedHeaders {
  const entries = Object.entries(fixed);
  const lines = entries.map(([name, value]) => [name, lineOf(name, value)] as const);
  const all = [...lines.map(([, line]) => line), lineOf("cache-control", "no-store")].join("");
  return {
    toCall(request, reply) {
      const { raw } = reply;
      // Also what a test injects is an answer, of another class.
      if (raw instanceof PrewrittenResponse) raw.prewritten = all + lineOf("x-request-id", request.id);
      else reply.header("cache-control", "no-store");
    },
    toAny(request, reply) {
      const { raw } = reply;
      if (raw instanceof PrewrittenResponse) {
        if (raw.prewritten !== "") return;
        for (const [name, line] of lines) if (!reply.hasHeader(name)) raw.prewritten += line;
        raw.prewritten += lineOf("x-request-id", request.id);
        return;
      }
      for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value);
      reply.header("x-request-id", request.id);
    },
  };
}

const lineOf = (name: string, value: string) => `${name}: ${value}\r\n`;

type Storing = { _storeHeader(firstLine: string, headers: unknown): void };
const { _storeHeader: storeHeader } = ServerResponse.prototype as unknown as Storing;

/** Give it to the server that answers with it. What is prewritten follows the first line; Node adds the headers that the reply has. */
export class PrewrittenResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  prewritten = "";

  /** Node puts an answer's head together here, in all its versions; `headers.test.ts` reads what comes of it. */
  _storeHeader(firstLine: string, headers: unknown): void {
    storeHeader.call(this, firstLine + this.prewritten, headers);
  }
}
