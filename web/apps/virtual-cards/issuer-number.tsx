/** The number of a card that the issuer has: its script shows it in frames of its own, and neither our page nor our server sees it. */
import { useEffect, useRef } from "react";
import type { CardKey } from "#contract/products/cards/cards.ts";
import { useT } from "#sdk/page-kit.ts";

const SCRIPT = "https://js.stripe.com/v3/";
const PARTS = [
  ["number", "issuingCardNumberDisplay"],
  ["expires", "issuingCardExpiryDisplay"],
  ["cvv", "issuingCardCvcDisplay"],
] as const;
const COPIED = { number: "number", expires: "expiry", cvv: "cvc" } as const;

type StripeElement = { mount(place: HTMLElement): void; destroy(): void };
type Stripe = {
  createEphemeralKeyNonce(wish: { issuingCard: string }): Promise<{ nonce?: string }>;
  elements(): { create(kind: string, options: object): StripeElement };
};
type StripeMaker = (publishableKey: string) => Stripe;

let loading: Promise<StripeMaker> | undefined;

/** Once a page; a failed one can be tried again. */
function loadStripe(): Promise<StripeMaker> {
  loading ??= new Promise<StripeMaker>((ready, fail) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.onload = () => ready((window as unknown as { Stripe: StripeMaker }).Stripe);
    script.onerror = () => {
      loading = undefined;
      fail(new Error("the issuer's script did not come"));
    };
    document.head.append(script);
  });
  return loading;
}

export type Opened = { readonly stripe: Stripe; readonly nonce: string };

/** A nonce of this browser for this card. */
export async function openIssuer(publishableKey: string, issuerCard: string): Promise<Opened> {
  const stripe = (await loadStripe())(publishableKey);
  const { nonce } = await stripe.createEphemeralKeyNonce({ issuingCard: issuerCard });
  if (nonce === undefined) throw new Error("the issuer's script made no nonce");
  return { stripe, nonce };
}

export function IssuerNumber({ opened: { stripe, nonce }, shown }: { opened: Opened; shown: CardKey }) {
  const t = useT();
  const list = useRef<HTMLDListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key is for one showing.
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    const { color } = getComputedStyle(root);
    const known = { issuingCard: shown.issuerCard, nonce, ephemeralKeySecret: shown.key };
    const elements = stripe.elements();
    const made = PARTS.flatMap(([name, kind]) => {
      const place = (part: string) => root.querySelector<HTMLElement>(`[data-${part}="${name}"]`);
      const [text, copy] = [place("text"), place("copy")];
      if (!text || !copy) return [];
      const display = elements.create(kind, { ...known, style: { base: { color, fontSize: "16px" } } });
      const button = elements.create("issuingCardCopyButton", {
        toCopy: COPIED[name],
        style: { base: { fontSize: "12px", lineHeight: "24px" } },
      });
      display.mount(text);
      button.mount(copy);
      return [display, button];
    });
    return () => {
      for (const one of made) one.destroy();
    };
  }, []);
  return (
    <dl ref={list} className="grid gap-3" data-secret="">
      {PARTS.map(([name]) => (
        <div key={name} className="flex items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-2">
          <div className="min-w-0 grow">
            <dt className="text-xs text-muted">{t(`cards.number.${name}`)}</dt>
            <dd className="min-h-6" dir="ltr" data-text={name} />
          </div>
          <span className="relative min-h-6 rounded-md border border-line px-2 text-xs leading-6">
            {t("cards.number.copy")}
            <span className="absolute inset-0" data-copy={name} />
          </span>
        </div>
      ))}
    </dl>
  );
}
