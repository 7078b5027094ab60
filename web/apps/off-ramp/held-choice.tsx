/** Money came that does not fit: why, and what its owner can choose. */
import type { RampChoice } from "#contract/products/ramps/names.ts";
import type { RampOrder } from "#contract/products/ramps/ramps.ts";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";

type Props = { readonly order: RampOrder; readonly onDone: (order: RampOrder) => void };

export function HeldChoice({ order, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const choose = useAction(
    async (choice: RampChoice, least: string | null) => {
      const { chooseOnRamp } = await import("#contract/products/ramps/ramps.ts");
      const body = { choice, ...(least === null ? {} : { least_coins: least }) };
      onDone((await page.call(chooseOnRamp, { params: { id: order.id }, body })).data);
    },
    { quiet: true },
  );
  const sum = (amount: string, code: string) => amountText(page.locale, `${amount} ${code}`);
  const { heldFor, received, newCoins } = order;
  if (heldFor === null || received === null) return null;
  const isClose = heldFor === "name" && received.isNameClose;
  const isUnnamed = heldFor === "name" && received.payerName === null;
  const values = {
    came: sum(received.amount, received.currencyCode),
    asked: sum(order.amount, order.currencyCode),
    payer: received.payerName ?? "",
  };
  return (
    <div className="grid gap-3">
      <Alert
        kind={isUnnamed ? "info" : "warning"}
        title={t(isUnnamed ? "ramps.held.no_name" : isClose ? "ramps.held.close" : `ramps.held.${heldFor}`)}
      >
        {t(
          heldFor !== "name"
            ? `ramps.held.${heldFor}_text`
            : isUnnamed
              ? "ramps.held.no_name_text"
              : isClose
                ? "ramps.held.close_text"
                : "ramps.held.name_text",
          values,
        )}
      </Alert>
      {heldFor !== "late" && !isUnnamed && <p className="text-sm text-muted">{t("ramps.held.staff")}</p>}
      {newCoins !== null && (
        <dl className="grid gap-1 rounded-lg bg-sunken p-4 text-sm tabular-nums">
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{t("ramps.held.was")}</dt>
            <dd>
              <bdi>{sum(order.coins, order.cryptoCurrencyCode)}</bdi>
            </dd>
          </div>
          <div className="flex justify-between gap-4 font-semibold">
            <dt>{t("ramps.held.now")}</dt>
            <dd>
              <bdi>{sum(newCoins, order.cryptoCurrencyCode)}</bdi>
            </dd>
          </div>
        </dl>
      )}
      {choose.refusal && <Alert kind="danger">{choose.refusal.joined()}</Alert>}
      <div className="flex flex-wrap gap-2">
        {newCoins !== null && (
          <Button className="grow" isBusy={choose.isRunning} onClick={() => void choose.run("take", newCoins)}>
            {t("ramps.held.take")}
          </Button>
        )}
        <Button
          look={newCoins === null && !isClose && !isUnnamed ? "primary" : "secondary"}
          isBusy={choose.isRunning}
          onClick={() => void choose.run("refund", null)}
        >
          {t("ramps.held.refund")}
        </Button>
      </div>
    </div>
  );
}
