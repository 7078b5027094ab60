/** Classifies network addresses: the customer, and whether the address is local. */
import { BlockList, isIP, isIPv6 } from "node:net";

const THIS_MACHINE = new BlockList();
THIS_MACHINE.addSubnet("127.0.0.0", 8, "ipv4");
THIS_MACHINE.addAddress("::1", "ipv6");

/** Of a host as a setting or an address names it; a name is this machine's only where no server of names is asked. */
export function isThisMachine(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  const family = isIP(bare);
  if (family) return THIS_MACHINE.check(bare, family === 6 ? "ipv6" : "ipv4");
  return bare === "localhost" || bare.endsWith(".localhost");
}

/** An address, or a range such as 10.0.0.0/8; not one of all addresses. */
export function isRange(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

/** The holder of one IPv6 address has its 2^64 neighbors as well; an IPv4 address is one however it is written. */
export function networkOf(ip: string): string {
  const [address = ""] = ip.split("%", 1);
  const short = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (short || !isIPv6(address)) return short ?? address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...new Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

const NOT_PUBLIC = new BlockList();
for (const [address, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(address, bits, "ipv4");
// Parts of 2000::/3, the public range of IPv6, that represent IPv4 addresses or are for documentation.
for (const [address, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  NOT_PUBLIC.addSubnet(address, bits, "ipv6");
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");

/** A public internet address, not one of a private network. Addresses from outside must be public before they are contacted. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !NOT_PUBLIC.check(ip, "ipv4");
  return family === 6 && !ip.includes("%") && GLOBAL_V6.check(ip, "ipv6") && !NOT_PUBLIC.check(ip, "ipv6");
}
