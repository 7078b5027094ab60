// Guards: the owner of an address: limits by address count per customer, and only addresses of this machine are local.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicAddress, isRange, isThisMachine, networkOf } from "./networks.ts";

test("an IPv6 address counts with its neighbours, and an IPv4 address is one however it is written", () => {
  for (const [ip, network] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["2001:0db8:0001::", "2001:db8:1:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
  ] as const)
    assert.equal(networkOf(ip), network, ip);
});

test("this machine is its own addresses and the names that no server is asked for", () => {
  for (const host of ["localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.9.8.7", "::1", "[::1]"])
    assert.equal(isThisMachine(host), true, host);
  for (const host of ["", "0.0.0.0", "::", "10.0.0.1", "192.168.0.1", "[2001:db8::1]", "notlocalhost", "localhost.eu"])
    assert.equal(isThisMachine(host), false, host);
});

test("a range is an address with as many bits as it may have, and never everything", () => {
  for (const range of ["10.0.0.1", "10.0.0.0/8", "10.0.0.1/32", "::1", "fd00::/8", "2001:db8::/128"])
    assert.equal(isRange(range), true, range);
  for (const text of [
    "",
    "proxy",
    "10.0.0",
    "10.0.0.0/0",
    "10.0.0.0/33",
    "::/0",
    "fd00::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/",
  ])
    assert.equal(isRange(text), false, text);
});

test("a public address is distinguished from private ones, however it is written", () => {
  for (const ip of ["93.184.216.34", "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450:4001::200e"])
    assert.equal(isPublicAddress(ip), true, ip);
  for (const ip of [
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255"],
    ...["192.0.2.1", "192.168.1.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::ffff:10.0.0.1", "::ffff:93.184.216.34", "64:ff9b::a00:1", "fc00::1", "fd12::1", "fe80::1"],
    ...["ff02::1", "2001:db8::1", "2001::1", "2002:a00:1::", "2606:4700::1111%eth0", "010.0.0.1", "10.1", "", "name"],
  ])
    assert.equal(isPublicAddress(ip), false, ip);
});
