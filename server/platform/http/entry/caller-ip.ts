/** Where a caller comes from. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** The caller's address. A proxy that forwards a header without an address is taken for the caller itself. */
export function callerIp(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? "");
}
