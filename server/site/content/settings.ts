/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import type { Settings } from "../../platform/setting-shapes.ts";

/** An address elsewhere, or nothing. Only its form is checked. */
const link = z.string().check(z.regex(/^(https:\/\/[a-z0-9.-]{1,100}\.[a-z]{2,20}(\/[A-Za-z0-9_.@/-]{0,150})?)?$/));
const links = z.record(z.string().check(z.regex(/^[a-z]{3,20}$/)), link);

export const SETTINGS = {
  /** In the foot of every page; one that is empty is not shown. */
  "site.social_links": {
    value: { twitter: "", facebook: "", instagram: "", youtube: "", tiktok: "", linkedin: "", discord: "" },
    schema: links,
  },
  "site.founder_links": { value: { twitter: "", linkedin: "", instagram: "" }, schema: links },
  "site.nostr_key": { value: "", schema: z.string().check(z.regex(/^(npub1[a-z0-9]{58})?$/)) },
  "site.nostr_relays": {
    value: [] as string[],
    schema: z
      .array(z.string().check(z.regex(/^wss:\/\/[a-z0-9.-]{1,100}\.[a-z]{2,20}(\/[A-Za-z0-9_.-]{0,80})?$/)))
      .check(z.maxLength(20)),
  },
} as const satisfies Settings;
