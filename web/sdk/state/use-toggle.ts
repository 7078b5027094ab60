/** A switch of a screen: shows each press at once, ends where the person left it, goes back with a message when declined. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isDeclined } from "../declined.ts";
import { usePage } from "../page-kit.ts";
import { createToggle, type Toggle } from "./toggle.ts";

export function useToggle(
  isOn: boolean,
  send: (isOn: boolean) => Promise<boolean>,
): { isOn: boolean; press: () => void } {
  const page = usePage();
  const [shown, show] = useState(isOn);
  const sendNow = useRef(send);
  const toggle = useRef<Toggle>(undefined);
  useEffect(() => {
    sendNow.current = send;
  });
  const ready = () => {
    toggle.current ??= createToggle({
      isOn,
      show,
      send: (next) => sendNow.current(next),
      failed(error) {
        if (!isDeclined(error)) globalThis.reportError(error);
        const plain = page.t(navigator.onLine ? "shell.error.generic" : "shell.error.offline");
        page.toast("error", isDeclined(error) ? error.message : plain);
      },
    });
    return toggle.current;
  };
  const receive = useEffectEvent((next: boolean) => {
    if (toggle.current) toggle.current.receive(next);
    else show(next);
  });
  useEffect(() => receive(isOn), [isOn]);
  return { isOn: shown, press: () => ready().press() };
}
