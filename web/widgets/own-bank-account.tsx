/** One of one's own bank accounts in a currency, to be paid to. */
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Choice = { readonly id: string; readonly title: string; readonly facts: string };

type Props = {
  readonly fiat: string;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly error?: string | undefined;
  readonly words: { readonly label: string; readonly none: string; readonly add: string; readonly failed: string };
};

export function OwnBankAccount({ fiat, value, onChange, error, words }: Props) {
  const page = usePage();
  const { data, isError } = usePageQuery<readonly Choice[]>({
    queryKey: ["own-bank-accounts", fiat],
    staleTime: 0,
    queryFn: async () => {
      const { listBankAccounts } = await import("#contract/market/trades/payment/accounts.ts");
      const { data: accounts } = await page.call(listBankAccounts, {});
      return accounts
        .filter(({ currency }) => currency.code === fiat)
        .map(({ id, bankName, countryIso, masked, holderName }) => ({
          id,
          title: `${bankName ?? countryIso} · ${masked}`,
          facts: holderName,
        }));
    },
  });
  return (
    <div className="grid gap-2">
      {data && data.length > 0 && (
        <RadioCards
          legend={words.label}
          name="own-bank-account"
          value={value}
          onChange={onChange}
          cards={data.map(({ id, title, facts }) => ({
            value: id,
            title: <bdi>{title}</bdi>,
            text: <bdi>{facts}</bdi>,
          }))}
        />
      )}
      {data?.length === 0 && <p className="text-sm">{words.none}</p>}
      {isError && (
        <p role="alert" className="text-sm font-medium text-bad">
          {words.failed}
        </p>
      )}
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
      <a
        href={page.href("accountPayments", undefined)}
        className="flex min-h-11 items-center justify-self-start text-sm font-medium text-brand underline"
      >
        {words.add}
      </a>
    </div>
  );
}
