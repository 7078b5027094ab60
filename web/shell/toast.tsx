/** Toasts, loaded with the first one: top at the end, 5 s, dragged away past 80 percent. */
import { createRoot } from "react-dom/client";
import { cssTransition, ToastContainer, toast } from "react-toastify/unstyled";
import type { MessageKind } from "#ui/message-kind.ts";
import "../ui/styles/toast.css";

const Motion = cssTransition({ enter: "parley-toast-in", exit: "parley-toast-out", collapse: false });

let mounted = false;

export function showToast(kind: MessageKind, text: string, options: { isRtl: boolean; label: string }): void {
  if (!mounted) {
    mounted = true;
    const place = document.createElement("div");
    document.body.append(place);
    createRoot(place).render(
      <ToastContainer
        position={options.isRtl ? "top-left" : "top-right"}
        autoClose={5000}
        draggable
        draggablePercent={80}
        transition={Motion}
        rtl={options.isRtl}
        aria-label={options.label}
        pauseOnFocusLoss
        limit={4}
      />,
    );
  }
  toast(text, { type: kind === "alert" ? "warning" : kind, toastId: `${kind}:${text}` });
}
