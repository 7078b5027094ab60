/** Payment accounts: some of each kind, one in an open trade, and none. */
import type { PaymentsPageProps } from "#contract/market/pages.ts";

function samplePayments(nowMs: number): PaymentsPageProps {
  const at = (days: number) => new Date(nowMs - days * 86_400_000).toISOString();
  const stamps = { createdAt: at(40), updatedAt: at(3) };
  return {
    accounts: [
      {
        id: "sampleaccount1",
        country: "GB",
        countryId: 826,
        countryIso: "GB",
        currency: { id: 1, code: "GBP" },
        isPersonal: true,
        holderName: "Amara Kimani",
        bankName: "NATIONAL WESTMINSTER BANK PLC",
        masked: "•••• 6819",
        isInUse: true,
        ...stamps,
      },
      {
        id: "sampleaccount2",
        country: "OTHER",
        countryId: 404,
        countryIso: "KE",
        currency: { id: 2, code: "KES" },
        isPersonal: false,
        holderName: "Kimani Imports and Exports Company of East Africa Limited",
        bankName: null,
        masked: "•••• 0042",
        isInUse: false,
        ...stamps,
      },
    ],
    wallets: [
      {
        id: "samplewallet01",
        paymentMethod: { id: 451, slug: "m-pesa", name: "M-Pesa" },
        holderName: "Amara Kimani",
        phone: "+254712345678",
        isInUse: false,
        ...stamps,
      },
    ],
    countries: [
      { id: 566, iso: "NG", name: "Nigeria", currencyId: 3 },
      { id: 404, iso: "KE", name: "Kenya", currencyId: 2 },
      { id: 826, iso: "GB", name: "United Kingdom", currencyId: 1 },
    ],
    currencies: [
      { id: 1, code: "GBP", name: "British Pound" },
      { id: 2, code: "KES", name: "Kenyan Shilling" },
      { id: 3, code: "NGN", name: "Nigerian Naira" },
    ],
    countryId: 404,
    currencyId: 2,
    methods: [{ id: 451, name: "M-Pesa" }],
  };
}

export function samplesOfPayments(nowMs: number) {
  const props = samplePayments(nowMs);
  return {
    "account-payments": { page: "account-payments" as const, needsUser: true, props },
    "account-payments-none": {
      page: "account-payments" as const,
      needsUser: true,
      props: { ...props, accounts: [], wallets: [] },
    },
  };
}
