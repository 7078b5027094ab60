/** Reads `data-location` of a page element: its screen and the props. */

export type PageLocation = { route: string; props: Record<string, unknown> };

export class LocationError extends Error {}

/** Throws a LocationError with one of three texts, which apps built elsewhere may look for: do not reword them. */
export function readLocation(attribute: string | null, allowedRoutes: readonly string[]): PageLocation {
  const value = parse(attribute);
  if (!isObject(value)) throw new LocationError("data-location attribute is not valid");
  if (typeof value.route !== "string" || !allowedRoutes.includes(value.route))
    throw new LocationError("data-location attribute's `route` field is invalid");
  if (!isObject(value.props)) throw new LocationError("data-location attribute's `props` field is invalid");
  return { route: value.route, props: value.props };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    // Not JSON: the caller says that the attribute is not valid.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
