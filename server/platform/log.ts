/** JSON logs to the standard error stream, without secrets. */
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from "pino";
import { loggedError } from "./errors/text.ts";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "child">;

const SECRETS = ["authorization", "cookie", "password", "code", "token", "account_number", "seed", "csrf", "secret"];

export function openLog({ level, stream = process.stderr }: { level: string; stream?: DestinationStream }): Logger {
  return pino(
    {
      level,
      base: { app: "parley" },
      // With its zone, which is UTC: lines of several machines are laid side by side.
      timestamp: stdTimeFunctions.isoTime,
      // Its codes go by other names than `code`, which is a secret of people's mails.
      serializers: { err: (error: unknown) => loggedError(error) },
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]).concat([
          'req.headers["x-csrf-token"]',
          'req.headers["set-cookie"]',
        ]),
        censor: "[hidden]",
      },
    },
    stream,
  );
}
