/** Makes a hidden tab call: its title and sign alternate until the user looks, in this tab or in another. */
import { keep } from "./keep.ts";

const EVERY_MS = 3000;
const KEY = "tab_seen";

export function createTabAlert() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const quiet = { title: document.title, icon: icon?.href ?? "" };
  let timer: ReturnType<typeof setInterval> | undefined;
  let isLoud = false;

  const draw = (title: string, href: string) => {
    document.title = title;
    if (icon && href) icon.href = href;
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    isLoud = false;
    draw(quiet.title, quiet.icon);
  };
  const look = () => {
    if (!timer) return;
    stop();
    keep(KEY, String(performance.timeOrigin + performance.now()));
  };
  addEventListener("focus", look);
  addEventListener("storage", (event) => event.key === KEY && timer && stop());

  return (text: string) => {
    if (document.hasFocus()) return;
    if (!timer) quiet.title = document.title;
    clearInterval(timer);
    const turn = () => {
      isLoud = !isLoud;
      if (isLoud) draw(text, "/shell/favicon-alert.svg");
      else draw(quiet.title, quiet.icon);
    };
    turn();
    timer = setInterval(turn, EVERY_MS);
  };
}
