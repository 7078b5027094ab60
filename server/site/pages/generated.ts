/** Pictures of the catalogue: marks of payment methods and flags, as SVG. */
import { join } from "node:path";

export const GENERATED = join(import.meta.dirname, "../../reference/catalog/generated");
export const PICTURE_FOLDERS = ["icons", "flags"] as const;
