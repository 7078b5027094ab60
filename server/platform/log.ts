/** JSON logs to the standard error stream, without secrets. */
import { type Logger, pino } from "pino";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "child">;

const SECRETS = ["authorization", "cookie", "password", "code", "token", "account_number", "seed", "csrf", "secret"];

export function openLog({ level }: { level: string }): Logger {
  return pino(
    {
      level,
      base: { app: "parley" },
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]).concat([
          'req.headers["x-csrf-token"]',
          'req.headers["set-cookie"]',
        ]),
        censor: "[hidden]",
      },
    },
    process.stderr,
  );
}
