/**
 * Email addresses: ASCII before the @ (RFC 5321), a domain of any script after it, which is kept as mail servers write it
 * ("xn--"). Addresses with other letters before the @ (RFC 6531) are refused, because many servers drop their mail.
 */
import * as z from "zod/mini";
import { EMAIL_MAX } from "../platform/lengths.ts";
import { trimmed } from "../platform/plain-text.ts";
import { form } from "../platform/errors/shape-faults.ts";

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LOCAL_MAX = 64;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** A country's or another name, also an international one; no number, because an address of a network is no domain. */
const TOP = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

/** As it is kept and sent to, undefined for what is none. Capitals stay: people find their address as they typed it. */
export function emailAddress(typed: string): string | undefined {
  const at = typed.lastIndexOf("@");
  const [local, domain] = [typed.slice(0, at), typed.slice(at + 1)];
  if (at < 1 || local.length > LOCAL_MAX || !LOCAL.test(local)) return undefined;
  const ascii = asciiDomain(domain);
  const labels = ascii?.split(".") ?? [];
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label)) && TOP.test(labels.at(-1) ?? "");
  const address = `${local}@${ascii}`;
  return isDomain && address.length <= EMAIL_MAX ? address : undefined;
}

// Of what a URL's host may have besides a domain nothing reaches the parser, which would drop it in silence.
function asciiDomain(domain: string): string | undefined {
  if (!/^(?:[\p{L}\p{M}\p{N}.\u3002-]|\u200c|\u200d){1,254}$/u.test(domain)) return undefined;
  if (/^[\x20-\x7e]*$/.test(domain) && !/xn--/i.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** The same for every spelling of one mailbox's address; what is none stays what was typed. */
export function sameEmail(typed: string): string {
  const plain = trimmed(typed);
  return (emailAddress(plain) ?? plain).toLowerCase();
}

export const email = z.string().check(
  z.maxLength(EMAIL_MAX),
  z.overwrite((typed) => emailAddress(typed.trim()) ?? typed),
  z.refine((typed) => emailAddress(typed) !== undefined, { error: form("email") }),
);
