/** The providers of accounts by which people may sign in: a file of JSON that the operator writes, for the workers only. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { isThisMachine } from "../words/networks.ts";
import type { SocialProvider } from "../outside/providers/open-id.ts";
import { address, ConfigError, oneLine } from "./setting-forms.ts";

const providers = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/, "must be small letters, digits and -"),
      /** As buttons call it. */
      name: oneLine.max(40),
      issuer: address("https:", "http:").refine(
        (text) => new URL(text).protocol === "https:" || isThisMachine(new URL(text).hostname),
        "must begin with https:// unless it is this machine",
      ),
      client_id: oneLine.min(1),
      client_secret: oneLine.min(1),
      /** The market asks for no code where the provider says that an email is confirmed. */
      confirms_email: z.boolean().default(false),
    }),
  )
  .max(10)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "names an id twice");

/** Throws a sentence where the file cannot be read. */
export function readSocialProviders(file: string | undefined): readonly SocialProvider[] {
  if (file === undefined) return [];
  const read = providers.safeParse(jsonOf(file));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ConfigError(
      `Parley does not start: SOCIAL_PROVIDERS=${file}: ${issue?.path.join(".") || "it"} ${issue?.message}.`,
    );
  }
  return read.data.map(({ id, name, issuer, client_id, client_secret, confirms_email }) => ({
    id,
    title: name,
    issuer,
    clientId: client_id,
    clientSecret: client_secret,
    confirmsEmail: confirms_email,
  }));
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // What the parser says would quote the file, which has secrets in it.
    throw new ConfigError(`Parley does not start: SOCIAL_PROVIDERS=${file} is no file of JSON.`);
  }
}
