/** What LND's calls have in common. */
import grpc from "@grpc/grpc-js";

export type Asked<Request> = { readonly request: Request };
export type Streamed<Request> = grpc.ServerWritableStream<Request, object>;
/** Each answers at once, or throws a fault. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of a request is that of its proto.
export type Handlers = Record<string, (asked: Asked<any>) => object>;

export const { NOT_FOUND, UNKNOWN, ALREADY_EXISTS } = grpc.status;

export function grpcFault(code: number, details: string): Error {
  return Object.assign(new Error(details), { code, details });
}

export function faultOf(error: unknown): Error & { code: number; details: string } {
  const { code, details, message } = error as { code?: unknown; details?: string; message: string };
  return Object.assign(new Error(message), {
    code: typeof code === "number" ? code : UNKNOWN,
    details: details ?? message,
  });
}
