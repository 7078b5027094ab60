/**
 * The contract's schemas are the small kind, for the browser, and walk an object field by field. What leaves the server
 * is checked by the same rules as generated code, which takes a third of the time.
 */
import * as core from "zod/v4/core";

const known = new WeakMap<core.$ZodType, core.$ZodType>();

/** A schema that takes and refuses the same, with the same result. */
export function compiled(schema: core.$ZodType): core.$ZodType {
  const given = known.get(schema);
  if (given) return given;
  const made = compile(schema);
  known.set(schema, made);
  return made;
}

function compile(schema: core.$ZodType): core.$ZodType {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case "object": {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, compiled(field)]));
      return new core.$ZodObjectJIT({ ...def, shape });
    }
    case "array":
      return new core.$ZodArray({ ...def, element: compiled(def.element) });
    case "nullable":
      return new core.$ZodNullable({ ...def, innerType: compiled(def.innerType) });
    case "optional":
      return new core.$ZodOptional({ ...def, innerType: compiled(def.innerType) });
    default:
      return schema;
  }
}
