/**
 * Of messages and toasts. success: it is done. error: it was not done. alert: the reader has to act or decide first. info: nothing to do.
 */
export type MessageKind = "success" | "error" | "alert" | "info";
