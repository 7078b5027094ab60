/** The payment method of trades that takes the cards of a brand: by its name, or that of other gift cards. */
import { findPaymentMethod, paymentMethodsOfGroup } from "../../reference/catalog/index.ts";

const OTHER = "other-gift-cards";
const plain = (name: string) => name.toLowerCase().replace(/gift card|voucher|[^a-z0-9]/g, "");

export function vaultMethodOf(brand: string): number | null {
  const wanted = plain(brand);
  const found = paymentMethodsOfGroup("gift-cards").find(({ name }) => plain(name) === wanted);
  return (found ?? findPaymentMethod(OTHER))?.id ?? null;
}
