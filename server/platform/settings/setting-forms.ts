/** Forms that settings of the environment have. */
import { existsSync } from "node:fs";
import * as z from "zod";

/** Stops the start, with a message for the operator. */
export class ConfigError extends Error {}

export const oneLine = z.string().refine((text) => !/[\r\n\0]/.test(text), "must be one line");
export const existingFile = z.string().refine(existsSync, "there is no such file");
export const onOff = z.stringbool({
  truthy: ["on", "true", "1", "yes"],
  falsy: ["off", "false", "0", "no"],
  error: "must be on or off",
});

/** As it was written but for what an address leaves open, such as the slash after a host. */
export function address(...protocols: string[]) {
  return z
    .string()
    .refine((text) => URL.canParse(text), { error: "is not an address", abort: true })
    .refine(
      (text) => protocols.includes(new URL(text).protocol),
      `must begin with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    )
    .transform((text) => String(new URL(text)));
}

const BUS_PROTOCOLS = ["redis:", "rediss:", "valkey:", "valkeys:", "nats:", "tls:"];

/** Of a carrier of the bus. */
export const busAddress = address(...BUS_PROTOCOLS)
  .refine((text) => new URL(text).hostname !== "", { error: "must name a host", abort: true })
  .refine((text) => /^\/?[\w-]*$/.test(new URL(text).pathname), "may end with one name, of letters, digits, - and _");
