/**
 * For addresses that somebody outside named: what is asked is what was looked at. The connection goes to the address that the
 * name had when it was checked, and to no later answer.
 */
import { Resolver } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, isThisMachine } from "../words/networks.ts";

export class PrivateAddress extends Error {}

/** Asks the name servers by itself: the look-up of the system has four threads, which slow name servers would hold. */
export const lookupName: LookupFunction = (hostname, _, done) => {
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  const found: { address: string; family: number }[] = [];
  let left = 2;
  const end = (family: number) => (error: NodeJS.ErrnoException | null, addresses: string[]) => {
    if (!error) found.push(...addresses.map((address) => ({ address, family })));
    left -= 1;
    if (left === 0) done(found.length > 0 ? null : error, found);
  };
  resolver.resolve4(hostname, end(4));
  resolver.resolve6(hostname, end(6));
};

/** Of a host that needs no look-up to be known as private: a written address, or a name of this machine. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isThisMachine(bare) || (isIP(bare) !== 0 && !isPublicAddress(bare));
}

/** A look-up that fails with PrivateAddress where any of the name's addresses is not public. */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = Array.isArray(found) ? found : [];
      const hidden = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (hidden || !first) return callback(new PrivateAddress(`${hostname} is not a public address`), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}
