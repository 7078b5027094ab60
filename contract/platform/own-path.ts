/**
 * A place on this site that a visitor named, as it was named; null for whatever a browser could read as an address
 * elsewhere. Browsers drop tabs and line ends, take a backslash for a slash, and read two slashes as the start of a
 * host; some servers decode once more than they should. So a path contains none of these, plain or encoded.
 */
export function ownPath(named: string | undefined): string | null {
  if (!named || !/^\/[^\\\s\p{Cc}]*$/u.test(named)) return null;
  const path = named.split(/[?#]/, 1)[0] ?? "";
  return /\/\/|%(?:2f|5c|25|[01][\da-f]|7f)/i.test(path) ? null : named;
}
