import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";

/** Returns a validator for the schemas of an OpenAPI document. Call `define` with those of its components first. */
export function documentSchemas() {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats(ajv);
  const inAjv = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/')) as object;
  // Compiling takes longer than the request that is checked.
  const compiled = new WeakMap<object, ValidateFunction>();
  return {
    ajv,
    define: (schemas: object) => void ajv.addSchema({ $id: "api", $defs: inAjv(schemas) }),
    /** Returns the check of a schema of the document. */
    validate(schema: object): ValidateFunction {
      const check = compiled.get(schema) ?? ajv.compile(inAjv(schema));
      compiled.set(schema, check);
      return check;
    },
  };
}
