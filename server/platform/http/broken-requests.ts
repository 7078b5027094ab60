/** What cannot be read as a request meets no hook and no route: it is answered here, with what every answer carries. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { failureEnvelope } from "#contract/platform/errors/failure-envelope.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { ids } from "../ids.ts";

const STATUS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

export function makeBrokenAnswer(headers: Readonly<Record<string, string>>) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const requestId = ids.hash();
    const status = STATUS[error.code ?? ""] ?? 400;
    const body = JSON.stringify(failureEnvelope(new Refusal("request.malformed"), requestId));
    const lines = Object.entries({
      ...headers,
      "x-request-id": requestId,
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}`);
    if (socket.writable) socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
    socket.destroy(error);
  };
}
