/** What is wrong with a field that the browser refuses, in the language of the page: its own bubble speaks that of the browser. */
import { createContext } from "react";

export type FieldFault = "missing" | "invalid" | "unticked";

export const FieldTexts = createContext<(fault: FieldFault) => string>(() => "");
