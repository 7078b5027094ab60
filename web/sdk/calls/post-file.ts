/** Sends a file as a form with its progress; fetch cannot tell how far an upload is. */
import type { FileInput } from "../page-kit.ts";

type Posted = FileInput & {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
};

/** Rejects where no answer came, as fetch does. */
export function postFile({ url, headers, file, onProgress, signal }: Posted): Promise<Response> {
  const form = new FormData();
  form.append("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      onProgress?.(lengthComputable ? loaded / total : 0);
    request.onerror = () => reject(new TypeError("no answer"));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort());
    request.onload = () => resolve(answerOf(request));
    request.send(form);
  });
}

/** Whatever says that the file is too large, also a proxy with a bound of its own, is the one refusal of its size. */
function answerOf({ status, responseText }: XMLHttpRequest): Response {
  if (status !== 413) return new Response(responseText, { status });
  const { errors, ...rest } = bodyIn(responseText);
  return Response.json({ message: "", ...rest, errors: { ...errors, code: "upload.size_limit" } }, { status });
}

/** A proxy's page is no answer. */
function bodyIn(text: string): { errors?: object } {
  try {
    return JSON.parse(text) as { errors?: object };
  } catch {
    return {};
  }
}
