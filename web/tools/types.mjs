// Writes src/generated/*.ts from docs/schemas/*.json: what the server says and what the page may say, in one place.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const schemas = join(here, "..", "..", "docs", "schemas");
const out = join(here, "..", "src", "generated");
const wanted = ["messages"];

const nameOf = (ref) => ref.split("/").at(-1).replace(/[^A-Za-z0-9_]/g, "_");
const quoted = (key) => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));

function typeOf(schema) {
  if (schema === true || schema === undefined || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref) return nameOf(schema.$ref);
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "array":
      return arrayOf(schema);
    case "object":
      return objectOf(schema);
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    default:
      return "unknown";
  }
}

function arrayOf(schema) {
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  const inner = typeOf(schema.items);
  return inner.includes(" ") ? `(${inner})[]` : `${inner}[]`;
}

function objectOf(schema) {
  if (!schema.properties) {
    return `Record<string, ${schema.additionalProperties ? typeOf(schema.additionalProperties) : "unknown"}>`;
  }
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(
    ([key, value]) => `${quoted(key)}${required.has(key) ? "" : "?"}: ${typeOf(value)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

function declaration(name, schema) {
  const told = schema.description ? `/** ${schema.description.replace(/\s+/g, " ").replaceAll("*/", "* /")} */\n` : "";
  return `${told}export type ${nameOf(name)} = ${typeOf(schema)};\n`;
}

mkdirSync(out, { recursive: true });
const present = new Set(readdirSync(schemas));
for (const name of wanted) {
  if (!present.has(`${name}.json`)) throw new Error(`docs/schemas/${name}.json is missing: run "warhost schema".`);
  const schema = JSON.parse(readFileSync(join(schemas, `${name}.json`), "utf8"));
  const parts = Object.entries(schema.$defs ?? {}).map(([key, value]) => declaration(key, value));
  const whole = name[0].toUpperCase() + name.slice(1);
  if (!(whole in (schema.$defs ?? {}))) parts.push(`export type Any${whole} = ${typeOf(schema)};\n`);
  const text = `// Made by tools/types.mjs from docs/schemas/${name}.json.\n\n${parts.join("\n")}`;
  writeFileSync(join(out, `${name}.ts`), text);
}
