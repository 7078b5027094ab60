/** The desk of who is signed in: prices that they are asked to agree to, the form, and their requests with the quotes. */
import type { OtcDeskProps } from "#contract/market/pages.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { clock } from "#ui/icons/shapes.ts";
import { AskForm } from "./ask-form.tsx";
import { AskedCard } from "./asked-card.tsx";
import { RequestCard } from "./request-card.tsx";

const LOOK_AGAIN_MS = 15_000;

type Props = { readonly leastUsd: number; readonly own: NonNullable<OtcDeskProps["own"]> };

export function OwnDesk({ leastUsd, own }: Props) {
  const t = useT();
  const page = usePage();
  const { data: desk = own.desk, refetch } = usePageQuery({
    queryKey: ["otc-desk"],
    initialData: own.desk,
    // A quote comes, and is accepted or withdrawn, while the page is open.
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async () => {
      const { getOtcDesk } = await import("#contract/market/otc/otc.ts");
      return (await page.call(getOtcDesk, {})).data;
    },
  });
  const onDone = () => void refetch();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {desk.asked.length > 0 && (
        <section className="grid gap-3" aria-labelledby="otc-asked">
          <h2 id="otc-asked" className="text-lg font-semibold">
            {t("otc.trader.title")}
          </h2>
          <p className="max-w-3xl text-sm text-muted">{t("otc.trader.about")}</p>
          {desk.asked.map((asked) => (
            <AskedCard key={asked.id} asked={asked} onDone={onDone} />
          ))}
        </section>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section
          className={cx("grid gap-3", desk.requests.length === 0 && "max-lg:order-last")}
          aria-labelledby="otc-own"
        >
          <h2 id="otc-own" className="text-lg font-semibold">
            {t("otc.own.title")}
          </h2>
          {desk.requests.length === 0 && (
            <EmptyState shape={clock} title={t("otc.own.none")}>
              {t("otc.own.none_text")}
            </EmptyState>
          )}
          {desk.requests.map((request) => (
            <RequestCard key={request.id} request={request} onDone={onDone} />
          ))}
        </section>
        <AskForm {...{ leastUsd, own }} onDone={onDone} />
      </div>
    </div>
  );
}
