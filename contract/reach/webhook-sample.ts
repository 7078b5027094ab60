/** A message with its signatures as the manual of webhooks shows it, and code that verifies it. A test makes the same bytes. */

/** Of a key and a secret that nothing else uses. */
export const SAMPLE = {
  url: "https://example.com/parley",
  id: "Hk3TqWb7XcR2sN",
  timestamp: "1795860000",
  body: '{"id":"Hk3TqWb7XcR2sN","type":"trade.paid","subject":"Tm4dRw9KpL2xVs","seq":2,"occurred_at":"2026-11-28T10:00:00.000Z","payload":{"tradeHash":"Tm4dRw9KpL2xVs","status":"paid"}}',
  publicKey:
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAiojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=\n-----END PUBLIC KEY-----\n",
  signature: "9rAChsnhXc7CQcQgk16inonQ+GCYkmz4f6py+0spKOP8paQuyJL0n/9Y7avDNVm/ja3iPf7PwUM5dzNlOejeDw==",
  secret: "whsec_AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=",
  standardSignature: "v1,1emoQIx9de8ALJVz3G9z1nlihxxdt49JEflLKt7KMmI=",
} as const;

/** By the name of the language; each says whether a request is ours from the bytes of its body as they came. */
export const SAMPLE_CODE = {
  "Node.js": `import { createPublicKey, verify } from "node:crypto";

// rawBody: the bytes as they came, before anything parses them
export function isFromParley(url, rawBody, header, publicKeyPem) {
  const signed = Buffer.concat([Buffer.from(url + ":"), rawBody]);
  const key = createPublicKey(publicKeyPem);
  return header.split(",").some((one) => verify(null, signed, key, Buffer.from(one, "base64")));
}`,
  Python: `import base64
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_pem_public_key

# raw_body: the bytes as they came, before anything parses them
def is_from_parley(url, raw_body, header, public_key_pem):
    key = load_pem_public_key(public_key_pem.encode())
    for one in header.split(","):
        try:
            key.verify(base64.b64decode(one), url.encode() + b":" + raw_body)
            return True
        except InvalidSignature:
            continue
    return False`,
  PHP: `<?php
// $rawBody: file_get_contents("php://input")
function isFromParley(string $url, string $rawBody, string $header, string $publicKeyPem): bool {
    $lines = array_filter(explode("\\n", $publicKeyPem), fn ($line) => $line !== "" && $line[0] !== "-");
    $key = substr(base64_decode(implode("", $lines)), -32);
    foreach (explode(",", $header) as $one)
        if (sodium_crypto_sign_verify_detached(base64_decode($one), $url . ":" . $rawBody, $key)) return true;
    return false;
}`,
  Go: `package parley

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"strings"
)

// rawBody: the bytes as they came, before anything parses them
func IsFromParley(url string, rawBody []byte, header, publicKeyPem string) bool {
	block, _ := pem.Decode([]byte(publicKeyPem))
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return false
	}
	signed := append([]byte(url+":"), rawBody...)
	for _, one := range strings.Split(header, ",") {
		signature, err := base64.StdEncoding.DecodeString(one)
		if err == nil && ed25519.Verify(key.(ed25519.PublicKey), signed, signature) {
			return true
		}
	}
	return false
}`,
} as const;
export type SampleLanguage = keyof typeof SAMPLE_CODE;
