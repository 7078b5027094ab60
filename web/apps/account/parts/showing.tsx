/** Figures, facts and charts; rows and tables. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { amountText, countText } from "#sdk/words/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Below } from "#ui/below.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { info } from "#ui/icons/shapes.ts";
import { Meter } from "#ui/meter.tsx";
import { Pager } from "#ui/pager.tsx";
import { ChartEnds, LineChart } from "#ui/pictures/line-chart.tsx";
import { Row, Rows } from "#ui/rows.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Stat } from "#ui/stat.tsx";
import { Table } from "#ui/table.tsx";
import { UserChip } from "#ui/user-chip.tsx";
import { Part, State, Wide } from "./pane.tsx";

const RATES = ["61000", "60400", "62100", "61800", "63500", "63100", "64300"];
const WEEK = RATES.map((rate, place) => ({ date: `2026-11-2${place + 1}`, rate }));
const FALLING = WEEK.map(({ date }, place) => ({ date, rate: RATES.at(-1 - place) ?? "0" }));

export function FigureParts() {
  const t = useT();
  const { locale } = usePage();
  const price = (rate: string) => amountText(locale, `${rate} USD`);
  return (
    <>
      <Part name="Stat">
        <Wide>
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            <Stat label={t("parts.word.trades")} value={countText(locale, 1204)} />
            <Stat size="lg" label={t("parts.word.success")} value="98%" />
            <Stat size="xl" label={t("parts.word.volume")} value={price("9400")} />
            <Stat isBoxed label={t("parts.word.long")} value="–" />
          </dl>
        </Wide>
      </Part>
      <Part name="FactRows">
        <Wide>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <FactRows
              rows={[
                [t("parts.word.price"), price("64300")],
                [t("parts.word.amount"), t("parts.word.long")],
              ]}
            />
          </dl>
        </Wide>
      </Part>
      <Part name="Meter">
        {([0, 40, 85, 100] as const).map((value) => (
          <State key={value} is={value === 0 ? "empty" : "usual"}>
            <Meter value={value} max={100} label={`${value}%`} />
          </State>
        ))}
        <State is="usual">
          <Meter isAim value={100} max={100} label="100%" />
        </State>
      </Part>
      <Part name="LineChart, ChartEnds">
        <State is="usual">
          <LineChart points={WEEK} label={t("parts.word.chart")} />
          <ChartEnds points={WEEK} day={(date) => date} price={price} />
        </State>
        <State is="usual">
          <LineChart points={FALLING} label={t("parts.word.chart")} />
        </State>
        <State is="empty">
          <LineChart points={[]} label={t("parts.word.chart")} />
        </State>
      </Part>
    </>
  );
}

export function ListParts() {
  const t = useT();
  const open = (
    <Button size="sm" look="secondary">
      {t("parts.word.open")}
    </Button>
  );
  return (
    <>
      <Part name="Rows, Row, UserChip">
        <Wide>
          <Rows isFramed>
            <Row isFramed end={open}>
              <UserChip
                name="alba_exchange"
                face={null}
                href="#parts-lists"
                seen={{ level: "success", text: t("parts.word.seen") }}
                after={<Badge tone="good">{t("parts.word.paid")}</Badge>}
              />
            </Row>
            <Row isFramed end={open}>
              <span className="min-w-0 text-sm [overflow-wrap:anywhere]">{t("parts.word.long")}</span>
            </Row>
          </Rows>
          <Rows>
            <Row end={open}>{t("parts.word.name")}</Row>
            <Row>{t("parts.word.sentence")}</Row>
          </Rows>
          <Rows isFramed aria-busy>
            <Row isFramed>
              <Skeleton />
            </Row>
            <Row isFramed>
              <Skeleton />
            </Row>
          </Rows>
        </Wide>
      </Part>
      <Part name="Table, Pager">
        <Wide>
          <TableParts isStacked={false} />
          <TableParts isStacked />
          <Pager
            label={t("parts.word.price")}
            place={t("parts.word.page")}
            back={{ href: "#parts-lists", label: t("parts.word.back") }}
            on={{ href: "#parts-lists", label: t("parts.word.next") }}
          />
        </Wide>
      </Part>
      <Below>
        <Part name="Below">
          <State is="empty">
            <EmptyState shape={info} title={t("parts.word.nothing")} />
          </State>
        </Part>
      </Below>
    </>
  );
}

function TableParts({ isStacked }: { isStacked: boolean }) {
  const t = useT();
  const { locale } = usePage();
  const rows = [
    [t("parts.word.name"), t("parts.word.paid"), "64300"],
    [t("parts.word.long"), t("parts.word.open"), "61000"],
  ] as const;
  return (
    <div className="rounded-xl border border-line bg-raised p-2">
      <Table
        isStacked={isStacked}
        caption={t("parts.word.price")}
        head={[t("parts.word.settings"), t("parts.word.open"), t("parts.word.price")]}
        numbers={[2]}
      >
        {rows.map(([name, state, rate]) => (
          <tr key={name}>
            <td>{name}</td>
            <td>
              <Badge tone="info">{state}</Badge>
            </td>
            <td className="text-end tabular-nums">
              <bdi>{amountText(locale, `${rate} USD`)}</bdi>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
