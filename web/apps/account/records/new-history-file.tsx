/** Asks for a file of the history, with the filters that the history had. */
import { useState } from "react";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { WalletFilesProps } from "#contract/products/pages.ts";
import type { WalletFile } from "#contract/products/wallet/files.ts";
import { DIRECTIONS, HISTORY_FORMATS, MOVEMENT_FILTERS } from "#contract/products/wallet/history-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { isolated } from "#sdk/words/money.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { MovementSelects } from "./movement-selects.tsx";

type Props = Pick<WalletFilesProps, "filters" | "today" | "timezone"> & {
  readonly isMaking: boolean;
  readonly onMade: (made: WalletFile) => void;
};

export function NewHistoryFile({ filters, today, timezone, isMaking, onMade }: Props) {
  const page = usePage();
  const t = useT();
  const [chosen, choose] = useState({
    ...filters,
    from: filters.from || `${today.slice(0, 4)}-01-01`,
    until: filters.until || today,
    format: "csv",
  });
  const put = (name: keyof typeof chosen, value: string) => choose((all) => ({ ...all, [name]: value }));
  const make = useAction(
    async () => {
      const { askForWalletFile } = await import("#contract/products/wallet/files.ts");
      const body = {
        startDate: chosen.from,
        endDate: chosen.until,
        timezone,
        format: HISTORY_FORMATS.find((one) => one === chosen.format) ?? "csv",
        code: CRYPTO_CODES.find((one) => one === chosen.coin),
        kind: MOVEMENT_FILTERS.find((one) => one === chosen.kind),
        direction: DIRECTIONS.find((one) => one === chosen.direction),
      };
      onMade((await page.call(askForWalletFile, { body })).data);
    },
    { fields: ["startDate", "endDate"] },
  );
  const faults = { from: make.refusal?.fault("startDate"), until: make.refusal?.fault("endDate") };
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-semibold">{t("movements.files.history")}</h2>
      <Form className="grid gap-4" onSubmit={() => void make.run()}>
        <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))]">
          {(["from", "until"] as const).map((name) => (
            <Field key={name} label={t(`movements.filter.${name}`)} error={faults[name]}>
              {(ids) => (
                <Input
                  {...ids}
                  type="date"
                  required
                  max={today}
                  value={chosen[name]}
                  onChange={({ target }) => put(name, target.value)}
                />
              )}
            </Field>
          ))}
          <MovementSelects
            bind={(name) => ({ value: chosen[name], onChange: ({ target }) => put(name, target.value) })}
          />
          <Field label={t("exports.format")}>
            {(ids) => (
              <Select {...ids} value={chosen.format} onChange={({ target }) => put("format", target.value)}>
                {HISTORY_FORMATS.map((one) => (
                  <option key={one} value={one}>
                    {t(`exports.formats.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-muted">{t("movements.files.zone", { zone: isolated(timezone) })}</p>
          <Button type="submit" isBusy={make.isRunning} disabled={isMaking}>
            {t(isMaking ? "exports.making" : "exports.make")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
