/**
 * For addresses that somebody outside named: what is asked is what was looked at. The connection goes to the address that the
 * name had when it was checked, and to no later answer.
 */
import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, isThisMachine } from "../words/networks.ts";

export class PrivateAddress extends Error {}

export const lookupName = lookup as LookupFunction;

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
