/** The crosshair of price charts (web/widgets/price-chart.tsx): the day under a pointer, a finger or the arrow keys, with its price. */
import type { PageKit } from "#sdk/page-kit.ts";
import { dayText } from "#sdk/words/day-text.ts";
import { priceText } from "#sdk/words/money.ts";

/** As the chart's drawing is. */
const [WIDTH, HEIGHT] = [600, 200];
const DAY_MS = 86_400_000;

type Day = { readonly day: number; readonly rate: string };
type Chart = {
  readonly place: HTMLElement;
  readonly days: readonly Day[];
  readonly fiat: string;
  /** What is read while no day is pointed at. */
  readonly rest: string;
  /** The number of the day under the crosshair. */
  at: number | null;
};

/** `first` is the event that asked for it. */
export function watchCharts({ locale }: Pick<PageKit, "locale">, first: Event): void {
  const charts = new WeakMap<Element, Chart>();
  const chartAt = (target: EventTarget | null) => {
    const place = target instanceof Element ? target.closest<HTMLElement>("[data-chart]") : null;
    if (!place) return undefined;
    const known = charts.get(place);
    // A page may draw the same element anew for other days.
    const chart = known && packedDays(known) === place.dataset.days ? known : readChart(place);
    charts.set(place, chart);
    return chart;
  };
  const read = ({ place }: Chart) => place.closest("[data-chart-of]")?.querySelector("[data-chart-read]");
  let shown: Chart | undefined;
  const show = (chart: Chart, at: number) => {
    const point = chart.days[at];
    const out = read(chart);
    if (!point || !out || chart.at === at) return;
    if (shown !== chart) leave(shown);
    shown = chart;
    chart.at = at;
    const date = new Date(point.day * DAY_MS).toISOString().slice(0, 10);
    out.textContent = `${dayText(locale, date, "full")} · ${priceText(locale, point.rate, chart.fiat)} ${chart.fiat}`;
    const { x, y } = spotOf(chart, point);
    draw(chart, { line: `M${x},0V${HEIGHT}`, dot: `M${x},${y}h0` });
  };
  const leave = (chart: Chart | undefined) => {
    if (!chart || chart.at === null) return;
    chart.at = null;
    const out = read(chart);
    if (out) out.textContent = chart.rest;
    draw(chart, { line: "", dot: "" });
  };

  const point = (event: Event) => {
    const chart = chartAt(event.target);
    if (!chart || !(event instanceof MouseEvent)) return event.type === "pointerdown" ? leave(shown) : undefined;
    const box = chart.place.getBoundingClientRect();
    show(chart, nearest(chart, (event.clientX - box.left) / box.width));
  };
  point(first);
  for (const type of ["pointermove", "pointerdown"] as const) document.addEventListener(type, point);
  for (const type of ["pointerout", "focusout"] as const)
    document.addEventListener(type, (event) => {
      // What a finger pointed at stays until it points elsewhere.
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      const chart = chartAt(event.target);
      if (chart && !(event.relatedTarget instanceof Node && chart.place.contains(event.relatedTarget))) leave(chart);
    });
  document.addEventListener("keydown", (event) => {
    const chart = chartAt(event.target);
    if (!chart || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    const last = chart.days.length - 1;
    const at = chart.at === null ? last : chart.at + (event.key === "ArrowLeft" ? -1 : 1);
    show(chart, Math.min(last, Math.max(0, at)));
  });
}

function readChart(place: HTMLElement): Chart {
  const frame = place.closest<HTMLElement>("[data-chart-of]");
  const days = (place.dataset.days ?? "").split(" ").flatMap((text): Day[] => {
    const [day = "", rate = ""] = text.split(":");
    return rate ? [{ day: Number(day), rate }] : [];
  });
  const rest = frame?.querySelector("[data-chart-read]")?.textContent ?? "";
  return { place, days, fiat: frame?.dataset.chartOf ?? "", rest, at: null };
}

const packedDays = ({ days }: Chart) => days.map(({ day, rate }) => `${day}:${rate}`).join(" ");

function spotOf({ place, days }: Chart, { day, rate }: Day): { x: number; y: number } {
  const [low = 0, high = 0] = (place.dataset.chart ?? "").split(" ").map(Number);
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  return {
    x: (WIDTH * (day - first)) / Math.max(1, last - first),
    y: (HEIGHT * (high - Number(rate))) / (high - low || 1),
  };
}

/** The number of the day that is nearest to a share of the width. */
function nearest({ days }: Chart, share: number): number {
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  const wanted = first + (last - first) * share;
  const far = days.map(({ day }) => Math.abs(day - wanted));
  return far.indexOf(Math.min(...far));
}

function draw({ place }: Chart, { line, dot }: { line: string; dot: string }): void {
  place.querySelector("[data-chart-line]")?.setAttribute("d", line);
  place.querySelector("[data-chart-dot]")?.setAttribute("d", dot);
}
