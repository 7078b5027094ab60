/**
 * The name under which a cookie travels. Over https its prefix has the browser itself insist on https, on this very host
 * and on the whole path: no other host of the same domain can plant one.
 */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
